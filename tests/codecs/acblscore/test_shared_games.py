"""Game files with their contents as JSON: all of it is read, and ranked alike."""

import json
import re
from collections import defaultdict
from typing import Any

import pytest

import bmconv
from bmconv.records import Ranking, Result, Seat
from tests.helpers.coding import decode_bytes
from tests.helpers.running import SHARED, absent

FOLDER = SHARED / "samples" / "acblscore"
FILES = (
    "combined-sections.ACM",
    "howell.ACM",
    "late-play.ACE",
    "mitchell-and-howell.ACA",
    "two-events-penalty.ACM",
    "two-session-1.ACM",
    "two-session-2.ACA",
    "web-movement.ACA",
)


def load(name: str) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """What is in a file, as JSON and as records by type."""
    if not FOLDER.is_dir():
        absent(str(FOLDER))
    records = defaultdict(list)
    for record in decode_bytes((FOLDER / name).read_bytes(), "acblscore")[0]:
        records[type(record).__name__].append(record)
    return json.loads((FOLDER / f"{name}.json").read_text()), records


def sections(contents: dict[str, Any]) -> list[dict[str, Any]]:
    return [section for event in contents["events"] for section in event["sections"]]


@pytest.mark.parametrize("name", FILES)
def test_events_and_sections(name):
    contents, records = load(name)
    assert [
        (s.id, s.name, s.date and f"{s.date:%B} {s.date.day}, {s.date.year}")
        for s in records["Session"]
    ] == [(event["event"], event["name"] or None, event["date"]) for event in contents["events"]]
    assert [
        (s.letter, s.id, s.session, s.tables, s.boards, s.winners, s.missing_pair, s.missing_side)
        for s in records["Section"]
    ] == [
        (
            section["letter"],
            section["slot"],
            event["event"],
            section["tables"],
            section["boards"],
            1 if section["movement"] == "Howell" else 2,
            abs(section["phantom"]) or None,
            (
                None
                if section["movement"] == "Howell" or not section["phantom"]
                else "NS"
                if section["phantom"] > 0
                else "EW"
            ),
        )
        for event in contents["events"]
        for section in event["sections"]
    ]


@pytest.mark.parametrize("name", FILES)
def test_movements(name):
    contents, records = load(name)
    rounds = {(r.section, r.table, r.round): r for r in records["Round"]}
    expected = 0
    for section in sections(contents):
        for table, cells in enumerate(section["movement_table"], 1):
            for number, (ns, ew, board) in enumerate(cells[: section["rounds"]], 1):
                round = rounds[section["slot"], table, number]
                expected += 1
                assert (round.low_board or 0) == board
                if board:
                    assert (round.ns_pair, round.ew_pair) == (ns, ew)
                    assert round.high_board == board + section["boards_per_round"] - 1
                else:  # the phantom's opponents sit out
                    assert [round.ns_pair, round.ew_pair].count(None) == 1
    assert len(rounds) == expected


@pytest.mark.parametrize("name", FILES)
def test_results(name):
    contents, records = load(name)
    rows = []
    for section in sections(contents):
        for board, round, table, ns, ew, ns_score, ew_score, ns_mp, ew_mp in section["results"]:
            if "LATE" in (ns_score, ew_score):
                continue
            rows.append(
                (section["slot"], board, round, table, ns, ew, ns_score, ew_score, ns_mp, ew_mp)
            )
    assert [spell(result) for result in records["Result"]] == rows


WORDS = {"40%": "A-", "50%": "A", "60%": "A+"}


def spell(result: Result) -> tuple[Any, ...]:
    """A result as the JSON has it."""
    ns: Any = result.score
    ew: Any = None if result.score is None else -result.score
    points = (result.mp_ns, result.mp_ew)
    if result.remarks == "Not played":
        ns, ew, points = "NP", "NP", (0.0, 0.0)
    elif result.remarks:
        halves = re.fullmatch(r"(\d+%)-(\d+%)|N-S (.+), E-W (.+)", result.remarks)
        assert halves
        ns, ew = (WORDS.get(half) or int(half) for half in halves.groups() if half)
    place = (result.section, result.board, result.round, result.table)
    return (*place, result.pair_ns, result.pair_ew, ns, ew, *points)


@pytest.mark.parametrize("name", FILES)
def test_pairs(name):
    contents, records = load(name)
    seats = defaultdict(list)
    for seat in records["Seat"]:
        assert isinstance(seat, Seat)
        side = "NS" if seat.direction in ("N", "S") else "EW"
        seats[seat.section, f"{seat.table}{side}"].append(
            (seat.last_name, seat.first_name, seat.number)
        )
    rankings = {(r.section, r.direction, r.pair): r for r in records["Ranking"]}
    count = 0
    for section in sections(contents):
        for pair in section["pairs"]:
            count += 1
            people = [
                (p["last"] or None, p["first"] or None, p["number"] or None)
                for p in pair["players"]
            ]
            assert seats[section["slot"], pair["start"]] == people
            ranking = rankings[section["slot"], pair["direction"] or None, pair["pair"]]
            assert isinstance(ranking, Ranking)
            extra = (ranking.extra or {}).get("acblscore", {})
            assert (
                ranking.total,
                ranking.percentage,
                ranking.boards,
                (ranking.extra or {}).get("penalty", 0.0),
                extra.get("carry_over", 0.0),
                extra.get("final") or ranking.total,
                extra.get("strat"),
                extra.get("ineligible", False),
            ) == (
                pair["session"],
                pair["percent"],
                pair["boards"],
                -pair["adjustment"],
                pair["carry"],
                pair["final"],
                pair["strat"],
                pair["ineligible"],
            )
            first = pair["ranks"][0]
            assert extra.get("overall", 0) == first["overall"]
            if first["section"] and first["strat"] == 1:
                assert ranking.place == first["section"]
    assert len(rankings) == count
    assert len(records["Seat"]) == 2 * count


DIFFERENT_TOTALS = {
    ("mitchell-and-howell.ACA", "NN", "", 1): "a board with one result",
    ("mitchell-and-howell.ACA", "NN", "", 4): "a board with one result",
    ("two-session-1.ACM", "C", "NS", 1): "a board played twice",
    ("two-session-1.ACM", "C", "EW", 1): "a board played twice",
}
"""The totals in which ACBLscore's rules are not those of `rank`; the page of the format says so."""


@pytest.mark.parametrize("name", FILES)
def test_rank_computes_the_same_points_and_totals(name):
    contents, _ = load(name)
    ranked = bmconv.rank(bmconv.read(FOLDER / name), scale=1, round="0.01", averages="plain")
    points = {
        (r.section, r.board, r.round, r.table, r.pair_ns): (r.mp_ns, r.mp_ew)
        for r in ranked.records()
        if isinstance(r, Result) and r.mp_ns is not None
    }
    rankings = {(r.section, r.direction or "", r.pair): r for r in ranked.rankings()}
    different = []
    for section in sections(contents):
        for board, round, table, ns, _, _, _, *stored in section["results"]:
            computed = points.get((section["slot"], board, round, table, ns), (0.0, 0.0))
            if computed != tuple(stored):
                different.append((section["letter"], board))
        for pair in section["pairs"]:
            ranking = rankings[section["slot"], pair["direction"], pair["pair"]]
            key = (name, section["letter"], pair["direction"], pair["pair"])
            assert (ranking.total != pair["raw"]) == (key in DIFFERENT_TOTALS)
    assert different == ([("NN", 16)] if name == "mitchell-and-howell.ACA" else [])
