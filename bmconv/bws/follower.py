"""Follow an evening: reread it when something changes, until all results are there."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from bmconv.bws.repeating import Repeated
from bmconv.event import Event
from bmconv.event.progress import EveningState, progress, without_cards
from bmconv.notes import ERROR, Notes

PATIENCE = 40
"""Number of looks at a closed file without changes, after which we stop waiting for results."""
Contents = dict[str, bytes]
"""The bytes of every file or answer that belongs to an event, by name."""


class Show(Protocol):
    """Shows the state of an event, without the cards of boards that are still to be played."""

    def __call__(self, event: Event, state: EveningState, *, last: bool) -> None:
        """Show the state; with `last`, for the final time."""


class FollowedEvent(NamedTuple):
    """An event that is being played."""

    fetch: Callable[[], Contents]
    read: Callable[[Contents, Notes], Event]
    is_open: Callable[[], bool] | None
    """Whether the control software has the file open; None if that is unknown."""
    rounds: int = 0
    """The number of rounds, if the movement grows while it is played."""


class Follower(Repeated):
    """Follows one event and ends by itself when it is over."""

    def __init__(self, event: FollowedEvent, show: Show) -> None:
        self.event, self.show = event, show
        self.state: EveningState | None = None
        """The state of the event when it was last shown."""
        self._seen: Contents = {}
        self._doubtful: Contents = {}
        """Contents that had an error at first sight: perhaps a row was half written."""
        self._shown: Event | None = None
        self._quiet = 0
        """Number of looks at a closed file since the last change."""
        self._given_up = False
        """Whether we have stopped waiting for the results that are missing."""

    @property
    def succeeded(self) -> bool:
        return bool(self._seen)

    def once(self) -> None:
        """Show the event if it has changed; otherwise stop if it is over."""
        contents = self.event.fetch()
        if contents != self._seen:
            self._take(contents)
        elif self.state is not None and self._has_ended(self.state):
            self._given_up = not self.state.is_over
            self.stop()

    def _has_ended(self, state: EveningState) -> bool:
        """Whether no result will come any more, as far as can be seen."""
        if self.event.is_open is None or state.is_over:
            return state.is_over and not (self.event.is_open and self.event.is_open())
        self._quiet = 0 if self.event.is_open() else self._quiet + 1
        return state.in_last_round and not state.is_growing and self._quiet >= PATIENCE

    def _take(self, contents: Contents) -> None:
        """Show changed contents; if they have an error, only when they are seen again."""
        self._quiet = 0
        notes = Notes(keep=True)
        event = self.event.read(contents, notes)
        if notes.count(ERROR) and contents != self._doubtful:
            self._doubtful = contents
            return
        self._seen = contents
        if event.standing_results():
            self.state = progress(event, self.event.rounds)
            self._shown = Event(without_cards(event, self.state), notes)
            self.show(self._shown, self.state, last=False)

    def finish(self) -> None:
        """Show the event for the last time; but if a signal stopped us during play, leave what is
        shown, as it may be followed further."""
        if self._shown is None or self.state is None:
            return
        if self.state.is_over or self._given_up:
            self.show(self._shown, self.state, last=True)
