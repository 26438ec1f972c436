"""What real files hold is what the reader gives."""

import errno
import io
import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest

import bmconv.jet as jet
from bmconv.jet.header import MASK_KEY, day_mask, rc4, sid_mask, xor
from bmconv.jet.layout import JET3, JET4
from bmconv.jet.text import decode_code_page, decode_unicode, encode_unicode
from tests.helpers.jet_judges import JACKCESS_TYPES, as_json, samples
from tests.helpers.jet_tables import properties, received
from tests.helpers.running import SHARED, absent

SAMPLES = samples()


def same(ours: Any, theirs: Any, kind: str) -> bool:
    """Equal in value and type; the JSON prints a Single with a digit more than it needs."""
    if kind == "single" and ours is not None and theirs is not None:
        return struct.pack("<f", ours) == struct.pack("<f", theirs)
    return type(ours) is type(theirs) and ours == theirs


def test_the_samples_are_there() -> None:
    if not SAMPLES:
        absent(f"the tree of samples at {SHARED}")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_cell_of_a_real_file_is_read_as_another_engine_reads_it(path: Path) -> None:
    expected = json.loads(path.with_name(path.name + ".json").read_text(encoding="utf-8"))
    database = jet.open(path)
    assert database.version == int(expected["format"][-1])
    assert list(database.tables) == [table["name"] for table in expected["tables"]]
    for theirs in expected["tables"]:
        ours = database.tables[theirs["name"]]
        assert {k: as_json(v) for k, v in properties(ours).items()} == theirs["properties"]
        assert [
            (
                column.name,
                column.type,
                column.number,
                column.size,
                column.autonumber,
                {k: as_json(v) for k, v in properties(ours, column).items()},
            )
            for column in ours.columns
        ] == [
            (c["name"], JACKCESS_TYPES[c["type"]], c["number"], c["length"], c["autonumber"],
             c["properties"])
            for c in theirs["columns"]
        ]  # fmt: skip
        assert [
            (i.name, i.primary, i.foreign, i.unique, i.ignore_nulls, i.required, i.columns)
            for i in ours.indexes
        ] == [
            (i["name"], i["primary"], i["foreign"], i["unique"], i["ignoreNulls"], i["required"],
             [(c["name"], c["asc"]) for c in i["columns"]])
            for i in theirs["indexes"]
        ]  # fmt: skip
        rows = list(ours.rows())
        assert len(rows) == len(theirs["rows"])
        for row, their_row in zip(rows, theirs["rows"], strict=True):
            for column, cell, their_cell in zip(ours.columns, row, their_row, strict=True):
                assert same(as_json(cell), their_cell, column.type), (ours.name, column.name, row)
    assert database.problems == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_prepared_decoder_gives_the_same_values(path: Path, monkeypatch: Any) -> None:
    prepared = {name: list(table.rows()) for name, table in jet.open(path).tables.items()}
    monkeypatch.setattr("bmconv.jet.read.rows.prepare_decoder", lambda *_: None)
    assert prepared == {name: list(table.rows()) for name, table in jet.open(path).tables.items()}


@pytest.mark.skipif(not SAMPLES, reason="no samples")
def test_what_is_no_user_table_is_told_apart() -> None:
    played = jet.open(SHARED / "real/bws/12tables1section.bws")
    assert "LastEntryID" in played.queries
    assert len(played.queries) == 8
    assert not any(name.startswith("MSys") for name in played.tables)
    related = jet.open(SHARED / "real/access-made/indexTestV2000.mdb")
    assert related.relationships == ["Table2Table1", "Table3Table1"]
    assert related.other_objects == []


@pytest.mark.skipif(not SAMPLES, reason="no samples")
def test_owners_in_real_jet4_files_become_known_sids_without_their_mask() -> None:
    for path in SAMPLES:
        first = path.read_bytes()[:4096]
        if first[0x14] == 0:
            continue
        plain = first[:0x18] + xor(first[0x18:0x98], rc4(MASK_KEY, 128))
        mask = sid_mask(JET4, plain, 2)
        catalog = jet.open(path).table_at(2, "MSysObjects")
        place = [column.name for column in catalog.columns].index("Owner")
        owners = {xor(row[place], mask) for row in catalog.rows() if len(row[place]) == 2}
        assert owners <= {b"\x03\x01", b"\x02\x03"}, path.name


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"Section,Table,Round\r\n1,1,1\r\n", "looks like text"),
        (b"PK\x03\x04" + bytes(100), "zip"),
        (
            b"\0\1\0\0Standard ACE DB\0\2\0\0\0" + bytes(5000),
            "an Access 2007 file .*save it as Access 2000",
        ),
        (b"\0\1\0\0Standard Jet DB\0", "truncated"),
        (b"\0\1\0\0Standard Jet DB\0\7\0\0\0" + bytes(5000), "version 7"),
        (b"SQLite format 3\0" + bytes(100), ": an SQLite database; expected an Access 97 or 2000"),
        (b"\0\1\0\0MSISAM Database\0" + bytes(100), ": a Microsoft Money file; "),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), ": an old Office document; "),
        (b"%PDF-1.7\n\x80", ": a PDF document; "),
        (b"\x1f\x8b\x08\0", ": a gzip archive; "),
        (b"Rar!\x1a\x07\0", ": a rar archive; "),
        (b"7z\xbc\xaf\x27\x1c", ": a 7z archive; "),
        (b"\xff\xfeA\0\n\0", r": it looks like text \(UTF-16\); "),
        (b"\xfe\xff\0A\0\n", r": it looks like text \(UTF-16\); "),
        ("Zoë \tA\x0c\r\n\x1a".encode(), ": it looks like text; "),
        (b"text\x01", ": unknown binary content; "),
        (bytes(600), ": it begins with zeros; "),
        (bytes(511) + b"\1", ": unknown binary content; "),
        (bytes(512) + b"\1", ": it begins with zeros; "),
    ],
)
def test_what_is_no_access_file_is_refused_with_what_it_looks_like(data: bytes, says: str) -> None:
    with pytest.raises(jet.JetError, match=says) as refused:
        jet.open(data)
    assert "\n" not in str(refused.value)


def header(layout: Any, at: int, content: bytes) -> bytes:
    """An otherwise empty file with something under the mask of its header."""
    plain = bytearray(layout.mask_length)
    plain[at - 0x18 : at - 0x18 + len(content)] = content
    page = b"\0\1\0\0Standard Jet DB\0" + struct.pack("<I", layout.version - 3)
    page += xor(bytes(plain), rc4(MASK_KEY, layout.mask_length))
    return page.ljust(3 * layout.page_size, b"\0")


@pytest.mark.parametrize("layout", [JET3, JET4])
def test_a_password_or_encoded_pages_are_refused(layout: Any) -> None:
    password = "secret".encode("utf-16-le" if layout is JET4 else "latin-1")
    with pytest.raises(jet.JetError, match=r"the file is password-protected; remove"):
        jet.open(header(layout, 0x42, password))
    for damage in (b"\1", b"A", bytes(7) + b"AB", b"\x93\xa8" * 10):
        with pytest.raises(jet.JetError, match=r"damaged \(perhaps transferred as text\) or pass"):
            jet.open(header(layout, 0x42, damage))
    with pytest.raises(jet.JetError, match="page-encoded"):
        jet.open(header(layout, 0x3E, b"\1\2\3"))


def test_an_empty_password_hides_behind_the_days_of_the_creation_date() -> None:
    date = struct.pack("<d", 41000.75)
    password = day_mask(41000.75)
    with pytest.raises(jet.JetError, match="catalog"):  # so past the password
        jet.open(header(JET4, 0x42, password + bytes(8) + date))


def test_compressed_text_may_switch_to_two_bytes_and_back() -> None:
    assert decode_unicode(b"\xff\xfeabc") == "abc"
    assert decode_unicode(b"\xff\xfeab\0\x16\x04\0cd") == "abЖcd"
    assert decode_unicode(b"\xff\xfe\0\x16\x04\x2f\x04") == "ЖЯ"
    assert decode_unicode("Ж".encode("utf-16-le")) == "Ж"


@pytest.mark.parametrize("text", ["", "a", "abc", "é" * 255, "Ж", "\ufeffab", "\ufeffЖ b", "x\0y"])
@pytest.mark.parametrize("compress", [True, False])
def test_text_survives_its_encoding(text: str, compress: bool) -> None:
    assert decode_unicode(encode_unicode(text, compress=compress)) == text


def test_access_97_text_that_begins_like_compressed_text_is_plain() -> None:
    assert decode_code_page(b"\xff\xfeab", "cp1252") == "ÿþab"
    assert decode_code_page(b"\x80\x81", "cp1252") == "€\x81"


def test_a_missing_file_is_the_callers_trouble(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nothing\.bws: No such file") as caught:
        jet.open(tmp_path / "nothing.bws")
    assert (type(caught.value), caught.value.errno) == (jet.JetFileError, errno.ENOENT)


def test_dates_outside_the_calendar_are_kept_as_numbers_which_loses_nothing() -> None:
    target = io.BytesIO()
    spec = jet.TableSpec("T", [jet.ColumnSpec("D", "date")], [(1e9,), (math.inf,), (2.5,)])
    jet.write([spec], target)
    database = jet.open(target.getvalue())
    values = [row[0] for row in database.tables["T"].rows()]
    assert values[:2] == [1e9, math.inf]
    assert values[2].isoformat() == "1900-01-01T12:00:00"
    assert database.problems == []
    assert len(database.oddities) == 2
    assert "date inf is outside the years 1-9999: kept as a number" in database.oddities[1]


@pytest.mark.parametrize("version", [3, 4])
@pytest.mark.parametrize("start", [0, 1, 0x1FFF])
def test_rows_that_are_only_counted_are_checked_like_those_that_are_read(
    version: int, start: int
) -> None:
    target = io.BytesIO()
    jet.write([received(5)], target, version=version)
    data = bytearray(target.getvalue())
    (page,) = jet.open(bytes(data)).tables["ReceivedData"].scanner().owned_pages()
    directory = {3: page * 2048 + 10, 4: page * 4096 + 14}[version]
    struct.pack_into("<H", data, directory + 2, start)  # where the second row begins
    read, counted = jet.open(bytes(data)), jet.open(bytes(data))
    rows = list(read.tables["ReceivedData"].rows())
    assert counted.tables["ReceivedData"].live_rows() == len(rows) < 5
    assert counted.problems == read.problems != []
