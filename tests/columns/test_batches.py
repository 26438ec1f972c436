"""Batches of records: to Arrow and back, and as a file has them."""

import datetime

import pyarrow as pa
import pytest

from bmconv.columns import batches as form
from bmconv.notes import Notes
from bmconv.records import Hand, Result, Settings
from bmconv.schema import fields
from tests.helpers.filled_records import filled_records


def test_records_of_every_type_come_back_with_every_field():
    kinds = {record.__struct_config__.tag: [] for record in filled_records()}
    for record in filled_records():
        kinds[record.__struct_config__.tag].append(record)
    for kind, records in kinds.items():
        part = form.from_records(kind, records)
        part.validate(full=True)
        assert part.schema.names == [field.name for field in fields(kind)]
        assert list(form.to_records(kind, part)) == records


def test_fields_without_a_value_have_that_of_a_new_record():
    part = form.batch("settings", {"section": pa.array([1, 2], pa.int32())}, 2)
    first, second = form.to_records("settings", part)
    assert (first, second) == (Settings(section=1), Settings(section=2))
    first.values["LeadCard"] = True
    assert second.values == {}
    (erased,) = form.to_records("result", form.batch("result", {}, 1))
    assert erased == Result()


def test_times_are_cut_to_whole_seconds_with_a_note():
    times = [datetime.time(20, 5, 0, 1), datetime.time(20, 5), None, datetime.time(23, 59, 59, 999)]
    notes = Notes()
    part = form.from_records("result", [Result(id=n, time=t) for n, t in enumerate(times)])
    rows = form.for_file("result", part.columns, form.schema("result"), notes)
    rows.validate(full=True)
    assert rows.column("time").to_pylist() == [
        datetime.time(20, 5), datetime.time(20, 5), None, datetime.time(23, 59, 59),
    ]  # fmt: skip
    assert notes.lines() == [
        "loss fraction-lost: 2 times cut to whole seconds (first: result time)"
    ]
    assert rows.schema == form.schema("result")


def test_half_a_character_is_replaced_with_a_note_also_in_lists_and_maps():
    notes = Notes()
    extra = {"a\ud800": ["b\ud800", 1, {"c": "\ud83d\ude00"}]}  # the last is whole once joined
    hands = [Hand(board=1, dealer="N\udc00"), Hand(board=2, extra=extra), Hand(board=3, dealer="E")]
    first, second, third = form.to_records("hand", form.from_records("hand", hands, notes))
    assert (first.dealer, third) == ("N\ufffd", hands[2])
    assert second.extra == {"a\ufffd": ["b\ufffd", 1, {"c": "\U0001f600"}]}
    assert sorted(notes.lines()) == [
        "loss character-replaced: 4 texts with half a character (first: hand dealer)"
    ]


@pytest.mark.parametrize("front", [(), ("event_id", "source_file")])
def test_the_metadata_of_a_file_name_its_type_and_what_is_beside_the_fields(front):
    schema = form.file_schema("hand", front)
    assert schema.names[: len(front)] == list(front)
    assert schema.metadata == {b"bmconv.type": b"hand", b"bmconv.beside": ",".join(front).encode()}


def test_rows_of_several_types_are_records_and_a_bad_row_is_named_by_its_number():
    parts = [
        pa.RecordBatch.from_pydict({"type": ["result", "hand"], "board": [1, 2]}),
        pa.RecordBatch.from_pydict({"type": ["hand", "what", None], "board": [3, 4, 5]}),
    ]
    notes = Notes()
    assert list(form.rows_of_types(parts, notes)) == [Result(board=1), Hand(board=2), Hand(board=3)]
    (line,) = notes.lines()
    assert line.startswith("error bad-row: 2 unreadable rows skipped (first: what row 4: ")
