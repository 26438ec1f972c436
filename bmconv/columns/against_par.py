"""The double-dummy tricks and the par score of boards, to compare results with."""

from collections.abc import Iterable

from bmconv.bridge.cards import SEATS
from bmconv.bridge.par import STRAIN_NAMES, par_of_board
from bmconv.records import Evaluation, Hand

_SEATS = {seat[0].upper(): seat for seat in SEATS}
_SectionBoard = tuple[int | None, int | None]


class BoardPars:
    """The evaluations and hands of an event: a section's own, or those for all sections."""

    def __init__(self, evaluations: Iterable[Evaluation], hands: Iterable[Hand]) -> None:
        self._evaluations = {(e.section, e.board): e for e in evaluations}
        self._hands = {(h.section, h.board): h for h in hands}
        self._scores: dict[_SectionBoard, int | None] = {}

    def dd_tricks(
        self, section: int | None, board: int | None, declarer: str | None, strain: object
    ) -> int | None:
        """The tricks of a declarer if everybody plays double-dummy; None if unknown."""
        evaluation = self._evaluation(section, board)
        if evaluation is None or declarer not in _SEATS or strain not in STRAIN_NAMES:
            return None
        count = getattr(evaluation, f"{_SEATS[declarer]}_{STRAIN_NAMES[strain]}")
        return count if isinstance(count, int) and 0 <= count <= 13 else None

    def par_score(self, section: int | None, board: int | None) -> int | None:
        """The par score of a board from N-S's side; None if unknown."""
        place = (section, board)
        if place not in self._scores:
            evaluation = self._evaluation(section, board)
            hand = self._hands.get(place) or self._hands.get((None, board))
            par = par_of_board(evaluation, hand) if evaluation and board else None
            self._scores[place] = par.score if par else None
        return self._scores[place]

    def _evaluation(self, section: int | None, board: int | None) -> Evaluation | None:
        return self._evaluations.get((section, board)) or self._evaluations.get((None, board))
