"""Results compared with the double-dummy tricks and the par of their board."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa

from bmconv.bridge.cards import SEATS
from bmconv.bridge.par import STRAIN_NAMES, par_of_board
from bmconv.columns.batches import to_records
from bmconv.records import Evaluation, Hand

_COLUMNS = ("section", "board", "declarer", "strain", "score_ns")
_SEATS = {seat[0].upper(): seat for seat in SEATS}
_SectionBoard = tuple[int | None, int | None]


class _Board(NamedTuple):
    """What is known about a board."""

    evaluation: Evaluation | None
    par_score: int | None


def against_par(tables: dict[str, pa.RecordBatch]) -> list[pa.Array]:
    """The columns AGAINST_PAR of the results of a file."""
    results = tables["result"]
    if "evaluation" not in tables:
        return [pa.nulls(len(results), pa.int32())] * 3
    board = _boards(tables)
    tricks: list[int | None] = []
    pars: list[int | None] = []
    differences: list[int | None] = []
    rows = zip(*(results.column(name).to_pylist() for name in _COLUMNS), strict=True)
    for section, number, declarer, strain, score in rows:
        evaluation, par_score = board((section, number))
        tricks.append(_tricks(evaluation, declarer, strain))
        pars.append(par_score)
        known = score is not None and par_score is not None
        differences.append(score - par_score if known else None)
    return [pa.array(column, pa.int32()) for column in (tricks, pars, differences)]


def _boards(tables: dict[str, pa.RecordBatch]) -> Callable[[_SectionBoard], _Board]:
    """A function that gives a board of a section: its own, or the one for all sections."""
    evaluations: dict[_SectionBoard, Any] = _by_board("evaluation", tables)
    hands: dict[_SectionBoard, Any] = _by_board("hand", tables)
    known: dict[_SectionBoard, _Board] = {}

    def board(place: _SectionBoard) -> _Board:
        if place not in known:
            everywhere = (None, place[1])
            evaluation = evaluations.get(place) or evaluations.get(everywhere)
            hand = hands.get(place) or hands.get(everywhere)
            known[place] = _Board(evaluation, _par_score(evaluation, hand, place[1]))
        return known[place]

    return board


def _by_board(kind: str, tables: dict[str, pa.RecordBatch]) -> dict[_SectionBoard, Any]:
    records: Any = to_records(kind, tables[kind]) if kind in tables else ()
    return {(record.section, record.board): record for record in records}


def _par_score(evaluation: Evaluation | None, hand: Hand | None, board: int | None) -> int | None:
    """The par of a board; None if it is not known."""
    result = par_of_board(evaluation, hand) if evaluation and board else None
    return result.score if result else None


def _tricks(evaluation: Evaluation | None, declarer: str | None, strain: str | None) -> int | None:
    if evaluation is None or declarer not in _SEATS or strain not in STRAIN_NAMES:
        return None
    count = getattr(evaluation, f"{_SEATS[declarer]}_{STRAIN_NAMES[strain]}")
    return count if isinstance(count, int) and 0 <= count <= 13 else None
