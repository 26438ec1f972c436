"""The effect of changed results on the ranking: who gets another place."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import structs

from bmconv.errors import BmconvError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.places import rank
from bmconv.ranking.plays import Contestant, is_individual
from bmconv.records import Record

MOST = 6
"""The number of contestants that are listed."""
SIDES = {"NS": "N-S ", "EW": "E-W ", "": ""}


class Standing(NamedTuple):
    """The place of a contestant in a ranking."""

    name: str
    """In words, such as `N-S pair A5`."""
    place: int | None


def place_changes(before: Iterable[Record], after: Iterable[Record]) -> str:
    """Who gets another place: `pair 5 from 3rd to 4th`; empty if nothing can be ranked."""
    old, new = _standings(before), _standings(after)
    if not new:
        return ""
    nowhere = Standing("", None)
    changed = [(old.get(who, nowhere).place, now) for who, now in new.items()]
    moves = [
        f"{now.name} from {_ordinal(was)} to {_ordinal(now.place)}"
        for was, now in changed
        if was != now.place
    ]
    more = f" and {len(moves) - MOST} more" if len(moves) > MOST else ""
    return ", ".join(moves[:MOST]) + more if moves else "no place changes"


def _standings(records: Iterable[Record]) -> dict[Contestant, Standing]:
    """Everybody who is ranked; nobody if the event cannot be ranked."""
    try:  # copies, because ranking sets points in results and Event may set ids of sections
        ranked = rank(Event(map(structs.replace, records), Notes()), notes=Notes())
    except BmconvError:
        return {}
    tallies = [(s, tally) for s in ranked.standings for tally in s.tallies]
    lettered = len({tally.who.section for _, tally in tallies}) > 1
    single = "player" if is_individual(ranked.event) else "pair"
    standings = {}
    for listed, tally in tallies:
        who = tally.who
        letter = ranked.event.letter(who.section) if lettered else ""
        word = "team" if listed.method.of_teams else single
        name = f"{SIDES.get(who.direction, '')}{word} {letter}{who.number}"
        standings[who] = Standing(name, tally.place)
    return standings


def _ordinal(place: int | None) -> str:
    """A place in words: 1st, 2nd, 3rd, 4th."""
    if place is None:
        return "no place"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"
