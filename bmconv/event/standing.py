"""Which results stand: the last one entered for a board at a table in a round, unless erased."""

from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter

from bmconv.records import Result

Entry = tuple[int | None, ...]
"""id, section, table, round, board, pair_ns, pair_ew of a result, and whether it is erased."""

ResultPlace = tuple[int | None, int | None, int | None, int | None]
"""section, table, round and board of a result."""

_NO_ID = -(2**40)
"""Stands for an unknown id and is lower than every id, so that any later result replaces it."""


entry: Callable[[Result], Entry] = attrgetter(
    "id", "section", "table", "round", "board", "pair_ns", "pair_ew", "erased"
)
"""The fields of a result that decide whether it stands."""


def standing_place(
    section: int | None,
    table: int | None,
    round: int | None,
    board: int | None,
    pair_ns: int | None,
    pair_ew: int | None,
) -> tuple[int | None, ...] | None:
    """The place at which a result replaces earlier ones: its table and round, or else its pairs.

    None if both table and pairs are unknown: then the result replaces nothing.
    """
    if table is not None and round is not None:
        return section, table, round, board
    if pair_ns and pair_ew:
        return section, table, round, board, pair_ns, pair_ew
    return None if table is None else (section, table, round, board)


def standing_positions(
    entries: Iterable[Entry], place_of: Callable[..., Hashable] = standing_place
) -> list[int]:
    """The indices of the results that stand, in the order in which their places first appear.

    The last result of a place counts: the one with the highest id, or the last one in order if ids
    are unknown. If it is erased, the place has no result.
    """
    from array import array

    last: dict[Hashable, int] = {}
    ids, erased = array("q"), bytearray()
    for index, (id, section, table, round, board, ns, ew, is_erased) in enumerate(entries):
        ids.append(_NO_ID if id is None else id)
        erased.append(is_erased or 0)
        place = place_of(section, table, round, board, ns, ew)
        if place is None:
            place = index
        other = last.setdefault(place, index)
        if other != index and (id is None or id >= ids[other]):
            last[place] = index
    return [index for index in last.values() if not erased[index]]


def standing_results(results: list[Result]) -> tuple[list[Result], frozenset[ResultPlace]]:
    """The results that stand, and the places where they were played."""
    tables, rounds = [r.table for r in results], [r.round for r in results]
    places = _places(results, tables, rounds)
    if len(places) < len(results) or None in {*tables, *rounds}:
        standing = [results[index] for index in standing_positions(map(entry, results))]
    else:  # no place has two results
        standing = [result for result in results if not result.erased]
    if len(standing) < len(results):
        places = _places(standing, [r.table for r in standing], [r.round for r in standing])
    return standing, places


def _places(
    results: list[Result], tables: list[int | None], rounds: list[int | None]
) -> frozenset[ResultPlace]:
    sections, boards = [r.section for r in results], [r.board for r in results]
    return frozenset(zip(sections, tables, rounds, boards, strict=True))


def packed_place(*parts: int | None) -> int | None:
    """The place of a result as one whole number, which takes a third of the memory of a tuple."""
    place = standing_place(*parts)
    if place is None:
        return None
    number = len(place)
    for part in place:  # each has 33 bits: 0 for None, else a 32-bit value shifted above 0
        number = number << 33 | (0 if part is None else part + 2**31 + 1)
    return number
