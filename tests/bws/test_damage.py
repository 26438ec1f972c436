"""Saving a broken database: tables without a catalog, and what is lost in terms of the evening."""

import io
import json
import struct
from pathlib import Path

import pytest

import bmconv
from bmconv import jet
from bmconv.bws.damage import name_by_columns
from bmconv.records import Record
from tests.helpers import club
from tests.helpers.coding import encode_records
from tests.helpers.running import SHARED, absent, quick

PAGE_SIZES = {"3": 2048, "4": 4096}


@pytest.fixture(params=["3", "4"])
def version(request: pytest.FixtureRequest) -> str:
    return request.param


def night(version: str) -> bytes:
    return encode_records(list(club.records()), "bws", jet=version, evaluation=True)[0]


def pages_of(data: bytes, name: str) -> list[int]:
    """The data pages of a table."""
    with jet.open(data) as database:
        table = database.find(name) or database.table_at(2, name)
        return table.scanner().owned_pages()


def without_pages(data: bytes, version: str, pages: list[int]) -> bytes:
    """A file in which some pages have become nothing."""
    size, broken = PAGE_SIZES[version], bytearray(data)
    for page in pages:
        broken[page * size : (page + 1) * size] = bytes(size)
    return bytes(broken)


def records(data: bytes) -> list[Record]:
    return list(bmconv.read(data, format="bws"))


def test_tables_are_found_by_their_columns_where_the_catalog_is_lost(version, tmp_path):
    whole = night(version)
    broken = without_pages(whole, version, pages_of(whole, "MSysObjects"))
    with pytest.raises(jet.JetError, match="the catalog is empty"):
        jet.open(broken)
    assert records(broken) == records(whole)
    path, saved = tmp_path / "broken.bws", tmp_path / "saved.bws"
    path.write_bytes(broken)
    done = quick("convert", path, saved)
    assert done.code == 1
    assert "1 file damaged: the list of tables unreadable; no result is missing, " in done.err
    path.write_bytes(whole)
    assert quick("convert", path, tmp_path / "usual.bws").code == 0
    assert saved.read_bytes() == (tmp_path / "usual.bws").read_bytes()
    assert quick("info", saved).err == ""


def test_the_catalog_is_at_the_beginning_of_a_new_file(version):
    whole = night(version)
    with jet.open(whole) as database:
        definitions = [table.definition.page for table in database.tables.values()]
        rows = [table.scanner().owned_pages() for table in database.tables.values()]
    catalog = pages_of(whole, "MSysObjects")
    assert max(definitions) < min(catalog)
    assert max(catalog) < min(page for pages in rows for page in pages)


def test_a_file_that_is_cut_off_after_its_results_keeps_them(version):
    whole = night(version)
    end = (max(pages_of(whole, "ReceivedData")) + 1) * PAGE_SIZES[version]
    assert end < len(whole) * 0.9
    event = bmconv.read(whole[:end], format="bws")
    assert event.counts()["result"] == bmconv.read(whole, format="bws").counts()["result"]
    (note,) = [note for note in event.notes if note.level == "error"]
    assert note.code == "damaged"
    assert "players in the list unreadable" in str(note)
    assert "the results are complete, and bmconv convert saves them" in str(note)


def test_results_that_are_lost_are_counted_as_missing_does(version, tmp_path):
    # Section A plays boards 1 to 21; its results come first in the table.
    whole = night(version)
    pages = pages_of(whole, "ReceivedData")
    path = tmp_path / "broken.bws"
    path.write_bytes(without_pages(whole, version, pages[:1]))
    event = bmconv.read(path)
    (note,) = [note for note in event.notes if note.level == "error"]
    total = bmconv.read(whole, format="bws").counts()["result"]
    lost = total - event.counts()["result"]
    assert 0 < lost < total
    schedule = json.loads(quick("missing", "--json", path).out)
    missing = [board for place in schedule["tables"] for board in place["boards"]]
    assert (
        f"{lost} of {total} rows of results unreadable, {len(missing)} results are missing on "
        f"{len(set(missing))} boards (bmconv missing lists them); "
    ) in str(note)
    assert "get another copy, or read the results from the terminals again" in str(note)
    event = bmconv.read(without_pages(whole, version, pages), format="bws")
    (note,) = [note for note in event.notes if note.level == "error"]
    assert f"1 file damaged: all {total} results unreadable; " in str(note)


def test_results_that_lost_values_are_not_called_complete(version):
    # The last byte of a row is its mask of nulls; before it comes the number of texts.
    whole = night(version)
    page, size = pages_of(whole, "ReceivedData")[0], PAGE_SIZES[version]
    total = bmconv.read(whole, format="bws").counts()["result"]
    lines: list[str] = []
    for at in range((page + 1) * size - 1, (page + 1) * size - 40, -1):
        broken = bytearray(whole)
        broken[at] = 0xFE
        event = bmconv.read(bytes(broken), format="bws")
        if event.counts()["result"] == total:
            lines += [str(note) for note in event.notes if note.code == "damaged"]
    assert lines
    for line in lines:
        assert "damaged: some values of results unreadable; get another copy, or compare " in line


def test_a_file_of_which_nothing_is_readable_is_not_called_empty(version, tmp_path):
    whole, size = night(version), PAGE_SIZES[version]
    with jet.open(whole) as database:
        definitions = [table.definition.page for table in database.tables.values()]
    end = (max(pages_of(whole, "MSysObjects")) + 1) * size
    path = tmp_path / "cut.bws"
    path.write_bytes(without_pages(whole, version, definitions)[:end])
    done = quick("info", path)
    assert b"records   none: nothing can be read" in done.out
    assert "damaged: all results, computers, sessions, " in done.err


def test_every_table_of_real_files_is_known_by_its_columns(shared: Path):
    for path in sorted((shared / "real/bws").glob("*.bws")):
        with jet.open(path) as database:
            named = {name: name_by_columns(table) for name, table in database.tables.items()}
        alike = {"IntermediateData", "ReceivedData"}
        for name, guess in named.items():
            if name.startswith("Conversion Errors"):
                assert guess == "", path
            elif name in alike:
                assert guess in alike, path
            else:
                assert guess == name, path


def test_tables_whose_list_of_pages_is_lost_are_read_and_reported():
    """The lists of a file of another engine are on pages of their own, which begin with 5."""
    path = SHARED / "samples/jet/club.bws"
    if not path.exists():
        absent(str(path))
    whole = path.read_bytes()
    numbers = [at // 4096 for at in range(0, len(whole), 4096) if whole[at] == 5]
    assert len(numbers) == 14  # one for each table that has rows
    expected = records(whole)
    for number in numbers:
        event = bmconv.read(without_pages(whole, "4", [number]), format="bws")
        (damage,) = (str(note) for note in event.notes if note.code == "damaged")
        assert list(event) == expected
        assert "1 file damaged: no result is missing, but values may have changed: " in damage


COUNT_AT = {"3": 8, "4": 12}
"""Where a data page has the number of its rows."""


def damage_of(data: bytes) -> str:
    """The only note that an event is damaged."""
    (note,) = (note for note in bmconv.read(data, format="bws").notes if note.level == "error")
    assert note.code == "damaged"
    return str(note)


def test_rows_that_a_page_does_not_count_are_read_and_reported(version):
    whole = night(version)
    for name in ("ReceivedData", "PlayerNames"):
        page = pages_of(whole, name)[0]
        at = page * PAGE_SIZES[version] + COUNT_AT[version]
        (count,) = struct.unpack_from("<H", whole, at)
        for claimed in (0, count - 1):
            broken = bytearray(whole)
            struct.pack_into("<H", broken, at, claimed)
            assert records(bytes(broken)) == records(whole)
            assert damage_of(bytes(broken)) == (
                "error damaged: 1 file damaged: no result is missing, but values may have changed: "
                "run bmconv check; bmconv convert saves what there is in a sound file (bytes: "
                f"table {name}: page {page}: counts only {claimed} of its {count} rows)"
            )


def without_second_row(data: bytes, version: str) -> tuple[bytes, int]:
    """A file in which a result is marked as the target of a move, and the number of results."""
    broken, total = bytearray(data), bmconv.read(data, format="bws").counts()["result"]
    page = pages_of(data, "ReceivedData")[0]
    broken[page * PAGE_SIZES[version] + COUNT_AT[version] + 5] |= 0x80
    return bytes(broken), total


def test_a_table_with_fewer_rows_than_its_definition_says_is_damaged(version):
    broken, total = without_second_row(night(version), version)
    damage = damage_of(broken)
    assert f"1 of {total} rows of results unreadable, 1 result is missing on 1 board (" in damage
    assert f"table ReceivedData: says it has {total} rows, but has {total - 1})" in damage


def test_the_number_of_rows_of_a_file_in_use_may_be_old(version, tmp_path):
    broken, _ = without_second_row(night(version), version)
    (tmp_path / "night.bws").write_bytes(broken)
    assert quick("info", tmp_path / "night.bws").code == 1
    (tmp_path / "night.ldb").touch()
    assert quick("info", tmp_path / "night.bws").code == 0


def test_a_file_half_written_by_apply_is_to_be_completed_not_saved(version, tmp_path):
    broken, _ = without_second_row(night(version), version)
    (tmp_path / "night.bws").write_bytes(broken)
    (tmp_path / "night.bws.unfinished").touch()
    advice = "; a bws apply was cut off: run it again (bmconv bws apply FILE ...) ("
    for command in (("check",), ("bws", "poll", "--accept")):
        done = quick(*command, tmp_path / "night.bws")
        assert ("get another copy" in done.err, advice in done.err) == (False, True)


def test_a_page_of_results_that_is_there_twice_is_damage(version):
    whole, size = night(version), PAGE_SIZES[version]
    first, second, *_ = pages_of(whole, "ReceivedData")
    broken = bytearray(whole)
    broken[first * size : (first + 1) * size] = whole[second * size : (second + 1) * size]
    damage = damage_of(bytes(broken))
    assert "rows of results unreadable, " in damage
    assert f"table ReceivedData: page {second}: is a copy of page {first}; skipped)" in damage


def test_a_table_whose_name_is_damaged_is_found_by_its_columns(version):
    whole = night(version)
    name = "ReceivedData".encode("utf-16-le" if version == "4" else "ascii")
    broken = bytearray(whole)
    broken[whole.index(name) + (8 if version == "4" else 4)] ^= 2
    assert records(bytes(broken)) == records(whole)
    damage = damage_of(bytes(broken))
    assert "1 file damaged: no result is missing, but values may have changed: " in damage
    assert "table ReceivedData: the list of tables calls it 'RecekvedData')" in damage


def test_a_table_that_somebody_named_otherwise_is_not_taken_for_results():
    with jet.open(night("4")) as database:
        results = jet.spec_of(database.tables.pop("ReceivedData"))
        others = [jet.spec_of(table) for table in database.tables.values()]
        file = io.BytesIO()
        jet.write([*others, results._replace(name="ReceivedDataOld")], file)
    notes = bmconv.read(file.getvalue(), format="bws").notes
    assert [(note.code, note.place) for note in notes] == [("table-lost", "ReceivedDataOld")]


def test_a_wrong_page_number_does_not_make_a_file_cut_off(version):
    whole = night(version)
    with jet.open(whole) as database:
        pointer = database.tables["ReceivedData"].definition.owned_map
        page, row = database._pages.page(pointer >> 8), database._pages.row(pointer)
    at = (pointer >> 8) * PAGE_SIZES[version] + page.index(row) + 1
    broken = bytearray(whole)
    broken[at + 2] ^= 1  # the first page of the map is 65536 higher
    assert "get another copy, or read the results from the terminals" in damage_of(bytes(broken))
    (last,) = [max(pages_of(whole, "ReceivedData"))]
    assert "the file is cut off: copy it again" in damage_of(whole[: last * PAGE_SIZES[version]])


def test_a_page_that_is_cut_off_is_reported_once():
    whole = SHARED / "samples/jet/club.bws"
    if not whole.exists():
        absent(str(whole))
    codes = [note.code for note in bmconv.read(whole.read_bytes()[:-1], format="bws").notes]
    assert codes.count("damaged") == 1
    assert "odd-file" not in codes


def test_damage_is_reported_where_many_files_are_exported_at_once(tmp_path):
    whole = night("4")
    first, second, *_ = pages_of(whole, "ReceivedData")
    copied = bytearray(whole)
    copied[first * 4096 : (first + 1) * 4096] = whole[second * 4096 : (second + 1) * 4096]
    (tmp_path / "nights").mkdir()
    nights = {"copied": bytes(copied), "lost": without_second_row(whole, "4")[0], "whole": whole}
    for name, data in nights.items():
        (tmp_path / "nights" / f"{name}.bws").write_bytes(data)
    files = ("--out", tmp_path / "dataset", "--notes", tmp_path / "notes.txt")
    assert quick("export", tmp_path / "nights", "--to", "parquet", *files).code == 1
    notes = (tmp_path / "notes.txt").read_text()
    assert "is a copy of page" in notes
    assert "rows, but has" in notes
