"""PBN as BridgeWebs, BridgeComposer and Magic Contest write it."""

import pytest

import bmconv
from bmconv.records import Game, Ranking, Result
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import ROOT, SHARED, absent, quick

TABLES = SHARED / "samples" / "pbn-tables"


def shared_file(name: str) -> bytes:
    if not (TABLES / name).is_file():
        absent(str(TABLES / name))
    return (TABLES / name).read_bytes()


def test_boards_passed_out_in_a_table_of_bridgewebs_are_results_and_stay_as_written():
    data = shared_file("bridgewebs.pbn")
    records, notes = decode_bytes(data, "pbn")
    assert notes == []
    passed = [r for r in records if isinstance(r, Result) and r.contract == "PASS"]
    assert len(passed) == data.count(b" PO ")
    output, notes = encode_records(records, "pbn")
    assert notes == []
    assert output.count(b" PO ") == data.count(b" PO ") > 0


def test_sections_of_a_table_of_bridgecomposer_are_not_lost():
    data = shared_file("bridgecomposer.pbn")
    records, _ = decode_bytes(data, "pbn")
    output, notes = encode_records(records, "pbn")
    assert (output, notes) == (data, [])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_in_utf_8_stays_so(mark, tmp_path):
    text = '[Event "Vårens turnering"]\r\n[Board "1"]\r\n[Dealer "S"]\r\n'
    (tmp_path / "old.pbn").write_bytes(mark + text.encode())
    done = quick("convert", tmp_path / "old.pbn", tmp_path / "new.pbn")
    assert (done.code, done.err) == (0, "")
    assert "Vårens turnering".encode() in (tmp_path / "new.pbn").read_bytes()
    (tmp_path / "latin.pbn").write_bytes(text.encode("latin-1"))
    quick("convert", tmp_path / "latin.pbn", tmp_path / "new.pbn")
    assert "Vårens turnering".encode("latin-1") in (tmp_path / "new.pbn").read_bytes()


def test_a_file_that_states_utf_8_is_written_so_from_records():
    text = '%Content-type: text/x-pbn; charset=UTF-8\n[Event "Vårens"]\n[Board "1"]\n'
    records, _ = decode_bytes(text.encode(), "pbn")
    output, notes = encode_records(records, "pbn")
    assert "Vårens".encode() in output
    assert notes == []


def test_utf_16_with_a_mark_is_understood(tmp_path):
    text = '[Event "Łódź"]\r\n[Date "2026.03.12"]\r\n[Board "1"]\r\n[Dealer "S"]\r\n'
    (tmp_path / "wide.pbn").write_bytes(text.encode("utf-16"))
    event = bmconv.read(tmp_path / "wide.pbn")
    assert next(iter(event)).name == "Łódź"


def test_the_ranking_of_magic_contest_is_read_and_stays_as_it_is():
    data = shared_file("ruter-butler.pbn")
    records, notes = decode_bytes(data, "pbn")
    places = [record for record in records if isinstance(record, Ranking)]
    assert len(places) == 16
    assert places[3].names == ["Ilol Ineboli Omupilisi", "Etinug Hepomase"]
    assert places[3].extra["numbers"] == ["97595", "14383"]
    assert [(p.place, p.pair, p.total, p.boards) for p in places[3:6]] == [
        (4, 6, 29.0, 21),
        (4, 10, 29.0, 21),
        (6, 13, 16.0, 21),
    ]
    assert places[0].extra["pbn"]["Table"] == "2"
    output, notes = encode_records(records, "pbn")
    assert notes == []
    table = data[data.index(b"[TotalScoreTable") : data.index(b"[ScoreTable")]
    assert [line.split() for line in table.splitlines()] == [
        line.split()
        for line in output[
            output.index(b"[TotalScoreTable") : output.index(b"[ScoreTable")
        ].splitlines()
    ]


def test_the_ranking_alone_makes_a_table_with_the_same_places():
    records, _ = decode_bytes(shared_file("ruter-butler.pbn"), "pbn")
    places = [record for record in records if isinstance(record, Ranking)]
    output, notes = encode_records(places, "pbn")
    back, more = decode_bytes(output, "pbn")
    assert [record for record in back if isinstance(record, Ranking)] == places
    assert (notes, more) == ([], [])
    assert b" 14 15 " in output.replace(b"\r\n", b" ")  # a tie for 14 and 15


def test_the_ranking_of_a_night_goes_into_pbn_and_back(tmp_path):
    ranked = quick("rank", ROOT / "formats/bws/samples/night.bws").out
    quick("to", "pbn", "-q", "-o", tmp_path / "night.pbn", stdin=ranked)

    def places(event):
        return [
            (r.section, r.direction, r.pair, r.place, r.names, r.boards, r.total, r.percentage)
            for r in event.of(Ranking)
        ]

    back = places(bmconv.read(tmp_path / "night.pbn"))
    assert back == places(bmconv.read(ranked, format="records"))
    assert back


def test_a_ranking_of_several_centres_keeps_names_without_outer_blanks():
    records, _ = decode_bytes(shared_file("frequency-and-ranking.pbn"), "pbn")
    first = next(record for record in records if isinstance(record, Ranking))
    assert (first.pair, first.names) == (581, ["Hafusa DESAMAZI", "Atof KAFAROFI"])
    assert (first.total, first.percentage) == (1449.8, 72.49)


def test_carry_over_stays_in_a_ranking_that_is_written_again():
    table = '[TotalScoreTable "Rank;PairId;ScoreCarryOver;TotalScoreMP"]\n1 7 12.5 80.25\n'
    places = [r for r in decode_bytes(b'[Board "1"]\n' + table.encode(), "pbn")[0] if is_place(r)]
    assert (places[0].total, places[0].extra) == (80.25, {"pbn": {"ScoreCarryOver": "12.5"}})
    output, notes = encode_records(places, "pbn")
    assert [r for r in decode_bytes(output, "pbn")[0] if is_place(r)] == places
    assert notes == []


def is_place(record):
    return isinstance(record, Ranking)


def test_names_in_the_tables_of_bridgecomposer_are_those_of_the_ranking():
    records, _ = decode_bytes(shared_file("bridgecomposer.pbn"), "pbn")
    names = {(r.section, r.direction, r.pair): r.names for r in records if is_place(r)}
    assert names[1, "NS", 1] == ["Hobibum", "Zorocu"]
    assert names[1, "EW", 1] == ["Sibuji", "Bapusib"]
    assert names[1, "NS", 3] == ["Ahase-Dusok-Zukisid"]
    ranked = bmconv.rank(bmconv.Event(records))
    assert {(r.section, r.direction, r.pair): r.names for r in ranked.rankings()} == names


def test_names_and_member_numbers_go_into_the_tables_and_back():
    table = "PairId_NS;PairId_EW;Contract;Declarer;Result;Names_NS;MemberID1_NS;MemberID2_NS"
    rows = '1 2 4S N 10 "Ann A - Bea B" "17" "18"\n2 1 4S N 9 "Cid C - Dan D" - -\n'
    board = '[Board "1"]\n[Dealer "N"]\n'
    records, _ = decode_bytes(f'{board}[ScoreTable "{table}"]\n{rows}'.encode(), "pbn")
    assert [(r.direction, r.pair, r.names, r.extra) for r in records if is_place(r)] == [
        ("NS", 1, ["Ann A", "Bea B"], {"numbers": ["17", "18"]}),
        ("NS", 2, ["Cid C", "Dan D"], None),
    ]
    output, notes = encode_records([r for r in records if not isinstance(r, Game)], "pbn")
    assert notes == []
    assert b';Names_NS;MemberID1_NS;MemberID2_NS"]' in output
    assert b'"Ann A - Bea B" "17" "18"' in output
    back, _ = decode_bytes(output, "pbn")
    assert [r for r in back if is_place(r)] == [r for r in records if is_place(r)]


def test_a_pair_that_changes_sides_has_one_ranking():
    header = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Names_NS;Names_EW"]'
    rows = "1 2 4S N 10 Alpha-Beta Gamma-Delta\n2 1 4S N 9 Gamma-Delta Alpha-Beta\n"
    records, _ = decode_bytes(f'[Board "1"]\n{header}\n{rows}'.encode(), "pbn")
    places = [(r.direction, r.pair, r.names) for r in records if is_place(r)]
    assert places == [(None, 1, ["Alpha", "Beta"]), (None, 2, ["Gamma", "Delta"])]


def test_a_table_with_names_that_have_changed_is_written_again():
    data = shared_file("bridgecomposer.pbn")
    records, _ = decode_bytes(data, "pbn")
    for record in records:
        if is_place(record) and record.names == ["Hobibum", "Zorocu"]:
            record.names = ["Hobibum", "Other"]
    output, notes = encode_records(records, "pbn")
    assert {note.code for note in notes} == {"score-table-changed"}
    assert b"Zorocu" not in output
    assert output.count(b'"Hobibum - Other"') == data.count(b"Hobibum-Zorocu") == 2


def test_names_alone_are_no_ranking(tmp_path):
    path = tmp_path / "composer.pbn"
    path.write_bytes(shared_file("bridgecomposer.pbn"))
    done = quick("to", "bridgewebs", "-o", tmp_path / "x.csv", stdin=quick("from", "pbn", path).out)
    assert "no ranking in this input" in done.err
    done = quick("convert", path, tmp_path / "page.html")
    assert (done.code, "Jetavud" in (tmp_path / "page.html").read_text()) == (0, True)


def test_a_database_is_not_printed_as_text():
    done = quick("from", "pbn", ROOT / "formats/bws/samples/night.bws")
    assert done.code == 3
    message = "night.bws: this is a Bridgemate database, not pbn; read it as format bws\n"
    assert done.err.endswith(message)
    assert done.err.count("\n") == 1
