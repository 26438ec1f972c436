"""Guide cards of a session: for each table, who plays which boards there in each round; for each
pair or player, where to go."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from bmconv.bridge.movements import boards_of, is_missing, sits_out, spans
from bmconv.bridge.winners import pairs_at
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.event.seating import HomeSections
from bmconv.records import Round

TABLE, PAIR, PLAYER = "table", "pair", "player"
"""The kinds of cards."""


class GuideRow(NamedTuple):
    """A round on a card."""

    round: int
    sits_out: bool
    boards: str
    table: str = ""
    """The table to go to, with its section if pairs move across the field; empty on table cards."""
    seat: str = ""
    """NS or EW, or the letter of a player's seat; empty on a table's card."""
    partner: int = 0
    """The number of a player's partner in an individual, else 0."""
    sides: tuple[str, str] = ("", "")
    """On a table's card, who sits N-S and who E-W; on others, the opponents and an empty text."""


class GuideCard(NamedTuple):
    """The card of a table, a pair or a player."""

    kind: str
    """TABLE, PAIR or PLAYER."""
    section: str
    """The letter of the section; empty if pairs move across the field."""
    number: int
    side: str
    """NS or EW for a pair that shares its number with a pair of the other side, else empty."""
    rows: list[GuideRow]


def table_cards(event: Event) -> Iterator[GuideCard]:
    """A card for each table where somebody plays."""
    places = defaultdict(list)
    for round in _rounds(event):
        places[round.section or 0, round.table or 0].append(round)
    for (section, table), rounds in sorted(places.items()):
        rows = [
            GuideRow(
                r.round or 0,
                _sits_out(event, r),
                spans(boards_of(r)),
                sides=(_players_text(r.ns_pair, r.south), _players_text(r.ew_pair, r.west)),
            )
            for r in sorted(rounds, key=lambda r: r.round or 0)
        ]
        if not all(row.sits_out for row in rows):
            yield GuideCard(TABLE, event.letter(section), table, "", rows)


def contestant_cards(event: Event) -> Iterator[GuideCard]:
    """A card for each pair, or for each player of an individual."""
    rows_by_contestant: dict[tuple[int, str, int], list[GuideRow]] = defaultdict(list)
    """By section, side and number."""
    players: set[int] = set()
    homes = HomeSections(event)
    for round in sorted(_rounds(event), key=lambda r: r.round or 0):
        section = round.section or 0
        if round.south or round.west:
            players.add(section)
            for number, row in _players(event, round):
                rows_by_contestant[section, "", number].append(row)
            continue
        by_side = event.winners(section).by_side
        for side, number in pairs_at(round.ns_pair, round.ew_pair, by_side=by_side):
            sits_ns = side == "NS" or (not side and number == round.ns_pair)
            opponents = round.ew_pair if sits_ns else round.ns_pair
            row = _row(event, round, "NS" if sits_ns else "EW", str(opponents or ""))
            rows_by_contestant[homes.find(section, side, number), side, number].append(row)
    for (section, side, number), rows in sorted(rows_by_contestant.items()):
        if is_missing(event.section(section), side, number):
            continue
        kind = PLAYER if section in players else PAIR
        letter = "" if event.moves_across_field() else event.letter(section)
        yield GuideCard(kind, letter, number, side, rows)


def _rounds(event: Event) -> list[Round]:
    if not event.of(Round):
        raise DataError("no rounds in the input: make or apply a movement first")
    return [r for r in event.of(Round) if r.ns_pair or r.ew_pair]


def _sits_out(event: Event, round: Round) -> bool:
    return sits_out(round, event.section(round.section))


def _row(event: Event, round: Round, seat: str, opponents: str, partner: int = 0) -> GuideRow:
    """A round on the card of a pair or player."""
    letter = event.letter(round.section) if event.moves_across_field() else ""
    return GuideRow(
        round=round.round or 0,
        sits_out=_sits_out(event, round),
        boards=spans(boards_of(round)),
        table=f"{letter}{round.table}",
        seat=seat,
        partner=partner,
        sides=(opponents, ""),
    )


def _players(event: Event, round: Round) -> Iterator[tuple[int, GuideRow]]:
    """The number of each player at a table of an individual, with a row for the player's card."""
    ns, ew = (round.ns_pair or 0, round.south or 0), (round.ew_pair or 0, round.west or 0)
    players = zip("NSEW", (*ns, *ew), (*ns[::-1], *ew[::-1]), (ew, ew, ns, ns), strict=True)
    for seat, number, partner, opponents in players:
        if number:
            yield number, _row(event, round, seat, f"{opponents[0]}+{opponents[1]}", partner)


def _players_text(one: int | None, other: int | None) -> str:
    """A side of a table: `7`, a pair; or `7+12`, two players of an individual."""
    return "+".join(str(number) for number in (one, other) if number)
