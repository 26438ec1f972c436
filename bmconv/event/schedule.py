"""Compare the movement with the results: sit-outs, absent pairs, missing results.

Shared by `rank`, `missing` and `check`, so that they agree.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import Struct, structs

from bmconv.bridge.movements import boards_of, sits_out
from bmconv.bridge.winners import pairs_at
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.event.seating import Seating
from bmconv.records import Intermediate, Result, Round, Section

FEWEST_ROUNDS = 2
"""A pair that has missed fewer rounds than this may just be late."""
FEWEST_LATER_ROUNDS = 3
"""A pair with a single round has missed it once this many later rounds have begun."""


class Expected(Struct, gc=False):
    """A table in a round: how many boards it plays, and which have no result yet."""

    section: int
    table: int
    round: int
    sitting: Round
    """The scheduled pairs and boards."""
    boards: int
    """The number of boards; 0 for a sit-out."""
    missing: list[int]
    """The boards without a result."""


class MissingResult(Struct, frozen=True):
    """A board without a result at a table in a round, and who was to play it."""

    section: int
    table: int
    round: int
    board: int
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The pair on each side or, in an individual, the two players."""
    names: tuple[list[str], list[str]]
    erased: Result | None
    """The result that was entered and erased, if there is one."""


class Absent(Struct, frozen=True):
    """The only pair of a section without any result, though others played in the pair's rounds."""

    section: int
    side: str
    """NS or EW if the other side has another pair with this number; otherwise empty."""
    number: int
    is_certain: bool
    """Whether the pair's last round is over and all other results are in.

    Then its rounds become sit-outs. Otherwise it has missed rounds so far, and may still come.
    """
    command: str
    """The command that declares the pair missing, with FILE and NEW as the names of files.

    Empty without a section record.
    """

    @property
    def name(self) -> str:
        """The pair for messages: `pair 12`, `pair EW 8`."""
        return f"pair {self.side} {self.number}" if self.side else f"pair {self.number}"

    @property
    def text(self) -> str:
        """The message about the pair."""
        known = "anywhere and is taken as missing" if self.is_certain else "so far"
        return f"{self.name} has no result {known}"

    @property
    def hint(self) -> str:
        """What to do about it: declare the pair missing."""
        condition = "" if self.is_certain else "if missing, "
        return f"{condition}declare it with {self.command}" if self.command else ""

    def message(self) -> str:
        """The message and the hint, in one line."""
        return f"{self.text}; {self.hint}" if self.hint else self.text


class Schedule:
    """The movement of an event compared with its results."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.standing = event.standing_results()

    def need_movement(self) -> None:
        """Raise DataError if there is no movement, so that nothing can be called missing."""
        if not self.event.of(Round):
            raise DataError("no movement in this input, so missing results are unknown")

    def sits_out(self, round: Round) -> bool:
        """Whether a round is a sit-out: no opponents, or a missing pair."""
        if sits_out(round, self.event.section(round.section)):
            return True
        absent = self.absent.get(round.section or 0)
        return absent is not None and absent.is_certain and _plays(absent, round)

    def playing(self) -> list[Round]:
        """The rounds that are not sit-outs."""
        if not self.absent:
            return self._undeclared
        return [round for round in self._undeclared if not self.sits_out(round)]

    @cached_property
    def is_complete(self) -> bool:
        """Whether every board has a result at its table in its round."""
        places = [
            (round.section, round.table, round.round, board)
            for round in self._undeclared
            for board in boards_of(round)
        ]
        return self.event.places_played().issuperset(places)

    @cached_property
    def absent(self) -> dict[int, Absent]:
        """The absent pair of each section that has one."""
        places: dict[int, list[Expected]] = defaultdict(list)
        if self.is_complete or self.event.moves_across_field():
            return {}  # a pair that has moved to another section is not absent
        for place in self.declared:
            places[place.section].append(place)
        absences = (self._absent(section, of_section) for section, of_section in places.items())
        return {absent.section: absent for absent in absences if absent}

    @cached_property
    def declared(self) -> list[Expected]:
        """Every table in every round, ordered, with only declared sit-outs taken into account.

        A result without table and round, as on a traveller, is matched by its pairs.
        """
        entered = self.event.places_played()
        expected = []
        for round in self.event.of(Round):
            section, table, number = round.section, round.table, round.round
            boards = [] if sits_out(round, self.event.section(section)) else boards_of(round)
            missing = [b for b in boards if (section, table, number, b) not in entered]
            if missing and self._by_pairs:
                pairs = (section, round.ns_pair, round.ew_pair)
                missing = [board for board in missing if (*pairs, board) not in self._by_pairs]
            place = (section or 0, table or 0, number or 0)
            expected.append(Expected(*place, round, len(boards), missing))
        return sorted(expected, key=lambda place: (place.section, place.table, place.round))

    @cached_property
    def expected(self) -> list[Expected]:
        """Every table in every round, ordered as in `declared`; a sit-out has no boards.

        The rounds of a pair that is certainly absent are sit-outs too.
        """
        if not self.absent:
            return self.declared
        return [
            structs.replace(place, boards=0, missing=[]) if self.sits_out(place.sitting) else place
            for place in self.declared
        ]

    @cached_property
    def missing(self) -> dict[int, int]:
        """The number of missing results of each section."""
        counts: dict[int, int] = defaultdict(int)
        for place in self.expected if not self.is_complete else ():
            counts[place.section] += len(place.missing)
        return counts

    def missing_results(self) -> Iterator[MissingResult]:
        """Every missing result, ordered by section, table, round and board."""
        seating = Seating(self.event)
        erasures = [result for result in self.event.of(Result) if result.erased]
        erased = {(r.section, r.table, r.round, r.board): r for r in erasures}
        for place in self.expected:
            round, by_side = place.sitting, self.event.winners(place.section).number == 2
            ns = seating.names(place.section, "NS" if by_side else "", round.ns_pair or 0)
            ew = seating.names(place.section, "EW" if by_side else "", round.ew_pair or 0)
            sides = (_present(round.ns_pair, round.south), _present(round.ew_pair, round.west))
            for board in place.missing:
                result = erased.get((round.section, round.table, round.round, board))
                yield MissingResult(
                    place.section, place.table, place.round, board, sides, (ns, ew), result
                )

    def as_json(self) -> dict[str, Any]:
        """The answer of `missing --json`: numbers of results, incomplete tables, absent pairs."""
        expected = sum(place.boards for place in self.expected)
        missing = sum(self.missing.values())
        data: dict[str, Any] = {
            "expected": expected,
            "entered": expected - missing,
            "missing": missing,
            "tables": [
                {
                    "section": place.section,
                    "letter": self.event.letter(place.section),
                    "table": place.table,
                    "round": place.round,
                    "boards": place.missing,
                }
                for place in self.expected
                if place.missing
            ],
        }
        if self.absent:
            data["absent"] = [
                {
                    "section": pair.section,
                    "letter": self.event.letter(pair.section),
                    "pair": pair.number,
                    **({"direction": pair.side} if pair.side else {}),
                    "taken_as_missing": pair.is_certain,
                    **({"command": pair.command} if pair.command else {}),
                }
                for pair in self.absent.values()
            ]
        return data

    @cached_property
    def _undeclared(self) -> list[Round]:
        """The rounds that are not declared sit-outs."""
        sections = {section.id: section for section in self.event.of(Section)}
        return [r for r in self.event.of(Round) if not sits_out(r, sections.get(r.section))]

    @cached_property
    def _by_pairs(self) -> set[tuple[int | None, ...]]:
        """Section, pairs and board of results without table and round."""
        return {
            (r.section, r.pair_ns, r.pair_ew, r.board)
            for r in self.standing
            if r.table is None and r.round is None
        }

    def _absent(self, section: int, places: list[Expected]) -> Absent | None:
        """The only pair of a section without any result; None without one, or if it may be late."""
        settings = self.event.section(section)
        if not any(p.missing for p in places):
            return None
        if any(p.sitting.south for p in places):
            return None  # an individual has no pairs
        if settings and any(
            sits_out(p.sitting, settings) != sits_out(p.sitting, None) for p in places
        ):
            return None  # another pair is declared missing, and there can be only one
        idle = self._idle(section, places)
        if len({number for _, number in idle}) != 1:
            return None  # several pairs, as when an evening has just begun
        side, number = next(iter(idle))
        if len(idle) > 1:
            side = ""  # neither NS 5 nor EW 5 has a result: 5 is missing on both sides
        absent = Absent(section, side, number, is_certain=False, command="")

        # the last round begun; results of travellers have no round, but can complete a table
        begun = {r.round or 0 for r in self.event.results(section)}
        latest = max(begun | {p.round for p in places if p.boards and not p.missing}, default=0)
        own_rounds = {p.round for p in places if p.boards and _plays(absent, p.sitting)}
        last = max(own_rounds)
        if len(own_rounds) >= FEWEST_ROUNDS:
            is_past = last <= latest
        else:  # a single round may be entered late, so it takes more to call it past
            is_past = sum(round > last for round in begun) >= FEWEST_LATER_ROUNDS

        # certain if nobody else has anything to enter, so that no more results will come
        others_miss_results = any(p.missing for p in places if not _plays(absent, p.sitting))
        is_certain = is_past and not others_miss_results
        if not is_certain and sum(round < latest for round in own_rounds) < FEWEST_ROUNDS:
            return None  # the pair, or the entry of its results, may just be late

        # a message names the side only if the other side has a pair with the same number
        opposite = structs.replace(absent, side={"NS": "EW", "EW": "NS"}.get(side, "none"))
        if not any(_plays(opposite, p.sitting) for p in places):
            absent = structs.replace(absent, side="")
        return structs.replace(
            absent, is_certain=is_certain, command=self._command(absent, settings)
        )

    def _idle(self, section: int, places: list[Expected]) -> set[tuple[str, int]]:
        """Pairs with boards to play and no results, not even erased or intermediate ones."""
        by_side = self.event.winners(section).by_side
        rounds = {(p.section, p.table, p.round): p.sitting for p in places}
        active: set[tuple[str, int]] = set()
        entered = (self.event.by_section(kind).get(section, []) for kind in (Result, Intermediate))
        for result in chain.from_iterable(entered):
            ns, ew = result.pair_ns, result.pair_ew
            if not ns or not ew:
                round = rounds.get((section, result.table or 0, result.round or 0), Round())
                ns, ew = ns or round.ns_pair, ew or round.ew_pair
            active.update(pairs_at(ns, ew, by_side=by_side))
        playing = (p.sitting for p in places if p.boards)
        return {
            pair for r in playing for pair in pairs_at(r.ns_pair, r.ew_pair, by_side=by_side)
        } - active

    def _command(self, absent: Absent, settings: Section | None) -> str:
        """The command that declares a pair missing; empty without a section record."""
        if settings is None:
            return ""
        name = self.event.letter(settings.id)
        same = sum(self.event.letter(s.id) == name for s in self.event.of(Section))
        if same > 1 or not re.fullmatch("[A-Z]{1,3}", name):
            name = str(settings.id)  # the letter does not identify the section
        words = f"'section[{name}].missing_pair={absent.number}'"
        if absent.side or settings.missing_side:
            words += f" 'section[{name}].missing_side={absent.side}'"
        return f"bmconv set FILE {words} -o NEW"


def _present(*numbers: int | None) -> tuple[int, ...]:
    """The numbers that are neither None nor 0."""
    return tuple(number for number in numbers if number)


def _plays(absent: Absent, round: Round) -> bool:
    """Whether the absent pair is scheduled in a round."""
    return (round.ns_pair == absent.number and absent.side in ("", "NS")) or (
        round.ew_pair == absent.number and absent.side in ("", "EW")
    )
