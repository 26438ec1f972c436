"""bws apply against a model of the guide: random changes to random evenings."""

from pathlib import Path

import pytest

from tests.tools.guide_model import hunt


@pytest.mark.parametrize("seed", [1, 16])
def test_tables_are_what_the_guide_says_or_the_change_was_refused(seed: int) -> None:
    counts = hunt(3, seed)
    done = sum(count for name, count in counts.items() if name.endswith("done"))
    assert (counts.total(), done > 40) == (75, True), counts


def test_so_they_are_in_a_file_of_another_engine(shared: Path) -> None:
    assert hunt(1, 300, jackcess=True).total() == 25
