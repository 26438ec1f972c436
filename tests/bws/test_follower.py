"""Following an evening: when it is shown, when it is looked at once more, and when it ends."""

from typing import Any

import pytest

from bmconv.bws.follower import PATIENCE, Contents, FollowedEvent, Follower
from bmconv.event import Event
from bmconv.event.progress import EveningState
from bmconv.notes import Notes
from bmconv.records import Record, Result, Round
from tests.helpers import bcs


def results(rounds: int) -> list[Record]:
    """A result for every board of the first rounds."""
    return [
        Result(section=1, table=r.table, round=r.round, board=board, pair_ns=r.ns_pair,
               pair_ew=r.ew_pair, contract="PASS")
        for r in bcs.event()
        if isinstance(r, Round) and (r.round or 0) <= rounds
        for board in range(r.low_board or 0, (r.high_board or 0) + 1)
    ]  # fmt: skip


class Night:
    """A file whose content is the number of rounds played; a `?` after it is a damaged row, a `-`
    a result of round 1 that is missing."""

    def __init__(self) -> None:
        self.content, self.is_open = b"0", True
        self.shown: list[tuple[int, bool, bool]] = []
        event = FollowedEvent(lambda: {"night.bws": self.content}, self.read, lambda: self.is_open)
        self.follower = Follower(event, self.show)

    def read(self, contents: Contents, notes: Notes) -> Event:
        (content,) = contents.values()
        if content.endswith(b"?"):
            notes.error("damaged", "night.bws", "file{s} damaged")
        first = int(content.endswith(b"-"))
        return Event([*bcs.event(), *results(int(content.rstrip(b"?-")))[first:]], notes)

    def show(self, event: Event, state: EveningState, *, last: bool) -> None:
        self.shown.append((len(event.of(Result)), state.is_over, last))

    def look(self, *contents: bytes) -> list[tuple[int, bool, bool]]:
        """What is shown while the file has these contents, one for each look."""
        self.shown.clear()
        for self.content in contents:
            self.follower.once()
        return list(self.shown)


@pytest.fixture
def night() -> Night:
    return Night()


def test_an_evening_is_shown_once_for_each_change_from_the_first_result_on(night: Night) -> None:
    assert night.look(b"0", b"0") == []
    night.follower.finish()
    assert night.shown == []
    assert night.look(b"1", b"1", b"2", b"2") == [(12, False, False), (24, False, False)]


def test_a_stop_during_play_leaves_what_is_shown(night: Night) -> None:
    night.look(b"2", b"2")
    night.follower.finish()
    assert night.shown == [(24, False, False)]
    night.look(b"3")
    night.follower.finish()
    assert night.shown == [(36, True, False), (36, True, True)]


def test_a_file_that_seems_damaged_is_looked_at_once_more(night: Night) -> None:
    assert night.look(b"1?", b"1") == [(12, False, False)]  # it was being written
    assert night.look(b"2?") == []
    assert night.look(b"2?") == [(24, False, False)]  # it is so
    assert night.look(b"2?") == []


def test_it_ends_when_all_results_are_there_and_the_file_is_closed(night: Night) -> None:
    night.look(b"2", b"2")
    night.is_open = False
    assert (night.look(b"2"), night.follower.stopping) == ([], False)  # a round is to come
    night.is_open = True
    assert night.look(b"3", b"3") == [(36, True, False)]
    assert not night.follower.stopping  # a correction may still come
    night.is_open = False
    assert (night.look(b"3"), night.follower.stopping) == ([], True)


def test_a_result_that_stays_missing_in_a_closed_file_is_not_waited_for_endlessly(
    night: Night,
) -> None:
    assert night.look(*[b"3-"] * (PATIENCE + 1)) == [(35, False, False)]
    assert not night.follower.stopping  # the file is open
    night.is_open = False
    night.look(*[b"3-"] * (PATIENCE - 1))
    assert not night.follower.stopping
    night.look(b"3-")
    assert night.follower.stopping
    night.follower.finish()
    assert night.shown == [(35, False, True)]


def test_before_the_last_round_a_closed_file_is_waited_for(night: Night) -> None:
    night.is_open = False
    night.look(*[b"2-"] * (2 * PATIENCE))
    assert not night.follower.stopping


@pytest.mark.parametrize(("content", "succeeded"), [(b"0", True), (b"1", True), (b"1?", False)])
def test_a_file_was_read_once_its_content_is_accepted(
    night: Night, content: bytes, succeeded: Any
) -> None:
    assert not night.follower.succeeded
    night.look(content)
    assert night.follower.succeeded is succeeded
