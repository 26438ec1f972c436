"""Compare leads with hands: a lead that the leader did not hold shows wrong hands or a slip."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bmconv.bridge.cards import holds, spell_card, suits_of
from bmconv.event.event import Event
from bmconv.records import Result

_LEADER = {"N": "east", "E": "south", "S": "west", "W": "north"}
"""Who leads, by declarer's seat."""


class LeadBesideHand(NamedTuple):
    """The lead of a result, and the cards of the leader."""

    result: Result
    card: str
    """The lead."""
    seat: str
    """The leader's seat, such as `east`."""
    cards: str
    """The leader's hand."""

    @property
    def is_held(self) -> bool:
        """Whether the leader's hand has the card that was led."""
        return holds(self.cards, self.card)


def leads_beside_hands(event: Event, results: Iterable[Result]) -> Iterator[LeadBesideHand]:
    """The leads of results with the leader's hand; results without one of the two are skipped."""
    for result in results:
        card = spell_card(result.lead_card) if result.lead_card else None
        seat = _LEADER.get(result.declarer or "")
        hand = event.hand(result.section, result.board) if card and seat else None
        cards = getattr(hand, seat) or "" if hand and seat else ""
        if card and seat and hand and suits_of(cards) is not None:
            yield LeadBesideHand(result, card, seat, cards)
