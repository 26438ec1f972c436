"""Values that some command once let through: the same verdict at every door."""

import json

import pytest

import bmconv
from bmconv import jet
from bmconv.rules import RECORDS, judging
from bmconv.rules.fields import rules_of
from tests.helpers.coding import decode_bytes
from tests.helpers.running import quick

NIGHT = [
    {"type": "section", "id": 1, "letter": "A", "tables": 1},
    {"type": "table", "section": 1, "table": 1},
    {"type": "round", "section": 1, "table": 1, "round": 1, "ns_pair": 1, "ew_pair": 2,
     "low_board": 1, "high_board": 2},
    {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1,
     "pair_ew": 2, "declarer": "N", "contract": "4 S", "result": "="},
]  # fmt: skip


def lines(*records: dict) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@pytest.mark.parametrize(
    "word",
    [
        "section.winners=7",
        "section.letter=ABCD",
        "round.ns_pair=-3",
        "result.score=99999",
        "settings.BM2Ranking=9",
        "settings.BM2PINcode=12",
        "table.group=500",
        "section.scoring_type=9",
    ],
)
def test_set_refuses_what_no_evening_can_have(word):
    done = quick("set", word, stdin=lines(*NIGHT))
    assert (done.code, done.out.count(b'"result"')) == (2, 0)
    assert "expected" in done.err


def test_a_database_has_the_guide_s_spelling(tmp_path):
    odd = {"contract": "4SX", "result": "+0", "lead_card": "ST", "declarer": "n"}
    passed = {"board": 2, "contract": "pass", "result": None, "declarer": None}
    night = lines(*NIGHT[:3], NIGHT[3] | odd, NIGHT[3] | passed)
    assert quick("to", "bws", "-o", tmp_path / "x.bws", "-q", stdin=night).code == 0
    with jet.open(tmp_path / "x.bws") as database:
        table = database.tables["ReceivedData"]
        names = [column.name for column in table.columns]
        rows = [dict(zip(names, row, strict=True)) for row in table.rows()]
    columns = ("NS/EW", "Contract", "Result", "LeadCard")
    assert [[row[name] for name in columns] for row in rows] == [
        ["N", "4 S x", "=", "S10"],
        [None, "PASS", None, None],
    ]
    assert quick("check", tmp_path / "x.bws").code == 0


def test_the_cells_of_a_table_are_spelled_as_everywhere():
    data = "board,declarer,contract,result,lead_card\n7,North,4♠,+0,♥10\n".encode()
    (result,), notes = decode_bytes(data, "csv", table="result")
    spelled = (result.declarer, result.contract, result.result, result.lead_card)
    assert (spelled, notes) == (("N", "4 S", "=", "H10"), [])


def test_what_a_file_has_does_not_stop_a_change_elsewhere(tmp_path):
    night = lines(NIGHT[0] | {"winners": 7}, *NIGHT[1:])
    quick("to", "bws", "-o", tmp_path / "x.bws", "-q", stdin=night)
    done = quick("set", tmp_path / "x.bws", "section.tables=1", "-o", tmp_path / "y.bws")
    assert done.code == 0
    assert "winners: 1 Winners value kept as written: outside 0-2 (section A: 7)" in done.err
    assert b'"winners":7' in quick("from", "bws", tmp_path / "y.bws").out


def test_a_note_has_the_plural_of_what_it_counts():
    line = '{"type":"evaluation","section":1,"board":1,"north_spades":14,"north_hcp":38}\n'
    notes = bmconv.read(line.encode(), format="records").notes
    nouns = {note.text.partition(" kept")[0] for note in notes}
    assert nouns == {"trick count{s}", "point count{s}"}


def test_a_field_with_very_many_values_remembers_a_limited_number(monkeypatch):
    monkeypatch.setattr(judging, "MOST_REMEMBERED", 2)
    verdicts = judging.Verdicts("winners", rules_of("section")["winners"], RECORDS)
    known = []
    for value in (1, 7, 2, 1, 0, 7):
        known.append(verdicts[value] is None)
        assert verdicts.valid == {value for value, verdict in verdicts.items() if verdict is None}
        assert len(verdicts) <= 2
    assert known == [True, False, True, True, True, False]
