"""bmconv bws simulate: a whole evening, alone."""

import datetime
import os
import threading
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from msgspec import structs

import bmconv
from bmconv.bridge.auction import contract_of, is_inadmissible, is_insufficient, is_over
from bmconv.bridge.cards import SEATS
from bmconv.bridge.contracts import is_impossible
from bmconv.bridge.outcomes import Kind, outcome
from bmconv.bws.simulation.entries import Rates
from bmconv.bws.simulation.play import deal_cards
from bmconv.bws.simulation.running import Course, EveningFile, play_in_file, read_set_up
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.io.source import open_source
from bmconv.notes import Notes
from bmconv.records import Bid, Hand, Intermediate, Result, Round, Seat, Session, Table
from tests.helpers.running import quick
from tests.helpers.simulated_event import event, write

CALM = Rates(0, 0, 0, 0, 0, 0)


def in_file(source: Path, path: Path, *, resume: bool = False) -> EveningFile:
    """The evening of a set-up file in another one."""
    with open_source(str(source)) as opened:
        return EveningFile(read_set_up(opened, None, Notes()), str(path), resume)


def played(folder: Path, records: list, course: Course, name: str = "out.bws") -> Event:
    """The event after an evening in a file."""
    source = write(folder / "in.bws", records)
    before = source.read_bytes()
    files = in_file(source, folder / name)
    play_in_file(files, course, threading.Event(), lambda _: None, Notes())
    assert source.read_bytes() == before
    return bmconv.read(folder / name)


def test_a_calm_evening_has_one_result_for_every_board_of_the_movement(tmp_path):
    found = played(tmp_path, event(), Course(rates=CALM, speed=0))
    wanted = {
        (t, r, b, t, (t - r) % 4 + 1)
        for t in range(1, 5)
        for r in range(1, 4)
        for b in ((t + r - 2) % 4 * 2 + 1, (t + r - 2) % 4 * 2 + 2)
    }
    results = found.of(Result)
    assert Counter((r.table, r.round, r.board, r.pair_ns, r.pair_ew) for r in results) == Counter(
        wanted
    )
    for result in results:
        what = outcome(result)
        assert what.kind in (Kind.PLAYED, Kind.PASSED_OUT)
        assert what.contract is None or not is_impossible(what.contract, what.tricks)
    (session,) = found.of(Session)
    assert session.status == 2
    assert {(t.status, t.log_on_off) for t in found.of(Table)} == {(1, 2)}


def test_results_of_a_table_arrive_in_order_and_nobody_plays_at_two_tables_at_once(tmp_path):
    rates = CALM._replace(late=0.5)
    found = played(tmp_path, event(8, 4), Course(rates=rates, speed=0))
    at_table, of_pair = defaultdict(list), defaultdict(lambda: defaultdict(list))
    for result in sorted(found.of(Result), key=lambda r: r.id):
        when = datetime.datetime.combine(result.date, result.time)
        at_table[result.table].append((result.round, result.board, when))
        for pair in (("NS", result.pair_ns), ("EW", result.pair_ew)):
            of_pair[pair][result.round].append(when)
    for entries in at_table.values():
        assert entries == sorted(entries)
        assert [when for *_, when in entries] == sorted(when for *_, when in entries)
    for rounds in of_pair.values():
        assert sorted(rounds) == [1, 2, 3, 4]
        for number in (2, 3, 4):  # no board takes less than three minutes
            pause = min(rounds[number]) - max(rounds[number - 1])
            assert pause > datetime.timedelta(minutes=3)


@pytest.mark.parametrize("jet", [3, 4])
def test_the_same_seed_gives_the_same_bytes_at_any_speed(tmp_path, jet):
    write(tmp_path / "in.bws", event(), jet)
    for name, speed, seed in (
        ("a", "0", "5"),
        ("b", "0", "5"),
        ("c", "9000", "5"),
        ("d", "0", "6"),
    ):
        words = ("-o", tmp_path / f"{name}.bws", "--speed", speed, "--seed", seed)
        done = quick("bws", "simulate", tmp_path / "in.bws", *words)
        assert done.code == 0, done.err
    data = {name: (tmp_path / f"{name}.bws").read_bytes() for name in "abcd"}
    assert data["a"] == data["b"] == data["c"] != data["d"]


def test_records_are_the_same_evening_as_the_file(tmp_path):
    found = played(tmp_path, event(), Course(speed=0, rates=Rates(0.3, 0.1, 0.1, 0.5, 0.3, 0.3)))
    rates = ("--corrections", "0.3", "--erasures", "0.1", "--sit-outs", "0.1", "--late", "0.5")
    more = ("--wrong-numbers", "0.3", "--bidding", "0.3", "--records", "--speed", "0")
    done = quick("bws", "simulate", tmp_path / "in.bws", *rates, *more)
    assert done.code == 0, done.err
    stream = bmconv.read(done.out, format="records")
    for kind in (Seat, Bid, Table, Session):
        assert stream.of(kind) == found.of(kind)
    assert sorted(stream.standing_results(), key=lambda r: r.id) == sorted(
        found.standing_results(), key=lambda r: r.id
    )
    assert {r.id for r in stream.of(Result)} == {r.id for r in found.of(Result)}


def test_corrections_erase_and_enter_again_or_change_the_row(tmp_path):
    found = played(tmp_path, event(8, 5), Course(rates=CALM._replace(corrections=1), speed=0))
    history = defaultdict(list)
    for result in sorted(found.of(Result), key=lambda r: r.id):
        history[result.table, result.round, result.board].append(result)
    ways = Counter(len(rows) for rows in history.values())
    assert set(ways) == {1, 3}
    assert len(history) == 80
    for rows in history.values():
        if len(rows) == 3:
            first, gone, last = rows
            assert [r.erased for r in rows] == [False, True, False]
            assert gone.remarks == "Result erased"
            assert gone.contract == first.contract
            entered = [(r.contract, r.declarer, r.result) for r in (first, last)]
            assert entered[0] != entered[1]


def test_rates_of_one_erase_everything_or_play_nothing(tmp_path):
    gone = played(tmp_path, event(), Course(rates=CALM._replace(erasures=1), speed=0), "a.bws")
    assert len(gone.of(Result)) == 48
    assert gone.standing_results() == []
    idle = played(tmp_path, event(), Course(rates=CALM._replace(sit_outs=1), speed=0), "b.bws")
    assert {r.remarks for r in idle.of(Result)} == {"Not played"}
    assert len(idle.of(Result)) == 24


def test_a_missing_pair_sits_out(tmp_path):
    records = event()
    for record in records:
        if isinstance(record, Round) and record.ew_pair == 2:
            record.ew_pair = 0
    found = played(tmp_path, records, Course(rates=CALM, speed=0))
    assert len(found.of(Result)) == 18
    assert sum(bool(s.number) for s in found.of(Seat)) == 14


def test_players_enter_numbers_of_the_list_and_some_enter_others(tmp_path):
    found = played(tmp_path, event(), Course(rates=CALM, speed=0), "a.bws")
    names = {str(2000 + n): f"Player {n}" for n in range(1, 17)}
    assert sorted(s.number for s in found.of(Seat)) == sorted(names)
    assert all(seat.name == names[seat.number] and seat.time for seat in found.of(Seat))
    wrong = CALM._replace(wrong_numbers=1)
    found = played(tmp_path, event(), Course(rates=wrong, speed=0), "b.bws")
    right = [seat for seat in found.of(Seat) if seat.number in names]
    assert 0 < len(right) < 16
    assert all(bool(seat.name) == (seat.number in names) for seat in found.of(Seat))


def test_settings_decide_what_is_entered(tmp_path):
    off = event(settings={"MemberNumbers": False, "LeadCard": True, "IntermediateResults": True})
    found = played(tmp_path, off, Course(rates=CALM, speed=0), "a.bws")
    assert not any(seat.number for seat in found.of(Seat))
    contracts = [r for r in found.of(Result) if r.contract != "PASS"]
    assert contracts
    assert all(r.lead_card for r in contracts)
    early = found.of(Intermediate)
    assert len(early) == len(contracts)
    assert not any(r.result for r in early)
    each = event(settings={"MemberNumbers": True, "BM2NumberEntryEachRound": True})
    found = played(tmp_path, each, Course(rates=CALM, speed=0), "b.bws")
    assert Counter(s.round or 0 for s in found.of(Seat)) == {0: 16, 1: 16, 2: 16, 3: 16}


def test_recorded_auctions_are_legal_and_lead_to_the_contract(tmp_path):
    found = played(tmp_path, event(8, 6), Course(rates=CALM._replace(bidding=1), speed=0))
    calls = defaultdict(list)
    for bid in sorted(found.of(Bid), key=lambda b: b.id):
        calls[bid.table, bid.round, bid.board].append((bid.direction, bid.bid))
        assert bid.counter == len(calls[bid.table, bid.round, bid.board])
    assert len(calls) == 96
    for result in found.of(Result):
        made = calls[result.table, result.round, result.board]
        contract, declarer = contract_of(made)
        assert is_over(made)
        assert made[0][0] == "NESW"[(result.board - 1) % 4]
        assert (str(contract) if contract else "PASS") == result.contract
        assert not contract or declarer == result.declarer
        for turn, call in enumerate(made):
            assert not is_inadmissible(call, made[:turn])
            assert not is_insufficient(call[1], made[:turn])


def test_contracts_follow_the_cards(tmp_path):
    slam = ("AKQJT98.AKQJ.AK.", "765.T98.QJT.KQJT", "432.765.987.A987", "..65432.65432")
    slam = (slam[0], slam[1], slam[2], ".432.65432.65432")
    deal = dict(zip(("north", "east", "south", "west"), slam, strict=True))
    hands = [Hand(section=1, board=board, **deal) for board in range(1, 9)]
    found = played(tmp_path, [*event(), *hands], Course(rates=CALM, speed=0))
    assert {r.declarer for r in found.of(Result)} <= {"N", "S"}
    assert any(r.contract[0] in "67" for r in found.of(Result))


def test_it_stops_after_a_round_and_continues_later(tmp_path):
    whole = played(tmp_path, event(), Course(speed=0), "whole.bws")
    some = played(tmp_path, event(), Course(speed=0, until_round=2))
    assert {r.round for r in some.of(Result)} == {1, 2}
    assert some.of(Session)[0].status == 1
    files = in_file(tmp_path / "in.bws", tmp_path / "out.bws", resume=True)
    play_in_file(files, Course(speed=0), threading.Event(), lambda _: None, Notes())
    now = bmconv.read(tmp_path / "out.bws")
    assert contents(now) == contents(whole)


def contents(found: Event) -> list[Result]:
    """All results, however they are numbered."""
    rows = [structs.replace(result, id=None) for result in found.of(Result)]
    return sorted(rows, key=lambda r: (r.table, r.round, r.board, r.time))


def test_what_cannot_be_played_is_refused(tmp_path):
    source = write(tmp_path / "in.bws", [*event(), Result(section=1, table=1, round=1, board=1)])
    done = quick("bws", "simulate", source, "-o", tmp_path / "out.bws")
    assert done.code == 1
    assert "holds 1 result record: expected an event before play" in done.err
    write(source, [r for r in event() if not isinstance(r, Round)])
    done = quick("bws", "simulate", source, "-o", tmp_path / "out.bws")
    assert done.code == 1
    assert "has no rounds to play" in done.err
    write(source, [r for r in event() if not (isinstance(r, Round) and r.round == 2)])
    done = quick("bws", "simulate", source, "-o", tmp_path / "out.bws")
    assert done.code == 1
    assert "A1: round 3 is there, but round 2 is not" in done.err
    assert quick("bws", "simulate", source).code == 2
    assert os.listdir(tmp_path) == ["in.bws"]
    (tmp_path / "out.bws").write_bytes(b"mine")
    write(source, event())
    done = quick("bws", "simulate", source, "-o", tmp_path / "out.bws")
    assert done.code == 1
    assert (tmp_path / "out.bws").read_bytes() == b"mine"


def test_resuming_another_event_is_refused(tmp_path):
    source = write(tmp_path / "in.bws", event())
    other = event()
    other[0] = Session(id=1, name="Friday", guid="B" * 32)
    write(tmp_path / "out.bws", other)
    files = in_file(source, tmp_path / "out.bws", resume=True)
    with pytest.raises(DataError, match="holds another event"):
        play_in_file(files, Course(speed=0), threading.Event(), lambda _: None, Notes())


def test_a_name_of_another_format_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "in.bws", event())
    done = quick("bws", "simulate", source, "-o", tmp_path / "evening.txt")
    line = f"bmconv: {tmp_path / 'evening.txt'}: expected the name of a .bws, not .txt\n"
    assert (done.code, done.err, (tmp_path / "evening.txt").exists()) == (2, line, False)


@pytest.mark.parametrize(("boards", "announced"), [(2, False), (9, True)])
def test_solving_many_deals_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boards: int, announced: bool
) -> None:
    monkeypatch.setattr("bmconv.bws.simulation.running.has_solver", lambda: True)
    hands = [
        Hand(section=1, board=board, **dict(zip(SEATS, deal_cards(str(board)), strict=True)))
        for board in range(1, boards + 1)
    ]
    source = write(tmp_path / "in.bws", [*event(tables=3, boards=3), *hands])
    for words in (("--records",), ("-o", tmp_path / "out.bws")):
        done = quick("bws", "simulate", source, *words, "--speed", "0", "--until-round", "1")
        line = f"bmconv: solving {boards} boards; bmconv evaluate does it once and for all\n"
        assert (line in done.err) == announced
    done = quick("bws", "simulate", source, "--records", "--speed", "0", "-q")
    assert "solving" not in done.err
