"""bmconv bws apply: only differences are written, and the control software is notified of them."""

import json
from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv import jet
from bmconv.records import Seat
from tests.cli.bws.test_commands import mutations
from tests.helpers import bcs
from tests.helpers.jet_accounting import audit
from tests.helpers.running import Done, quick


@pytest.fixture(params=[3, 4])
def night(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "night.bws"
    bcs.write(path, request.param)
    return path


def apply(night: Path, *records: dict[str, Any], words: tuple[str, ...] = ()) -> Done:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    words = (*words, "--allow-errors")  # these tests are about how changes are written
    done = quick("bws", "apply", night, "-", *words, stdin=lines.encode())
    with jet.open(night) as database:
        audit(night.read_bytes(), [t.definition.page for t in database.tables.values()], True)
    return done


def updates(night: Path) -> dict[int, int]:
    rows = bcs.rows(night, "Tables")
    return {r["Table"]: r["UpdateFromRound"] for r in rows if r["UpdateFromRound"]}


def a_round(table: int, number: int, **more: Any) -> dict[str, Any]:
    return {"type": "round", "section": 1, "table": table, "round": number, "ns_pair": 9,
            "ew_pair": 19, "low_board": 1, "high_board": 3, **more}  # fmt: skip


def test_what_the_file_says_already_changes_nothing(night: Path) -> None:
    before = night.read_bytes()
    records = quick("from", "bws", night).out
    done = quick("bws", "apply", night, "-", "--complete", stdin=records)
    assert (done.code, done.out, done.err) == (0, b"", "bmconv: nothing to change\n")
    assert night.read_bytes() == before


def test_a_changed_round_updates_its_table_from_there(night: Path) -> None:
    done = apply(night, a_round(2, 2), a_round(2, 3, ns_pair=8), words=("--last",))
    assert done.code == 0
    assert updates(night) == {2: 2}
    changed = [r for r in bcs.rows(night, "RoundData") if r["Table"] == 2 and r["Round"] > 1]
    assert [(r["Round"], r["NSPair"], r["EWPair"]) for r in changed] == [(2, 9, 19), (3, 8, 19)]
    assert bcs.Bcs(night).take_up() == {2: 2}


def test_a_dry_run_writes_nothing(night: Path) -> None:
    before = night.read_bytes()
    done = apply(night, a_round(2, 2), words=("--dry-run",))
    assert b"change RoundData A2 round 2: NSPair 2 -> 9" in done.out
    assert b"change Tables A2: UpdateFromRound 0 -> 2" in done.out
    assert night.read_bytes() == before


def test_added_rounds_must_say_whether_more_will_come(night: Path) -> None:
    rounds = [a_round(table, 4) for table in range(1, 5)]
    done = apply(night, *rounds)
    assert (done.code, "use --wait if more follow, else --last" in done.err) == (1, True)
    assert apply(night, *rounds, words=("--wait",)).code == 0
    assert updates(night) == dict.fromkeys(range(1, 5), 260)
    bcs.Bcs(night).take_up()
    assert apply(night, a_round(1, 5), words=("--last",)).code == 0
    assert updates(night) == {1: 5}


def test_waiting_can_be_changed_alone(night: Path) -> None:
    assert apply(night, words=("--wait",)).code == 0
    assert set(bcs.Bcs(night).take_up().values()) == {256}
    assert apply(night, words=("--last",)).code == 0
    assert set(updates(night).values()) == {-256}


def test_removed_rounds_and_tables(night: Path) -> None:
    lines = [json.loads(line) for line in quick("from", "bws", night).out.splitlines()]
    kept = [
        r
        for r in lines
        if r["type"] in ("table", "round") and r["table"] != 4 and r.get("round") != 3
    ]
    done = apply(night, *kept, words=("--complete",))
    assert (done.code, done.err) == (0, "")
    assert updates(night) == {1: -3, 2: -3, 3: -3, 4: 999}
    assert {r["Table"] for r in bcs.rows(night, "RoundData")} == {1, 2, 3}
    assert {r["Round"] for r in bcs.rows(night, "RoundData")} == {1, 2}
    bcs.Bcs(night).take_up()
    assert [r["Table"] for r in bcs.rows(night, "Tables")] == [1, 2, 3]


def test_a_round_removed_in_the_middle_updates_each_table_from_there(night: Path) -> None:
    lines = [json.loads(line) for line in quick("from", "bws", night).out.splitlines()]
    kept = [r for r in lines if r["type"] in ("table", "round") and r.get("round") != 2]
    done = apply(night, *kept, words=("--complete",))
    assert (done.code, done.err) == (0, "")
    # round 3 is still there, so it is an update from round 2, not a removal (-2)
    assert updates(night) == dict.fromkeys(range(1, 5), 2)
    assert {r["Round"] for r in bcs.rows(night, "RoundData")} == {1, 3}
    bcs.Bcs(night).take_up()
    assert len(bcs.rows(night, "Tables")) == 4


def test_a_new_table_gets_its_row_seats_and_place_in_the_section(night: Path) -> None:
    assert apply(night, a_round(5, 1), a_round(5, 2)).code == 0
    assert updates(night) == {5: 1}
    assert bcs.rows(night, "Tables")[-1]["Group"] == 1
    assert bcs.rows(night, "Section")[0]["Tables"] == 5
    seats = [r["Direction"] for r in bcs.rows(night, "PlayerNumbers") if r["Table"] == 5]
    assert sorted(seats) == ["E", "N", "S", "W"]


def test_an_update_not_taken_up_is_never_overwritten(night: Path) -> None:
    apply(night, a_round(2, 2))
    done = apply(night, a_round(2, 3))
    assert done.code == 1
    assert "A2: UpdateFromRound 2 not processed yet;" in done.err
    assert "or if it never will, --replace-triggers replaces them" in done.err
    assert updates(night) == {2: 2}


def test_results_that_would_be_erased_are_listed(night: Path) -> None:
    bcs.Bcs(night).play((2, 2, 5))
    bcs.Bcs(night).play((2, 1, 4))
    done = apply(night, a_round(2, 2))
    assert done.code == 1
    assert "1 result would be erased in the server (A2 round 2 board 5)" in done.err
    assert updates(night) == {}
    assert apply(night, a_round(2, 2), words=("--erase-results",)).code == 0
    assert updates(night) == {2: 2}


def test_names_for_numbers_and_before_play(night: Path) -> None:
    bcs.Bcs(night).register(1, "N", "42")
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
    done = apply(night, {**seat, "number": "42", "name": "Ada Lind"},
                 {**seat, "direction": "S", "number": "7", "name": "Bo Ek"})  # fmt: skip
    assert (done.code, done.err) == (0, "")
    rows = {r["Direction"]: r for r in bcs.rows(night, "PlayerNumbers") if r["Table"] == 1}
    assert [rows["N"][n] for n in ("Number", "Name", "Updated")] == ["42", "Ada Lind", True]
    assert [rows["S"][n] for n in ("Number", "Name", "Updated")] == ["7", "Bo Ek", True]
    assert rows["S"]["EntrySource"] == 0
    done = apply(night, {**seat, "number": "43", "name": "Else"})
    assert "number-kept" in done.err


def test_under_strict_a_loss_leaves_the_file_as_it_was(night: Path) -> None:
    before = night.read_bytes()
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada " * 9}
    for words in (("--strict",), ("--strict", "--dry-run"), ("--strict", "--rewrite")):
        done = apply(night, seat, words=words)
        assert (done.code, "nothing written: --strict" in done.err) == (1, True)
        assert night.read_bytes() == before
    assert apply(night, seat).code == 0


def test_names_are_refused_where_the_control_software_looks_them_up(night: Path) -> None:
    with bcs.Bcs(night).editor() as editor:
        table = editor.table("Settings")
        for pointer, _ in list(table.dicts()):
            table.update(pointer, {"BM2NameSource": 0})
    done = apply(night, {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada"})
    assert (done.code, "BM2NameSource is 0" in done.err) == (1, True)


def test_a_name_is_corrected_together_with_the_setting_that_lets_it(night: Path) -> None:
    more = b"""{"type":"player","number":"1","name":"Ada Lind"}
        {"type":"bid","section":1,"table":1,"round":1,"board":1,"counter":1,"bid":"1C"}"""
    night.write_bytes(quick("to", "bws", stdin=quick("from", "bws", night).out + more).out)
    records = quick("set", night, "seat[A1N].name=Ada Lind", "settings.BM2NameSource=2").out
    with bcs.Bcs(night).editor() as editor:
        table = editor.table("Settings")
        for pointer, _ in list(table.dicts()):
            table.update(pointer, {"BM2NameSource": 0})
    done = quick("bws", "apply", night, "-", "--strict", stdin=records)
    assert (done.code, done.err) == (0, "")
    assert done.out.decode().splitlines() == [
        "change Settings all: BM2NameSource 0 -> 2",
        'change PlayerNumbers A1 N: Name nothing -> "Ada Lind", Updated false -> true',
        *(f"change Tables A{table}: UpdateFromRound 0 -> 997" for table in range(1, 5)),
    ]
    # records that contain a trigger still pending do not ask for it again
    records = quick("set", night, "seat[A1N].name=Ada Lynd").out
    done = quick("bws", "apply", night, "-", "--json", stdin=records)
    assert json.loads(done.out) == [
        {"change": "change", "table": "PlayerNumbers", "place": "A1 N",
         "cells": {"Name": ["Ada Lind", "Ada Lynd"]}},
    ]  # fmt: skip


def test_what_a_file_cannot_hold_is_noted(night: Path) -> None:
    records = quick("set", night, "section[A].name=North").out
    done = quick("bws", "apply", night, "-", stdin=records)
    assert done.err == (
        "bmconv: nothing to change\n"
        "bmconv: loss not-applied: 1 value not applied: a .bws has no column for it "
        "(section A name)\n"
    )
    assert quick("bws", "apply", night, "-", "--strict", stdin=records).code == 1


def test_a_score_that_nobody_can_read_stays_when_something_else_is_changed(night: Path) -> None:
    bcs.Bcs(night).play((1, 1, 1))
    with bcs.Bcs(night).editor() as editor:
        table = editor.table("ReceivedData")
        for pointer, _ in list(table.dicts()):
            table.update(pointer, {"Contract": "9 H"})
    records = quick("set", night, "seat[A1N].name=Ada Lind").out
    assert quick("bws", "apply", night, "-", stdin=records).code == 0


def test_a_correction_goes_to_the_standing_row_with_its_signal(night: Path) -> None:
    control = bcs.Bcs(night)
    control.play((1, 1, 1))
    control.play((1, 1, 1))
    result = {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1, "declarer": "S",
              "declarer_pair": 1, "contract": "4 S x", "result": "-1"}  # fmt: skip
    assert apply(night, result).code == 0
    first, second = bcs.rows(night, "ReceivedData")
    assert (first["ExternalUpdate"], second["ExternalUpdate"]) == (False, True)
    assert [second[n] for n in ("NS/EW", "Contract", "Result")] == ["S", "4 S x", "-1"]
    for seat, side in zip("NESW", ("PairNS", "PairEW") * 2, strict=True):
        assert apply(night, {**result, "declarer": seat, "declarer_pair": None}).code == 0
        assert bcs.rows(night, "ReceivedData")[1]["Declarer"] == second[side]  # not given
    for wrong, why in (
        ({"contract": "7 NT", "result": "+1"}, "7 NT +1 is 14 tricks"),
        ({"board": 9}, "the table does not play this board in this round"),
        ({"contract": "9 H"}, "contract is '9 H'; expected a contract such as 4 S x, 3 NT or PASS"),
        ({"lead_card": "S1"}, "lead_card is 'S1'; expected a card such as S10 or DA"),
        ({"id": 1}, "the standing result has id 2"),
    ):
        done = apply(night, {**result, **wrong})
        assert (done.code, why in done.err) == (1, True), done.err


def test_settings_are_announced_at_every_table_and_hands_at_one(night: Path) -> None:
    apply(night, a_round(1, 3))
    hand = {"type": "hand", "section": 1, "board": 1, "north": "AKQJ.T98.765.432",
            "east": "T987.AKQJ.432.65", "south": "6543.765.AKQ.AJT",
            "west": "2.432.JT98.KQ987"}  # fmt: skip
    settings = {"type": "settings", "values": {"BM2PINcode": "1234"}}
    assert apply(night, hand).code == 0
    assert updates(night) == {1: 3, 2: 996}
    assert bcs.rows(night, "HandRecord")[0]["NorthSpades"] == "AKQJ"
    done = apply(night, settings)
    assert (done.code, "A1, A2: UpdateFromRound 3, 996 not processed yet" in done.err) == (1, True)
    assert "if it never will" not in done.err  # 996 cannot be replaced
    done = apply(night, words=("--reset-bridgemates",))
    assert (done.code, "is not free" in done.err) == (1, True)
    bcs.Bcs(night).take_up()
    assert apply(night, settings).code == 0
    assert updates(night) == dict.fromkeys(range(1, 5), 997)
    assert bcs.rows(night, "Settings")[0]["BM2PINcode"] == "1234"
    bcs.Bcs(night).take_up()
    assert apply(night, words=("--reset-bridgemates",)).code == 0
    assert set(updates(night).values()) == {998}


def test_a_dry_run_beside_an_open_file_shows_the_plan_and_what_is_refused(night: Path) -> None:
    night.with_suffix(".ldb").write_bytes(b"")
    before = night.read_bytes()
    done = apply(night, a_round(2, 4), words=("--last", "--dry-run"))
    assert (done.code, done.out.decode().splitlines()[0][:3]) == (1, "add"), done
    assert "this would be refused without --dry-run" in done.err
    assert "--copy FILE" in done.err
    done = apply(night, a_round(2, 2), words=("--dry-run",))
    assert (done.code, done.err) == (0, "")
    assert night.read_bytes() == before


def test_beside_an_open_file_only_cells_are_set(night: Path, tmp_path: Path) -> None:
    night.with_suffix(".ldb").write_bytes(b"")
    before = night.read_bytes()
    done = apply(night, a_round(2, 4), words=("--last",))
    assert done.code == 1
    assert "night.bws: open elsewhere, and these changes would add or move rows" in done.err
    assert "--copy FILE" in done.err
    assert night.read_bytes() == before
    done = apply(night, a_round(2, 2))
    assert (done.code, updates(night)) == (0, {2: 2})
    differing = [
        i for i, (a, b) in enumerate(zip(before, night.read_bytes(), strict=True)) if a != b
    ]
    assert len(differing) <= 8
    copy = tmp_path / "copy.bws"
    assert apply(night, a_round(3, 4), words=("--last", "--copy", str(copy))).code == 0
    assert updates(copy) == {2: 2, 3: 4}
    assert apply(night, a_round(3, 4), words=("--last", "--force")).code == 0
    assert updates(night) == {2: 2, 3: 4}
    kept = Path(f"{night}.backup1")
    assert updates(kept) == {2: 2}


def test_what_another_program_overwrites_is_told(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.with_suffix(".ldb").touch()
    before = night.read_bytes()
    monkeypatch.setattr("bmconv.bws.live.change.time.sleep", lambda _: night.write_bytes(before))
    done = apply(night, a_round(2, 2))
    assert done.code == 1
    assert "error overwritten: 4 cells overwritten by another program" in done.err


@pytest.mark.parametrize(("pauses", "code"), [(2, 0), (1000, 1)])
def test_what_is_written_is_listed_though_another_process_changes_the_file(
    night: Path, monkeypatch: pytest.MonkeyPatch, pauses: int, code: int
) -> None:
    night.with_suffix(".ldb").touch()
    others: list[Any] = []

    def pause(_: float) -> None:
        """The other process begins while we wait, and ends some pauses later."""
        others.append(bcs.Bcs(night).editor() if not others else None)
        if len(others) == pauses:
            others[0].close()

    monkeypatch.setattr("bmconv.bws.live.change.time.sleep", pause)
    done = apply(night, a_round(2, 2), words=("--json",))
    others[0].close()
    assert (done.code, updates(night)) == (code, {2: 2})
    assert [item["change"] for item in json.loads(done.out)] == ["change", "change"]
    assert ("not-checked" in done.err) == bool(code)


def test_a_trigger_taken_up_at_once_is_not_overwritten(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.with_suffix(".ldb").touch()
    monkeypatch.setattr("bmconv.bws.live.change.time.sleep", lambda _: bcs.Bcs(night).take_up())
    assert apply(night, a_round(2, 2)).code == 0


def test_a_run_cut_off_before_the_trigger_is_made_up_for(
    night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("bmconv.jet.edit.editor.TableEditor.insert", cut_off)
        apply(night, a_round(2, 3), a_round(5, 1))
    assert updates(night) == {}
    assert apply(night, a_round(2, 3), a_round(5, 1)).code == 0
    assert updates(night) == {2: 3, 5: 1}
    assert apply(night, a_round(2, 3), a_round(5, 1)).err == "bmconv: nothing to change\n"


def test_a_value_that_does_not_fit_stops_everything_before_it_begins(night: Path) -> None:
    before = night.read_bytes()
    done = apply(night, a_round(1, 2), a_round(2, 2, ns_pair=99999))
    assert done.code == 1
    assert "ns_pair is 99999; expected 0 to 4095" in done.err
    assert night.read_bytes() == before


def test_players_of_a_new_table_sit_there_once(night: Path) -> None:
    seat = {"type": "seat", "section": 1, "table": 5, "direction": "N", "number": "9"}
    assert apply(night, a_round(5, 1), {**seat, "name": "Ada"}).code == 0
    rows = [r for r in bcs.rows(night, "PlayerNumbers") if r["Table"] == 5]
    assert sorted((r["Direction"], r["Name"]) for r in rows if r["Name"]) == [("N", "Ada")]
    assert len(rows) == 4


def test_a_read_only_file_is_told(night: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("bmconv.bws.live.view.Editor", refuse)
    done = quick("bws", "apply", night, "-", "--wait", stdin=b"")
    assert (done.code, "Permission denied" in done.err) == (4, True)


def test_an_index_that_cannot_be_kept_needs_the_file_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "indexed.bws"
    bcs.write(path)
    with jet.open(path) as database:
        specs = [jet.spec_of(table) for table in database.tables.values()]
        index = jet.IndexSpec("ByName", [("Name", True)])
        specs = [s._replace(indexes=[index]) if s.name == "PlayerNumbers" else s for s in specs]
        with (tmp_path / "new.bws").open("wb+") as file:
            jet.write(specs, file)
    night = tmp_path / "new.bws"
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Żółć"}
    done = apply(night, seat)
    assert (done.code, "index ByName cannot be updated" in done.err) == (1, True)
    done = apply(night, seat, words=("--rewrite",))
    assert done.code == 0
    assert "index ByName left out" in done.err
    assert [r["Name"] for r in bcs.rows(night, "PlayerNumbers") if r["Name"]] == ["Żółć"]


def test_tables_and_columns_that_a_file_lacks_are_no_crash(tmp_path: Path) -> None:
    bcs.write(tmp_path / "whole.bws")
    night = tmp_path / "old.bws"
    with jet.open(tmp_path / "whole.bws") as database, night.open("wb+") as file:
        specs = []
        for table in database.tables.values():
            spec = jet.spec_of(table)
            kept = [i for i, c in enumerate(spec.columns) if c.name not in ("Erased", "Round")]
            columns = [spec.columns[i] for i in kept]
            rows = [tuple(row[i] for i in kept) for row in spec.rows]
            if spec.name not in ("RoundData", "Settings"):
                specs.append(spec._replace(columns=columns, rows=rows))
        jet.write(specs, file)
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada"}
    assert apply(night, seat).code == 0
    done = apply(night, a_round(1, 1), words=("--last",))
    assert (done.code, done.err) == (1, "bmconv: A1 round 1: the file has no table RoundData\n")


def test_a_refused_change_leaves_no_copy(night: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.bws"
    assert apply(night, a_round(2, 4), words=("--copy", str(copy))).code == 1
    assert not copy.exists()


def test_a_file_that_another_process_changes_is_file_trouble(night: Path) -> None:
    with bcs.Bcs(night).editor():
        done = quick("bws", "apply", night, "-", "--wait")
    assert (done.code, "another process is changing the file" in done.err) == (4, True)


def test_an_odd_file_of_what_is_unfinished_is_passed_over(night: Path) -> None:
    Path(f"{night}.unfinished").write_text("[1, 2]")
    assert apply(night, words=("--wait",)).code == 0


@pytest.mark.parametrize("version", [3, 4])
def test_a_damaged_file_is_changed_or_refused_in_one_line(
    tmp_path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    night = tmp_path / "night.bws"
    bcs.write(night, version)
    bcs.Bcs(night).play((1, 1, 1))
    records: list[dict[str, Any]] = [
        *(a_round(2, 2), a_round(5, 1)),
        {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada Lind"},
        {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1, "contract": "PASS"},
    ]
    stdin = "".join(json.dumps(record) + "\n" for record in records).encode()
    codes = set()
    for changed in mutations(night.read_bytes(), 60, seed=20261116 + version):
        (tmp_path / "x.bws").write_bytes(changed)
        (tmp_path / "x.bws.unfinished").unlink(missing_ok=True)
        words = ("--erase-results", "--allow-errors")
        done = quick("bws", "apply", tmp_path / "x.bws", "-", *words, stdin=stdin)
        codes.add(done.code)
        assert done.code in (0, 1, 3)
        assert all(line.startswith("bmconv: ") for line in done.err.splitlines()), done.err
    assert codes == {0, 1, 3}


@pytest.mark.parametrize("blank", ["", "  ", None])
def test_a_blank_value_leaves_the_file_as_it_is(night: Path, blank: str | None) -> None:
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
    result = {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1}
    filled = [
        {**seat, "name": "Ada Lind"},
        {"type": "session", "id": 1, "name": "Evening"},
        {"type": "client", "id": 1, "computer": "DESK"},
        {**result, "lead_card": "S2"},
        {"type": "settings", "values": {"BM2PINcode": "1234"}},
    ]
    bcs.Bcs(night).play((1, 1, 1))
    assert apply(night, *filled).code == 0
    before = night.read_bytes()
    done = apply(
        night,
        {**seat, "name": blank, "first_name": blank},
        {"type": "session", "id": 1, "name": blank},
        {"type": "client", "id": 1, "computer": blank},
        {**result, "lead_card": blank, "contract": blank},
        {"type": "settings", "values": {"BM2PINcode": blank}},
    )
    assert (done.out, done.err) == (b"", "bmconv: nothing to change\n")
    assert night.read_bytes() == before


def test_a_blank_value_in_a_program_leaves_the_file_as_it_is(night: Path) -> None:
    apply(night, {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada Lind"})
    seat = Seat(section=1, table=1, direction="N", name=" ", first_name="")
    assert bmconv.apply(night, [seat]).changes == []
