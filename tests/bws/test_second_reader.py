"""The program that reads a file with access-parser for `verify`."""

import io
import json
import sys

import pytest

from bmconv.bws import second_reader
from bmconv.bws.verify import TOO_MUCH


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ValueError("page 7 is odd"), "page 7 is odd"),
        (AssertionError(), "AssertionError"),
        (MemoryError(), TOO_MUCH),
    ],
)
def test_what_stops_the_other_program_is_reported(error, problem, monkeypatch, capsys, tmp_path):
    def fail(*_):
        raise error

    file = tmp_path / "night.bws"
    file.write_bytes(bytes(4096))
    monkeypatch.setattr(second_reader, "rows_of", fail)
    if sys.platform != "win32":
        monkeypatch.setattr("resource.setrlimit", lambda *_: None)  # other tests need memory
    monkeypatch.setattr(sys, "argv", ["second_reader", str(file)])
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"Section": ["ID"]}'))
    second_reader.main()
    assert json.loads(capsys.readouterr().out) == ["Section", [], problem]
