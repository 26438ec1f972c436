"""What triggers each note of Bridge Gem's movements."""

from collections.abc import Callable
from pathlib import Path

from bmconv.conversion import decode
from bmconv.io.source import open_source
from bmconv.notes import Notes
from bmconv.records import Client, Library, Movement, MovementRound
from tests.codecs.every_note import done, read, written
from tests.helpers.running import relative_names

HEAD = "0000\tHowell\t19\tSit down.\t2\t1\t1\t\t\t4\t1\t\t\n"
TABLES = "0101\t1\t1\t4\t1\t1\tF\n0102\t1\t2\t3\t2\t1\tF\n"
INDEX = "00000\t0\t0\t0\t0\t4\t0\t0\t0\t\n"
LISTED = "00007\t1\t2\t1\t4\t1\t0\t19\t\n"
MOVEMENT = Movement(number=7, movement_type=19)
SEAT = MovementRound(movement=7, round=1, table=1, ns=4, ew=1, board_set=1)


def folder(**files: str) -> Callable[[Path], list[str]]:
    """Reading a library of some files; the folder is called `library` in the notes."""

    def note_lines(folder: Path) -> list[str]:
        (folder / "library").mkdir()
        for name, text in files.items():
            (folder / "library" / name.replace("_", ".")).write_text(text)
        notes = Notes()
        with open_source(str(folder / "library")) as source:
            list(decode(source, "bridgegem", {}, notes))
        return [relative_names(line, folder) for line in notes.lines()]

    return note_lines


NOTES = [
    read(
        f"{INDEX}{LISTED}00008\tmany\n",
        "error bad-index-line: 1 index line skipped: not a number (file:3)",
    ),
    read(
        f"{HEAD}{TABLES}0102\t1\t2\tx\t2\t1\tF\n",
        "error bad-table-line: 1 table line skipped: not a round, a table, two pairs and a "
        "board set (file:4)",
    ),
    read(
        f"{HEAD}0001\t1\tstay\n{TABLES}",
        "repair directions-differ: 1 movement without one direction line per table (file: "
        "per round, 2 tables)",
    ),
    read(
        f"{HEAD}0001\t1\tstay\n0003\t2\tgo\n{TABLES}",
        "repair direction-label: 1 direction line labelled with another number (file:3)",
    ),
    read(
        f"{HEAD}0001\t1\tstay\n0001\t1\trest\n0002\t2\tgo\n{TABLES}",
        "repair direction-twice: 1 direction line in place of one with its number (file:3)",
    ),
    read(
        f"0000\tHowell\tSit down.\t2\t1\t1\t\t\t4\t1\t\t\n{TABLES}",
        "repair header-layout: 1 description without a movement type (file:1)",
    ),
    read(
        f"{HEAD}{TABLES}".replace("F\n", "maybe\n", 1),
        "repair odd-arrow-switch: 1 arrow switch read as no: neither T nor F (file:2)",
    ),
    read(
        f"{HEAD}{TABLES}".replace("0102", "0103"),
        "repair table-label: 1 table line labelled with another round or table (file:3)",
    ),
    read(
        f"{HEAD}0101\t1\t1\t4\t1\t1\tF\n",
        "repair lines-differ: 2 numbers that the table lines contradict (first: file: tables "
        "2, by the lines 1)",
    ),
    done(
        folder(index_idx=INDEX + LISTED.replace("\t2\t1", "\t3\t1"), M00007_mvt=HEAD),
        "repair index-differs: 1 number of the index that differs from the description "
        "(library/M00007.mvt: tables 3, 2)",
    ),
    done(
        folder(index_idx=INDEX + LISTED),
        "repair no-movement-file: 1 movement of the index without a file (library: M00007.mvt)",
    ),
    done(
        folder(index_idx=INDEX, M00007_mvt=HEAD + TABLES),
        "repair not-in-index: 1 movement file not in the index (library/M00007.mvt)",
    ),
    written(
        [Library(header="For us"), MOVEMENT], "loss header-lost: 1 header left out of the file"
    ),
    written(
        [Movement(number=7, movement_type=19, description="for two")],
        "loss index-lost: 1 value left out of the file: the index has a place for it "
        "(movement 7 description)",
    ),
    written(
        [Library(extra={"index": [INDEX]}), MOVEMENT],
        "loss index-lost: 1 index left out of the file",
        "loss movement-lost: 1 movement left out of the file, or reduced to the line of the "
        "index (movement 7)",
        file="header",
    ),
    written(
        [Library(folder="Ours"), MOVEMENT],
        "loss folder-lost: 1 folder left out: the file does not name it (Ours)",
    ),
    written(
        [MOVEMENT, MovementRound(movement=8, round=1, table=1)],
        "loss round-lost: 1 round left out: its movement is missing (movement_round 1 round 1)",
    ),
    written(
        [Movement(number=7, class_=1), SEAT],
        "loss individual-lost: 1 round of an individual left out: the format of "
        "individuals is not published (movement_round 1 round 1)",
        "loss index-lost: 1 value left out of the file: the index has a place for it "
        "(movement 7 class)",
    ),
    written(
        [Movement(number=7, title="Łuk")],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 1: 'Ł')",
    ),
    written(
        [MOVEMENT, Client(id=1)],
        "loss record-lost: 1 client record left out: bridgegem does not hold it (client 1)",
    ),
    written(
        [Movement(number=7, movement_type=19, extra={"a": 1})],
        "loss field-lost: 1 movement.extra value left out: bridgegem does not hold it (movement 7)",
    ),
    read(
        f"0000 A Howell for two tables\n{TABLES}",
        "repair no-tabs: 1 description without tabs read as a title (file:1)",
    ),
    read(
        LISTED,
        "repair no-dummy-line: 1 index without a first line for Bridge Gem to ignore (file)",
    ),
]
