"""The boards of a page: the deal, what can be made, and the traveller."""

from typing import NamedTuple

from bmconv import records as rec
from bmconv.bridge.cards import SEATS, suits_of
from bmconv.bridge.double_dummy import points
from bmconv.bridge.outcomes import Outcome
from bmconv.bridge.par import STRAIN_NAMES, par
from bmconv.event import Event
from bmconv.event.travellers import TravellerLine, dealer_and_vulnerability
from bmconv.ranking import Ranked
from bmconv.ranking.methods import Method
from bmconv.ranking.plays import Field
from bmconv.reports.labels import Labels
from bmconv.reports.language import ENGLISH
from bmconv.reports.layout import contract_text, lead_text, two_scores
from bmconv.reports.people import PeopleLinks, PersonLink, board_id

STRAINS = {"NT": "notrump", "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
VULNERABLE = {"None": "nobody", "NS": "N-S", "EW": "E-W", "All": "all"}
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


class HandView(NamedTuple):
    """The cards of a seat."""

    seat: str
    points: int | None
    suits: tuple[tuple[str, str], ...]
    """Symbol and ranks of each suit."""
    text: str
    """Cards that are not a hand, as they are."""


class DealView(NamedTuple):
    """A deal and what can be made with it."""

    sections: str
    hands: tuple[HandView, ...]
    """North, East, South, West; empty if the cards are not known."""
    tricks: tuple[tuple[str, tuple[str, ...]], ...]
    """Seat and double-dummy tricks in each strain, NT first."""
    par: str


class TravellerRow(NamedTuple):
    """A result on a board."""

    ns: list[PersonLink]
    ew: list[PersonLink]
    contract: str
    by: str
    lead: str
    scores: tuple[str, str]
    points: tuple[str, str]
    beyond: str
    """Tricks compared with double dummy: `+1`, `-1`, `=`; empty if unknown."""


class BoardView(NamedTuple):
    """A board."""

    id: str
    number: int
    title: str
    dealer: str
    vulnerable: str
    deals: list[DealView]
    unit: str
    leads: bool
    compared: bool
    rows: list[TravellerRow]


def boards(ranked: Ranked, people: PeopleLinks, *, hands: bool) -> list[BoardView]:
    """All boards that have results or cards."""
    views = []
    for field in ranked.fields or [Field(Method())]:
        numbers = set(field.boards)
        if hands:
            numbers |= _boards_with_cards(ranked, field)
        views += [_board(ranked, people, field, board, hands=hands) for board in sorted(numbers)]
    return views


def _boards_with_cards(ranked: Ranked, field: Field) -> set[int]:
    """The boards with cards in the sections of a field; those for all sections if it is alone."""
    is_only_field = len(ranked.fields) <= 1
    return {
        hand.board
        for hand in ranked.event.of(rec.Hand)
        if hand.board
        and (hand.section in field.sections or (is_only_field and hand.section is None))
    }


def _board(
    ranked: Ranked, people: PeopleLinks, field: Field, board: int, *, hands: bool
) -> BoardView:
    event, section = ranked.event, min(field.sections, default=0)
    plays = {id(play.result): play for play in field.boards.get(board, ())}
    lines = ranked.traveller(field, board) if plays else []
    rows = [_row(event, people.sides(plays[id(line.result)]), line, hands=hands) for line in lines]
    sections = f"{people.labels.sections(field.sections)}, " if len(ranked.fields) > 1 else ""
    dealer, vulnerable = dealer_and_vulnerability(event, section, board)
    return BoardView(
        board_id(field, board, ranked.fields or [field]),
        board,
        f"{sections}Board {board}",
        SEAT_NAMES.get(dealer, "unknown"),
        VULNERABLE.get(vulnerable, "unknown"),
        _deals(event, people.labels, field, board) if hands else [],
        "IMPs" if field.method.in_imps else "MPs",
        any(row.lead for row in rows),
        any(row.beyond for row in rows),
        rows,
    )


def _row(
    event: Event,
    sides: tuple[list[PersonLink], list[PersonLink]],
    line: TravellerLine,
    *,
    hands: bool,
) -> TravellerRow:
    outcome, result = line.outcome, line.result
    known = event.evaluation(result.section, result.board) if hands else None
    return TravellerRow(
        *sides,
        contract_text(outcome, result, symbols=True),
        outcome.declarer,
        lead_text(outcome, result, symbols=True) if hands else "",
        two_scores(line.score),
        (ENGLISH.number(line.points[0]), ENGLISH.number(line.points[1])),
        beyond(outcome, known) if known else "",
    )


def beyond(outcome: Outcome, evaluation: rec.Evaluation) -> str:
    """The tricks that were taken, compared with double dummy; empty if not known."""
    if outcome.contract is None:
        return ""
    name = STRAIN_NAMES[outcome.contract.strain]
    seats = [seat for seat in SEATS if seat[0].upper() in outcome.declarer]
    tricks = {getattr(evaluation, f"{seat}_{name}") for seat in seats}
    if len(tricks) != 1 or None in tricks:
        return ""
    more = outcome.contract.level + 6 + outcome.tricks - tricks.pop()
    return f"{more:+d}" if more else "="


def _deals(event: Event, labels: Labels, field: Field, board: int) -> list[DealView]:
    """The deal of a board, or those of its sections if they differ."""
    sections_by_deal: dict[DealView, list[int]] = {}
    for section in sorted(field.sections) or [0]:
        if deal := _deal(event, section, board):
            sections_by_deal.setdefault(deal, []).append(section)
    if len(sections_by_deal) == 1:
        return list(sections_by_deal)
    return [
        deal._replace(sections=labels.sections(sections))
        for deal, sections in sections_by_deal.items()
    ]


def _deal(event: Event, section: int, board: int) -> DealView | None:
    hand, known = event.hand(section, board), event.evaluation(section, board)
    hands = tuple(_hand(seat, hand, known) for seat in SEATS) if hand else ()
    if not any(view.suits or view.text for view in hands):
        hands = ()
    tricks = _tricks(known) if known else ()
    if not hands and not tricks:
        return None
    dealer, vulnerable = dealer_and_vulnerability(event, section, board)
    return DealView("", hands, tricks, par_text(known, vulnerable, dealer) if known else "")


def _hand(seat: str, hand: rec.Hand, known: rec.Evaluation | None) -> HandView:
    cards = getattr(hand, seat)
    suits = suits_of(cards) if cards else None
    if suits is None:
        return HandView(seat.title(), None, (), cards or "")
    symbols_and_ranks = tuple(
        (symbol, ranks.replace("T", "10") or "–")
        for symbol, ranks in zip("♠♥♦♣", suits, strict=True)
    )
    return HandView(seat.title(), points(cards), symbols_and_ranks, "")


def _tricks(known: rec.Evaluation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A row for each seat; none if no tricks are known."""
    rows = []
    for seat in ("north", "south", "east", "west"):
        counts = [getattr(known, f"{seat}_{name}") for name in STRAINS.values()]
        rows.append((seat.title(), tuple("–" if c is None else str(c) for c in counts)))
    return tuple(rows) if any(c != "–" for _, counts in rows for c in counts) else ()


def par_text(known: rec.Evaluation, vulnerable: str, dealer: str) -> str:
    """The par of a board: contracts and score; empty if it cannot be worked out."""
    best = par(known, vulnerable, dealer)
    if best is None:
        return ""
    if not best.contracts:
        return "passed out, 0"
    contracts = []
    for contract, declarers, tricks in best.contracts:
        strain = ENGLISH.strain(contract.strain, symbols=True)
        bid = f"{contract.level}{strain}{'x' * contract.doubled}"
        contracts.append(f"{bid}{f'{tricks:+d}' if tricks else '='} by {' or '.join(declarers)}")
    side = "N-S" if best.score > 0 else "E-W"
    return f"{', '.join(contracts)}: {abs(best.score)} to {side}"
