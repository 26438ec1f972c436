"""Evenings of every kind with random results, and the files that `rank` writes for them."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import bmconv
from bmconv.bridge.movements import boards_of
from bmconv.io.stream import encode_lines
from bmconv.records import Record, Result, Round, ScoringGroup, Seat, Section, Session, Settings
from tests.helpers.running import quick

MITCHELL = ("mitchell", "--tables", "4", "--boards", "12", "--switches", "0")


def movement(*words: str) -> list[Record]:
    """The records that `movement make` writes."""
    done = quick("movement", "make", *words)
    assert done.code == 0, done.err
    return list(bmconv.read(done.out, "records"))


def play(records: list[Record], seed: int = 1) -> list[Record]:
    """Random results for a movement, a few adjusted or not played, and names for all seats."""
    dice = random.Random(seed)
    played: list[Record] = []
    for number, round in enumerate(r for r in records if isinstance(r, Round)):
        if not round.ns_pair or not round.ew_pair:
            continue
        place = {"section": round.section, "table": round.table, "round": round.round}
        if round.round == 1:
            played += [
                Seat(**place | {"round": 0}, direction=d, name=f"{d}{round.section}{round.table}")
                for d in "NESW"
            ]
        for board in boards_of(round):
            pairs = {"board": board, "pair_ns": round.ns_pair, "pair_ew": round.ew_pair}
            odd = {5: "60%-40%", 11: "Not played", 17: "60%-60%", 23: "Wrong direction"}
            remark = odd.get((number * 7 + board) % 40)
            if remark and remark != "Wrong direction":
                played.append(Result(**place, **pairs, remarks=remark))
                continue
            contract = f"{dice.randint(1, 5)} {dice.choice(['S', 'H', 'D', 'C', 'NT'])}"
            tricks = dice.choice(["=", "+1", "-1", "-2", "+2"])
            seat = dice.choice("NESW")
            played.append(
                Result(**place, **pairs, contract=contract, result=tricks, declarer=seat,
                       remarks=remark)
            )  # fmt: skip
    return played


def evening(*words: str, **section: object) -> list[Record]:
    """A movement with results; `section` are fields of its sections to set."""
    records = movement(*words)
    for record in records:
        if isinstance(record, Section):
            for name, value in section.items():
                setattr(record, name, value)
    return [Session(id=1, name="Thursday"), *records, *play(records)]


def two_sections(**settings: bool) -> list[Record]:
    first = movement("mitchell", "--tables", "3", "--boards", "9")
    second = movement("howell", "--tables", "3", "--boards", "10", "--section", "B")
    records = [*first, *second]
    if settings:
        records.append(Settings(values=dict(settings)))
    return [*records, *play(records)]


def groups_of_tables() -> list[Record]:
    """One section whose tables form two groups that are compared apart and ranked in one list."""
    records = evening("mitchell", "--tables", "4", "--boards", "8")
    for record in records:
        if type(record).__name__ == "Table":
            record.group = 1 if record.table < 3 else 2
    return records


def board_a_match() -> list[Record]:
    records = evening("teams", "--tables", "4", "--boards", "12", scoring_group=1, session=1)
    return [ScoringGroup(session=1, number=1, method=60), *records]


def unfinished() -> list[Record]:
    records = evening(*MITCHELL, winners=2)
    last = next(r for r in reversed(records) if isinstance(r, Result) and r.contract)
    last.contract, last.result, last.declarer, last.remarks = None, None, None, "Arbitral score"
    return [r for r in records if not (isinstance(r, Result) and r.round == 4 and r.table == 2)]


def equal_results() -> list[Record]:
    """Every pair played all its boards, and many results are the same."""
    records = evening(*MITCHELL, winners=2)
    dice = random.Random(2)
    for record in records:
        if isinstance(record, Result):
            record.contract, record.declarer, record.remarks = "3 NT", "N", None
            record.result = dice.choice(["=", "+1"])
    return records


def unplayed_section() -> list[Record]:
    """A section of pairs with results, and one of teams without."""
    teams = movement("teams", "--tables", "4", "--boards", "12", "--section", "B")
    return [*evening(*MITCHELL, winners=2), *teams]


EVENTS: dict[str, Callable[[], list[Record]]] = {
    "pairs": lambda: evening(*MITCHELL, winners=2),
    "howell": lambda: evening("howell", "--tables", "4", "--boards", "14", winners=1),
    "guessed winners": lambda: evening("mitchell", "--tables", "4", "--boards", "8"),
    "teams": lambda: evening("teams", "--tables", "4", "--boards", "12"),
    "board-a-match": board_a_match,
    "individual": lambda: evening("individual", "--tables", "2", "--boards", "14"),
    "butler": lambda: evening("howell", "--tables", "3", "--boards", "10", scoring_type=2),
    "cross-imps": lambda: evening("mitchell", "--tables", "4", "--boards", "12", scoring_type=3),
    "two sections": two_sections,
    "sections together": lambda: two_sections(GroupSections=True),
    "groups of tables": groups_of_tables,
    "unfinished": unfinished,
    "equal results": equal_results,
    "unplayed section": unplayed_section,
}


def write_event(records: list[Record], folder: Path) -> Path:
    path = folder / "night.jsonl"
    path.write_bytes(b"".join(encode_lines(records)))
    return path


@cache
def ranking_file(event: Path, format: str) -> bytes:
    """The file that `rank -o` writes."""
    out = event.with_name(f"out.{format}")
    done = quick("rank", event, "-o", out)
    assert done.code == 0, done.err
    return out.read_bytes()


def outputs(event: Path, format: str, *options: str) -> Iterator[bytes]:
    """The file for people that each command writes: `rank -o`, `rank | to`, and `to` alone.

    With options of rank, the last is left out: `to` does not have them.
    """
    people = ("--sheets", "people") if format == "xlsx" else ()
    if options:
        out = event.with_name(f"options.{format}")
        done = quick("rank", event, *options, "-o", out)
        assert done.code == 0, done.err
        yield out.read_bytes()
    else:
        yield ranking_file(event, format)
    records = quick("rank", event, *options)
    assert records.code == 0
    done = quick("to", format, *people, stdin=records.out)
    assert done.code == 0, done.err
    yield done.out
    if not options:
        yield quick("to", format, *people, event).out
