"""Characters: strict UTF-8, else cp1252, for the whole file; --encoding decides otherwise."""

import pytest

from bmconv.errors import BadInput, UsageError
from bmconv.records import Player, Seat
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick, samples


def names(data: bytes, **options: str) -> list[str | None]:
    return [player.last_name for player in decode_bytes(data, "players", **options)[0]]


def test_utf_8_is_read_as_such():
    assert names("A;Müller €;1\nB;Łoś;2\n".encode()) == ["Müller €", "Łoś"]


def test_what_is_not_utf_8_is_cp1252():
    assert names("A;Müller €;1\n".encode("cp1252")) == ["Müller €"]


def test_the_whole_file_is_of_one_encoding_even_when_the_odd_byte_is_far_away():
    """The first name alone would pass for UTF-8."""
    far = b"x;y;9\n" * 50_000
    data = "A;MÃ¼ller;1\n".encode("cp1252") + far + b"B;M\xfcller;2\n"
    found = names(data)
    assert (found[0], found[-1]) == ("MÃ¼ller", "Müller")


def test_the_five_bytes_that_cp1252_leaves_open_come_back():
    data = b'1,1,"N","\x81\x8d\x8f\x90\x9d\xe9"\r\n'
    seats, notes = decode_bytes(data, "bmpnums")
    assert seats == [Seat(section=1, table=1, direction="N", number="\x81\x8d\x8f\x90\x9dé")]
    assert (encode_records(seats, "bmpnums"), notes) == ((data, []), [])


def test_the_encoding_that_is_said_decides():
    data = "A;Łoś;1\n".encode("cp1250")
    assert names(data, encoding="cp1252") == ["£oœ"]
    assert names(data, encoding="cp1250") == ["Łoś"]
    assert names("A;Łoś;1\n".encode(), encoding="latin-1") == ["Å\x81oÅ\x9b"]


def test_the_unicode_of_windows_programs_is_read_when_said():
    data = ("first name\tlast name\tnumber\n" + "A\tŁoś\t1\n" * 20_000).encode("utf-16")
    assert names(data, encoding="utf-16") == ["Łoś"] * 20_000


def test_another_name_of_cp1252_is_the_same():
    data = b"A;\x81M\xfcller;1\n"
    assert names(data, encoding="windows-1252") == ["\x81Müller"]


def test_text_that_is_not_in_the_encoding_said_is_no_such_file():
    with pytest.raises(BadInput, match="file: byte 0xFC is not utf-8; expected utf-8 text"):
        names(b"A;M\xfcller;1\n", encoding="utf-8")


def test_after_a_byte_order_mark_all_is_utf_8():
    with pytest.raises(BadInput, match="byte 0xFC is not utf-8"):
        names(b"\xef\xbb\xbfA;M\xfcller;1\n")


@pytest.mark.parametrize("name", ["no-such", "hex", "", "\0"])
def test_an_unknown_encoding_is_wrong_usage_both_ways(name):
    if not name:
        assert names(b"A;B;1\n", encoding=name) == ["B"]
        return
    with pytest.raises(UsageError, match="unknown encoding"):
        names(b"A;B;1\n", encoding=name)
    with pytest.raises(UsageError, match="unknown encoding"):
        encode_records([Player(number="1")], "players", encoding=name)


def test_bmpftp_files_are_written_in_cp1252_and_a_character_it_lacks_is_a_loss():
    seats = [Seat(section=1, table=1, direction=side, number="Łé") for side in "NE"]
    data, notes = encode_records(seats, "bmpnums")
    assert data == b'1,1,"N","?\xe9"\r\n1,1,"E","?\xe9"\r\n'
    assert codes_and_places(notes) == [
        ("loss", "character-replaced", "line 1: 'Ł'"),
        ("loss", "character-replaced", "line 2: 'Ł'"),
    ]


def test_a_character_that_is_lacking_harms_no_other():
    """The bytes that cp1252 leaves open stay what they are, and a byte order mark stays one."""
    seats = [Seat(section=1, table=1, direction="N", number="Ł\x81")]
    assert encode_records(seats, "bmpnums")[0] == b'1,1,"N","?\x81"\r\n'
    half = [Player(last_name="\ud800", number="1")]
    assert encode_records(half, "players", encoding="utf-16", header=False)[0] == ";?;1\n".encode(
        "utf-16"
    )
    assert encode_records(half, "players", encoding="utf-16")[0].count(b"\xff\xfe") == 1


def test_bmpftp_files_are_written_in_the_encoding_said():
    seat = Seat(section=1, table=1, direction="N", number="Ł")
    assert encode_records([seat], "bmpnums", encoding="utf-8") == ('1,1,"N","Ł"\r\n'.encode(), [])


MIXED = b"A;M\xfcller;1\nB;Mo\xc3\xabs;2\nC;Gr\xc3\xbcn;3\nD;Berg;4\n"


def test_lines_in_several_encodings_are_noted():
    assert names(MIXED) == ["Müller", "MoÃ«s", "GrÃ¼n", "Berg"]
    (note,) = decode_bytes(MIXED, "players")[1]
    assert (note.code, note.many, note.place) == ("mixed-encodings", 2, "file")


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ("A;Müller €;1\nB;Möes;2\n".encode("cp1252"), {}),
        ("A;Müller €;1\nB;Möes;2\n".encode(), {}),
        (MIXED, {"encoding": "cp1252"}),
        (b"A;Berg;1\n", {}),
    ],
)
def test_one_encoding_is_not_noted(data, options):
    assert codes_and_places(decode_bytes(data, "players", **options)[1]) == []


def test_a_large_table_in_several_encodings_is_noted_as_a_small_one(tmp_path, monkeypatch):
    path = tmp_path / "players.csv"
    path.write_bytes(b"number,name,country\n1,M\xfcller,DE\n2,Mo\xc3\xabs,NL\n")
    words = ("convert", path, "-f", "csv", "-t", "csv", "--to-opt", "table=player",
             "--from-opt", "table=player")  # fmt: skip
    small = quick(*words)
    monkeypatch.setattr("bmconv.codecs.tables.csv.BULK", 0)
    assert quick(*words) == small
    assert small.err == (
        "bmconv: loss mixed-encodings: 1 line of UTF-8 in a file that is not, read as cp1252 "
        f"(save the file in one encoding) ({path})\n"
    )


@pytest.mark.parametrize("ending", [".bws", ".xlsx"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_a_binary_file_that_powershell_took_for_text_is_recognised(tmp_path, ending, encoding):
    good, bad = tmp_path / f"good{ending}", tmp_path / f"bad{ending}"
    night = samples(tmp_path) / "night.bws"
    quick("convert", night, good)
    bad.write_bytes(good.read_bytes().decode("cp437").encode(encoding))
    assert quick("info", good).code == 0
    problem = "a binary file that went through PowerShell's > and is ruined"
    done = quick("info", bad)
    assert (done.code, done.err) == (3, f"bmconv: {bad}: {problem}; make it again with -o\n")
