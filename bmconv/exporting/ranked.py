"""Rank every exported event, by the same rules as `bmconv rank`."""

import pyarrow as pa
import pyarrow.compute as pc

from bmconv.columns.batches import file_schema, for_file, from_records, to_records
from bmconv.errors import BmconvError
from bmconv.event import Event
from bmconv.event.seating import published_players
from bmconv.notes import Notes
from bmconv.ranking import Ranked, rank
from bmconv.ranking.from_records import RANKED
from bmconv.ranking.plays import Contestant
from bmconv.records import Ranking, Record, Result

_NEEDED = (
    *("event", "session", "scoring_group", "section", "table", "round", "settings", "player"),
    *("seat", "hand", "result", "ranking"),
)
"""The record types that a ranking needs."""
_TIMED, _TIMES = ("result", "seat"), ("date", "time")
"""Record types, and fields of theirs that no ranking needs: Arrow is slow to convert them."""
_OF_BOARD = ("dealer", "vulnerable")
"""The fields of hands that a ranking needs."""
_POINTS = ("mp_ns", "mp_ew", "imp_ns", "imp_ew")


def with_ranking(tables: dict[str, pa.RecordBatch]) -> dict[str, pa.RecordBatch]:
    """Tables with the points of results and a ranking; unchanged if nothing can be ranked."""
    ranked = _rank(tables) if "result" in tables else None
    if ranked is None:
        return tables
    places = [_with_players(ranked, place) for place in ranked.rankings()]
    results = ranked.event.of(Result)
    table = tables["result"]
    for name in _POINTS:
        index = table.schema.get_field_index(name)
        cells = pa.array([getattr(result, name) for result in results], pa.float64())
        table = table.set_column(index, table.schema.field(index), cells)
    with_points = tables | {"result": table}
    if places:
        with_points["ranking"] = for_file(
            "ranking", from_records("ranking", places).columns, file_schema("ranking")
        )
    elif "ranking" in tables and not any(_has(tables["ranking"], name) for name in RANKED):
        del with_points["ranking"]  # it only names pairs, and they cannot be ranked
    return with_points


def _with_players(ranked: Ranked, place: Ranking) -> Ranking:
    """Add its players' numbers and names to a place, so that a season can be added up."""
    who = Contestant(place.section or 0, place.direction or "", place.pair or 0)
    if who in ranked.idle:
        return place
    numbers_and_names = dict.fromkeys(
        (seat.number, name or None)
        for pair in ranked.pairs(who)
        for seat, name in ranked.seating.seats_of(*pair)
    ) or published_players(place)
    if numbers_and_names:
        players = [{"number": number, "name": name} for number, name in numbers_and_names]
        place.extra = (place.extra or {}) | {"players": players}
    return place


def _rank(tables: dict[str, pa.RecordBatch]) -> Ranked | None:
    """The ranking of an event; None if it fails, or if its results do not match the rows."""
    notes = Notes()
    try:
        ranked = rank(Event(_records(tables), notes), notes=notes)
    except BmconvError:
        return None
    return ranked if len(ranked.event.of(Result)) == len(tables["result"]) else None


def _records(tables: dict[str, pa.RecordBatch]) -> list[Record]:
    """The records that a ranking needs: no players without a seat, no hands with only cards."""
    records: list[Record] = []
    for kind in _NEEDED:
        table = tables.get(kind)
        if table is None or (kind == "hand" and not any(_has(table, name) for name in _OF_BOARD)):
            continue
        if kind == "player" and "seat" in tables:
            number = table.column("number")
            table = table.filter(pc.is_in(number, value_set=tables["seat"].column("number")))
        records += to_records(kind, table, _TIMES if kind in _TIMED else ())
    return records


def _has(table: pa.RecordBatch, name: str) -> bool:
    """Whether a column has a value in any row."""
    column = table.column(name)
    return bool(column.null_count < len(column))
