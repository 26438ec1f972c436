"""Any text file, cut or changed anywhere, is read or refused: exit 0, 1 or 3, no partial output."""

import random

import pytest

from tests.helpers.running import run
from tests.tools.fuzz_text import cuts, find_problem, mutations, samples

NAMES = ["BMRData.txt", "BMInput.txt", "BMPNums.txt", "players.csv", "seats.csv", "night.jsonl"]


@pytest.fixture(scope="module")
def files():
    return samples()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_cut_at_any_byte_is_read_or_refused(name, files, tmp_path):
    format, data = files[name]
    problems = [
        find_problem(name, format, part, tmp_path, how=number % 3)
        for number, part in enumerate(cuts(data))
    ]
    assert len(problems) == len(data)
    assert list(filter(None, problems)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_file_with_bytes_changed_is_read_or_refused(name, files, tmp_path):
    format, data = files[name]
    chance = random.Random(name)
    problems = [
        find_problem(name, format, broken, tmp_path, how=number)
        for number, broken in enumerate(mutations(data, 300, chance))
    ]
    assert list(filter(None, problems)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_file_is_read_or_refused_in_a_process_of_its_own(name, files, tmp_path):
    """There is no traceback, and --strict leaves no file. `make fuzz` tries many more."""
    format, data = files[name]
    chance = random.Random(f"process {name}")
    source, target = tmp_path / name, tmp_path / "out.jsonl"
    for number, broken in enumerate(mutations(data, 6, chance)):
        source.write_bytes(broken)
        strict = ["--strict"] if number % 2 else []
        done = run("convert", source, "-f", format, target, "-t", "records", *strict)
        assert done.code in (0, 1, 3), (broken, done)
        assert "Traceback" not in done.err, (broken, done)
        assert target.exists() is (done.code == 0 or (done.code == 1 and not strict)), (
            broken,
            done,
        )
        target.unlink(missing_ok=True)
        assert [path.name for path in tmp_path.iterdir()] == [name], (broken, done)
