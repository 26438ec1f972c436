"""Any input ends in records or in an error of ours; any records in a document or in one."""

import copy
import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.codecs.dto import KINDS
from bmconv.errors import BmconvError
from tests.helpers import strategies as some
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.dtos import BM2, BM3, HAND, INIT, PLAYER, RESULT, SEAT, places, with_changes

WHOLE = with_changes(
    INIT, PlayerData=[PLAYER], Participations=[SEAT], Handrecords=[HAND], Bridgemate2Settings=[BM2],
    Bridgemate3Settings=[BM3],
)  # fmt: skip
TEXTS = [
    json.dumps(WHOLE).encode(),
    json.dumps(
        [RESULT, with_changes(RESULT, Level=-3), with_changes(RESULT, IsDeleted=True)]
    ).encode(),
    json.dumps({"Command": 5, "SessionGuid": "", "SerializedData": json.dumps(WHOLE)}).encode(),
    json.dumps(
        {"RequestCommand": 19, "DataType": 12, "SerializedData": json.dumps([RESULT])}
    ).encode(),
]
VALUES = [None, True, -1, 0, 10**30, 1.5, "", "A", "zz", [], {}, [[]], [{}], "\ud800", "10%-20%"]


def reads(text: bytes) -> None:
    """Read a document; it may fail only with one of our errors."""
    try:
        records, _ = decode_bytes(text, "dto")
        encode_records(records, "bws")
    except BmconvError as error:
        one_line(error)


def one_line(error: BmconvError) -> None:
    """Errors are reported in one line."""
    assert "\n" not in str(error)


@settings(max_examples=300)
@given(st.sampled_from(TEXTS), st.integers(0, 2**32))
def test_spoilt_bytes_never_crash_a_reader(text, seed):
    chance = random.Random(seed)
    data = bytearray(text)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(data))
        kind = chance.random()
        if kind < 0.4:
            data[at] = chance.choice(b'{}[]",:0179-\\\xff\x00eEnA')
        elif kind < 0.7:
            del data[at : at + chance.randint(1, 40)]
        else:
            data[at:at] = data[at : at + chance.randint(1, 40)]
        if not data:
            break
    reads(bytes(data))


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_odd_values_never_crash_a_reader(seed):
    chance = random.Random(seed)
    value = json.loads(TEXTS[chance.randrange(2)])
    for _ in range(chance.randint(1, 4)):
        holder, key = chance.choice(list(places(value)))
        old = holder[key]
        holder[key] = (
            chance.randint(-20, 300) if type(old) is int else copy.deepcopy(chance.choice(VALUES))
        )
    reads(json.dumps(value).encode())


@settings(max_examples=300)
@given(st.lists(some.any_record(), max_size=6), st.sampled_from(list(KINDS)), st.booleans())
def test_any_records_become_a_document_or_an_error(records, kind, lenient):
    try:
        text, _ = encode_records(
            records, "dto", kind=kind, no_validate=lenient,
            settings="defaults" if lenient else "given",
            date="2026-01-02", session_guid="A" * 32, event_guid="B" * 32,
        )  # fmt: skip
    except BmconvError as error:
        one_line(error)
    else:
        decode_bytes(text, "dto")
