"""Bridge Gem's movement files: the guide's examples byte by byte, its oddities, whole libraries."""

import filecmp
import os
from pathlib import Path

import pytest

from bmconv.codecs.bridgegem import probe
from bmconv.codecs.bridgegem.lines import sentences
from bmconv.errors import BadInput, DataError, UsageError
from bmconv.io.stream import encode_lines
from bmconv.movements.types import TYPES, is_individual, type_name
from bmconv.records import Library, Movement, MovementRound
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick


@pytest.fixture(scope="module")
def library(shared) -> Path:
    return shared / "samples" / "bridgegem"


def read(path: Path, format: str = "bridgegem") -> tuple[list, list]:
    return decode_bytes(path.read_bytes(), format)


def seats(records: list) -> list[tuple]:
    return [
        (r.round, r.table, r.ns, r.ew, r.board_set, r.arrow_switch)
        for r in records
        if isinstance(r, MovementRound)
    ]


@pytest.mark.parametrize("folder", ["Bridge Gem 1W Favourites", "Custom Howells"])
def test_the_guides_files_come_back_as_the_same_bytes(library, folder):
    file = library / folder / "M00001.mvt"
    records, _ = read(file)
    assert encode_records(records, "bridgegem") == (file.read_bytes(), [])


def test_the_first_file_of_the_guide(library):
    (movement, *rounds), notes = read(library / "Bridge Gem 1W Favourites" / "M00001.mvt")
    assert (movement.title, movement.movement_type, movement.tables, movement.rounds) == (
        "5T 4R 1W Incomplete Mitchell",
        21,
        5,
        4,
    )
    assert (movement.winners, movement.teams, movement.board_sets) == (1, 10, 4)
    assert (movement.source, movement.details) == ("EBU Manual", "Page 14 1")
    assert movement.instructions.startswith("Set up 5 tables. Place 1 boardset on each table, ")
    assert "to get their pair number. N-S pairs remain" in movement.instructions
    assert movement.directions[4] == "N-S remain stationary\tE-W go to E-W table 1"
    assert seats(rounds)[15:] == [
        (4, 1, 1, 8, 4, True),
        (4, 2, 2, 9, 5, True),
        (4, 3, 3, 10, 1, True),
        (4, 4, 4, 6, 2, False),
        (4, 5, 5, 7, 3, False),
    ]
    assert [(note.code, note.place) for note in notes] == [
        ("lines-differ", "file: board_sets 4, by the lines 5")
    ]


def test_the_second_file_of_the_guide(library):
    (movement, *rounds), notes = read(library / "Custom Howells" / "M00001.mvt")
    assert movement.title == "3 Tables 5 Rounds Droitwich Howell NS1 Sit"
    assert (movement.movement_type, movement.tables, movement.rounds, movement.teams) == (
        19,
        3,
        5,
        6,
    )
    assert movement.directions == [
        "N-S remains N-S at this table\tE-W to N-S at table 2",
        "N-S to N-S at table 3\tE-W to E-W at table 1",
        "N-S to E-W at table 3\tE-W to E-W at table 2",
    ]
    assert movement.instructions.endswith("Sometimes two (or more) tables share boards.")
    assert '"' not in movement.instructions
    assert seats(rounds)[:3] == [
        (1, 1, 1, 2, 1, False),
        (1, 2, 3, 4, 4, False),
        (1, 3, 5, 6, 2, False),
    ]
    assert codes_and_places(notes) == [("repair", "direction-label", "file:4")]


def test_a_library_comes_back_as_the_same_files(library, tmp_path):
    out = tmp_path / "out"
    stream = quick("from", "bridgegem", library)
    assert stream.code == 0
    done = quick("to", "bridgegem", "--out", out, stdin=stream.out)
    assert (done.code, done.out, done.err) == (0, b"", "")
    names = [path.relative_to(library) for path in sorted(library.rglob("*.*"))]
    assert [path.relative_to(out) for path in sorted(out.rglob("*.*"))] == names
    assert filecmp.cmpfiles(library, out, names, shallow=False)[0] == names


def test_the_index_is_read_and_what_has_no_file_is_noted(library):
    done = quick("from", "bridgegem", library / "Bridge Gem 1W Favourites")
    lines = done.out.splitlines()
    assert (len(lines), done.code) == (1 + 18 + 20, 0)
    assert lines[-1].startswith(
        b'{"type":"movement","library":"Bridge Gem 1W Favourites","number":18,"class":0,'
        b'"movement_type":21,"tables":11,"rounds":10,"teams":22,"winners":1,"balance":0,'
        b'"source":"EBU Manual","description":"Incomplete Mitchell 11T 10R 1W",'
        b'"details":"Page 14","board_sets":10'
    )
    assert "no-movement-file: 17 movements of the index without a file" in done.err


def test_an_index_alone_is_read_and_written(library):
    data = (library / "Bridge Gem 1W Favourites" / "index.idx").read_bytes()
    records, notes = decode_bytes(data, "bridgegem")
    assert (len(records), notes) == (19, [])
    assert encode_records(records, "bridgegem", file="index") == (data, [])


def test_an_index_made_from_nothing_has_the_line_that_is_ignored():
    movement = Movement(
        number=7,
        class_=0,
        tables=3,
        rounds=5,
        teams=6,
        winners=1,
        balance=0,
        movement_type=19,
        description="Howell",
        board_sets=5,
    )
    data, _ = encode_records([movement], "bridgegem", file="index")
    assert data == (
        b"00000\t0\t0\t0\t0\t4\t0\t0\t0\t\r\n\tClass Tbl Rnd Team W. Bal Type\r\n"
        b'00007\t0\t3\t5\t6\t1\t0\t19\t\t"Howell"\t\t5\t\r\n'
    )


def test_a_header_is_written_and_read(tmp_path):
    data, _ = encode_records(
        [Library(header="2 Winner Pairs\nsecond line")], "bridgegem", file="header"
    )
    (tmp_path / "header.txt").write_bytes(data)
    done = quick("from", "bridgegem", tmp_path / "header.txt")
    assert done.out == b'{"type":"library","header":"2 Winner Pairs\\nsecond line"}\n'


MADE = b'0000\t"Two tables"\t19\t"Sit down."\t2\t1\t1\t\t\t4\t1\t\t\t\r\n\
0001\t1\t"stay"\t"go"\t\r\n0100\t1\t2\t\r\n0101\t1\t1\t1\t2\t1\tF\t\r\n0102\t1\t2\t3\t4\t1\tT\t\r\n'


def made() -> list:
    return [
        Movement(
            title="Two tables",
            movement_type=19,
            instructions="Sit down.",
            tables=2,
            rounds=1,
            winners=1,
            teams=4,
            board_sets=1,
            directions=["stay\tgo"],
        ),
        MovementRound(round=1, table=1, ns=1, ew=2, board_set=1),
        MovementRound(round=1, table=2, ns=3, ew=4, board_set=1, arrow_switch=True),
    ]


def test_a_movement_made_from_records_is_written_and_read():
    data, notes = encode_records(made(), "bridgegem")
    assert (data, notes) == (MADE, [])
    records, _ = decode_bytes(data, "bridgegem")
    records[0].lines = None
    assert records == made()


def test_a_changed_record_changes_its_line_and_no_other():
    records, _ = decode_bytes(MADE.replace(b"0100", b"a remark\r\n0100"), "bridgegem")
    records[1].ew, records[2].ew = 4, 2
    records[0].title = "New"
    data, _ = encode_records(records, "bridgegem")
    assert data == MADE.replace(b"Two tables", b"New").replace(
        b"0100", b"a remark\r\n0100"
    ).replace(b"1\t2\t1\tF", b"1\t4\t1\tF").replace(b"3\t4\t1\tT", b"3\t2\t1\tT")


def test_a_changed_number_is_written_into_the_description():
    records, _ = decode_bytes(MADE, "bridgegem")
    records[0].winners = 2
    assert encode_records(records, "bridgegem") == (MADE.replace(b"\t2\t1\t1", b"\t2\t1\t2"), [])


def test_a_description_without_a_type_comes_back_although_the_index_has_one(tmp_path):
    folder = tmp_path / "in" / "Club"
    folder.mkdir(parents=True)
    (folder / "header.txt").write_bytes(b"\r\n")
    line = b"00001\t0\t2\t1\t4\t1\t0\t19\t\t\t\t1\t\r\n"
    (folder / "index.idx").write_bytes(b"00000\t0\r\n" + line)
    (folder / "M00001.mvt").write_bytes(MADE.replace(b"\t19\t", b"\t"))
    stream = quick("from", "bridgegem", "-q", tmp_path / "in").out
    quick("to", "bridgegem", "--out", tmp_path / "out", stdin=stream)
    names = [path.name for path in folder.iterdir()]
    assert filecmp.cmpfiles(folder, tmp_path / "out" / "Club", names, shallow=False)[0] == names


def test_what_one_file_of_a_folder_cannot_hold_is_noted():
    records = [Library(header="1 Winner"), *made()]
    records[1].class_, records[1].description = 0, "Howell"
    lost = {
        file: [note.code for note in encode_records(records, "bridgegem", file=file)[1]]
        for file in ("movement", "index", "header")
    }
    assert lost == {
        "movement": ["header-lost", "index-lost", "index-lost"],
        "index": ["header-lost", "movement-lost"],
        "header": ["movement-lost"],
    }


def test_a_table_more_or_less_rewrites_the_rounds():
    records, _ = decode_bytes(MADE, "bridgegem")
    data, _ = encode_records(records[:2], "bridgegem")
    assert data.endswith(b"0100\t1\t1\t\r\n0101\t1\t1\t1\t2\t1\tF\t\r\n")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (MADE.replace(b"0102\t1\t2", b"0102\t1\t3"), "table-label"),
        (MADE.replace(b"4\t1\tT", b"4\t1\tX"), "odd-arrow-switch"),
        (MADE.replace(b"0001\t1", b"0001\t2"), "direction-label"),
        (MADE.replace(b"\t19\t", b"\t"), "header-layout"),
        (MADE.replace(b"0100\t1\t2", b"0100\t1\t3"), "lines-differ"),
        (MADE.replace(b"\t2\t1\t1\t\t\t4", b"\t2\t1\t1\t\t\t6"), "lines-differ"),
        (MADE, "directions-differ"),
    ],
)
def test_what_disagrees_is_read_and_noted(data, code):
    records, notes = decode_bytes(data, "bridgegem")
    assert len(records) == 3
    assert code in [note.code for note in notes]


@pytest.mark.parametrize(
    ("old", "new", "switched"),
    [
        (b"1\tT\t", b"1\tTrue\t", True),
        (b"1\tT\t", b"1\t\tTrue\t", True),
        (b"1\tT\t", b"1\t\tFalse", False),
        (b"1\tT\t", b"1", False),
        (b"1\tT\t", b"1\tt", True),
    ],
)
def test_an_arrow_switch_is_the_seventh_field_or_the_eighth(old, new, switched):
    records, _ = decode_bytes(MADE.replace(old, new), "bridgegem")
    assert records[2].arrow_switch is switched


def test_a_table_without_boards_is_no_board_set():
    _, notes = decode_bytes(MADE.replace(b"2\t3\t4\t1\tT", b"2\t3\t4\t0\tF"), "bridgegem")
    assert "lines-differ" not in [note.code for note in notes]


def test_a_line_that_is_no_table_is_an_error_with_its_line():
    records, notes = decode_bytes(MADE.replace(b"2\t3\t4", b"2\tx\t4"), "bridgegem")
    assert len(records) == 2
    assert ("error", "bad-table-line", "file:5") in codes_and_places(notes)


def test_an_index_line_that_is_none_is_an_error_with_its_line():
    _, notes = decode_bytes(b"00000\t0\r\n00001\t0\tfive\r\n", "bridgegem")
    assert codes_and_places(notes) == [("error", "bad-index-line", "file:2")]


INDIVIDUAL = b'0000\t"Individual"\t30\t"Sit."\t2\r\n0101\t1\t1\t1\t2\t3\t4\t1\tF\r\n'


def test_an_individual_movement_is_kept_raw():
    records, notes = decode_bytes(INDIVIDUAL, "bridgegem")
    assert (len(records), notes) == (1, [])
    assert encode_records(records, "bridgegem") == (INDIVIDUAL, [])


def test_a_file_without_movement_lines_is_none():
    with pytest.raises(BadInput, match="no line begins with four digits"):
        decode_bytes(b"hello\n", "bridgegem")


def test_one_file_holds_one_movement():
    with pytest.raises(UsageError, match="2 movements here"):
        encode_records([Movement(number=1), Movement(number=2)], "bridgegem")
    with pytest.raises(DataError, match="1 to 99"):
        encode_records([*made(), MovementRound(round=100, table=1)], "bridgegem")


@pytest.mark.parametrize("folder", ["../out", "/elsewhere", "..", "a\\b", "", "a\nb"])
def test_a_library_is_not_written_outside_its_folder(folder, tmp_path):
    records = [Movement(library=folder or None, number=1, lines=["0000\tx"])]
    done = quick("to", "bridgegem", "--out", tmp_path / "in", stdin=b"".join(encode_lines(records)))
    assert (done.code, os.listdir(tmp_path)) == (1, [])
    named = f"library folder {folder!r}" if folder else "a library without a folder"
    assert done.err == f"bmconv: {named}: expected the name of a folder\n"


def test_movements_that_an_old_index_lists_are_not_dropped(library, tmp_path):
    whole = quick("from", "bridgegem", library).out
    assert quick("to", "bridgegem", "--out", tmp_path, stdin=whole).code == 0
    some = b"".join(line + b"\n" for line in whole.splitlines() if b'"number":2,' not in line)
    before = (tmp_path / "Bridge Gem 1W Favourites" / "index.idx").read_bytes()
    done = quick("to", "bridgegem", "--out", tmp_path, stdin=some)
    assert (done.code, "1 movement of this index not in the input" in done.err) == (1, True)
    assert (tmp_path / "Bridge Gem 1W Favourites" / "index.idx").read_bytes() == before


def test_under_strict_nothing_of_a_library_appears(tmp_path):
    records = [*made(), MovementRound(round=1, table=1, ns=9)]
    records[0].library = records[1].library = records[2].library = "New"
    records[1].movement = records[2].movement = records[0].number = 1
    records[0].title = "a title with a character like 猫"
    stream = b"".join(encode_lines(records))
    done = quick("to", "bridgegem", "--strict", "--out", tmp_path, stdin=stream)
    assert done.code == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_folder_without_movements_is_refused(tmp_path):
    assert quick("info", tmp_path).code == 4
    done = quick("from", "bridgegem", tmp_path)
    assert (done.code, "no movements here" in done.err) == (3, True)


def test_the_48_types_have_names():
    assert len(TYPES) == 48
    assert (type_name(0), type_name(21), type_name(36), type_name(47)) == (
        "Any",
        "Mitchell",
        "2T Appendix Mitchell",
        "Unable to Recommend a Movement",
    )
    assert (type_name(48), type_name(None)) == ("48", "")
    individual = [n for n in range(48) if is_individual(Movement(movement_type=n))]
    assert individual == [30, 31, 32, 33, 34, 37, 38, 39, 40, 41]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ('"Set up. ", "Go.",', "Set up. Go."),
        ('Set up.", "Go.', "Set up. Go."),
        ('"their pair ", "number."', "their pair number."),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_instructions_are_running_text(raw, text):
    assert sentences(raw) == text


def test_one_file_notes_its_folder_and_rounds_without_a_movement():
    records = [
        Library(folder="one", extra={"index": []}),
        Movement(library="one", number=7, title="T"),
        MovementRound(library="two", movement=7, round=1, table=1, ns=1, ew=2, board_set=1),
    ]
    _, notes = encode_records(records, "bridgegem")
    assert [note.code for note in notes] == ["index-lost", "folder-lost", "round-lost"]


INDEX_FIRST = "00000\t0\t0\t0\t0\t4\t0\t0\t0\t\r\n"
FILE = '0000\t"Two tables"\t19\t"Sit."\t2\t1\t1\t\t\t4\t1\tClub\tPage 7\t\r\n'
TABLES = "0101\t1\t1\t4\t1\t1\tF\t\r\n0102\t1\t2\t3\t2\t1\tF\t\r\n"


def write_library(folder: Path, index: str, *files: str) -> Path:
    """A folder with an index and movement files, numbered from 1 on."""
    folder.mkdir(parents=True)
    (folder / "index.idx").write_bytes(index.encode())
    for number, text in enumerate(files, 1):
        (folder / f"M{number:05}.mvt").write_bytes(text.encode())
    return folder


def there_and_back(folder: Path, tmp_path: Path) -> Path:
    records = quick("from", "bridgegem", folder).out
    done = quick("to", "bridgegem", "--out", tmp_path / "back", stdin=records)
    assert done.code == 0, done.err
    return tmp_path / "back" / folder.name


def test_an_index_with_blank_fields_comes_back_byte_for_byte(tmp_path):
    """Guide, index.idx: source and details are not used; the movement file has them."""
    index = INDEX_FIRST + '00001\t0\t2\t\t4\t1\t\t19\t\t"Two tables"\t\t\t\r\n'
    folder = write_library(tmp_path / "a" / "Own", index, FILE + TABLES)
    assert (there_and_back(folder, tmp_path) / "index.idx").read_bytes() == index.encode()


def test_an_index_without_its_first_line_loses_no_movement(tmp_path):
    lines = [f'0000{n}\t0\t2\t1\t4\t1\t1\t19\t\t"Two tables"\t\t1\t\r\n' for n in (1, 2)]
    folder = write_library(tmp_path / "a" / "Own", "".join(lines), FILE + TABLES, FILE + TABLES)
    listed = quick("movement", "list", folder).out.decode()
    assert listed.count("Two tables") == 2
    back = (there_and_back(folder, tmp_path) / "index.idx").read_bytes().decode()
    assert back == "00000\t0\t0\t0\t0\t4\t0\t0\t0\t\r\n" + "".join(lines)


def test_a_description_without_tabs_is_not_cut_into_words():
    """Guide, appendix 1, as it is printed there."""
    first = "0000 3 Tables 5 Rounds Droitwich Howell NS1 Sit 19 Distribute the boards"
    (movement, *rounds), _ = decode_bytes(f"{first}\n{TABLES}".encode(), "bridgegem")
    assert (movement.title, movement.movement_type) == (first[5:], None)
    assert len(rounds) == 2
    assert encode_records([movement, *rounds], "bridgegem")[0].decode().splitlines()[0] == first


@pytest.mark.parametrize("start", [" ", "\t", "  "])
def test_a_line_that_begins_with_a_blank_is_a_comment(start):
    """Guide: any line that does not start with a 4-digit number is treated as a comment."""
    comment = f"{start}0103 1 3 5 6 2 F\r\n"
    (movement, *rounds), _ = decode_bytes(f"{FILE}{TABLES}{comment}".encode(), "bridgegem")
    assert [r.table for r in rounds] == [1, 2]
    assert encode_records([movement, *rounds], "bridgegem")[0].decode().endswith(comment)


def test_one_direction_line_per_round_is_labelled_so(tmp_path):
    """Guide, Player Directions: there is one line for each round."""
    directions = "0001\t1\tN-S stay\tE-W move\t\r\n"
    folder = write_library(
        tmp_path / "Own",
        INDEX_FIRST + '00001\t0\t2\t1\t4\t1\t1\t19\t\t"Two tables"\t\t1\t\r\n',
        FILE + directions + TABLES,
    )
    shown = quick("movement", "show", folder / "M00001.mvt").out.decode()
    assert "  Round 1: N-S stay, E-W move\n" in shown


@pytest.mark.parametrize(
    ("name", "score"),
    [("index.idx", 90), ("M00001.MVT", 90), ("lib/m12345.mvt", 90), ("notes.mvt", 0)],
)
def test_a_file_is_known_by_its_usual_name_whatever_is_in_it(name, score):
    assert probe(b"Ask the director.\n", name) == score


@pytest.mark.parametrize(
    ("round", "table", "fits"),
    [(1, 1, True), (99, 99, True), (0, 1, False), (1, 0, False), (100, 1, False), (1, 100, False),
     (None, 1, False), (1, None, False)],
)  # fmt: skip
def test_rounds_and_tables_of_a_file_are_1_to_99(round, table, fits):
    records = [Movement(title="T"), MovementRound(round=round, table=table, ns=1, ew=2)]
    if fits:
        line = f"{round:02}{table:02}\t{round}\t{table}\t1\t2\t0\tF\t\r\n"
        assert encode_records(records, "bridgegem")[0].endswith(line.encode())
        return
    with pytest.raises(DataError, match="rounds and tables of a file are 1 to 99"):
        encode_records(records, "bridgegem")


@pytest.mark.parametrize(("number", "name"), [(99999, "M99999.mvt"), (100000, ""), (-1, "")])
def test_the_number_of_a_movement_has_five_digits(number, name, tmp_path):
    movement = Movement(library="Own", number=number, lines=["0000\tT"])
    stream = b"".join(encode_lines([movement]))
    done = quick("to", "bridgegem", "--out", tmp_path, stdin=stream)
    written_files = [path.name for path in tmp_path.rglob("*.mvt")]
    assert (done.code, written_files) == ((0, [name]) if name else (1, []))
    assert name or f"Own: movement {number}: a number has five digits" in done.err


def test_a_library_is_written_again_over_itself_and_names_its_orphans(tmp_path):
    records = [*made(), MovementRound(library="Own", movement=9, round=1, table=1, ns=1, ew=2)]
    for record in records[:3]:
        record.library = "Own"
    records[0].number = records[1].movement = records[2].movement = 7
    stream = b"".join(encode_lines(records))
    for _ in range(2):
        done = quick("to", "bridgegem", "--out", tmp_path, stdin=stream)
        assert (done.code, done.err) == (
            0,
            "bmconv: loss round-lost: 1 round left out: its movement is missing "
            "(movement_round 1 round 1)\n",
        )
    assert (tmp_path / "Own" / "M00007.mvt").read_bytes() == MADE


def test_a_table_line_without_a_board_set_is_an_error():
    records, notes = decode_bytes(MADE + b"0103\t1\t3\t5\t6\r\n", "bridgegem")
    assert len(records) == 3
    assert ("error", "bad-table-line", "file:6") in codes_and_places(notes)


def test_changed_directions_replace_all_direction_lines():
    more = MADE.replace(b"0100\t", b'0002\t2\t"sit"\t\r\n0100\t')
    records, _ = decode_bytes(more, "bridgegem")
    assert records[0].directions == ["stay\tgo", "sit"]
    records[0].directions = ["up\tdown"]
    data, notes = encode_records(records, "bridgegem")
    assert (data, notes) == (MADE.replace(b'"stay"\t"go"', b'"up"\t"down"'), [])
