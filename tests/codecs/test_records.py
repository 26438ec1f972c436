"""The records format: the stream itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.errors import UsageError
from bmconv.records import Player
from tests.helpers import strategies as some
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import quick


@given(st.lists(some.any_record(), max_size=6))
def test_what_is_written_is_read_again_as_the_same(records):
    assert decode_bytes(encode_records(records, "records")[0], "records") == (records, [])


@given(some.any_record())
def test_a_record_is_one_line_and_says_its_type_first(record):
    data, _ = encode_records([record], "records")
    assert data.startswith(b'{"type":"')
    assert data.count(b"\n") == 1
    assert data.endswith(b"}\n")
    assert b"null" not in data.replace(b'"null"', b"") or "null" in repr(record)


def test_the_stream_is_utf_8_and_nothing_else():
    assert encode_records([Player(name="é")], "records", encoding="utf8")[0] == (
        '{"type":"player","name":"é"}\n'.encode()
    )
    with pytest.raises(UsageError, match="encoding=cp1252: records are UTF-8"):
        encode_records([Player(name="é")], "records", encoding="cp1252")
    with pytest.raises(UsageError, match="encoding=cp1252: records are UTF-8"):
        decode_bytes(b"", "records", encoding="cp1252")


@pytest.mark.parametrize("half", ["\\ud83d", "\\udc00", "\\ud83d\\u0041"])
@pytest.mark.parametrize("words", [("select",), ("from", "records"), ("to", "csv")])
def test_half_of_a_surrogate_pair_is_never_called_truncated(words, half):
    done = quick(*words, stdin=b'{"type":"player","name":"A%s"}\n' % half.encode())
    assert done.code == 3
    assert "half of a surrogate pair, which is not a character" in done.err
    assert "truncated" not in done.err


def test_half_of_a_surrogate_pair_is_called_so():
    line = b'{"type":"player","number":"1","name":"\\ud800"}\n'
    done = quick("to", "csv", stdin=line)
    expected = "stdin:1: bad player record: half of a surrogate pair, which is not a character"
    assert (done.code, expected in done.err) == (3, True)


@pytest.mark.parametrize(
    "line", [b'{"section":1,"table":1}', b'{"Type":"result"}', b'{"type":null}']
)
@pytest.mark.parametrize("name", ["mistake.jsonl", ""])
def test_a_first_line_without_type_is_named_with_its_place(line, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if name:
        (tmp_path / name).write_bytes(line + b"\n")
    done = quick("info", name or "-", stdin=b"" if name else line + b"\n")
    expected = f'{name or "stdin"}:1: a line without "type"; expected a record'
    assert (done.code, done.err) == (3, f"bmconv: {expected}\n")
