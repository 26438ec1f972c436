"""A recorded score that a format cannot hold, or replaces, is noted."""

import pytest

from bmconv.records import Hand, Record, Result, Section, Session
from tests.helpers.coding import codes_and_places, encode_records
from tests.helpers.running import ROOT, quick

PLACE = {"section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1, "pair_ew": 2}
PLAYED = {"contract": "4 S", "declarer": "N", "result": "=", "declarer_pair": 1}


def event(**fields: object) -> list[Record]:
    return [Section(id=1, letter="A", winners=2), Result(id=1, **PLACE, **fields)]


def lost(format: str, records: list[Record], **options: object) -> list[str]:
    notes = encode_records(records, format, **options)[1]
    return [code for level, code, _ in codes_and_places(notes) if code.startswith("score-")]


def test_scores_of_travellers_are_lost_in_a_database_with_a_note(tmp_path):
    source = ROOT / "formats/bridgescore/samples/travellers.txt"
    done = quick("convert", "-f", "bridgescore", source, tmp_path / "t.bws")
    assert "loss score-lost: 5 scores left out: not that of the contract" in done.err


@pytest.mark.parametrize("format", ["bws", "dto"])
@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"remarks": "60%-40%", "score": 420}, ["score-lost"]),
        ({**PLAYED, "score": 450}, ["score-lost"]),
        ({**PLAYED, "score": 420}, []),
        ({"remarks": "60%-40%"}, []),
    ],
)
def test_a_score_that_is_not_that_of_the_contract_is_noted(format, fields, codes):
    more = {"kind": "results", "no_validate": True} if format == "dto" else {}
    assert lost(format, [Session(id=1, guid="A" * 32), *event(**fields)], **more) == codes


@pytest.mark.parametrize(("score", "codes"), [(450, ["score-replaced"]), (420, []), (None, [])])
def test_bridgescore_notes_a_score_that_it_replaces(score, codes):
    records = event(**PLAYED, score=score)
    assert lost("bridgescore", records) == codes
    assert b"\n1 1 2 420\n" in encode_records(records, "bridgescore")[0]


@pytest.mark.parametrize(("score", "codes"), [(450, ["score-lost"]), (420, [])])
def test_the_head_of_a_match_has_no_scores(score, codes):
    rooms = [Result(**PLACE | {"table": table}, **PLAYED, score=score) for table in (1, 1001)]
    made = encode_records([Hand(board=1), *rooms], "lin")[0]
    assert b"4SN=" in made
    assert lost("lin", [Hand(board=1), *rooms]) == codes * 2
