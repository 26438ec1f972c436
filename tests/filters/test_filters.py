"""What all filters promise: they change only what they are for; the rest passes unchanged."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.records import TYPES
from tests.helpers import strategies as some
from tests.helpers.filtering import SECTIONS, lines
from tests.helpers.running import quick


@st.composite
def odd_lines(draw: st.DrawFn, kinds: list[str]) -> bytes:
    """Lines of records as no program of ours writes them: key order, blanks, escapes, defaults."""
    made = []
    for record in draw(st.lists(st.sampled_from(kinds).flatmap(some.records), max_size=5)):
        fields = msgspec.to_builtins(record)
        order = draw(st.permutations(list(fields)))
        text = json.dumps(
            {name: fields[name] for name in order},
            ensure_ascii=draw(st.booleans()),
            separators=draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " : ")])),
        )
        made.append(
            draw(st.sampled_from(["", " "])) + text + draw(st.sampled_from(["\n", " \r\n"]))
        )
    return "".join(made).encode()


OTHERS = {
    "score": {"result", "hand"},
    "select --standing": {"result"},
    "select --type player --type seat": None,
    "set session.name=x": {"session", "event"},
}
"""Filters with the types they touch; None: the types that pass are those asked for."""


@pytest.mark.parametrize("words", OTHERS)
def test_what_a_filter_does_not_touch_passes_byte_for_byte(words):
    touched = OTHERS[words]
    kinds = [k for k in TYPES if k != "error" and k not in (touched or ())]
    if touched is None:
        kinds = ["player", "seat"]

    @settings(max_examples=60)
    @given(odd_lines(kinds))
    def holds(data: bytes) -> None:
        done = quick(*words.split(), "-q", "-f", "records", stdin=data)
        made = b'{"type":"session","id":1,"name":"x"}\n' if "set" in words.split() else b""
        assert done == (0, made + data, "")

    holds()


@settings(max_examples=60)
@given(st.lists(some.any_record(), max_size=5))
def test_a_filter_changes_only_what_it_is_for(records):
    """score touches result.score and nothing else, whatever the records hold."""
    data = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
    done = quick("score", "-f", "records", stdin=data)
    after = [json.loads(line) for line in done.out.splitlines()]
    before = [json.loads(msgspec.json.encode(record)) for record in records]
    for fields in (*before, *after):
        if fields["type"] == "result":
            fields.pop("score", None)
    assert (done.code, after) == (0, before)


@pytest.mark.parametrize(
    "words",
    [
        "score", "select", "select --setup", "set session.name=x", "set section[A].winners=2",
        "anonymise",
    ],
)  # fmt: skip
def test_a_filter_passes_an_error_on_and_fails(words):
    error = {"type": "error", "code": "bad-input", "place": "f:3", "message": "boom"}
    done = quick(*words.split(), stdin=lines(SECTIONS[0], error))
    assert (done.code, json.loads(done.out.splitlines()[-1])) == (1, error)
