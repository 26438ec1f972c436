"""BridgeScore's report: travellers with N-S places, then both rankings side by side."""

from collections.abc import Iterator
from itertools import zip_longest

from bmconv.bridge.movements import MOST
from bmconv.ranking import Ranked
from bmconv.ranking.plays import Field
from bmconv.ranking.standings import Standings

GAP = " " * 6
"""The space between the rankings of the two sides."""


def lines(ranked: Ranked) -> Iterator[str]:
    """The report on an event ranked with BridgeScore's method, section by section."""
    for field in ranked.fields:
        if len(ranked.fields) > 1:
            letters = ", ".join(ranked.event.letter(section) for section in sorted(field.sections))
            yield f"Section {letters}"
            yield ""
        for board in _boards(ranked, field):
            yield f"Board {board}"
            yield "   NS   EW    Score  Position"
            yield from _traveller(field, board)
            yield ""
        sections = sorted(field.sections)
        lists = [s for s in ranked.standings if s.sections == sections]
        yield "Overall results"
        yield f"   NS  Percentage  Place{GAP}   EW  Percentage  Place"
        sides = [list(_places(lists, side)) for side in ("NS", "EW")]
        for ns, ew in zip_longest(*sides, fillvalue=""):
            yield f"{ns:24}{GAP}{ew}".rstrip()
        yield ""


def _boards(ranked: Ranked, field: Field) -> list[int]:
    """The boards that the sections declare, and the boards that were played."""
    known = (ranked.event.section(section) for section in field.sections)
    declared = max([0, *(section.boards or 0 for section in known if section)])
    return sorted({*range(1, min(declared, MOST) + 1), *field.boards})


def _traveller(field: Field, board: int) -> Iterator[str]:
    """The scores of a board, best for N-S first; a single score gets no place."""
    plays = [play for play in field.boards.get(board, ()) if play.ns.score is not None]
    scores = [play.ns.score for play in plays if play.ns.score is not None]
    for play in sorted(plays, key=lambda p: (-(p.ns.score or 0), p.result.pair_ns or 0)):
        score = play.ns.score or 0
        place = str(1 + sum(other > score for other in scores))
        place += "=" if scores.count(score) > 1 else ""
        position = place if len(scores) > 1 else ""
        ns, ew = play.ns.contestants[0].number, play.ew.contestants[0].number
        yield f"{ns:5}{ew:5}{score:9.0f}{position:>10}".rstrip()


def _places(lists: list[Standings], side: str) -> Iterator[str]:
    """The ranking of one side; pairs that did not play are listed by number only."""
    for standings in lists:
        if standings.direction != side:
            continue
        for tally in standings.tallies:
            shared = "=" if tally.shared else ""
            if tally.percentage is None:
                yield f"{tally.who.number:5}"
            else:
                yield f"{tally.who.number:5}{tally.percentage:12.2f}{tally.place:6}{shared}"
