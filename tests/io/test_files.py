"""Files given to commands: several, with a format or without one; and what differs."""

import io
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bmconv.codecs import load
from tests.helpers.running import ROOT, quick

NIGHT, OLD = (ROOT / f"formats/bws/samples/{name}.bws" for name in ("night", "old"))
ACCENTED = "André;Åberg;0017\n".encode("cp1252")


def written(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def differing(tmp_path: Path, a: list[dict[str, Any]], b: list[dict[str, Any]]) -> list[str]:
    """What `diff` prints."""
    files = (written(tmp_path / "a.jsonl", *a), written(tmp_path / "b.jsonl", *b))
    done = quick("diff", *files)
    assert (done.code, done.err) == (1 if done.out else 0, "")
    return done.out.decode().splitlines()


def test_info_tells_of_several_files_and_goes_on_after_a_bad_one(tmp_path):
    (tmp_path / "letter.bws").write_text("Dear Anna,")
    done = quick("info", NIGHT, tmp_path / "letter.bws", OLD)
    one, other = (quick("info", path).out for path in (NIGHT, OLD))
    assert (done.code, done.out) == (3, one + b"\n" + other)
    assert done.err.endswith("letter.bws: not a Bridgemate database: it has no Access header\n")
    both = json.loads(quick("info", "--json", NIGHT, OLD).out)
    assert both == [json.loads(quick("info", "--json", path).out) for path in (NIGHT, OLD)]


def test_a_format_may_stand_in_front_of_a_file_of_join_and_diff(tmp_path):
    list_ = tmp_path / "members.lst"
    list_.write_bytes(ACCENTED)
    said = f"players:{list_}"
    player = {"type": "player", "number": "0017", "first_name": "André", "last_name": "Åberg"}
    assert json.loads(quick("join", said).out) == player
    assert quick("diff", said, list_).code == 0
    assert quick("join", f"nix:{list_}").code == 4
    named = tmp_path / "dto:list"
    named.write_bytes(ACCENTED)
    assert json.loads(quick("join", named).out) == player


def test_join_does_not_replace_a_file_it_reads(tmp_path):
    night = tmp_path / "night.bws"
    night.write_bytes(NIGHT.read_bytes())
    done = quick("join", OLD, night, "-o", night)
    assert (done.code, night.read_bytes()) == (2, NIGHT.read_bytes())


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("x.jsonl", b'{\n  "type": "hand",\n  "board": 1\n}\n', "one object per line (jq -c)"),
        ("x.mdb", b"MZ\0\0", "not a Bridgemate database: it has no Access header"),
        ("x.bws", bytes(4096), "the beginning of the file is lost, there are only zeros; copy it"),
        (
            "x.dat",
            b"MZ\0\0",
            "name the format with -f NAME (join, diff: NAME:FILE); bmconv formats lists the names",
        ),
    ],
)
def test_what_a_file_lacks_is_said(tmp_path, name, data, told):
    (tmp_path / name).write_bytes(data)
    done = quick("info", tmp_path / name)
    assert (done.code, done.err.count("\n"), told in done.err) == (3, 1, True)


def test_an_archive_is_not_taken_for_a_workbook(tmp_path):
    with zipfile.ZipFile(tmp_path / "night.zip", "w") as archive:
        archive.write(NIGHT, "night.bws")
    done = quick("info", tmp_path / "night.zip")
    assert (done.code, b"bws" in done.out, b"xlsx" in done.out) == (0, True, False)


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("First1N;Last1N;1010", 50),
        ("Anne-Marie;O'Brien;17", 50),
        ("Jan Piet,de Vries,12", 50),
        (";Berg;12", 50),
        ("1;2;3", 0),
        ("Dear Anna;and;Bo", 0),
    ],
)
def test_a_list_of_players_needs_no_header(line, score):
    assert load("players").probe(line.encode(), "x.csv") == score


SECTIONS = [{"type": "section", "id": id, "letter": "AB"[id - 1]} for id in (1, 2)]
HAND = {"type": "hand", "board": 7, "north": "AK..."}


def test_a_hand_for_all_sections_is_that_of_every_section(tmp_path):
    each = [HAND | {"section": id} for id in (1, 2)]
    one, other = each[0], each[1] | {"north": "QJ..."}
    assert differing(tmp_path, [*SECTIONS, HAND], [*SECTIONS, *each]) == []
    assert differing(tmp_path, [*SECTIONS, one], [*SECTIONS, HAND])[1:] == [
        "1 record differs: 1 added"
    ]
    assert differing(tmp_path, [HAND], [*SECTIONS, one, other])[0] == (
        '~ hand B board 7: north "AK..." -> "QJ..."'
    )


def test_no_number_is_0_unless_it_is_a_score(tmp_path):
    result = {"type": "result", "board": 1}
    with_zeros = result | {"suspicious_contract": 0, "declarer_pair": 0}
    assert differing(tmp_path, [result], [with_zeros]) == []
    assert differing(tmp_path, [result], [result | {"score": 0}]) == [
        "~ result board 1: score nothing -> 0", "1 record differs: 1 changed",
    ]  # fmt: skip


def test_settings_differ_by_name(tmp_path):
    was, now = (
        {"type": "settings", "values": {"BM2NameSource": number, "ShowResults": True}}
        for number in (0, 2)
    )
    assert differing(tmp_path, [was], [now, *SECTIONS]) == [
        "~ settings: BM2NameSource 0 -> 2",
        '+ section A: id 1, letter "A"',
        '+ section B: id 2, letter "B"',
        "3 records differ: 1 changed, 2 added",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "convert night.bws out.csv --notes night.bws",
        "rank night.bws --notes night.bws",
        "bws upgrade night.bws new.bws --notes night.bws",
        "bws dump night.bws -o night.bws",
        "convert night.bws night.bws -t xlsx",
        "set night.bws session.name=X -o night.bws",
    ],
)
def test_no_option_overwrites_an_input(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(NIGHT, "night.bws")
    assert quick(*words.split()).code == 2
    assert Path("night.bws").read_bytes() == NIGHT.read_bytes()


def test_notes_replace_notes_but_not_the_output(tmp_path):
    notes, out = tmp_path / "notes.jsonl", tmp_path / "out.csv"
    for _ in range(2):
        assert quick("convert", NIGHT, out, "--notes", notes).code == 0
    assert b'"record-lost"' in notes.read_bytes()
    assert quick("convert", NIGHT, tmp_path / "b.csv", "--notes", tmp_path / "b.csv").code == 2


@pytest.mark.parametrize(
    ("words", "name", "begins"),
    [
        ("rank", "r.txt", b"Thursday pairs 2026-11-12\nSection A: matchpoints"),
        ("rank", "r.csv", b"section,direction,pair,names,"),
        ("rank", "r.xlsx", b"PK\x03\x04"),
        ("score", "s.bws", b"\x00\x01\x00\x00Standard Jet DB"),
        ("score", "s.jsonl", b'{"type":"client"'),
        ("score", "s", b'{"type":"client"'),
        ("score", "BMRData.txt", b"1,1,1,1,1,1,1,"),
    ],
)
def test_the_name_of_an_output_tells_its_format(words, name, begins, tmp_path):
    assert quick(words, NIGHT, "-o", tmp_path / name).code == 0
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize("name", ["r.pdf", "r.xls", "other.txt"])
def test_a_name_that_tells_no_format_is_refused(name, tmp_path):
    done = quick("score", NIGHT, "-o", tmp_path / name)
    assert (done.code, done.out, list(tmp_path.iterdir())) == (2, b"", [])


@pytest.mark.parametrize("words", [["score"], ["rank"], ["rank", "--report"], ["show"]])
def test_an_old_workbook_is_refused_with_the_new_one(words, tmp_path):
    done = quick(*words, NIGHT, "-o", tmp_path / "night.xls")
    assert (done.code, "bmconv writes .xlsx" in done.err, [*tmp_path.iterdir()]) == (2, True, [])


HANDS = ROOT / "formats/pbn/samples/hands.pbn"


@pytest.mark.parametrize(
    "words",
    [
        ("convert", HANDS, "OUT/players.csv"),
        ("to", "players", HANDS, "-o", "OUT/players.csv"),
        ("score", HANDS, "-o", "OUT/players.csv"),
        ("convert", HANDS, "OUT/BMPNums.txt"),
        ("convert", ROOT / "formats/bmpnums/samples/BMPNums.txt", "OUT/BMRData.txt"),
        ("select", HANDS, "--type", "seat", "-o", "OUT/night.jsonl"),
        ("to", "bws", "-o", "OUT/night.bws"),
        ("convert", ROOT / "formats/bmpnums/samples/BMPNums.txt", "OUT/hands.pbn"),
    ],
)
def test_a_file_is_not_replaced_by_one_without_records(words, tmp_path):
    words = [str(word).replace("OUT", str(tmp_path)) for word in words]
    old = Path(words[-1])
    old.write_bytes(b"12 members")
    done = quick(*words)
    assert (done.code, old.read_bytes(), os.listdir(tmp_path)) == (1, b"12 members", [old.name])
    assert "nothing written" in done.err.splitlines()[-1]


def test_an_output_without_records_is_refused_where_the_input_has_some(tmp_path):
    out = tmp_path / "players.csv"
    assert (quick("convert", HANDS, out).code, out.exists()) == (1, False)
    assert quick("to", "players", HANDS).out == b""
    assert quick("to", "bws", "-o", tmp_path / "blank.bws").code == 0


def test_json_is_the_data_connectors_for_every_command(tmp_path):
    wanted = quick("to", "dto", NIGHT).out
    for words in (("convert", NIGHT), ("to", "dto", NIGHT, "-o"), ("join", NIGHT, "-o")):
        assert quick(*words, tmp_path / "night.json").code == 0
        assert (tmp_path / "night.json").read_bytes() == wanted


TEXT_SAMPLES = [
    ("records/samples/event.jsonl", "records"),
    ("bminput/samples/BMInput.txt", "bminput"),
    ("bmrdata/samples/BMRData.txt", "bmrdata"),
    ("bmpnums/samples/BMPNums.txt", "bmpnums"),
    ("dto/samples/init.json", "dto"),
    ("pbn/samples/hands.pbn", "pbn"),
    ("players/samples/players.csv", "players"),
    ("csv/samples/result.csv", "csv"),
    ("bridgescore/samples/travellers.txt", "bridgescore"),
    ("bridgegem/samples/M00007.mvt", "bridgegem"),
]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
@pytest.mark.parametrize(("sample", "format"), TEXT_SAMPLES)
def test_text_in_wide_characters_is_known_by_its_mark(sample, format, encoding, tmp_path):
    plain = ROOT / "formats" / sample
    wide = tmp_path / plain.name
    wide.write_bytes(("\ufeff" + plain.read_text("utf-8")).encode(encoding))
    for words in ((), ("-f", format)):
        assert quick("join", wide, "-q").out == quick("join", plain, "-q").out
        piped = ("convert", *words, "-t", "records", "-q")
        done = quick(*piped, stdin=wide.read_bytes())
        assert done.out == quick(*piped, stdin=plain.read_bytes()).out != b""
    assert quick("score", wide, "-q").out == quick("score", plain, "-q").out


def test_wide_text_cut_within_a_character_is_one_line(tmp_path):
    path = tmp_path / "players.csv"
    path.write_bytes("\ufeffAnna;Bos;7\n".encode("utf-16-le")[:-1])
    done = quick("from", "players", path)
    assert (done.code, done.err) == (3, f"bmconv: {path}: text that is not utf-16\n")


def docx(*names: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, "<x/>")
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("night.accdb", b"\0\1\0\0Standard ACE DB\0" + bytes(5000), "2002-2003 database"),
        ("night.bws", b"\0\1\0\0Standard ACE DB\0" + bytes(5000), "2002-2003 database"),
        ("hands.pdf", b"%PDF-1.7\n%\xe2\xe3\n", "a PDF"),
        ("hands.pbn", b"%PDF-1.7\n%\xe2\xe3\n", "a PDF"),
        ("list.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "save it as .xlsx"),
        ("list.docx", docx("[Content_Types].xml", "word/document.xml"), "a Word file"),
        ("hands.png", b"\x89PNG\r\n\x1a\n" + bytes(600), "a picture; ask for"),
        ("night.bws", b"\xff\xd8\xff\xe0" + bytes(600), "a picture; ask for"),
        ("night.bws", b"", "the file is empty; look for"),
        ("list.rtf", rb"{\rtf1\ansi Anna Bos}", "a Word file"),
        ("BMRData.txt", b'1;1;1;1;1;1;1;1;"N";"4 S";"=";"HA";420\r\n', "BMRData with semicolons"),
    ],
)
def test_files_of_other_programs_are_called_by_their_names(name, data, what, tmp_path):
    (tmp_path / name).write_bytes(data)
    done = quick("info", tmp_path / name)
    assert (done.code, what in done.err, done.err.count("\n")) == (3, True, 1)
    assert "-f" not in done.err, "no format reads it"
