"""Rules of `check`: duplicates, which can be found only before records are joined."""

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.bridge.movements import boards_of, letters
from bmconv.bridge.places import place
from bmconv.checks.findings import ERROR, INFO, Finding
from bmconv.event.seating import name_of
from bmconv.records import Player, Record, Round, Section


def repeats(records: Iterable[Record], target: str | None) -> Iterator[Finding]:
    """Section ids and rounds that appear twice and differ, and players listed twice."""
    sections: dict[int | None, Section] = {}
    rounds: dict[tuple[Any, ...], Round] = {}
    players: dict[Any, Player] = {}

    def letter(id: int) -> str:
        known = sections.get(id)
        return (known and known.letter) or letters(id)

    for record in records:
        if isinstance(record, Section) and not record.derived:
            first = sections.setdefault(record.id, record)
            if first.letter and record.letter and first.letter != record.letter:
                text = "section id{s} used for two letters"
                value = f"id {record.id} also of {first.letter}"
                yield Finding(ERROR, "section-id-twice", place(record), text, value)
        elif isinstance(record, Round):
            other = rounds.setdefault((record.section, record.table, record.round), record)
            if other is not record and _play(other) != _play(record):
                text = "round{s} with conflicting records"
                value = f"{_play(other)} and {_play(record)}"
                yield Finding(ERROR, "round-twice", place(record, letter), text, value)
        elif isinstance(record, Player) and record.number:
            # The Data Connector accepts a number once, whatever the session.
            key = record.number if target == "dto" else (record.number, record.session)
            if players.setdefault(key, record) is not record:
                level = ERROR if target == "dto" else INFO
                text = "player number{s} twice in the list"
                yield Finding(level, "player-twice", place(record), text, name_of(record))


def _play(round: Round) -> str:
    """The pairs and boards of a round, for comparison and messages."""
    boards = round.custom_boards or f"{round.low_board or 0}-{round.high_board or 0}"
    return f"{round.ns_pair or 0} v {round.ew_pair or 0} boards {boards if boards_of(round) else 0}"
