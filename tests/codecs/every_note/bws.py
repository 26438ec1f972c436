"""What triggers each note of the Bridgemate database, and of the commands that change one."""

import datetime
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bmconv import jet
from bmconv.bws.access import write_anew
from bmconv.io.stream import encode_lines
from bmconv.notes import Notes
from bmconv.records import (
    Client,
    Evaluation,
    EventInfo,
    Hand,
    Player,
    Record,
    Result,
    Round,
    ScoringGroup,
    Seat,
    Section,
    Session,
    Settings,
    Table,
)
from tests.bws.live.test_apply_cut_off import after_the_first_trigger
from tests.codecs.every_note import PENALISED, done, penalty_lost, printed, read, written
from tests.helpers import bcs
from tests.helpers.coding import encode_records
from tests.helpers.running import quick, relative_names


def database(table: str, *columns: tuple[str, str, Any], version: int = 4) -> bytes:
    """A database with one row: columns by name and type, with their values."""
    specs = [jet.ColumnSpec(name, type, 60 if type == "text" else 0) for name, type, _ in columns]
    file = io.BytesIO()
    row = tuple(value for _, _, value in columns)
    jet.write([jet.TableSpec(table, specs, [row])], file, version=version)
    return file.getvalue()


def result_row(column: str, value: str) -> Callable[[], bytes]:
    return lambda: database("ReceivedData", ("Board", "long", 1), (column, "text", value))


def damaged() -> bytes:
    """A database whose results are on a page of another table."""
    data = bytearray(encode_records([Result(id=1, board=1)], "bws")[0])
    with jet.open(bytes(data)) as opened:
        (page,) = opened.tables["ReceivedData"].scanner().owned_pages()
    data[page * 4096] = 9
    return bytes(data)


CLIENT = Client(id=1, computer="DESK")
SESSION = Session(id=1, name="Pairs", date=datetime.date(2026, 1, 2))
TABLES = [CLIENT, Table(section=1, table=1), Table(section=1, table=2)]


def event(*more: Record, **section: Any) -> list[Record]:
    """A session with a section, and more."""
    return [SESSION, Section(**({"id": 1, "letter": "A"} | section)), *more]


def round(table: int = 1, number: int = 1, **fields: Any) -> Round:
    usual = {"ns_pair": table, "ew_pair": table + 2, "low_board": 1, "high_board": 2}
    return Round(section=1, table=table, round=number, **(usual | fields))


def grouped(method: int = 10, *, name: str = "", number: int = 1, **section: Any) -> list[Record]:
    """A section with a scoring group."""
    group = ScoringGroup(session=1, number=number, method=method, name=name or None)
    one = Section(id=1, letter="A", session=1, scoring_group=number, **section)
    return [CLIENT, SESSION, group, one, Table(section=1, table=1)]


def settings(**values: Any) -> list[Record]:
    return [Settings(values=values)]


def upgraded(change: Callable[[jet.Database], object]) -> Callable[[Path], list[str]]:
    """Writing a database anew after a change to what was read of it."""

    def note_lines(folder: Path) -> list[str]:
        notes = Notes()
        with jet.open(database("Section", ("Letter", "text", "A"))) as opened:
            change(opened)
            tables = [jet.spec_of(table) for table in opened.tables.values()]
            write_anew(opened, tables, io.BytesIO(), 4, notes)
        return notes.lines()

    return note_lines


def with_letter_column(at: int, value: int) -> Callable[[Path], list[str]]:
    """Upgrading a file of another program: one byte of the only column is different."""

    def note_lines(folder: Path) -> list[str]:
        file = io.BytesIO()
        jet.write([jet.TableSpec("Section", [jet.ColumnSpec("Letter", "text", 5)])], file)
        data = bytearray(file.getvalue())
        with jet.open(bytes(data)) as opened:
            page = opened.tables["Section"].definition.page
        column = data.index(b"\x0a\x59\x06\0\0", page * 4096)  # text, and what is always there
        data[column + at] = value
        (folder / "old.bws").write_bytes(data)
        err = quick("bws", "upgrade", "--jet", "3", folder / "old.bws", folder / "new.bws").err
        return printed(relative_names(err, folder))

    return note_lines


SORT_ORDER, FLAGS = 11, 15
"""Places in the description of a column: 1033 becomes 1053, or the value one of fixed length."""


def copied(folder: Path) -> list[str]:
    (folder / "old.bws").write_bytes(encode_records([SESSION], "bws")[0])
    err = quick("bws", "upgrade", folder / "old.bws", folder / "new.bws").err
    return printed(relative_names(err, folder))


def cut_to_seconds(folder: Path) -> list[str]:
    """A table of a file that is read by columns, as large ones are."""
    late = Result(id=1, board=1, time=datetime.time(19, 30, 0, 750_000))
    (folder / "x.bws").write_bytes(encode_records([late], "bws")[0])
    with patch("bmconv.bws.codec.BULK", 0):
        return printed(quick("convert", folder / "x.bws", folder / "x.parquet").err)


def applied(
    *records: Record,
    prepare: Callable[[Path], object] = bool,
    words: tuple[str, ...] = (),
) -> Callable[[Path], list[str]]:
    """Applying records to an evening that is prepared in some way."""

    def note_lines(folder: Path) -> list[str]:
        night = folder / "night.bws"
        bcs.write(night, 4)
        prepare(night)
        stdin = b"".join(encode_lines(records))
        err = quick("bws", "apply", night, "-", *words, stdin=stdin).err
        return printed(relative_names(err, folder))

    return note_lines


def without_settings(night: Path) -> None:
    """Remove the row of Settings."""
    with bcs.Bcs(night).editor() as editor:
        for pointer, _ in list(editor.table("Settings").dicts()):
            editor.table("Settings").delete(pointer)


def pending_trigger(night: Path) -> None:
    """Set a trigger at A2, which the control software does not act on."""
    with bcs.Bcs(night).editor() as editor:
        for pointer, row in list(editor.table("Tables").dicts()):
            if row["Table"] == 2:
                editor.table("Tables").update(pointer, {"UpdateFromRound": 2})


def overwritten(folder: Path) -> list[str]:
    """Another program writes the file back while it is open."""
    night = folder / "night.bws"
    bcs.write(night, 4)
    night.with_suffix(".ldb").touch()
    before = night.read_bytes()
    stdin = b"".join(encode_lines([round(2, 2, ns_pair=9, ew_pair=19)]))
    with patch("bmconv.bws.live.change.time.sleep", lambda _: night.write_bytes(before)):
        return printed(quick("bws", "apply", night, "-", stdin=stdin).err)


def not_checked(folder: Path) -> list[str]:
    """Another program removes the file at once."""
    night = folder / "night.bws"
    bcs.write(night, 4)
    night.with_suffix(".ldb").touch()
    stdin = b"".join(encode_lines([round(2, 2, ns_pair=9, ew_pair=19)]))
    with patch("bmconv.bws.live.change.time.sleep", lambda _: night.unlink()):
        return printed(relative_names(quick("bws", "apply", night, "-", stdin=stdin).err, folder))


def marked(*, older: bool = False) -> Callable[[Path], list[str]]:
    """Polling results with a flag that the table lacks, or that is newer than a row."""

    def note_lines(folder: Path) -> list[str]:
        night = folder / "night.bws"
        bcs.write(night, 4)
        control = bcs.Bcs(night)
        control.play((1, 1, 1))
        if older:
            with control.editor() as editor:
                results = editor.table("ReceivedData")
                for name in (*(f"custom_{number}" for number in range(8)), "custom_Ours"):
                    results.add_column(jet.ColumnSpec(name, "boolean"))
            night.with_suffix(".ldb").touch()
        words = ("bws", "poll", night, "--type", "result", "--mark", "custom_Ours", "--accept")
        return printed(relative_names(quick(*words).err, folder))

    return note_lines


def not_announced(folder: Path) -> list[str]:
    """A run was cut off between two triggers, and the second table has played on."""
    night = folder / "night.bws"
    bcs.write(night)
    after_the_first_trigger(night)
    bcs.Bcs(night).take_up()
    bcs.Bcs(night).play((2, 2, 4))
    stdin = b"".join(encode_lines([Seat(section=1, table=1, direction="N", name="Ann")]))
    return printed(relative_names(quick("bws", "apply", night, "-", stdin=stdin).err, folder))


def not_completed(folder: Path) -> list[str]:
    """A run was cut off between two triggers, and the database is then converted."""
    night = folder / "night.bws"
    bcs.write(night)
    after_the_first_trigger(night)
    return printed(relative_names(quick("convert", night, folder / "new.bws").err, folder))


def left_out(folder: Path) -> list[str]:
    """A table with a description that Access 97 cannot spell."""
    letter = [jet.ColumnSpec("Letter", "text", 5)]
    file = io.BytesIO()
    jet.write([jet.TableSpec("Section", letter, properties={"Description": "Łuk"})], file)
    (folder / "old.bws").write_bytes(file.getvalue())
    err = quick("bws", "upgrade", "--jet", "3", folder / "old.bws", folder / "new.bws").err
    return printed(relative_names(err, folder))


def two_tables() -> bytes:
    """A database with a table of members."""
    file = io.BytesIO()
    letter = [jet.ColumnSpec("Letter", "text", 5)]
    jet.write([jet.TableSpec("Section", letter), jet.TableSpec("Members", letter)], file)
    return file.getvalue()


NOTES = [
    read(
        damaged,
        "error damaged: 1 file damaged: the result unreadable; get another copy, or read the "
        "results from the terminals again (file: table ReceivedData: page 33: is listed as a data "
        "page of the table but is not one; skipped)",
    ),
    read(
        lambda: encode_records([SESSION], "bws")[0] + b"\0" * 100,
        "repair odd-file: 1 unusual place in the file, nothing lost (the last page has only "
        "100 of 4096 bytes)",
    ),
    read(
        two_tables, "loss table-lost: 1 table left out: not part of a Bridgemate database (Members)"
    ),
    read(
        lambda: database("Section", ("Letter", "text", None)),
        "repair empty-row: 1 empty row left out (Section row 1)",
    ),
    read(
        result_row("Contract", "8 S"),
        "repair odd-contract: 1 contract kept as written: not understood (result board 1: '8 S')",
    ),
    read(
        result_row("Result", "ten"),
        "repair odd-result: 1 result kept as written: not understood (result board 1: 'ten')",
    ),
    read(
        result_row("LeadCard", "XX"),
        "repair odd-lead-card: 1 lead card kept as written: not understood (result board 1: 'XX')",
    ),
    read(
        result_row("LeadCard", "10H"),
        "repair rank-first: 1 lead card with the rank before the suit (result board 1: 10H)",
    ),
    read(
        result_row("Remarks", "70/30"),
        "repair odd-remark: 1 remark kept as written: not understood (result board 1: '70/30')",
    ),
    read(
        result_row("NS/EW", "Q"),
        "repair odd-direction: 1 direction kept as written: not understood (result board 1: 'Q')",
    ),
    read(
        lambda: database("Session", ("ID", "long", 1), ("GUID", "text", "ours")),
        "repair odd-guid: 1 guid kept as written: not understood (session 1: 'ours')",
    ),
    read(
        lambda: database("Session", ("ID", "long", 1), ("GUID", "text", "{" + "0" * 32 + "}")),
        "repair guid-form: 1 guid written without braces and dashes (session 1: "
        "{00000000000000000000000000000000})",
    ),
    read(
        lambda: database("Session", ("ID", "long", 1), ("Date", "text", "someday")),
        "repair odd-date: 1 Date left out: not a date (Date: 'someday')",
    ),
    read(
        lambda: database("ReceivedData", ("Board", "long", 1), ("Table", "double", 2.5)),
        "repair odd-number: 1 Table value left out: not a whole number (Table: 2.5)",
    ),
    done(cut_to_seconds, "loss fraction-lost: 1 time cut to whole seconds (result time)"),
    written(
        event()[1:],
        "repair session-made: 1 session added without name and date (bmconv set "
        "session.name=... names it)",
    ),
    written(
        event(Table(section=1, table=1)),
        "repair no-client: 1 file without the name of the computer that runs the control software "
        "(--computer NAME names it) (Clients)",
    ),
    written(
        [*event(Section(id=2, letter="B")), Settings(section=2, values={"LeadCard": True})],
        "repair setting-filled: 1 setting written with the default: only other sections have a "
        "value (settings A LeadCard)",
    ),
    written(
        event(Client(id=4), Table(section=1, table=1, computer_id=7)),
        "repair client-renumbered: 1 table given the ComputerID of the renumbered client "
        "(table A1)",
    ),
    written(
        event(round(low_board=0, high_board=0, custom_boards="4,6")),
        "repair low-high-filled: 1 round with LowBoard and HighBoard filled in from "
        "CustomBoards (round A1 round 1)",
    ),
    written(
        event(Table(section=1, table=1, update_from_round=2), Result(id=1, section=1, board=1)),
        "repair trigger-cleared: 1 UpdateFromRound cleared: the control software would act "
        "on it (--keep-triggers keeps it) (table A1)",
    ),
    written(
        event(*TABLES, round(1, ew_pair=1), round(2, ew_pair=2), missing_pair=4),
        "repair missing-pair: 1 missing E-W pair of a round written as 0 (round A2 round 1)",
        repair_missing_pair=True,
    ),
    written(
        event(round(1, ew_pair=1), round(2, ew_pair=2), missing_pair=2, missing_side="EW"),
        "loss missing-pair: 1 missing pair written as 0 in the movement: both sides have the "
        "number (section A)",
    ),
    written(
        [Result(id=1, board=1), Result(id=1, board=2)],
        "repair id-twice: 1 record with a repeated ID given a new one (result board 2)",
    ),
    written(
        [Player(number="5M", name="Ann")],
        "repair numeric-id: 1 player without a numeric ID: the number is text (player 5M)",
    ),
    written(
        [Player(number="7", name="A" * 19)],
        "loss trunc-name: 1 name cut to 18 characters (player 7: AAAAAAAAAAAAAAAAAAA)",
    ),
    written(
        [Player(number="7", name="Ann\nBo\0x")],
        "loss text-changed: 1 text with control characters written with blanks (player 7 Name)",
    ),
    written(
        settings(BM2PINcode="12345"),
        "loss text-cut: 1 BM2PINcode text cut to 4 characters (settings: ***)",
    ),
    written(
        event(Seat(section=1, table=1, direction="N", number="1" * 17)),
        "error number-length: 1 seat left out: a player number of more than 16 characters "
        "(seat A1 N)",
    ),
    written(
        [Result(id=2**31, board=1)],
        "error out-of-range: 1 record left out: a number is too large for its column (result "
        "board 1)",
    ),
    written(
        event(Hand(board=1, north="AK...")),
        "error hand-incomplete: 1 incomplete hand skipped (hand A board 1: north has 2 "
        "cards: expected 13)",
    ),
    written(
        [
            Hand(
                board=1,
                **dict(
                    zip(
                        ("north", "east", "south", "west"),
                        (
                            "AKQJT98765432...",
                            ".AKQJT98765432..",
                            "..AKQJT98765432.",
                            "...AKQJT98765432",
                        ),
                        strict=True,
                    )
                ),
            )
        ],
        "error no-section: 1 hand left out: unknown section (bmconv join EVENING HANDS -o FILE "
        "adds hands to an evening) (hand board 1)",
    ),
    written(
        event(
            Hand(
                board=1,
                dealer="W",
                north="AKQJT98765432...",
                east=".AKQJT98765432..",
                south="..AKQJT98765432.",
                west="...AKQJT98765432",
            )
        ),
        "loss pbn-dealer-vul: 1 dealer or vulnerability left out: not the usual one of the "
        "board (hand A board 1)",
    ),
    written(
        event(Evaluation(section=1, board=1, north_spades=5)),
        "loss evaluation-lost: 1 evaluation left to the control software (--evaluation "
        "(convert: --to-opt evaluation=yes) writes it) (evaluation A board 1)",
    ),
    written(
        [Result(id=1, board=1, contract="4 S", declarer="N", result="=", score=430)],
        "loss score-lost: 1 score left out: not that of the contract (result board 1)",
    ),
    written(
        [Player(number="7", name="Łuk")],
        "loss character-replaced: 1 text with a character that Access 97 lacks, written as ? "
        "(PlayerNames row 1 Name: 'Ł')",
        jet="3",
    ),
    written([SESSION, PENALISED], *penalty_lost("bws")),
    written(
        [SESSION, EventInfo(name="Ours")],
        "loss record-lost: 1 event record left out: bws does not hold it (event)",
    ),
    written(
        [Result(id=1, board=1, extra={"BOARD": 2})],
        "loss field-lost: 1 extra value left out: the table has a column of that name "
        "(result board 1 BOARD)",
    ),
    written(
        grouped(60),
        "loss scoring-lost: 1 scoring method left out: a .bws cannot hold it (section A)",
    ),
    written(grouped(11), "loss scoring-variant: 1 scoring method variant left out (section A)"),
    written(
        grouped(scoring_type=2),
        "loss scoring-replaced: 1 scoring type replaced by that of the section's scoring "
        "group (section A)",
    ),
    written(grouped(name="Oaks"), "loss group-name: 1 scoring group name left out (section A)"),
    written(event(game_type=3), "loss game-type: 1 game type left out (section A)"),
    written(event(name="Oaks"), "loss section-name: 1 section name left out (section A)"),
    written(
        event(combi_ns="B"),
        "loss combi: 1 combi section written without its source sections (section A)",
    ),
    written(
        grouped(number=200),
        "loss group-range: 1 scoring group renumbered: not 1 to 127, or taken (section A)",
    ),
    written(
        [*grouped(), Section(id=2, letter="B", session=1, scoring_group=1)],
        "loss group-tables: 1 scoring group of a section without tables left out (section B)",
    ),
    written(
        event(ScoringGroup(session=1, number=1)),
        "loss group-unused: 1 scoring group of no section left out (scoring_group 1)",
    ),
    written(
        event(round(ns_team=1)),
        "loss teams: 1 round written without team numbers (round A1 round 1)",
    ),
    written(
        event(*TABLES, round(1, mates_section=1, mates_table=2, mates_round=2), round(2)),
        "loss mates: 1 table without team mates: they change, or play at another time (table A1)",
    ),
    written(
        event(*TABLES, round(1, mates_section=1)),
        "loss mates-table: 1 round that names team mates without their table (round A1 round 1)",
    ),
    written(
        event(
            *TABLES,
            round(1, mates_section=1, mates_table=2, mates_round=1),
            round(2, mates_section=1, mates_table=1, mates_round=1),
        ),
        "loss mates-group: 2 tables written without team mates: Tables.Group cannot show "
        "them (first: table A1)",
    ),
    written(
        event(
            CLIENT,
            Table(section=1, table=1, connection_mode=0),
            Table(section=1, table=2, connection_mode=1),
        ),
        "loss connmode: 1 section with online and offline tables written as online (section A)",
    ),
    written(
        settings(BM3SessionSummary=1),
        "loss bm3-new: 1 setting left out: a .bws has no such column (settings BM3SessionSummary)",
    ),
    written(
        settings(BM2SummaryPoints=-1),
        "loss summary: 1 summary without points written as no summary (settings)",
    ),
    written(
        settings(BM2EnterHandRecordWhen=2),
        "loss enter-when: 1 hand entry time set to never, written as hand entry off (settings)",
    ),
    written(
        settings(BM3ViewResults=3),
        "loss viewresults: 1 result view at the end of the round written as always (settings)",
    ),
    written(
        settings(BM3SleepMode=0),
        "repair setting-range: 1 BM3SleepMode setting outside 1-120 (settings BM3SleepMode: 0)",
    ),
    written(
        [Player(number="7", name="Ann", country="NL")],
        "loss country: 1 country code left out (player 7)",
    ),
    written(
        [Result(id=1, board=1, scoring_direction=1), Result(id=2, board=1, scoring_direction=2)],
        "loss split: 2 split scores written with one side only (first: result board 1)",
    ),
    written(
        [Result(id=1, board=1, scoring_direction=4)],
        "loss scoring-direction: 1 scoring direction left out: not 1, 2 or 3 (result board 1)",
    ),
    written(
        event(missing_side="NS"),
        "loss missing-side: 1 side of a missing pair left out: no pair of that side is "
        "missing (section A)",
    ),
    written(
        [Player(number="7", name="Ann B", first_name="Ann", last_name="Berg")],
        "loss name-parts: 1 first and last name left out: the full name differs (player 7)",
    ),
    written(
        settings(Colour=7),
        "loss setting-lost: 1 setting left out: a .bws has no such column (settings Colour)",
    ),
    written(
        settings(BM2PINcode=1234),
        "repair setting-kind: 1 setting converted to the type of the column (settings "
        "BM2PINcode: '***' as '***')",
    ),
    written(
        settings(BM2PINcode=True),
        "error odd-setting: 1 setting left out: wrong type of value (settings BM2PINcode: True)",
    ),
    done(
        upgraded(lambda opened: opened.queries.append("ScoreUpload")),
        "repair query-remade: 1 saved query object left out: the control software creates "
        "it (ScoreUpload)",
    ),
    done(
        upgraded(lambda opened: opened.queries.append("Members by age")),
        "loss query-lost: 1 saved query object left out (Members by age)",
    ),
    done(
        upgraded(lambda opened: opened.relationships.append("SectionTables")),
        "loss relationship-lost: 1 relationship between tables left out (SectionTables)",
    ),
    done(
        upgraded(lambda opened: opened.other_objects.append(("form", "Start"))),
        "loss object-lost: 1 other Access object left out (form Start)",
    ),
    done(
        with_letter_column(SORT_ORDER, 0x1D),
        "repair sort-order: 1 text column given the sort order General (1033) (old.bws: "
        "Section.Letter: 1053)",
    ),
    done(
        with_letter_column(FLAGS, 0x03),
        "repair fixed-text: 1 fixed-length text column written with variable length "
        "(old.bws: Section.Letter)",
    ),
    done(copied, "repair same-version: 1 file copied byte for byte: already Access 2000 (old.bws)"),
    done(
        overwritten,
        "error overwritten: 4 cells overwritten by another program meanwhile; try again "
        "(first: RoundData.NSPair)",
    ),
    done(
        not_checked,
        "error not-checked: 1 file written, but not read again to see what other programs "
        "overwrote (apply the same again) (night.bws: No such file or directory)",
    ),
    done(
        marked(),
        "repair no-flag: 1 row not marked: the table has no such flag (ReceivedData.custom_Ours)",
    ),
    done(
        marked(older=True),
        "repair not-marked: 1 row not marked: the file is open and the flag does not fit in "
        "place (ReceivedData: table ReceivedData: a row would get another size; only cells "
        "may be changed in place)",
    ),
    done(
        not_announced,
        "error not-announced: 1 trigger of an interrupted run not set: the server would "
        "erase results from there on (allow it with --erase-results, or remove "
        "FILE.unfinished to give it up) (A2: UpdateFromRound 2)",
    ),
    done(
        not_completed,
        "repair no-client: 1 file without the name of the computer that runs the control software "
        "(--computer NAME names it) (Clients)",
        "error apply-unfinished: 1 run of bws apply cut off: triggers still to be set are not in "
        "the new file (run it again (bmconv bws apply FILE ...), then write the new file) "
        "(night.bws.unfinished)",
    ),
    done(
        left_out,
        "loss left-out: 1 part of tables left out (old.bws: table Section: characters of its "
        "properties that the code page lacks: 'Ł')",
    ),
    written(
        [
            *grouped(),
            Section(id=2, letter="B", session=1, scoring_group=1),
            Table(section=2, table=1),
            Round(section=1, table=1, round=1, mates_section=2, mates_table=1, mates_round=1),
            Round(section=2, table=1, round=1, mates_section=1, mates_table=1, mates_round=1),
        ],
        "loss group-lost: 2 sections written without scoring group: tables have that of the "
        "match (first: section A)",
    ),
    written(
        [
            Section(id=1, letter="A", session=1, scoring_type=4, scoring_group=1),
            *(Table(section=1, table=number, computer_id=1) for number in (1, 2)),
            Client(id=1, computer="desk"),
            Session(id=1),
        ],
        "loss group-lost: 2 tables written without scoring group: it would make them play a match "
        "(first: table A1)",
    ),
    written(
        [*grouped(), Seat(section=1, table=1, direction="N", number="7", removed=True)],
        "loss removed-player: 1 player at a removed seat left out (seat A1 N)",
    ),
    written(
        [*grouped(), Seat(section=1, table=1, direction="N", number="0")],
        "loss number-zero: 1 player number 0 left out: it means nobody (seat A1 N)",
    ),
    written(
        [
            *grouped(explicit_participations=True),
            *(Seat(section=1, table=1, direction="N", round=n, number=f"7{n}") for n in (0, 1, 2)),
        ],
        "loss seat-twice: 1 player left out: the seat appears again (seat A1 N)",
    ),
    written(
        [*grouped(explicit_participations=True)],
        "loss explicit-lost: 1 section not marked as seated for every round: some rounds have no "
        "seats (section A)",
    ),
    done(
        applied(
            Seat(section=1, table=1, direction="N", number="43", name="Else"),
            prepare=lambda night: bcs.Bcs(night).register(1, "N", "42"),
        ),
        "loss number-kept: 1 seat not changed: another number was entered there (a substitute "
        'from round 3 on is a seat with "round": 3) (A1 N: 42)',
    ),
    done(
        applied(Section(id=1, name="North")),
        "loss not-applied: 1 value not applied: a .bws has no column for it (section A name)",
    ),
    done(
        applied(Table(section=1, table=1, status=1)),
        "repair kept: 1 value not applied: the control software sets it (table A1 status)",
    ),
    done(
        applied(Section(id=1, winners=1), words=("--live",)),
        "repair next-upload: 1 value that the control software uses only from the next upload on "
        "(section A Winners)",
    ),
    done(
        applied(
            Settings(values={"ShowResults": False, "BM2PINcode": "0000"}), prepare=without_settings
        ),
        "repair setting-default: 1 setting not given, written with the guide's default "
        "(A BM2NameSource)",
    ),
    done(
        applied(
            Table(section=1, table=2, update_from_round=0),
            prepare=pending_trigger,
            words=("--replace-triggers",),
        ),
        "repair trigger-withdrawn: 1 trigger taken back: the control software is not notified of "
        "the changes (A2: UpdateFromRound 2)",
    ),
    done(
        applied(
            round(2, 2, ns_pair=9, ew_pair=19),
            prepare=lambda night: Path(f"{night}.unfinished").write_text("junk"),
        ),
        "loss unfinished-unreadable: 1 unreadable file about an interrupted run ignored "
        "(night.bws.unfinished)",
    ),
]
