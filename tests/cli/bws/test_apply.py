"""bmconv bws apply at the command line: what is printed, and what happens if it cannot be."""

import json
import os
from pathlib import Path

import pytest

from tests.helpers import bcs
from tests.helpers.running import HAS_FULL_DEVICE, quick, shell

unix_shell = pytest.mark.skipif(os.name == "nt", reason="a Unix shell")


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "night.bws"
    bcs.write(path)
    line = '{"type":"section","id":1,"missing_pair":2}\n'
    (tmp_path / "turn.jsonl").write_text(line)
    return path


@unix_shell
def test_nothing_is_written_while_standard_output_is_closed(night: Path) -> None:
    before = night.read_bytes()
    printed = shell("bmconv bws apply night.bws turn.jsonl >&-", night.parent)
    assert printed == "bmconv: standard output is closed\n"
    assert night.read_bytes() == before


@pytest.mark.skipif(not HAS_FULL_DEVICE, reason="no /dev/full")
def test_what_is_written_but_cannot_be_printed_is_reported_as_written(night: Path) -> None:
    printed = shell("bmconv bws apply night.bws turn.jsonl > /dev/full; echo $?", night.parent)
    assert printed == (
        "bmconv: night.bws is changed, but the changes cannot be printed: "
        "stdout: No space left on device\n4\n"
    )
    assert bcs.rows(night, "Section")[0]["MissingPair"] == 2


@unix_shell
@pytest.mark.parametrize(
    ("words", "place", "message"),
    [
        ("night.bws nothere.jsonl", "nothere.jsonl", "nothere.jsonl: No such file or directory"),
        ("nothere.bws turn.jsonl", "nothere.bws", "nothere.bws: No such file or directory"),
        ("night.bws <&-", "", "standard input is closed"),
    ],
)
def test_an_input_that_is_not_there_is_refused_as_json_too(
    night: Path, words: str, place: str, message: str
) -> None:
    printed = shell(f"bmconv bws apply --json {words} 2> errors.txt", night.parent)
    (item,) = json.loads(printed)
    assert item == {
        "refused": "file-trouble",
        "place": place,
        "message": message,
        "remedy": "never",
    }


def test_a_likely_mistake_is_written_and_reported(night: Path) -> None:
    line = b'{"type":"section","id":1,"missing_pair":99}\n'
    done = quick("bws", "apply", night, "-", "--json", stdin=line)
    change, warning = json.loads(done.out)
    assert (done.code, change["table"], warning["warning"]) == (0, "Section", "missing-pair")
    assert done.err == (
        "bmconv: with this change bmconv check reports warning missing-pair: section with a "
        "missing pair that sits nowhere, so that no boards are skipped (section A: 99)\n"
    )
    again = quick("bws", "apply", night, "-", "--json", stdin=line)
    assert again.err == "bmconv: nothing to change\n"
