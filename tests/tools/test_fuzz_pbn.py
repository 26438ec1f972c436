"""A few hundred mutated PBN files; `python -m tests.tools.fuzz_pbn` runs more."""

import pytest

from tests.tools.fuzz_pbn import mutants, run


@pytest.mark.parametrize("seed", range(4))
def test_mutated_files_are_read_and_written_or_refused(seed):
    for data in mutants(60, seed):
        run(data)
