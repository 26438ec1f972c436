"""Deals for a dealing machine: boards renumbered, hands turned round the table."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from bmconv.bridge.cards import SEATS
from bmconv.errors import Flag, UsageError, Wording
from bmconv.filters import Records
from bmconv.records import Error, Evaluation, Hand, Record

TURNS = {"quarter": 1, "half": 2, "three-quarters": 3}
"""The number of seats by which hands move clockwise: by a quarter, North's cards go to East."""
HIGHEST_BOARD = 9999


def deals(
    records: Records, boards: Iterable[int | None], first: int | None, turn: str = ""
) -> Iterator[Record]:
    """The hands and evaluations alone, numbered from `first` and turned round the table.

    `boards` are the boards to number, in order; if empty, those that have a deal. A dealer or
    vulnerability that a hand states is kept; otherwise the new number decides. As par depends on
    them, it is left out if the number or the seats of a deal change.
    """
    numbers: dict[int | None, int | None] = {}
    if first is not None:
        ordered = sorted({board for board in boards if board} or _dealt_boards(records()))
        if not 1 <= first <= HIGHEST_BOARD - max(len(ordered) - 1, 0):
            option = Flag("renumber", str(first))
            raise UsageError(Wording(option, ": expected board numbers from 1 to 9999"))
        numbers = dict(zip(ordered, range(first, first + len(ordered)), strict=True))
    for record in records():
        if isinstance(record, Hand | Evaluation):
            number = numbers.get(record.board, record.board)
            fields = _turned_fields(record, TURNS.get(turn, 0))
            if isinstance(record, Evaluation) and (fields or number != record.board):
                fields |= {"par_score": None, "par_contract": None}
            yield structs.replace(record, board=number, **fields)
        elif isinstance(record, Error):
            yield record


def _dealt_boards(records: Iterable[Record]) -> set[int]:
    return {r.board for r in records if isinstance(r, Hand | Evaluation) and r.board}


def _turned_fields(record: Hand | Evaluation, steps: int) -> dict[str, object]:
    """The fields of each seat, with the values of the seat from which its new cards come."""
    fields: dict[str, object] = {}
    for name in record.__struct_fields__:
        seat, _, rest = name.partition("_")
        if steps and seat in SEATS:
            giver = SEATS[(SEATS.index(seat) - steps) % 4]
            fields[name] = getattr(record, f"{giver}_{rest}" if rest else giver)
    return fields
