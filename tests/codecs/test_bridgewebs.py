"""BridgeWebs' results file: the invented samples, a ranked evening there and back, refusals."""

import pytest

import bmconv
from bmconv.errors import DataError
from bmconv.records import Ranking, Result
from tests.helpers.coding import decoded, encoded
from tests.helpers.running import ROOT, SHARED, absent, quick

SAMPLES = SHARED / "samples" / "bridgewebs-csv"


def shared_sample(name: str) -> bytes:
    if not (SAMPLES / name).is_file():
        absent(str(SAMPLES / name))
    return (SAMPLES / name).read_bytes()


def test_tabs_and_semicolons_are_the_same_and_all_lines_come_back():
    records, notes = decoded(shared_sample("pairs-semicolon.csv"), "bridgewebs")
    assert notes == []
    data = shared_sample("pairs-tab.csv")
    assert decoded(data, "bridgewebs") == (records, [])
    output, notes = encoded(records, "bridgewebs")
    assert notes == []
    # the head may have another order
    assert sorted(output.split(b"\r\n")) == sorted(data.split(b"\r\n"))
    assert output[output.index(b"#Scores") :] == data[data.index(b"#Scores") :]


def test_the_places_of_the_sample_are_those_that_rank_computes():
    records, _ = decoded(shared_sample("pairs-tab.csv"), "bridgewebs")
    published = {
        (r.direction, r.pair): (r.place, r.total, r.maximum, r.percentage)
        for r in records
        if isinstance(r, Ranking)
    }
    computed = bmconv.rank(bmconv.Event(records)).rankings()
    assert {
        (r.direction, r.pair): (r.place, r.total, r.maximum, round(r.percentage or 0, 2))
        for r in computed
    } == published


def test_a_ranked_evening_comes_back_from_the_file(tmp_path):
    path = ROOT / "formats/bws/samples/night.bws"
    ranked = quick("rank", path).out
    done = quick("to", "bridgewebs", "-o", tmp_path / "upload.csv", stdin=ranked)
    assert done.code == 0
    back = bmconv.read(tmp_path / "upload.csv")
    before = bmconv.read(ranked, format="records")

    def outcomes(event):
        return sorted(
            (r.board, r.pair_ns, r.pair_ew, str(r.contract), str(r.result), r.mp_ns, r.mp_ew)
            for r in event.standing_results()
            if r.contract
        )

    def places(event):
        return sorted(
            (str(r.direction), r.pair, r.place, r.names, r.total, round(r.percentage or 0, 2))
            for r in event.of(Ranking)
        )

    assert outcomes(back) == outcomes(before)
    assert places(back) == places(before)
    assert places(back)


def test_unranked_results_several_sections_and_imps_are_refused():
    result = Result(section=1, board=1, pair_ns=1, pair_ew=2, score=50)
    with pytest.raises(DataError, match="no ranking in this input"):
        encoded([result], "bridgewebs")
    places = [Ranking(section=id, pair=1, place=1) for id in (1, 2)]
    with pytest.raises(DataError, match="one section, the input has A, B"):
        encoded(places, "bridgewebs")
    with pytest.raises(DataError, match="matchpointed pairs only"):
        encoded([Ranking(section=1, pair=1, place=1, method={"name": "butler"})], "bridgewebs")
