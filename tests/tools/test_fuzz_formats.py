"""The sample of every registered format, cut or changed anywhere, is read or refused cleanly."""

import random

import pytest

from bmconv.registry import OWN
from tests.helpers.running import ROOT
from tests.tools import fuzz_formats, fuzz_text
from tests.tools.fuzz_text import find_problem, mutations

COUNT = 40


@pytest.mark.parametrize("name", [name for name, entry in OWN.items() if entry.reads])
def test_a_broken_file_of_any_format_is_read_or_refused(name, tmp_path):
    sample = ROOT / "formats" / name / "samples" / OWN[name].sample
    data, chance = sample.read_bytes(), random.Random(f"registry {name}")
    broken = [*mutations(data, COUNT, chance)]
    broken += [data[: chance.randrange(len(data))] for _ in range(COUNT)]
    problems = [
        find_problem(sample.name, name, part, tmp_path, how=number % 2)
        for number, part in enumerate(broken)
    ]
    assert list(filter(None, problems)) == []


def test_the_longer_hunt_breaks_files_of_every_format():
    formats = {"pbn", "bws"}  # fuzz_pbn.py and fuzz_jet.py
    formats |= {format for format, _ in fuzz_text.samples().values()}
    formats |= {format for _, format, _ in fuzz_formats.samples()}
    assert formats == {name for name, entry in OWN.items() if entry.reads}
