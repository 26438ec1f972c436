"""Looking at something again and again: until it is stopped, with patience where it fails."""

from types import SimpleNamespace

import pytest

from bmconv.bws.repeating import Repeated
from bmconv.errors import BadInput, EmptyInput, FileTrouble

MISSING, BROKEN = FileTrouble("night.bws: gone"), BadInput("night.bws", "half a file")


class Looks(Repeated):
    """Does what a list says, one item for each look, then stops: an error to raise, or None."""

    def __init__(self, outcomes: list[Exception | None]) -> None:
        self.outcomes, self.looks = outcomes, 0
        self.read = False

    @property
    def succeeded(self) -> bool:
        return self.read

    def once(self) -> None:
        self.looks += 1
        outcome = self.outcomes.pop(0)
        if not self.outcomes:
            self.stop()
        if outcome is not None:
            raise outcome
        self.read = True


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, on a clock that only they move."""
    pauses: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: sum(pauses), sleep=pauses.append)
    monkeypatch.setattr("bmconv.bws.repeating.time", clock)
    return pauses


def silence(text: str) -> None:
    raise AssertionError(text)


def test_an_interval_passes_in_steps_in_which_a_signal_is_noticed(slept: list[float]) -> None:
    looks = Looks([None, None, None])
    looks.again_and_again(0.625, silence)
    assert looks.looks == 3
    assert slept == [0.25, 0.25, 0.125] * 2  # no pause once it is to stop


def test_every_fifth_failure_in_a_row_is_reported(slept: list[float]) -> None:
    said: list[str] = []
    looks = Looks([MISSING] * 11 + [None] + [MISSING, None])
    looks.again_and_again(1.0, said.append)
    assert looks.looks == 14
    # the 1st, 6th and 11th, and the first after it worked
    assert said == ["night.bws: gone; trying again"] * 4


def test_half_a_file_is_waited_for_once_it_was_whole(slept: list[float]) -> None:
    said: list[str] = []
    Looks([None, BROKEN, None]).again_and_again(1.0, said.append)
    assert said == ["night.bws: half a file; trying again"]


def test_an_empty_file_is_waited_for_as_a_missing_one_is(slept: list[float]) -> None:
    said: list[str] = []
    Looks([EmptyInput("night.bws"), None]).again_and_again(1.0, said.append)
    assert said == ["night.bws: the file is empty; trying again"]


@pytest.mark.parametrize("before", [[], [MISSING]])
def test_what_never_was_such_a_file_is_an_error(
    slept: list[float], before: list[Exception | None]
) -> None:
    said: list[str] = []
    looks = Looks([*before, BROKEN, None])
    with pytest.raises(BadInput, match="half a file"):
        looks.again_and_again(1.0, said.append)
    assert len(said) == len(before)


def test_a_signal_ends_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks([None, None])
    monkeypatch.setattr("bmconv.bws.repeating.time.sleep", lambda _: looks.stop(15, None))
    looks.again_and_again(3600.0, silence)
    assert looks.looks == 1
