"""Odd records and broken files: every command ends with an exit code and one line a message."""

import random

import pytest

from tests.tools.fuzz_commands import attempt, files


@pytest.mark.parametrize("seed", range(4))
def test_odd_input_ends_in_an_exit_code_and_one_line_messages(seed, tmp_path):
    chance = random.Random(f"commands {seed}")
    samples = files()
    problems = [attempt(chance, tmp_path, samples) for _ in range(150)]
    assert list(filter(None, problems)) == []
