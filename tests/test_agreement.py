"""rank, its report, missing and check agree about winners, absent pairs and missing results."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.io.stream import decode_line, encode_lines
from bmconv.records import Ranking, Record, Result, Round, Section
from tests.helpers.running import ROOT, SHARED, quick

LIST = re.compile(r"Sections? (?P<sections>[^:]*?)(?P<side>, (?:North-South|East-West))?: ranking")
PROVISIONAL = re.compile(r"provisional: (\d+) results? missing")


class Answers:
    """The output of the commands for one input."""

    def __init__(self, *words: object, stdin: bytes = b"") -> None:
        def run(*more: str) -> tuple[int, str, str]:
            done = quick(more[0], *words, *more[1:], stdin=stdin)
            return done.code, done.out.decode(), done.err

        self.missing_code, text, _ = run("missing", "--json")
        answer = json.loads(text)
        self.missing = None if answer.get("type") == "error" else answer
        self.check_code, text, _ = run("check", "--json")
        self.check = json.loads(text)
        self.rank_code, text, self.notes = run("rank")
        records = [decode_line(line, str) for line in text.encode().splitlines()]
        self.rankings = [record for record in records if isinstance(record, Ranking)]
        self.results = [record for record in records if isinstance(record, Result)]
        self.report_code, text, _ = run("rank", "--report", "--parts", "ranking")
        self.report = text.splitlines()

    def findings(self, rule: str) -> list[dict]:
        """The findings of check with a rule."""
        return [finding for finding in self.check if finding["rule"] == rule]

    def lists(self) -> dict[tuple[str, str], int]:
        """The missing results of each list in the report, by section and side."""
        lists = {}
        for at, line in enumerate(self.report):
            if title := LIST.fullmatch(line):
                lacks = PROVISIONAL.match(self.report[at + 1])
                side = {"N": "NS", "E": "EW"}.get((title["side"] or "   ")[2], "")
                lists[title["sections"], side] = int(lacks[1]) if lacks else 0
        return lists


def agree(answers: Answers) -> None:
    """Check what must hold for any input that can be ranked section by section."""
    assert answers.rank_code == answers.report_code == 0
    _check_missing_results(answers)
    _check_absent_pairs(answers)
    everybody = Counter((r.section, r.direction, r.pair) for r in answers.rankings)
    assert set(everybody.values()) <= {1}
    for section in {r.section for r in answers.rankings}:
        sides = {r.direction for r in answers.rankings if r.section == section}
        assert sides in ({None}, {"NS", "EW"}, {"NS"}, {"EW"})
    ranked = {title.split(", ")[0] for (title, side) in answers.lists() if side}
    for finding in answers.findings("winners-inferred"):
        assert finding["value"] == 2
        assert ranked >= {finding["place"].removeprefix("section ")} or not answers.rankings
    is_by_results = bool(answers.findings("winners-by-results"))
    assert is_by_results == ("winners-by-results" in answers.notes)
    assert is_by_results == any("though not in the movement" in line for line in answers.report)


def _check_missing_results(answers: Answers) -> None:
    """Check that the report counts the same missing results as `missing`."""
    if answers.missing is None:
        assert not any(answers.lists().values())
        return
    missing = answers.missing
    assert answers.missing_code == (1 if missing["missing"] else 0)
    assert missing["expected"] - missing["entered"] == missing["missing"]
    assert sum(len(table["boards"]) for table in missing["tables"]) == missing["missing"]
    lacks: Counter[str] = Counter()
    for table in missing["tables"]:
        lacks[table["letter"]] += len(table["boards"])
    for (sections, _), count in answers.lists().items():
        assert count == sum(lacks[name] for name in sections.split(", "))


def _check_absent_pairs(answers: Answers) -> None:
    """Check that all commands name the pairs without results, which have no place."""
    absent = (answers.missing or {}).get("absent", [])
    by_check = sorted(answers.findings("pair-never-plays"), key=lambda finding: finding["place"])
    assert len(by_check) == len(absent)
    for pair, finding in zip(absent, by_check, strict=True):
        name = " ".join(filter(None, ("pair", pair.get("direction"), str(pair["pair"]))))
        assert finding["place"] == f"section {pair['letter']}"
        assert finding["value"] == f"{name}: {pair['command']}" if "command" in pair else name
        assert finding["level"] == ("warning" if pair["taken_as_missing"] else "info")
        assert any(f"Section {pair['letter']}: {name} has no" in line for line in answers.report)
        for place in answers.rankings:
            if (place.section, place.pair) == (pair["section"] or None, pair["pair"]):
                assert pair.get("direction")
                assert place.direction != pair["direction"]
    assert ("pair-never-plays" in answers.notes) == any(p["taken_as_missing"] for p in absent)


# Generated sessions


def mitchell(tables: int, turns: int, more: int) -> list[tuple[int, int, int, int]]:
    """Round, board set, N-S and E-W pair of each table; every table gets every set once."""
    return [
        (turn, (table + turn - 2) % tables + 1, table, (table - turn) % tables + 1 + more)
        for turn in range(1, turns + 1)
        for table in range(1, tables + 1)
    ]


def howell(tables: int, turns: int) -> list[tuple[int, int, int, int]]:
    """The same for a movement in which all pairs meet; in a round all tables play one set.

    Pair 1 stays and the others move in a circle.
    """
    plan = []
    for turn in range(1, min(turns, 2 * tables - 1) + 1):
        ring = [(k + turn - 1) % (2 * tables - 1) + 2 for k in range(2 * tables - 1)]
        pairs = [(1, ring[0]), *((ring[k], ring[-k]) for k in range(1, tables))]
        plan += [(turn, turn, *pair) for pair in pairs]
    return plan


class SectionPlan(NamedTuple):
    """How a section is played."""

    kind: str
    tables: int
    turns: int
    boards: int
    is_switched: bool
    """Whether the last round has an arrow switch."""
    absent_index: int
    """Which E-W pair of round 1 may be absent."""
    absence: str
    """How it is absent: "nobody" (it is not), "zero" (0 in the movement), "declared" (as missing),
    or "phantom" (it only has no results)."""
    is_stray: bool
    """Whether the movement has only its first round."""
    missing_tenths: int
    """How many tenths of the results are still to come."""
    is_mixed: bool
    """Whether results come in another order than that of the rounds."""

    def meetings(self) -> list[tuple[int, int, int, int]]:
        """Round, board set, N-S and E-W pair of each table."""
        if self.kind == "howell":
            plan = howell(self.tables, self.turns)
        else:
            more = 0 if self.kind == "shared" else 20
            plan = mitchell(self.tables, min(self.turns, self.tables), more)
        last = max(turn for turn, *_ in plan) if self.is_switched else 0
        return [(t, s, ew, ns) if t == last else (t, s, ns, ew) for t, s, ns, ew in plan]


PLANS = st.builds(
    SectionPlan,
    kind=st.sampled_from(["shared", "apart", "howell"]),
    tables=st.integers(4, 6),
    turns=st.integers(4, 6),
    boards=st.integers(1, 2),
    is_switched=st.booleans(),
    absent_index=st.integers(0, 5),
    absence=st.sampled_from(["nobody", "zero", "declared", "phantom"]),
    is_stray=st.sampled_from([False, False, True]),
    missing_tenths=st.sampled_from([0, 0, 0, 1, 5, 9]),
    is_mixed=st.booleans(),
)


class Truth(NamedTuple):
    """What the commands must find out about a section."""

    winners: int
    is_complete: bool
    is_stray: bool
    phantom: tuple[str, int] | None
    missing: int
    pairs_with_results: set[tuple[int, int]]
    """N-S and E-W pair of each result."""


def section(id: int, plan: SectionPlan) -> tuple[list[Record], Truth]:
    """The records of a section, and the truth about it."""
    meetings = plan.meetings()
    shared = plan.kind == "shared"
    # with shared numbers and an arrow switch, a number on one side stands for two pairs
    absence = "nobody" if shared and plan.is_switched else plan.absence
    side = "EW" if shared else ""
    ew_pairs = sorted({ew for turn, _, _, ew in meetings if turn == 1})
    absent = ew_pairs[plan.absent_index % plan.tables]
    table: Counter[int] = Counter()
    rounds: list[Round] = []
    played: list[Result] = []
    for turn, set_, ns, ew in meetings:
        table[turn] += 1
        place = {"section": id, "table": table[turn], "round": turn}
        is_away = absence != "nobody" and (ew == absent or (ns == absent and not side))
        low, high = plan.boards * (set_ - 1) + 1, plan.boards * set_
        round = Round(**place, ns_pair=ns, ew_pair=ew, low_board=low, high_board=high)
        if is_away and absence == "zero":
            setattr(round, "ew_pair" if ew == absent else "ns_pair", 0)
        rounds.append(round)
        if not is_away:
            played += [
                Result(**place, board=board, pair_ns=ns, pair_ew=ew, score=10 * (table[turn] % 4))
                for board in range(low, high + 1)
            ]
    movement = [r for r in rounds if r.round == 1] if plan.is_stray else rounds
    order = played[::2] + played[1::2] if plan.is_mixed else played
    missing = -(-len(played) * plan.missing_tenths // 10)  # rounded up
    entered, late = order[: len(order) - missing], order[len(order) - missing :]
    record = Section(id=id, letter="AB"[id - 1], tables=plan.tables)
    if absence == "declared":
        record.missing_pair, record.missing_side = absent, side or None
    has_one_winner = plan.kind == "howell" or (plan.kind == "apart" and plan.is_switched)
    truth = Truth(
        1 if has_one_winner else 2,
        not missing,
        plan.is_stray,
        (side, absent) if absence == "phantom" else None,
        sum(not plan.is_stray or result.round == 1 for result in late),
        {(result.pair_ns, result.pair_ew) for result in entered},
    )
    return [record, *movement, *entered], truth


@settings(max_examples=80, deadline=None)
@given(st.lists(PLANS, min_size=1, max_size=2))
def test_commands_agree_about_generated_sessions(plans):
    sections = [section(id, plan) for id, plan in enumerate(plans, 1)]
    records = [record for records, _ in sections for record in records]
    answers = Answers(stdin=b"".join(encode_lines(records)))
    agree(answers)
    for id, (_, truth) in enumerate(sections, 1):
        _check_section(answers, id, truth)


def _check_section(answers: Answers, id: int, truth: Truth) -> None:
    """Check that the commands report the truth about a section."""
    rankings = [r for r in answers.rankings if r.section == id]
    lists = {side for sections, side in answers.lists() if sections == "AB"[id - 1]}
    assert {r.direction or "" for r in rankings} == lists
    if truth.pairs_with_results and (truth.is_complete or not truth.is_stray):
        assert lists == ({""} if truth.winners == 1 else {"NS", "EW"})
    assert {(r.direction or "", r.pair) for r in rankings} == {
        (side if lists != {""} else "", pair)
        for pairs in truth.pairs_with_results
        for side, pair in zip(("NS", "EW"), pairs, strict=True)
    }
    absent = [p for p in answers.missing.get("absent", ()) if p["section"] == id]
    missing = sum(len(t["boards"]) for t in answers.missing["tables"] if t["section"] == id)
    if truth.is_complete and truth.phantom:
        assert [(p.get("direction", ""), p["pair"]) for p in absent] == [truth.phantom]
    if truth.is_complete or not (truth.phantom or truth.is_stray):
        assert missing == truth.missing
    if truth.is_complete:
        assert {(r.extra or {}).get("provisional") for r in rankings} == {None}


# Samples

FILES = sorted(
    path
    for folder in (*ROOT.glob("formats/*/samples"), SHARED / "samples", SHARED / "real")
    for path in folder.rglob("*")
    if path.is_file()
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_commands_agree_about_samples(path: Path) -> None:
    done = quick("rank", path)
    if done.code:  # a part of an event, or a file that is not about results
        assert (done.err[:7], "Traceback" in done.err) == ("bmconv:", False)
    else:
        agree(Answers(path))
