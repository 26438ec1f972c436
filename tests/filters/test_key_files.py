"""Key files, which give people the same pseudonyms in every run; tests of `key_files.py`."""

import os
import stat

import pytest

from bmconv.errors import BadInput, FileTrouble
from bmconv.filters.key_files import new_key, read_key
from bmconv.io.stream import decode_line, encode
from bmconv.records import Seat, Session
from tests.helpers.running import quick


def test_a_key_file_is_secret_and_never_replaced(tmp_path):
    path = str(tmp_path / "league.key")
    new_key(path)
    if os.name == "posix":  # elsewhere files have no mode
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert len(read_key(path)) == 64
    with pytest.raises(FileTrouble, match="exists"):
        new_key(path)
    (tmp_path / "no.key").write_text("secret\n")
    with pytest.raises(BadInput, match="not a key"):
        read_key(str(tmp_path / "no.key"))


def test_a_key_is_the_same_with_the_line_ends_of_any_system(tmp_path):
    ours, edited = tmp_path / "league.key", tmp_path / "edited.key"
    new_key(str(ours))
    assert b"\r" not in ours.read_bytes()
    edited.write_bytes(ours.read_bytes().replace(b"\n", b"\r\n"))
    assert read_key(str(edited)) == read_key(str(ours))


def test_a_key_file_that_is_not_there_is_named_with_its_option(tmp_path):
    for words in (["anonymise"], ["export", tmp_path, "--to", "parquet", "--out", tmp_path / "x"]):
        more = ["--anonymise"] if words[0] == "export" else []
        done = quick(*words, *more, "--key", tmp_path / "no.key")
        said = f"bmconv: --key {tmp_path / 'no.key'}: No such file or directory\n"
        assert (done.code, done.err) == (4, said)


def test_the_command_makes_a_key_and_uses_it(tmp_path):
    key = tmp_path / "league.key"
    assert quick("anonymise", "--new-key", key).code == 0
    again = quick("anonymise", "--new-key", key)
    assert (again.code, again.out, again.err.count("\n")) == (4, b"", 1)
    seat = Seat(section=1, table=1, direction="N", number="10234", name="Ann Rowe")
    line = encode(seat) + b"\n"
    one, two = (quick("anonymise", "-q", "--key", key, stdin=line).out for _ in range(2))
    assert one == two
    assert b"Rowe" not in one
    assert b"10234" not in one
    assert quick("anonymise", "--club-name", "x", stdin=line).code == 2
    assert "use --key to keep them the same" in quick("anonymise", stdin=line).err


def test_a_guid_becomes_letters_the_same_in_every_run(tmp_path):
    key = tmp_path / "league.key"
    quick("anonymise", "--new-key", key)
    line = encode(Session(id=1, guid="0123456789ABCDEF" * 2)) + b"\n"
    one, two = (quick("anonymise", "-q", "--key", key, stdin=line).out for _ in range(2))
    guid = decode_line(one.strip(), "").guid
    assert (one, len(guid), set(guid) <= set("ABCDEF")) == (two, 32, True)
