"""Changes of records in words, as `diff` and `set` print them."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from bmconv.bridge.movements import boards_of, spans
from bmconv.bridge.outcomes import OF_BOARDS, Kind, is_special, known_score, outcome
from bmconv.errors import close_to
from bmconv.event import Event
from bmconv.event.changes import changed_fields
from bmconv.event.person_names import are_alike
from bmconv.event.seating import Names
from bmconv.masking import mask
from bmconv.records import Player, Record, Result, Seat, name_of

_OUTCOME = {"contract", "result", "declarer", "declarer_pair", "remarks", "score", "lead_card"}
"""Fields of a result that are visible in its outcome."""


def fields_text(fields: dict[str, list[Any]], arrow: str = "->") -> str:
    """Changed fields: `name "Ada Lind" -> "Ada Lindt", winners nothing -> 2`."""
    return ", ".join(
        f"{name} {display(mask(was, name))} {arrow} {display(mask(now, name))}"
        for name, was, now in _values(fields)
    )


def _values(fields: dict[str, list[Any]]) -> Iterator[tuple[str, Any, Any]]:
    """The values that differ; entries of a map are listed separately, each under its own name."""
    for name, (was, now) in fields.items():
        if name == "values":  # of settings, or None before or after
            was, now = was or {}, now or {}
        if isinstance(was, dict) and isinstance(now, dict):
            for key in {**was, **now}:
                if was.get(key) != now.get(key):
                    yield key, was.get(key), now.get(key)
        else:
            yield name, was, now


def display(value: Any) -> str:
    """A value as it is printed."""
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def change_text(before: Record, new: Record, event: Event, arrow: str) -> str:
    """A change in one line: `A3 round 2 board 14: 4 H= by N -> 3 NT= by N, N-S 620 -> 600`."""
    place = event.place(before)
    fields = changed_fields(before, new)
    if not isinstance(before, Result) or not isinstance(new, Result):
        warnings = _name_warnings(before, new)
        if "number" in fields and isinstance(new, Seat):
            warnings += _number_warnings(before, new, event)
        warning = f" ({'; '.join(warnings)})" if warnings else ""
        return f"{place}: {fields_text(fields, arrow)}{warning}"
    parts = []
    if (was := outcome_text(before)) != (now := outcome_text(new)):
        parts.append(f"{was} {arrow} {now}")
    if outcome(before).wrong_direction != outcome(new).wrong_direction:
        parts += _sides(new)
    old_score, score = _score(before, event), _score(new, event)
    if None not in (old_score, score) and old_score != score:
        parts.append(f"N-S {old_score} {arrow} {score}")
    visible = _OUTCOME
    if not parts:  # with another change, the declarer's pair is its consequence
        visible = {"declarer_pair"} if len(fields) > 1 else set()
    other_fields = {name: values for name, values in fields.items() if name not in visible}
    if other_fields:
        parts.append(fields_text(other_fields, arrow))
    warning = _warning(new, fields.keys(), event)
    return f"{place.partition(' ')[2]}: {', '.join(parts)}{warning}"


def _warning(result: Result, changed: Collection[str], event: Event) -> str:
    """A warning about a changed result, in brackets; empty if there is none.

    Reasons are a remark that is not an award, and a board or pair that the movement does not have
    at this table in this round.
    """
    counts = is_special(result.remarks) or outcome(result).wrong_direction
    if "remarks" in changed and result.remarks and not counts:
        nearest = _nearest_remark(result.remarks)
        hint = f"; the nearest special remark is {nearest!r}" if nearest else ""
        return f" (not an award: the contract counts{hint})"
    round = event.round(result.section, result.table, result.round)
    if round is None:
        return ""
    at_table = f" (in round {result.round} table {result.table} has"
    boards = boards_of(round)
    if {"table", "round", "board"} & set(changed) and boards and result.board not in boards:
        return f"{at_table} boards {spans(boards)})"
    pairs = (round.ns_pair, round.ew_pair)
    if {"pair_ns", "pair_ew"} & set(changed) and pairs != (result.pair_ns, result.pair_ew):
        swapped = (
            pairs == (result.pair_ew, result.pair_ns) and event.winners(result.section).by_side
        )
        remedy = (
            "; if they only sat the wrong way round, set remarks=Wrong direction" if swapped else ""
        )
        return f"{at_table} NS {pairs[0]} and EW {pairs[1]}{remedy})"
    return ""


def _nearest_remark(text: str) -> str:
    """The special remark that a text probably means: with its first word, or a similar spelling."""
    first = text.lower().split()[0]
    same = (remark for remark in OF_BOARDS if remark.lower().split()[0] == first)
    return next(same, "") or close_to(text.capitalize(), OF_BOARDS)


def _number_warnings(before: Record, seat: Seat, event: Event) -> list[str]:
    """Warnings about a new player number at a seat.

    They say that the number is also at another seat, that it is unknown, or that its player has
    another name than the seat.
    """
    if not seat.number:
        return []
    others = (other for other in event.of(Seat) if other.number == seat.number)
    places = {event.place(other).partition(" ")[2]: None for other in others if other != seat}
    warnings = [f"also at {', '.join(places)}"] if places else []
    names, name = Names(event), name_of(seat)
    listed = names.listed_player(seat)
    if event.of(Player) and listed is None:
        warnings.append(f"{seat.number} is not in the list of players")
        if not names.of(seat):
            warnings.append("the seat has no name now")
    is_kept = isinstance(before, Seat) and name and name == name_of(before)
    if is_kept and not (listed and are_alike(name, name_of(listed))):
        warnings.append(f"the name is still {display(name)}; set name={display('...')} too")
    return warnings


def _name_warnings(before: Record, new: Record) -> list[str]:
    """A warning if a full name was replaced by a part of it."""
    if not isinstance(before, Player | Seat) or not isinstance(new, Player | Seat):
        return []
    name = name_of(new)
    is_cut = " " in (before.name or "") and new.name is None and name and " " not in name
    return (
        [f"now called only {display(name)}; set name={display('...')} for the full name"]
        if is_cut
        else []
    )


def _sides(result: Result) -> list[str]:
    """For which side the score of each pair counts, after a change of the direction."""
    sides = ("E-W", "N-S") if outcome(result).wrong_direction else ("N-S", "E-W")
    if not (result.pair_ns and result.pair_ew):
        return []
    return [f"NS {result.pair_ns} counts as {sides[0]}", f"EW {result.pair_ew} as {sides[1]}"]


def _score(result: Result, event: Event) -> int | None:
    """N-S's score; None if a remark replaces it."""
    if outcome(result).kind not in (Kind.PLAYED, Kind.PASSED_OUT, Kind.UNKNOWN):
        return None
    board = result.board
    return known_score(result, event.vulnerability(result.section, board) if board else None)


def outcome_text(result: Result) -> str:
    """How a board ended, in words: `4 H= by N`, `passed out`, `not played`."""
    ended = outcome(result)
    if ended.kind is Kind.PLAYED:
        wrong = ", wrong direction" if ended.wrong_direction else ""
        return f"{result.contract}{result.result} by {ended.declarer}{wrong}"
    if ended.awards:
        return ended.awards.in_words()
    if ended.kind is Kind.UNKNOWN:
        texts = (result.contract, result.result, result.remarks)
        return " ".join(text for text in texts if text) or "no contract"
    return str(ended.kind.value)
