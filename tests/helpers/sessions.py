"""Results and a small session as records, and ways to rank them."""

from collections.abc import Iterable

from bmconv.event import Event
from bmconv.notes import Note, Notes
from bmconv.ranking import Ranked, rank
from bmconv.ranking.adjust import Adjustments
from bmconv.records import Ranking, Record, Result, Round, Section


def result(board: int, ns: int, ew: int, text: str, **more: object) -> Result:
    """A result from a text such as `4 S N =`, `PASS` or a remark."""
    fields: dict[str, object] = {"section": 1, "board": board, "pair_ns": ns, "pair_ew": ew} | more
    words = text.split()
    if words[0].isdecimal() and len(words) >= 4:
        *contract, declarer, tricks = words
        return Result(contract=" ".join(contract), declarer=declarer, result=tricks, **fields)
    if text == "PASS":
        return Result(contract=text, **fields)
    return Result(remarks=text, **fields)


def result_with_score(board: int, ns: int, ew: int, score: int, **more: object) -> Result:
    """A result that has only the score of N-S."""
    fields: dict[str, object] = {"section": 1, "board": board, "pair_ns": ns, "pair_ew": ew} | more
    return Result(score=score, **fields)


def uneven_session(**section: object) -> list[Record]:
    """Four tables, three boards: ties, an adjusted score, a board not played, a result missing."""
    movement = [
        Round(
            section=1,
            table=table,
            round=round,
            ns_pair=table,
            ew_pair=(table + round - 2) % 4 + 1,
            low_board=round,
            high_board=round,
        )
        for table in range(1, 5)
        for round in range(1, 4)
    ]
    results = [
        result(1, 1, 1, "4 S N ="),  # +420, nobody vulnerable
        result(1, 2, 2, "4 H S ="),  # +420
        result(1, 3, 3, "2 S N +2"),  # +170
        result(1, 4, 4, "4 S N -1"),  # -50
        result(2, 1, 2, "3 H E -2"),  # +100, N-S vulnerable
        result(2, 2, 3, "60%-40%"),
        result(2, 3, 4, "3 H W -2"),  # +100
        result(2, 4, 1, "2 S E ="),  # -110
        result(3, 1, 3, "Not played"),
        result(3, 2, 4, "1 NT N ="),  # +90, E-W vulnerable
        result(3, 3, 1, "3 NT N -2"),  # -100
    ]
    return [Section(id=1, letter="A", **section), *movement, *results]


def rank_records(
    records: Iterable[Record], adjust: str = "", **options: object
) -> tuple[Ranked, list[Note]]:
    """Rank an event; the ranking and its notes."""
    notes: list[Note] = []
    more = {name: options.pop(name) for name in ("group", "winners") if name in options}
    adjustments = Adjustments("adjust.csv", iter(adjust.split("\n"))) if adjust else None
    event = Event(records)
    ranking = rank(event, options, adjustments=adjustments, notes=Notes(notes.append), **more)
    return ranking, notes


def places_of(ranking: Ranked) -> list[tuple[object, ...]]:
    """Direction, pair, percentage (or total) and place of everybody."""
    return [
        (r.direction, r.pair, r.total if r.percentage is None else r.percentage, r.place)
        for r in ranking.rankings()
    ]


def by_pair(ranking: Ranked) -> dict[tuple[object, ...], Ranking]:
    """The ranking records by section, direction and pair."""
    return {(r.section, r.direction, r.pair): r for r in ranking.rankings()}
