"""Readers and writers beside a simulated evening, in processes of their own."""

import json
import time

from bmconv import jet
from tests.helpers.jet_judges import jackcess, mdbtools
from tests.helpers.processes import (
    killing_at_end,
    polled_results,
    rows,
    scores_by_place,
    scores_of_program,
    start,
    start_scoring_program,
    wait_until,
)
from tests.helpers.running import run
from tests.helpers.simulated_event import event, sitting, write
from tests.jet.test_judges import compare_with_jackcess
from tests.tools import kills


def test_watch_poll_and_the_program_of_the_readme_get_an_evening_of_24_tables(tmp_path):
    club = tmp_path / "club"
    club.mkdir()
    out, polled = club / "BMInput.bws", tmp_path / "polled.jsonl"
    source = write(tmp_path / "in.bws", event(24, 4, 3))
    play = start("bws", "simulate", source, "-o", out, "--speed", "1500", folder=tmp_path)
    readers = [start_scoring_program(tmp_path)]
    with killing_at_end([play]), killing_at_end(readers):
        wait_until(lambda: (club / "BMInput.ldb").exists() and out.exists())
        readers.append(start("bws", "watch", club, "--interval", "0.2", folder=tmp_path))
        while play.poll() is None:
            done = run("bws", "poll", out, "-o", polled, "--type", "result", "--state",
                       tmp_path / "state.jsonl")  # fmt: skip
            assert done.code == 0, done.err
            time.sleep(0.2)
        assert play.returncode == 0, (tmp_path / "output.txt").read_text()
        run(
            "bws",
            "poll",
            out,
            "-o",
            polled,
            "--type",
            "result",
            "--state",
            tmp_path / "state.jsonl",
        )
        there, came = rows(out), polled_results(polled)
        assert {r.id: r for r in came} == there
        first = list(dict.fromkeys(r.id for r in came))
        assert first == sorted(first)
        assert len(scores_by_place(out)) > 250
        wait_until(lambda: scores_of_program(tmp_path) == scores_by_place(out))
        (club / "stop").touch()
    assert not (club / "BMInput.ldb").exists()


def test_nothing_is_missing_after_kills_of_every_side(tmp_path):
    assert kills.evening(tmp_path, 2, seed=1, tables=6) == {"simulate": 2, "poll": 2, "watch": 2}


def test_other_engines_read_the_file_whenever_it_rests(tmp_path):
    for version in (3, 4):
        source = write(tmp_path / f"in{version}.bws", event(8, 4, 3), version)
        for last in (1, 3):
            out = tmp_path / f"out{version}{last}.bws"
            done = run("bws", "simulate", source, "-o", out, "--speed", "0", "--until-round",
                       str(last), "--bidding", "0.2")  # fmt: skip
            assert done.code == 0, done.err
            for name, table in jet.open(out).tables.items():
                assert len(mdbtools(out, name)) - 1 == table.live_rows()
    files = sorted(tmp_path.glob("out*.bws"))
    verdicts = jackcess(*(f"read={path}" for path in files))
    assert len(verdicts) == 4
    for verdict in verdicts:
        assert "error" not in verdict, verdict
        compare_with_jackcess(jet.open(verdict["task"].removeprefix("read=")), verdict)


def test_apply_adds_a_round_during_play_and_refuses_what_would_erase_results(tmp_path):
    records = event(rounds=1)
    for record in records:
        if type(record).__name__ == "Table":
            record.update_from_round = 257  # more rounds will follow
    source, out = write(tmp_path / "in.bws", records), tmp_path / "out.bws"
    play = start("bws", "simulate", source, "-o", out, "--speed", "3000", "--erasures", "0",
                 folder=tmp_path)  # fmt: skip

    def apply(number: int, *words: str) -> tuple[int, str]:
        rounds = [sitting(table, number) for table in range(1, 5)]
        lines = "".join(
            json.dumps({"type": "round", "section": 1, "table": r.table, "round": r.round,
                        "ns_pair": r.ns_pair, "ew_pair": 9, "low_board": r.low_board,
                        "high_board": r.high_board}) + "\n" for r in rounds
        )  # fmt: skip
        for _ in range(20):
            done = run("bws", "apply", out, "-", "--allow-errors", *words, stdin=lines.encode())
            if "another process is changing the file" not in done.err:
                break
        return done.code, done.err

    with killing_at_end([play]):
        wait_until(lambda: out.exists() and len(rows(out)) >= 8)
        before = out.read_bytes()
        code, said = apply(2, "--last")
        assert (code, "would add or move rows" in said) == (1, True)
        code, said = apply(1, "--force")
        assert (code, "would be erased in the server" in said) == (1, True)
        code, said = apply(2, "--last", "--force")
        assert code == 0, said
        wait_until(lambda: play.poll() is not None)
    assert before
    found = rows(out).values()
    assert sorted({(r.round, r.pair_ew == 9) for r in found}) == [(1, False), (2, True)]
    with jet.open(out) as database:
        assert {row["UpdateFromRound"] for row in database.tables["Tables"].dicts()} == {0}
