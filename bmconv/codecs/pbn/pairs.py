"""Names and member numbers of pairs in the rows of a ScoreTable."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.tables import columns, quote, score_rows, unquote
from bmconv.records import Ranking, Result

NUMBERS = "numbers"
"""The key in `extra` of the member numbers of a pair."""
PairKey = tuple[int | None, str, int]
"""Section, side and number of a pair."""
People = tuple[tuple[str, ...], tuple[str, ...]]
"""Names and member numbers."""
_SIDES = {"NS": "pair_ns", "EW": "pair_ew"}
_OTHER_SIDE = {"NS": "EW", "EW": "NS"}
_MEMBERS = ("MemberID1", "MemberID2")


def split_names(text: str) -> list[str]:
    """The names in a cell, separated by ` - ` or `;`."""
    return [name.strip() for name in re.split(r" - |;", text) if name.strip()]


def _last_names(text: str) -> tuple[str, ...]:
    """The names in a cell, also two last names joined by a hyphen, as BridgeComposer writes."""
    names = split_names(text)
    if len(names) == 1 and re.fullmatch(r"[^\s-]+-[^\s-]+", names[0]):
        names = names[0].split("-")
    return tuple(names)


def read_pairs(
    header: str,
    words: Sequence[str],
    section: Callable[[str], int | None],
    lines: Callable[[], Sequence[int]] | None = None,
) -> Iterator[tuple[PairKey, People]]:
    """The pairs of a ScoreTable that have names or member numbers, row by row.

    `section` finds the id for a letter; `lines` gives the line of each word, see `score_rows`.
    """
    titles = [column.name for column in columns(header)]
    if not any(title.startswith(("Names_", *_MEMBERS)) for title in titles):
        return
    for row in score_rows(len(titles), len(words), lines):
        texts = (unquote(words[index]).strip() for index in row)
        cells = {t: text for t, text in zip(titles, texts, strict=False) if values.is_known(text)}
        for side in _SIDES:
            number = values.pair_number(cells.get(f"PairId_{side}", ""))
            names = _last_names(cells.get(f"Names_{side}", ""))
            members = tuple(cells.get(f"{name}_{side}", "") for name in _MEMBERS)
            if number is not None and (names or any(members)):
                of_row = section(cells.get("Section", ""))
                yield (of_row, side, number), (names, members if any(members) else ())


def rankings_of(pairs: Mapping[PairKey, People]) -> Iterator[Ranking]:
    """A ranking without a place for each pair, and without a side if pairs change sides.

    Pairs of a section change sides if at least one number means the same players on both sides, and
    none means different players.
    """
    others = {key: pairs.get((key[0], _OTHER_SIDE[key[1]], key[2])) for key in pairs}
    changing = {key[0] for key, other in others.items() if other == pairs[key]}
    changing -= {key[0] for key, other in others.items() if other not in (None, pairs[key])}
    done = set()
    for (section, side, number), (names, members) in pairs.items():
        ranking = Ranking(section, None if section in changing else side, number)
        ranking.names = list(names) or None
        ranking.extra = {NUMBERS: list(members)} if members else None
        if (key := (section, ranking.direction, number)) not in done:
            done.add(key)
            yield ranking


def pairs_of(rankings: Iterable[Ranking], results: Iterable[Result]) -> dict[PairKey, People]:
    """The people of rankings that hold nothing else, by pair.

    Empty if any ranking holds more, such as a place or a total, or if its pair has no result.
    """
    pairs: dict[PairKey, People] = {}
    played = {
        (result.section, side, getattr(result, field))
        for result in results
        for side, field in _SIDES.items()
    }
    for ranking in rankings:
        numbers = (ranking.extra or {}).get(NUMBERS, [])
        people = (tuple(ranking.names or ()), tuple(map(str, numbers)))
        only = Ranking(ranking.section, ranking.direction, ranking.pair, ranking.names)
        only.extra = {NUMBERS: numbers} if numbers else None
        sides = [ranking.direction] if ranking.direction else [*_SIDES]
        keys = [(ranking.section, side, ranking.pair or 0) for side in sides]
        if only != ranking or not any(people) or played.isdisjoint(keys):
            return {}
        pairs |= dict.fromkeys(keys, people)
    return pairs


def pair_columns(
    results: Sequence[Result], pairs: Mapping[PairKey, People]
) -> list[tuple[str, list[str]]]:
    """The columns with names and member numbers, each with its cells; empty ones are left out."""
    nobody: People = ((), ())
    filled_columns: list[tuple[str, list[str]]] = []
    for side, field in _SIDES.items() if pairs else ():
        keys = [(result.section, side, getattr(result, field)) for result in results]
        people = [pairs.get(key, nobody) for key in keys]
        texts = [[" - ".join(names) for names, _ in people]]
        texts += [[(*members, "", "")[nth] for _, members in people] for nth in (0, 1)]
        for title, cells in zip(("Names", *_MEMBERS), texts, strict=True):
            if any(cells):
                words = [quote(text) if text else "-" for text in cells]
                filled_columns.append((f"{title}_{side}", words))
    return filled_columns


def rankings_read_back(
    rankings: Iterable[Ranking], results: Iterable[Result], pairs: Mapping[PairKey, People]
) -> Iterator[tuple[Ranking, Ranking]]:
    """Each ranking with the one that will be read back from the columns of all ScoreTables."""
    keys = [
        (result.section, side, getattr(result, field))
        for result in results
        for side, field in _SIDES.items()
    ]
    written = {
        key: (_last_names(" - ".join(pairs[key][0])), pairs[key][1]) for key in keys if key in pairs
    }
    by_side = {(r.section, r.direction, r.pair): r for r in rankings_of(written)}
    for ranking in rankings:
        sides = (ranking.direction, None, *_SIDES)
        read = (by_side.get((ranking.section, side, ranking.pair)) for side in sides)
        yield ranking, next(filter(None, read))
