"""Records and lines of JSON."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.errors import BadInput
from bmconv.io import source
from bmconv.io.stream import decode, decode_line, encode, lines_with_places
from bmconv.records import Hand, Movement, Player, Result, Section
from tests.helpers.coding import decode_bytes
from tests.helpers.running import quick


def test_empty_is_left_out():
    record = Result(section=1, board=0, contract=None, erased=False)
    assert encode(record) == b'{"type":"result","section":1,"board":0}'


def test_the_name_in_the_stream_is_the_fields_not_pythons():
    assert encode(Movement(class_=2)) == b'{"type":"movement","class":2}'


def test_a_stream_may_have_blank_lines_crlf_a_byte_order_mark_and_no_last_line_end():
    data = b'\xef\xbb\xbf{"type":"section","id":1}\r\n\r\n \n{"letter":"A" , "type":"section"}'
    assert decode_bytes(data, "records")[0] == [Section(id=1), Section(letter="A")]


LINES = (
    *((b'{"type":"result","board":7,"contract":"3NT"}\n',) * 3),
    b'{"type":"result","extra":{"a":[1]}}\n',
    b'{"board":8,"type":"result"}\r\n',
    b'{"type":"section","id":1}\n',
    b'{"type":"result"} {"type":"result"}\n',
    b'{"type":"result","extra":{"a":[\n{"type":"result"}]}}\n',
    b'{"type":"result","board":"seven"}\n',
    b'{"type":"results"}\n',
    b" \n",
    b"\xff\n",
)


@given(st.lists(st.sampled_from(LINES), max_size=12), st.booleans(), st.integers(4, 400))
def test_blocks_of_lines_are_read_as_the_lines_are(lines, ended, block):
    text = b"".join(lines) if ended else b"".join(lines)[:-1]
    with patch.object(source, "BLOCK", block):
        at_once = outcome(decode(source.from_bytes(text)))
    each = (decode_line(line, place) for line, place in lines_with_places(source.from_bytes(text)))
    assert at_once == outcome(each)


def outcome(records):
    """The records, and the error that ends them."""
    found = []
    try:
        found.extend(record for record in records)
    except BadInput as error:
        return found, str(error)
    return found, None


def test_own_data_goes_through_in_extra():
    data = b'{"type":"player","number":"007","extra":{"rating":1.5,"tags":["a",null]}}\n'
    records, _ = decode_bytes(data, "records")
    assert records == [Player(number="007", extra={"rating": 1.5, "tags": ["a", None]})]
    assert encode(records[0]) + b"\n" == data


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"type":"resultt"}', "file:2: unknown record type 'resultt'; expected one of event, "),
        ('{"type":"result","bord":1}', "file:2: bad result record: .*`bord`"),
        (
            '{"type":"result","board":"one"}',
            "bad result record: board is 'one'; expected a whole number",
        ),
        ('{"type":"result","board":4294967296}', "board is 4294967296; expected .* of 32 bits"),
        (
            '{"type":"result","board":1.5}',
            "bad result record: board is 1.5; expected a whole number",
        ),
        ('{"type":"result","section":"A"}', "section is 'A'; expected the id of the section, a "),
        (
            '{"type":"result","date":"27-01-2006"}',
            "date is '27-01-2006'; expected a date such as 2026",
        ),
        (
            '{"type":"result","time":"10:00:00Z"}',
            "time is '10:00:00Z'; expected a time such as 20:15",
        ),
        ('{"type":"hand","extra":[]}', r"file:2: bad hand record: .*`\$.extra`"),
        ('{"board":1}', 'file:2: a line without "type"; expected a record'),
        ('{"type":1}', 'file:2: a line without "type"'),
        ("[]", 'file:2: a line without "type"'),
        ("null", 'file:2: a line without "type"'),
        ("{", "file:2: not JSON"),
        ("hello", "file:2: not JSON"),
        ('{"type":"result"', "file:2: .*truncated"),
        ('{"type":"result"} {"type":"result"}', "file:2: "),
        ('{"type":"r\\ud800"}', "file:2: "),
        ('{"type":"player","name":"\\ud800"}', "file:2: "),
        ('{"type":"player","extra":' + '{"a":' * 100_000 + "1" + "}" * 100_001, "file:2: "),
    ],
)
def test_what_is_no_record_is_an_error_with_its_line(line, message):
    with pytest.raises(BadInput, match=message):
        decode_bytes(b'{"type":"hand"}\n' + line.encode() + b"\n", "records")


def test_bytes_that_are_no_text_are_an_error():
    message = r"file:1: bad player record: not UTF-8 \(byte 0xE5\)"
    with pytest.raises(BadInput, match=message):
        decode_bytes(b'{"type":"player","name":"Bj\xe5rn"}\n', "records")


def test_a_line_without_end_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("bmconv.io.source.LINE_LIMIT", 1000)
    with pytest.raises(BadInput, match="a line of more than"):
        decode_bytes(b'{"type":"player","name":"' + b"x" * 2000, "records")


def test_unknown_hands_are_no_hands():
    assert decode_bytes(b'{"type":"hand"}', "records")[0] == [Hand()]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('\ufeff{"type":"result","board":1}', ""),
        ('[{"type":"result"}]', "stdin: a list of records; expected one object per line"),
        (
            '{"type":"settings","ShowResults":false}',
            "stdin:1: bad settings record: Object contains unknown field `ShowResults`",
        ),
        (
            '{"type":"seat","clear":["name"]}',
            "stdin:1: bad seat record: clear is only for bws apply",
        ),
        (
            '{"type":"round","ew_pair":true}',
            "stdin:1: bad round record: ew_pair is true; expected a whole number of 32 bits",
        ),
    ],
)
def test_what_a_program_pipes_in_is_read_or_named(text, line):
    done = quick("to", "csv", "--table", "result", stdin=text.encode())
    assert (done.code, done.err.startswith(f"bmconv: {line}" if line else "")) == (
        3 if line else 0,
        True,
    )
