"""Jannersten's results.txt: every field of the invented sample, and what `rank` makes of it."""

from datetime import date

import pytest

import bmconv
from bmconv.errors import BadInput
from bmconv.records import Ranking, Result, Section, Session
from tests.helpers.coding import decode_bytes
from tests.helpers.running import SHARED, absent


def test_the_totals_of_a_session_are_those_that_rank_computes():
    path = SHARED / "samples" / "jannersten" / "results.txt"
    if not path.is_file():
        absent(str(path))
    records, notes = decode_bytes(path.read_bytes(), "jannersten")
    assert notes == []
    published = {
        (r.direction, r.pair): (r.total, r.percentage) for r in records if isinstance(r, Ranking)
    }
    ranked = bmconv.rank(bmconv.read(path, format="jannersten"))
    computed = {
        (r.direction, r.pair): (r.total, round(r.percentage or 0, 2)) for r in ranked.rankings()
    }
    assert computed == published
    assert len(published) == 6


def test_a_file_with_neither_contestants_nor_results_is_refused():
    with pytest.raises(BadInput, match="neither a contestant nor a result"):
        decode_bytes(b"[GAME]\nA;1;2;2;;;;;;2026-05-04;Oak Pairs;1;\n", "jannersten")


def test_a_result_with_every_field():
    line = "#07;B;2;3;11;;;-500;3NTx;N;7;CT;0;4;;;0;100;;4;5;ruled"
    game = "B;2;6;3;MP;;IND;;;2024-03-12;Example Pairs;1;"
    text = f"[GAME]\n{game}\n[RESULTS] (#board;section)\n{line}\n"
    records, notes = decode_bytes(text.encode(), "jannersten")
    assert notes == []
    extra = {"scoring_method": "MP", "event_type": "IND", "session": "1"}
    assert records[:2] == [
        Session(id=1, name="Example Pairs", date=date(2024, 3, 12), extra={"jannersten": extra}),
        Section(id=1, letter="B", derived=True, boards=6),
    ]
    assert records[-1] == Result(
        section=1,
        round=2,
        board=7,
        pair_ns=3,
        pair_ew=11,
        declarer="N",
        contract="3 NT x",
        result="-2",
        lead_card="C10",
        score=-500,
        mp_ns=0.0,
        mp_ew=4.0,
        extra={"jannersten": {"adjusted_top": "5", "remarks": "ruled"}},
    )
