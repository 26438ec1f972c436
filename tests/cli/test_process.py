"""bmconv as a process: signals, permissions, pipes, encodings, and files left behind."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.helpers.running import quick, run

BMCONV = [sys.executable, "-m", "bmconv"]
SEAT = b'{"type":"seat","section":1,"table":1,"direction":"N","number":"7"}\n'


signals = pytest.mark.skipif(os.name != "posix", reason="Windows ends a program without a signal")
modes = pytest.mark.skipif(os.name != "posix", reason="files have modes on POSIX only")


def start(*words: str, **more: object) -> subprocess.Popen[bytes]:
    """Start bmconv, which then waits for its input."""
    pipe = subprocess.PIPE
    options: dict = {"stdin": pipe, "stdout": pipe, "stderr": pipe, **more}
    return subprocess.Popen([*BMCONV, *words], **options)


def send_input(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Send some input; less than fits into the pipes, so that nobody blocks."""
    assert process.stdin is not None
    process.stdin.write(data)
    process.stdin.flush()


@signals
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_stopped_writer_leaves_the_old_file_and_nothing_else(sign, code, tmp_path):
    out = tmp_path / "out.txt"
    out.write_text("old")
    process = start("to", "bmpnums", "-f", "records", "-o", str(out))
    send_input(process, SEAT * 600)
    while len(os.listdir(tmp_path)) < 2:  # its temporary file exists once it works
        assert process.poll() is None
    time.sleep(0.3)  # until it waits for more input
    process.send_signal(sign)
    _, err = process.communicate()
    assert (process.returncode, b"Traceback" in err) == (code, False)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"out.txt": "old"}


@signals
@pytest.mark.parametrize("words", ["from records", "score -f records"])
def test_a_stopped_reader_ends_its_records_with_an_error_record(words):
    process = start(*words.split())
    send_input(process, SEAT * 600)
    assert process.stdout is not None
    first = os.read(process.stdout.fileno(), 100)
    process.send_signal(signal.SIGTERM)
    rest, _ = process.communicate()
    last = (first + rest).splitlines()[-1]
    assert last == b'{"type":"error","code":"stopped","message":"stopped before the end"}'
    assert process.returncode == 143


@pytest.fixture
def open_folder():
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)


def as_nobody(*words: str | Path):
    """Run bmconv without the rights of root, who may read and write anything."""
    if os.geteuid() != 0:
        return run(*words)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        can_run = run("--version", **nobody).code == 0
    except PermissionError:
        can_run = False
    if not can_run:
        pytest.skip("run as root, and nobody else may run this interpreter")
    return run(*words, **nobody)


@modes
def test_a_file_that_may_not_be_read_is_file_trouble(open_folder):
    secret = open_folder / "secret.txt"
    secret.write_text("1")
    secret.chmod(0)
    done = as_nobody("info", secret)
    assert done == (4, b"", f"bmconv: {secret}: Permission denied\n")


@modes
def test_a_folder_that_may_not_be_written_is_file_trouble(open_folder):
    (open_folder / "in.jsonl").write_bytes(SEAT)
    os.chmod(open_folder / "in.jsonl", 0o644)
    os.chmod(open_folder, 0o555)
    done = as_nobody("convert", open_folder / "in.jsonl", open_folder / "out.txt", "-t", "bmpnums")
    assert done == (4, b"", f"bmconv: {open_folder}/out.txt: Permission denied\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are files on POSIX only")
def test_output_can_be_a_named_pipe(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", str(fifo)], stdout=subprocess.PIPE)
    done = run("to", "bmpnums", "-o", fifo, stdin=SEAT)
    assert (done, reader.communicate()[0]) == ((0, b"", ""), b'1,1,"N","7"\r\n')
    assert [path.name for path in tmp_path.iterdir()] == ["fifo"]


def test_a_stream_is_passed_on_line_by_line_while_it_comes():
    """A program that follows the pipe gets each line without waiting for many more."""
    process = start("from", "bmpnums")
    send_input(process, b'1,1,"N","7"\r\n' * 1000)
    assert process.stdout is not None
    assert os.read(process.stdout.fileno(), len(SEAT)) == SEAT
    process.stdin.close()
    rest = process.stdout.read()
    process.wait()
    assert (len(SEAT) + len(rest), process.returncode) == (1000 * len(SEAT), 0)


def test_running_bmconv_in_this_process_gives_the_same_as_a_process(bmpftp, tmp_path):
    for words in (
        ["from", "bmrdata", bmpftp / "BMRData.txt"],
        ["info", bmpftp],
        ["to", "bmrdata", tmp_path / "none"],
        ["frm"],
        ["from", "bmrdat"],
        ["to", "csv", "--table", "hand", "--strict"],
    ):
        inside, process = quick(*words), run(*words)
        assert (inside.code, inside.out) == (process.code, process.out)
        assert bool(inside.err) is bool(process.err)


@pytest.mark.parametrize("words", ["info", "show", "rank --report", "diff {}"])
def test_redirected_output_is_utf8_with_lf_whatever_the_system_prefers(words, tmp_path):
    night = tmp_path / "night.jsonl"
    night.write_text(
        '{"type":"session","id":1,"name":"Łódź ♠"}\n'
        '{"type":"result","section":1,"table":1,"round":1,"board":1,"pair_ns":1,"pair_ew":2,'
        '"declarer":"N","contract":"4 S","result":"="}\n',
        encoding="utf-8",
    )
    other = tmp_path / "other.jsonl"
    other.write_text('{"type":"session","id":1,"name":"Zoë"}\n', encoding="utf-8")
    words = words.format(other).split()
    plain = run(*words, night, env=os.environ | {"PYTHONIOENCODING": "utf-8"})
    odd = run(*words, night, env=os.environ | {"PYTHONIOENCODING": "cp1252"})
    assert odd == plain
    assert "Łódź ♠" in odd.out.decode()
    assert b"\r" not in odd.out
