"""The boards of a page: deal, double dummy and par, and the traveller grouped by equal results."""

from typing import NamedTuple

from bmconv import records as rec
from bmconv.bridge.cards import SEATS, suits_of
from bmconv.bridge.contracts import spell_over
from bmconv.bridge.double_dummy import points
from bmconv.bridge.outcomes import Outcome
from bmconv.bridge.par import STRAIN_NAMES, par
from bmconv.event import Event
from bmconv.event.travellers import dealer_and_vulnerability
from bmconv.ranking import Ranked
from bmconv.ranking.methods import Method
from bmconv.ranking.plays import Field, Play
from bmconv.reports.labels import share
from bmconv.reports.language import Language
from bmconv.reports.layout import contract_text, lead_text
from bmconv.reports.people import PeopleLinks, PersonLink, board_id
from bmconv.reports.scoring import award_text

STRAINS = {"NT": "notrump", "S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
LONG = 8
"""A deal with a suit of at least this many cards is printed smaller, so that it fits on a line."""


class HandView(NamedTuple):
    """The cards of a seat."""

    seat: str
    """The letter of the seat."""
    points: int | None
    suits: tuple[tuple[str, str], ...]
    """Symbol and ranks of each suit."""
    text: str
    """Cards that are not a valid hand, as they are."""


class DealView(NamedTuple):
    """A deal and what can be made with it."""

    sections: str
    hands: tuple[HandView, ...]
    """North, East, South, West; empty if the cards are not known."""
    is_long: bool
    """Whether a suit is so long that it needs smaller letters."""
    tricks: tuple[tuple[str, tuple[str, ...]], ...]
    """Seat and double-dummy tricks in each strain, NT first."""
    par: str


class ResultLine(NamedTuple):
    """The two sides of a result, and the lead."""

    ns: list[PersonLink]
    ew: list[PersonLink]
    lead: str


class ResultGroup(NamedTuple):
    """Equal results on a board."""

    contract: str
    by: str
    score: str
    """The score of N-S, with a minus sign if E-W gain."""
    ns: str
    ew: str
    """The percentages or IMPs of both sides."""
    beyond: str
    """Tricks compared with double dummy: `+1`, `-1`, `=`; empty if unknown."""
    lines: tuple[ResultLine, ...] = ()


class BoardView(NamedTuple):
    """A board."""

    id: str
    number: int
    title: str
    short: str
    """The number of the board, with the letter of its section if there are several sections."""
    dealer: str
    vulnerable: str
    deals: list[DealView]
    in_imps: bool
    compared: bool
    """Whether any result is compared with double dummy."""
    groups: list[ResultGroup]
    results: int


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
    """The boards with cards for a field's sections or, in the only field, for all sections."""
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
    event, section, language = ranked.event, min(field.sections, default=0), people.labels.language
    plays = ranked.plays(field, board)
    groups: dict[ResultGroup, list[ResultLine]] = {}
    lead_at_table = language.gettext("lead {card}")
    for play in plays:
        evaluation = event.evaluation(play.result.section, board) if hands else None
        group = _group(play, evaluation, language, in_imps=field.method.in_imps)
        lead = lead_text(play.outcome, play.result, symbols=True, language=language)
        sides = people.sides(play)
        text = lead_at_table.format(card=lead) if lead and hands else ""
        groups.setdefault(group, []).append(ResultLine(*sides, text))
    dealer, vulnerable = dealer_and_vulnerability(event, section, board)
    short = people.labels.short_board(field, board)
    return BoardView(
        id=board_id(field, board, ranked.fields or [field]),
        number=board,
        title=language.gettext("Board {board}").format(board=short),
        short=short,
        dealer=dealer,
        vulnerable=vulnerable,
        deals=deals(people, field, board) if hands else [],
        in_imps=field.method.in_imps,
        compared=any(group.beyond for group in groups),
        groups=[group._replace(lines=tuple(equal)) for group, equal in groups.items()],
        results=len(plays),
    )


def _group(
    play: Play, evaluation: rec.Evaluation | None, language: Language, *, in_imps: bool
) -> ResultGroup:
    """The group of a result, without its lines."""
    outcome, ns, ew = play.outcome, play.ns, play.ew
    contract = contract_text(outcome, play.result, symbols=True, language=language)
    if outcome.awards:
        awards = [award_text(award, language) for award in outcome.awards]
        contract = language.gettext("{ns} / {ew}, director").format(ns=awards[0], ew=awards[1])
    figures = [side.points if in_imps else share(side.points, side.top) for side in (ns, ew)]
    return ResultGroup(
        contract=contract,
        by=language.seat(outcome.declarer),
        score="" if ns.score is None else language.short_number(ns.score).replace("-", "−"),
        ns=language.number(figures[0]),
        ew=language.number(figures[1]),
        beyond=beyond(outcome, evaluation) if evaluation else "",
    )


def beyond(outcome: Outcome, evaluation: rec.Evaluation) -> str:
    """The tricks taken compared with double dummy: `+1`, `-1`, `=`; empty if not known."""
    more = tricks_beyond(outcome, evaluation)
    return "" if more is None else spell_over(more)


def tricks_beyond(outcome: Outcome, evaluation: rec.Evaluation) -> int | None:
    """The number of tricks taken beyond double dummy, below 0 if fewer; None if not known."""
    if outcome.contract is None:
        return None
    name = STRAIN_NAMES[outcome.contract.strain]
    seats = [seat for seat in SEATS if seat[0].upper() in outcome.declarer]
    tricks: set[int | None] = {getattr(evaluation, f"{seat}_{name}") for seat in seats}
    expected = tricks.pop() if len(tricks) == 1 else None
    return None if expected is None else outcome.contract.level + 6 + outcome.tricks - expected


def deals(people: PeopleLinks, field: Field, board: int) -> list[DealView]:
    """The deal of a board, or the deals of its sections if they differ."""
    sections_by_deal: dict[DealView, list[int]] = {}
    labels = people.labels
    for section in sorted(field.sections) or [0]:
        if deal := _deal(labels.event, section, board, labels.language):
            sections_by_deal.setdefault(deal, []).append(section)
    if len(sections_by_deal) == 1:
        return list(sections_by_deal)
    return [
        deal._replace(sections=labels.sections(sections))
        for deal, sections in sections_by_deal.items()
    ]


def _deal(event: Event, section: int, board: int, language: Language) -> DealView | None:
    hand, evaluation = event.hand(section, board), event.evaluation(section, board)
    hands = tuple(_hand(seat, hand, language) for seat in SEATS) if hand else ()
    if not any(view.suits or view.text for view in hands):
        hands = ()
    tricks = _tricks(evaluation, language) if evaluation else ()
    if not hands and not tricks:
        return None
    dealer, vulnerable = dealer_and_vulnerability(event, section, board)
    is_long = hand is not None and any(
        len(ranks) >= LONG for seat in SEATS for ranks in suits_of(getattr(hand, seat) or "") or ()
    )
    text = par_text(evaluation, vulnerable, dealer, language) if evaluation else ""
    return DealView("", hands, is_long, tricks, text)


def _hand(seat: str, hand: rec.Hand, language: Language) -> HandView:
    cards = getattr(hand, seat)
    letter = seat[0].upper()
    suits = suits_of(cards) if cards else None
    if suits is None:
        return HandView(letter, None, (), cards or "")
    symbols_and_ranks = tuple(
        (symbol, language.ranks(ranks) or "–") for symbol, ranks in zip("♠♥♦♣", suits, strict=True)
    )
    return HandView(letter, points(cards), symbols_and_ranks, "")


def _tricks(
    evaluation: rec.Evaluation, language: Language
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A row for each seat; none if no tricks are known."""
    rows = []
    for seat in ("north", "south", "east", "west"):
        counts = [getattr(evaluation, f"{seat}_{name}") for name in STRAINS.values()]
        name = language.seat(seat[0].upper())
        rows.append((name, tuple("–" if c is None else str(c) for c in counts)))
    return tuple(rows) if any(c != "–" for _, counts in rows for c in counts) else ()


def par_text(evaluation: rec.Evaluation, vulnerable: str, dealer: str, language: Language) -> str:
    """The par of a board: contracts and score; empty if it cannot be worked out."""
    _, best = language.gettext, par(evaluation, vulnerable, dealer)
    if best is None:
        return ""
    if not best.contracts:
        return _("passed out, 0")
    contracts = []
    for contract, declarers, tricks in best.contracts:
        strain = language.strain(contract.strain, symbols=True)
        bid = f"{contract.level}{strain}{'x' * contract.doubled}"
        played = f"{bid}{spell_over(tricks)}"
        seats = _(" or ").join(map(language.seat, declarers))
        contracts.append(_("{contract} by {seats}").format(contract=played, seats=seats))
    text = _("{contracts}: {score} to {side}")
    side = language.side("NS" if best.score > 0 else "EW")
    return text.format(contracts=", ".join(contracts), score=abs(best.score), side=side)
