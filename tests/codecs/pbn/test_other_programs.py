"""PBN as BridgeWebs, BridgeComposer and Magic Contest write it."""

import pytest

import bmconv
from bmconv.records import Ranking, Result
from tests.helpers.coding import decoded, encoded
from tests.helpers.running import ROOT, SHARED, absent, quick

TABLES = SHARED / "samples" / "pbn-tables"


def shared_file(name: str) -> bytes:
    if not (TABLES / name).is_file():
        absent(str(TABLES / name))
    return (TABLES / name).read_bytes()


def test_boards_passed_out_in_a_table_of_bridgewebs_are_results_and_stay_as_written():
    data = shared_file("bridgewebs.pbn")
    records, notes = decoded(data, "pbn")
    assert notes == []
    passed = [r for r in records if isinstance(r, Result) and r.contract == "PASS"]
    assert len(passed) == data.count(b" PO ")
    output, notes = encoded(records, "pbn")
    assert notes == []
    assert output.count(b" PO ") == data.count(b" PO ") > 0


def test_sections_of_a_table_of_bridgecomposer_are_not_lost():
    data = shared_file("bridgecomposer.pbn")
    records, _ = decoded(data, "pbn")
    output, notes = encoded(records, "pbn")
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
    records, _ = decoded(text.encode(), "pbn")
    output, notes = encoded(records, "pbn")
    assert "Vårens".encode() in output
    assert notes == []


def test_utf_16_with_a_mark_is_understood(tmp_path):
    text = '[Event "Łódź"]\r\n[Date "2026.03.12"]\r\n[Board "1"]\r\n[Dealer "S"]\r\n'
    (tmp_path / "wide.pbn").write_bytes(text.encode("utf-16"))
    event = bmconv.read(tmp_path / "wide.pbn")
    assert next(iter(event)).name == "Łódź"


def test_the_ranking_of_magic_contest_is_read_and_stays_as_it_is():
    data = shared_file("ruter-butler.pbn")
    records, notes = decoded(data, "pbn")
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
    output, notes = encoded(records, "pbn")
    assert notes == []
    table = data[data.index(b"[TotalScoreTable") : data.index(b"[ScoreTable")]
    assert [line.split() for line in table.splitlines()] == [
        line.split()
        for line in output[
            output.index(b"[TotalScoreTable") : output.index(b"[ScoreTable")
        ].splitlines()
    ]


def test_the_ranking_alone_makes_a_table_with_the_same_places():
    records, _ = decoded(shared_file("ruter-butler.pbn"), "pbn")
    places = [record for record in records if isinstance(record, Ranking)]
    output, notes = encoded(places, "pbn")
    back, more = decoded(output, "pbn")
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
    records, _ = decoded(shared_file("frequency-and-ranking.pbn"), "pbn")
    first = next(record for record in records if isinstance(record, Ranking))
    assert (first.pair, first.names) == (581, ["Hafusa DESAMAZI", "Atof KAFAROFI"])
    assert (first.total, first.percentage) == (1449.8, 72.49)


def test_a_database_is_not_printed_as_text():
    done = quick("from", "pbn", ROOT / "formats/bws/samples/night.bws")
    assert done.code == 3
    assert done.err.endswith('night.bws: binary, not text; expected tags as [Board "1"]\n')
    assert done.err.count("\n") == 1
