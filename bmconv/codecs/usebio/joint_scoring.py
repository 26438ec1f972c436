"""Finds out if sections were scored together: no element says so, but the matchpoints show it."""

from collections import defaultdict
from collections.abc import Iterable

from bmconv.records import Result, Section

WHOLE_FIELD = 1
"""The number of the scoring group of sections that are scored together."""


def join_sections(sections: Iterable[Section], results: Iterable[Result]) -> None:
    """Put the sections of a session into one scoring group if their matchpoints compare them."""
    session_of = {section.id: section.session for section in sections}
    tops: dict[int | None, dict[int, dict[int, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for result in results:
        if result.mp_ns is not None and result.mp_ew is not None:
            session = session_of.get(result.section)
            top = result.mp_ns + result.mp_ew
            tops[session][result.board or 0][result.section or 0].append(top)
    together = {session for session, boards in tops.items() if _compares_all(boards.values())}
    for section in sections:
        if section.session in together:
            section.scoring_group = WHOLE_FIELD


def _compares_all(boards: Iterable[dict[int, list[float]]]) -> bool:
    """Whether most results have the top of all sections together, rather than of one section.

    The points of both sides add up to the top: one or two points for each other result compared.
    """
    all_sections = own_section = 0
    for by_section in boards:
        others = sum(map(len, by_section.values())) - 1
        for tops in by_section.values():
            others_in_section = len(tops) - 1
            if others_in_section < others:
                all_sections += sum(_is_top(top, others, others_in_section) for top in tops)
                own_section += sum(_is_top(top, others_in_section, others) for top in tops)
    return all_sections > own_section


def _is_top(top: float, compared: int, otherwise: int) -> bool:
    """Whether a top fits this number of compared results, but not the number `otherwise`."""
    return top in (compared, 2 * compared) and top not in (otherwise, 2 * otherwise)
