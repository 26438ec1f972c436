"""Control characters in names and remarks never reach a terminal; pipes and files keep them."""

import os
import subprocess
import sys

import pytest

from bmconv.cli.terminal import GuardedBytes, escape, message
from tests.helpers.running import quick

EVIL = "Ada\x1b]0;owned\x07\x1b[2J\x9b31m\u202eLind\rBo"
NIGHT = (
    '{"type":"session","id":1,"name":"%s"}\n'
    '{"type":"section","id":1,"letter":"A","tables":1}\n'
    '{"type":"seat","section":1,"table":1,"direction":"N","number":"17","name":"%s"}\n'
    '{"type":"result","section":1,"table":1,"round":1,"board":1,"pair_ns":1,"pair_ew":2,'
    '"declarer":"N","contract":"4 S","result":"=","remarks":"%s"}\n'
)


@pytest.fixture
def night(tmp_path):
    evil = EVIL.translate({c: f"\\u{c:04x}" for c in (7, 13, 27)})
    path = tmp_path / "night.jsonl"
    path.write_text(NIGHT % (evil, evil, evil), encoding="utf-8")
    return path


def terminal_output(*words: str) -> bytes:
    """What a command writes to a terminal on both of its streams."""
    pty = pytest.importorskip("pty", reason="a terminal for programs needs POSIX")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "bmconv", *map(str, words)]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        output = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:
                break
            if not block:
                break
            output += block
        process.wait()
    os.close(master)
    return output.replace(b"\r\n", b"\n")


COMMANDS = [
    *("info NIGHT", "show NIGHT", "from records NIGHT", "rank NIGHT", "check NIGHT"),
    *("convert NIGHT - -t csv --to-opt table=seat", "convert NIGHT - -t bminput"),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_no_control_character_reaches_a_terminal(words, night):
    output = terminal_output(*words.replace("NIGHT", str(night)).split())
    assert output
    assert [c for c in "\x1b\x07\x9b\u202e\r" if c in output.decode()] == []


def test_a_pipe_gets_every_byte(night):
    done = quick("convert", night, "-", "-t", "csv", "--to-opt", "table=seat")
    assert EVIL.encode().replace(b"\r", b"") in done.out.replace(b"\r", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no control characters in names")
def test_a_message_about_a_strange_file_name_is_one_line(tmp_path):
    name = tmp_path / "a\nb\x1b[2J.jsonl"
    name.write_text("{no json}\n")
    done = quick("info", name)
    assert done.code == 3
    assert "a\\nb\\x1b[2J.jsonl" in done.err
    assert done.err.count("\n") == 1


def test_a_note_with_a_strange_number_is_one_line(tmp_path):
    name = '{"type":"player","number":"1\\n\\u001b[2J","name":"Ada"}\n'
    done = quick("to", "bmpnums", stdin=name.encode())
    assert all(line.startswith("bmconv: ") for line in done.err.splitlines())
    assert "\x1b" not in done.err


def test_letters_of_any_script_are_printed_unchanged():
    text = "Zoë Łuk, Анна, 王小明, שלום ♠\tA\n"
    assert escape(text) == text
    assert escape("a\x1b\x07\x85\u202e\u2028") == "a\\x1b\\x07\\x85\\u202e\\u2028"
    assert message("bmconv: a\nb\n") == "bmconv: a\\nb\n"
    assert message("Usage:\n  more\n") == "Usage:\n  more\n"


def test_a_letter_that_is_written_in_two_blocks_stays_complete():
    output = []

    class Stream:
        def write(self, data: bytes) -> None:
            output.append(data)

    guarded = GuardedBytes(Stream())
    for byte in "é♠\x1b".encode():
        guarded.write(bytes([byte]))
    assert b"".join(output).decode() == "é♠\\x1b"
