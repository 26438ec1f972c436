"""Whether two files are about the same game: files of two clubs may both have a section A."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from bmconv import records as rec
from bmconv.bridge.movements import letters
from bmconv.bridge.places import place
from bmconv.errors import DataError, Flag, Wording
from bmconv.event.evenings import SessionName, are_different, name_of_session
from bmconv.event.standing import standing_place
from bmconv.joining.fold import contradict, key_of
from bmconv.joining.part import Part
from bmconv.records import Record, identity, name_of

FEWEST_DIFFERENT_BOARDS = 8
"""If this many boards of the same pairs have different results, the games are different."""


def demand_one_game(before: Part, part: Part, letter: Callable[[Any], str]) -> None:
    """Refuse two files with different games in one section, or with different movements."""
    _demand_one_id(before, part)
    _demand_one_movement(before, part, letter)
    for section in sorted(_sections_played(before) & _sections_played(part)):
        mine, theirs = _records_of(before, section), _records_of(part, section)
        sessions = _names_of_sessions(before), _names_of_sessions(part)
        reason = _two_letters(mine, theirs) or _two_games(mine, theirs, letter, sessions)
        if reason:
            first, second = before.sections()[section], part.sections()[section]
            new = _free_letter(before, part) if second in before.sections().values() else second
            raise DataError(
                f"section {first} of {before.name} and {second} of {part.name} are different games "
                f"under one id ({reason})",
                hint=Wording(
                    "rank two evenings separately; to join them, give the second another letter "
                    "and id with join's ",
                    Flag("rename", f"{part.name}:{second}={new}"),
                ),
            )


def _demand_one_id(before: Part, part: Part) -> None:
    """Refuse two files that have results of one section letter under two ids."""
    ids = {before.sections()[id]: id for id in _sections_played(before)}
    for id in sorted(_sections_played(part)):
        letter = part.sections()[id]
        if ids.get(letter, id) != id:
            raise DataError(
                f"section {letter} is {ids[letter]} in {before.name} and {id} in {part.name}",
                hint=Wording(
                    "if they are one, add ",
                    Flag("rename", f"{part.name}:{letter}={letter}"),
                    ", else ",
                    Flag("rename", f"{part.name}:{letter}={_free_letter(before, part)}"),
                ),
            )


def _demand_one_movement(before: Part, part: Part, letter: Callable[[Any], str]) -> None:
    """Refuse two movements of one section, if neither file has results."""
    if _sections_played(before) or _sections_played(part):
        return
    mine, theirs = (
        [record for record in each.records if isinstance(record, rec.Round)]
        for each in (before, part)
    )
    shared = {r.section or 0 for r in mine} & {r.section or 0 for r in theirs}
    for section in sorted(shared):
        rounds = [record for record in theirs if (record.section or 0) == section]
        difference = next(_other_pairs(mine, rounds, letter), None)
        if difference is None:
            continue
        name, free = letter(section), _free_letter(before, part)
        raise DataError(
            f"{before.name} and {part.name} have different movements of section {name} "
            f"({difference})",
            hint=Wording(
                "make one of them with ",
                Flag("section", free),
                ", or add ",
                Flag("rename", f"{part.name}:{name}={free}"),
            ),
        )


def _names_of_sessions(part: Part) -> list[SessionName]:
    sessions = (record for record in part.records if isinstance(record, rec.Session))
    return [name for name in map(name_of_session, sessions) if name]


def is_same_night(before: Part, part: Part) -> bool:
    """Whether two files are of one night: one has no results, or both have a section's results."""
    mine, theirs = _sections_played(before), _sections_played(part)
    return not mine or not theirs or bool(mine & theirs)


def _sections_played(part: Part) -> set[int]:
    return {r.section for r in part.records if type(r) is rec.Result and r.section is not None}


def _records_of(part: Part, section: int | None) -> list[Record]:
    ids = (
        r.id if isinstance(r, rec.Section) else getattr(r, "section", None) for r in part.records
    )
    return [r for r, id in zip(part.records, ids, strict=True) if id == section]


def _free_letter(*parts: Part) -> str:
    taken = {letter for part in parts for letter in part.sections().values()}
    return next(name for name in map(letters, range(1, len(taken) + 2)) if name not in taken)


def _two_letters(mine: list[Record], theirs: list[Record]) -> str:
    """A message if a section has different letters in the two files, else empty."""
    first, second = (
        {r.letter.upper() for r in records if isinstance(r, rec.Section) and r.letter}
        for records in (mine, theirs)
    )
    return "" if not first or not second or first & second else f"also called {min(second)}"


def _two_games(
    mine: list[Record],
    theirs: list[Record],
    letter: Callable[[Any], str],
    sessions: tuple[list[SessionName], list[SessionName]],
) -> str:
    """Why the files are of two games; empty if most results agree, or if nothing differs."""
    known = {key_of(r): r for r in mine if type(r) is rec.Result}
    shared = [
        (known[key_of(r)], r)
        for r in theirs
        if type(r) is rec.Result and key_of(r) is not None and key_of(r) in known
    ]
    contradictory = sum(contradict(old, new) for old, new in shared)
    other_pairs = list(_other_pairs(mine, theirs, letter))
    if len(shared) - contradictory > contradictory + len(other_pairs):
        return ""
    if all(sessions) and all(are_different(*both) for both in product(*sessions)):
        return f"{sessions[0][0]} and {sessions[1][0]}"
    differences = (*other_pairs, *_other_people(mine, theirs, letter))
    if not differences and contradictory >= FEWEST_DIFFERENT_BOARDS:
        return f"{contradictory} boards have other results for the same pairs"
    return next(iter(differences), "")


def _other_pairs(
    mine: Sequence[Record], theirs: Sequence[Record], letter: Callable[[Any], str]
) -> Iterator[str]:
    """Messages for rounds and results with different pairs at the same place."""
    known = {key: pairs for _, key, pairs in _pairs(mine)}
    for record, key, pairs in _pairs(theirs):
        if known.get(key, pairs) != pairs:
            old, new = (f"{ns} v {ew}" for ns, ew in (known[key], pairs))
            yield f"{place(record, letter)}: pairs {old} and {new}"


def _pairs(records: Sequence[Record]) -> Iterator[tuple[Record, Any, tuple[int, int]]]:
    """The rounds and results with known pairs: each record, the key of its place, its pairs."""
    for r in records:
        if isinstance(r, rec.Round) and r.ns_pair and r.ew_pair:
            yield r, identity(r), (r.ns_pair, r.ew_pair)
        elif type(r) is rec.Result and r.table and r.round and r.pair_ns and r.pair_ew:
            yield (
                r,
                standing_place(r.section, r.table, r.round, r.board, 0, 0),
                (r.pair_ns, r.pair_ew),
            )


def _other_people(
    mine: list[Record], theirs: list[Record], letter: Callable[[Any], str]
) -> Iterator[str]:
    """Messages for seats with another number or, if numbers are unknown, another name."""
    known = {identity(r): r for r in mine if isinstance(r, rec.Seat)}
    for seat in theirs:
        old = known.get(identity(seat)) if isinstance(seat, rec.Seat) else None
        if old is None or not isinstance(seat, rec.Seat):
            continue
        both = (
            (old.number, seat.number)
            if old.number and seat.number
            else (name_of(old), name_of(seat))
        )
        if all(both) and both[0] != both[1]:
            yield f"{place(seat, letter)}: {both[0]} and {both[1]}"
