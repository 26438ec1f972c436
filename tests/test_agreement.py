"""rank, its report, missing and check agree: the same winners, the same pairs, the same counts."""

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

    def found(self, rule: str) -> list[dict]:
        return [finding for finding in self.check if finding["rule"] == rule]

    def lists(self) -> dict[tuple[str, str], int]:
        """The lists of the report by section and side, with the results that they lack."""
        lists = {}
        for at, line in enumerate(self.report):
            if title := LIST.fullmatch(line):
                lacks = PROVISIONAL.match(self.report[at + 1])
                side = {"N": "NS", "E": "EW"}.get((title["side"] or "   ")[2], "")
                lists[title["sections"], side] = int(lacks[1]) if lacks else 0
        return lists


def agree(answers: Answers) -> None:
    """What must hold for any input that can be ranked section by section."""
    assert answers.rank_code == answers.report_code == 0
    _same_counts(answers)
    _same_absent(answers)
    everybody = Counter((r.section, r.direction, r.pair) for r in answers.rankings)
    assert set(everybody.values()) <= {1}
    for section in {r.section for r in answers.rankings}:
        sides = {r.direction for r in answers.rankings if r.section == section}
        assert sides in ({None}, {"NS", "EW"}, {"NS"}, {"EW"})
    ranked = {title.split(", ")[0] for (title, side) in answers.lists() if side}
    for finding in answers.found("winners-inferred"):
        assert finding["value"] == 2
        assert ranked >= {finding["place"].removeprefix("section ")} or not answers.rankings
    told = bool(answers.found("winners-by-results"))
    assert told == ("winners-by-results" in answers.notes)
    assert told == any("though not in the movement" in line for line in answers.report)


def _same_counts(answers: Answers) -> None:
    """The results that the report misses are those of `missing`."""
    if answers.missing is None:
        assert not any(answers.lists().values())
        return
    told = answers.missing
    assert answers.missing_code == (1 if told["missing"] else 0)
    assert told["expected"] - told["entered"] == told["missing"]
    assert sum(len(at["boards"]) for at in told["tables"]) == told["missing"]
    lacks: Counter[str] = Counter()
    for at in told["tables"]:
        lacks[at["letter"]] += len(at["boards"])
    for (sections, _), count in answers.lists().items():
        assert count == sum(lacks[name] for name in sections.split(", "))


def _same_absent(answers: Answers) -> None:
    """A pair without any result is named by all, with one command, and has no place."""
    told = (answers.missing or {}).get("absent", [])
    by_check = sorted(answers.found("pair-never-plays"), key=lambda finding: finding["place"])
    assert len(by_check) == len(told)
    for pair, finding in zip(told, by_check, strict=True):
        name = " ".join(filter(None, ("pair", pair.get("direction"), str(pair["pair"]))))
        assert finding["place"] == f"section {pair['letter']}"
        assert finding["value"] == f"{name}: {pair['command']}" if "command" in pair else name
        assert finding["level"] == ("warning" if pair["taken_as_missing"] else "info")
        assert any(f"Section {pair['letter']}: {name} has no" in line for line in answers.report)
        for place in answers.rankings:
            if (place.section, place.pair) == (pair["section"] or None, pair["pair"]):
                assert pair.get("direction")
                assert place.direction != pair["direction"]
    assert ("pair-never-plays" in answers.notes) == any(p["taken_as_missing"] for p in told)


# Generated sessions


def mitchell(tables: int, turns: int, more: int) -> list[tuple[int, int, int, int]]:
    """Round, board set, N-S and E-W; every set meets every table once."""
    return [
        (turn, (table + turn - 2) % tables + 1, table, (table - turn) % tables + 1 + more)
        for turn in range(1, turns + 1)
        for table in range(1, tables + 1)
    ]


def howell(tables: int, turns: int) -> list[tuple[int, int, int, int]]:
    """Everybody against everybody: pair 1 sits, the others go round; a round is a board set."""
    found = []
    for turn in range(1, min(turns, 2 * tables - 1) + 1):
        ring = [(k + turn - 1) % (2 * tables - 1) + 2 for k in range(2 * tables - 1)]
        pairs = [(1, ring[0]), *((ring[k], ring[-k]) for k in range(1, tables))]
        found += [(turn, turn, *pair) for pair in pairs]
    return found


class Made(NamedTuple):
    """How a section comes about."""

    kind: str
    tables: int
    turns: int
    boards: int
    switched: bool
    """An arrow switch in the last round."""
    who: int
    gone: str
    """How one pair is not there: declared, as 0 in the movement, or just without results."""
    stray: bool
    """Only the first round is left in the movement."""
    lost: int
    """How many of ten results are still to come."""
    mixed: bool
    """Results do not come in the order of rounds."""

    def plan(self) -> list[tuple[int, int, int, int]]:
        if self.kind == "howell":
            found = howell(self.tables, self.turns)
        else:
            more = 0 if self.kind == "shared" else 20
            found = mitchell(self.tables, min(self.turns, self.tables), more)
        last = max(at[0] for at in found) if self.switched else 0
        return [(t, s, ew, ns) if t == last else (t, s, ns, ew) for t, s, ns, ew in found]


MADE = st.builds(
    Made,
    kind=st.sampled_from(["shared", "apart", "howell"]),
    tables=st.integers(4, 6),
    turns=st.integers(4, 6),
    boards=st.integers(1, 2),
    switched=st.booleans(),
    who=st.integers(0, 5),
    gone=st.sampled_from(["nobody", "zero", "declared", "phantom"]),
    stray=st.sampled_from([False, False, True]),
    lost=st.sampled_from([0, 0, 0, 1, 5, 9]),
    mixed=st.booleans(),
)


class Truth(NamedTuple):
    """What is true of a section."""

    winners: int
    complete: bool
    stray: bool
    phantom: tuple[str, int] | None
    missing: int
    seen: set[tuple[int, int]]
    """The pairs of results, N-S first."""


def section(id: int, made: Made) -> tuple[list[Record], Truth]:
    """A section with whatever happened to it, and what is true of it."""
    plan = made.plan()
    shared = made.kind == "shared"
    # with shared numbers and an arrow switch a number on one side is no longer one pair
    gone = "nobody" if shared and made.switched else made.gone
    side = "EW" if shared else ""
    who = sorted({at[3] for at in plan if at[0] == 1})[made.who % made.tables]
    at: Counter[int] = Counter()
    rounds: list[Round] = []
    played: list[Result] = []
    for turn, set_, ns, ew in plan:
        at[turn] += 1
        place = {"section": id, "table": at[turn], "round": turn}
        away = gone != "nobody" and (ew == who or (ns == who and not side))
        low, high = made.boards * (set_ - 1) + 1, made.boards * set_
        round = Round(**place, ns_pair=ns, ew_pair=ew, low_board=low, high_board=high)
        if away and gone == "zero":
            setattr(round, "ew_pair" if ew == who else "ns_pair", 0)
        rounds.append(round)
        if not away:
            played += [
                Result(**place, board=board, pair_ns=ns, pair_ew=ew, score=10 * (at[turn] % 4))
                for board in range(low, high + 1)
            ]
    kept = [r for r in rounds if r.round == 1] if made.stray else rounds
    order = played[::2] + played[1::2] if made.mixed else played
    lost = -(-len(played) * made.lost // 10)
    entered, late = order[: len(order) - lost], order[len(order) - lost :]
    known = Section(id=id, letter="AB"[id - 1], tables=made.tables)
    if gone == "declared":
        known.missing_pair, known.missing_side = who, side or None
    one = made.kind == "howell" or (made.kind == "apart" and made.switched)
    truth = Truth(
        1 if one else 2,
        not lost,
        made.stray,
        (side, who) if gone == "phantom" else None,
        sum(not made.stray or result.round == 1 for result in late),
        {(result.pair_ns, result.pair_ew) for result in entered},
    )
    return [known, *kept, *entered], truth


@settings(max_examples=80, deadline=None)
@given(st.lists(MADE, min_size=1, max_size=2))
def test_generated_sessions(made):
    drawn = [section(id, one) for id, one in enumerate(made, 1)]
    records = [record for own, _ in drawn for record in own]
    answers = Answers(stdin=b"".join(encode_lines(records)))
    agree(answers)
    for id, (_, truth) in enumerate(drawn, 1):
        _true(answers, id, truth)


def _true(answers: Answers, id: int, truth: Truth) -> None:
    """The commands report about a section what was made."""
    mine = [r for r in answers.rankings if r.section == id]
    lists = {side for sections, side in answers.lists() if sections == "AB"[id - 1]}
    assert {r.direction or "" for r in mine} == lists
    if truth.seen and (truth.complete or not truth.stray):
        assert lists == ({""} if truth.winners == 1 else {"NS", "EW"})
    assert {(r.direction or "", r.pair) for r in mine} == {
        (side if lists != {""} else "", pair)
        for met in truth.seen
        for side, pair in zip(("NS", "EW"), met, strict=True)
    }
    absent = [p for p in answers.missing.get("absent", ()) if p["section"] == id]
    missing = sum(len(t["boards"]) for t in answers.missing["tables"] if t["section"] == id)
    if truth.complete and truth.phantom:
        assert [(p.get("direction", ""), p["pair"]) for p in absent] == [truth.phantom]
    if truth.complete or not (truth.phantom or truth.stray):
        assert missing == truth.missing
    if truth.complete:
        assert {(r.extra or {}).get("provisional") for r in mine} == {None}


# Samples

FILES = sorted(
    path
    for folder in (*ROOT.glob("formats/*/samples"), SHARED / "samples", SHARED / "real")
    for path in folder.rglob("*")
    if path.is_file()
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_samples(path: Path) -> None:
    done = quick("rank", path)
    if done.code:  # part of a format, or only of interest to another command
        assert (done.err[:7], "Traceback" in done.err) == ("bmconv:", False)
    else:
        agree(Answers(path))
