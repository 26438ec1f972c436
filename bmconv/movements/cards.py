"""Guide cards of a session: for each table who comes and with which boards, for each pair where
to go."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from bmconv.bridge.movements import boards_of, is_missing, sits_out, spans
from bmconv.bridge.winners import pairs_at
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.event.seating import HomeSections
from bmconv.records import Round

TABLE = ("Round", "N-S", "E-W", "Boards")
GUIDE = ("Round", "Table", "Sits", "Against", "Boards")


class GuideCard(NamedTuple):
    """A card: its heading and a row per round."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]


def table_cards(event: Event) -> Iterator[GuideCard]:
    """A card for each table."""
    places = defaultdict(list)
    for round in _rounds(event):
        places[round.section or 0, round.table or 0].append(round)
    for (section, table), rounds in sorted(places.items()):
        rows: list[tuple[str, ...]] = [
            (str(r.round), _two(r.ns_pair, r.south), _two(r.ew_pair, r.west), _boards(event, r))
            for r in sorted(rounds, key=lambda r: r.round or 0)
        ]
        yield GuideCard(f"Section {event.letter(section)}, table {table}", TABLE, rows)


def guides(event: Event) -> Iterator[GuideCard]:
    """A card for each pair, or for each player of an individual."""
    going: dict[tuple[int, str, int], list[tuple[str, ...]]] = defaultdict(list)
    players: set[int] = set()
    homes = HomeSections(event)
    for round in sorted(_rounds(event), key=lambda r: r.round or 0):
        section = round.section or 0
        if round.south or round.west:
            players.add(section)
            for number, row in _players(event, round):
                going[section, "", number].append(row)
            continue
        by_side = event.winners(section).by_side
        for side, number in pairs_at(round.ns_pair, round.ew_pair, by_side=by_side):
            north = side == "NS" or (not side and number == round.ns_pair)
            other = round.ew_pair if north else round.ns_pair
            going[homes.find(section, side, number), side, number].append(
                _row(event, round, "N-S" if north else "E-W", str(other or ""))
            )
    for (section, side, number), rows in sorted(going.items()):
        if is_missing(event.section(section), side, number):
            continue
        who = "player" if section in players else f"{side} pair".strip()
        title = f"Section {event.letter(section)}, {who} {number}"
        if event.moves_across_field():
            title = f"{who[0].upper()}{who[1:]} {number}"
        yield GuideCard(title, GUIDE, rows)


def _rounds(event: Event) -> list[Round]:
    if not event.of(Round):
        raise DataError("no rounds in the input: make or apply a movement first")
    return [r for r in event.of(Round) if r.ns_pair or r.ew_pair]


def _row(event: Event, round: Round, seat: str, against: str) -> tuple[str, ...]:
    if sits_out(round, event.section(round.section)):
        return (str(round.round), "", "", "", "sit out")
    letter = event.letter(round.section) if event.moves_across_field() else ""
    return (str(round.round), f"{letter}{round.table}", seat, against, _boards(event, round))


def _players(event: Event, round: Round) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The players of an individual's table; the card of each names its partner too."""
    ns, ew = (round.ns_pair or 0, round.south or 0), (round.ew_pair or 0, round.west or 0)
    seats = zip("NSEW", (*ns, *ew), (*ns[::-1], *ew[::-1]), (ew, ew, ns, ns), strict=True)
    for seat, number, partner, others in seats:
        if number:
            against = f"{others[0]}+{others[1]}"
            yield number, _row(event, round, f"{seat} with {partner}", against)


def _two(one: int | None, other: int | None) -> str:
    return "+".join(str(number) for number in (one, other) if number)


def _boards(event: Event, round: Round) -> str:
    if sits_out(round, event.section(round.section)):
        return "sit out"
    return spans(boards_of(round))
