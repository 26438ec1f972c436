"""BridgeWebs' results file: the invented samples, a ranked evening there and back, refusals."""

import pytest

import bmconv
from bmconv.codecs import CERTAIN, load
from bmconv.errors import BadInput, DataError
from bmconv.records import Ranking, Result, Section, Session
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import ROOT, SHARED, absent, quick

ONE_WINNER = Section(id=1, letter="A", winners=1)
SAMPLES = SHARED / "samples" / "bridgewebs-csv"


def shared_sample(name: str) -> bytes:
    if not (SAMPLES / name).is_file():
        absent(str(SAMPLES / name))
    return (SAMPLES / name).read_bytes()


def test_tabs_and_semicolons_are_the_same_and_all_lines_come_back():
    records, notes = decode_bytes(shared_sample("pairs-semicolon.csv"), "bridgewebs")
    assert notes == []
    data = shared_sample("pairs-tab.csv")
    assert decode_bytes(data, "bridgewebs") == (records, [])
    output, notes = encode_records(records, "bridgewebs")
    assert notes == []
    # the head may have another order
    assert sorted(output.split(b"\r\n")) == sorted(data.split(b"\r\n"))
    assert output[output.index(b"#Scores") :] == data[data.index(b"#Scores") :]


def test_the_places_of_the_sample_are_those_that_rank_computes():
    records, _ = decode_bytes(shared_sample("pairs-tab.csv"), "bridgewebs")
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


def test_pairs_in_the_wrong_direction_are_written_as_they_sat():
    """Where every pair has a number of its own, a site then works out the points we have."""
    play = {"contract": "4 H", "declarer": "E", "result": "=", "lead_card": "S9"}
    wrong = Result(section=1, board=1, pair_ns=1, pair_ew=2, remarks="Wrong direction", mp_ns=2,
                   mp_ew=0, **play)  # fmt: skip
    output, notes = encode_records(
        [ONE_WINNER, Ranking(section=1, pair=1, place=1), wrong], "bridgewebs"
    )
    assert notes == []
    assert output.split(b"\r\n")[-2] == b"2\t1\t\t420\t0\t2\t4H\t10\tE\t9S"


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
    with pytest.raises(DataError, match=r"no ranking .*; bmconv rank FILE"):
        encode_records([result], "bridgewebs")
    places = [Ranking(section=id, pair=1, place=1) for id in (1, 2)]
    with pytest.raises(DataError, match="one section, the input has A, B"):
        encode_records(places, "bridgewebs")
    for name in ("butler", ["matchpoints"]):
        with pytest.raises(DataError, match="matchpointed pairs only"):
            encode_records(
                [Ranking(section=1, pair=1, place=1, method={"name": name})], "bridgewebs"
            )


@pytest.mark.parametrize(
    "first", [b"#Version\tstd1", b"\xef\xbb\xbf#version ; STD1", b"#VERSION,std1"]
)
def test_a_file_is_recognised_by_its_version(first):
    assert load("bridgewebs").probe(first + b"\r\n#Title", "upload.csv") == CERTAIN
    assert load("bridgewebs").probe(b"#Title\n" + first, "upload.csv") == 0


def travellers(*rows: str) -> list[Result]:
    """The results of a board in a file of travellers alone, whose cells are set apart by commas."""
    head = ["#Version,std1", "#Travellers", "NS,EW,NSScore,EWScore,Contract,Tricks,Declarer,Lead"]
    text = "\n".join([*head, "#Board,7,round 2", *rows])
    records, notes = decode_bytes(text.encode(), "bridgewebs")
    assert notes == []
    return [record for record in records if isinstance(record, Result)]


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("1,2,60%,40%,A", {"remarks": "60%-40%"}),
        ("1,2,70%,30%,A+-", {"remarks": "70%-30%"}),
        ("1,2,,,A+-", {"remarks": "60%-40%"}),
        ("1,2,,,A-=", {"remarks": "40%-50%"}),
        ("1,2,,,A++", {"remarks": "60%-60%"}),
        ("1,2,420,,4s,10,N,KH", {"contract": "4 S", "result": "=", "score": 420}),
        ("1,2,,100,3N,8,N,KH", {"contract": "3 NT", "result": "-1", "score": -100}),
        ("1,2,420,,4S,,N,KH", {"contract": "4 S", "score": 420}),
        ("1,2,0,,P", {"contract": "PASS", "score": 0}),
        ("1,2,0,,Pass", {"contract": "PASS", "score": 0}),
        ("1,2,0,,AP", {"contract": "PASS", "score": 0}),
    ],
)
def test_a_row_of_travellers_is_an_average_or_a_contract(row, fields):
    if "KH" in row:
        fields = fields | {"declarer": "N", "lead_card": "HK"}
    assert travellers(row) == [Result(section=1, board=7, pair_ns=1, pair_ew=2, **fields)]


@pytest.mark.parametrize(
    ("heads", "winners", "directions"),
    [
        (["#Winners,1", "#Scores"], 1, [None]),
        (["#Winners,2", "#Scores"], 2, [None]),
        (["#Scores"], 1, [None]),
        (["#Scores", "#Scores"], 2, ["NS", "EW"]),
    ],
)
def test_a_second_list_of_places_has_the_pairs_of_east_west(heads, winners, directions):
    lines = ["#Version,std1", *(line.replace("#Scores", "#Scores\nPair\n3") for line in heads)]
    records, _ = decode_bytes("\n".join(lines).encode(), "bridgewebs")
    (section,) = (record for record in records if isinstance(record, Section))
    assert section.winners == winners
    assert [r.direction for r in records if isinstance(r, Ranking)] == directions


@pytest.mark.parametrize(
    ("option", "type"),
    [("Source", 1), ("Butler", None), ("CROSSIMP", None), ("aggregate", None)],
)
def test_the_options_say_whether_pairs_are_matchpointed(option, type):
    text = f"#Version,std1\n#{option},1\n#Scores\nPair,Mpts,Club,Boards\n3,12,Oak,1,X,,0\n"
    records, _ = decode_bytes(text.encode(), "bridgewebs")
    assert [r.scoring_type for r in records if isinstance(r, Section)] == [type]
    extra = {"bridgewebs": {"club": "Oak", "mpts": "12"}}
    assert records[-1] == Ranking(section=1, pair=3, boards=2, extra=extra)


def test_the_format_of_the_boards_is_ignored_and_a_file_of_nothing_is_refused():
    head = "#Version\tstd1\n#BoardFormat\nBoard\tDealer\n1\tN\n"
    with pytest.raises(BadInput, match="neither a place nor a result"):
        decode_bytes(head.encode(), "bridgewebs")
    records, notes = decode_bytes((head + "#Scores\nPair\n3\n").encode(), "bridgewebs")
    assert (records[-1], notes) == (Ranking(section=1, pair=3), [])


def written_lines(*records: Session | Section | Ranking | Result) -> list[str]:
    """The lines of a file of these records and a place, below its head, without its tabs."""
    place = Ranking(section=1, pair=1, place=1, total=7.123456, percentage=61.239)
    data, _ = encode_records([place, *records], "bridgewebs")
    return [" ".join(line.split("\t")) for line in data.decode("cp1252").split("\r\n")]


@pytest.mark.parametrize(
    ("fields", "row"),
    [
        ({"score": 0}, "1 2 0       "),
        ({"score": -50}, "1 2  50      "),
        ({"contract": "4 S", "declarer": "E", "result": "="}, "1 2  420   4S 10 E "),
        ({"contract": "4 S", "score": 420, "lead_card": "S10"}, "1 2 420       TS"),
        ({"contract": "PASS"}, "1 2 0    P   "),
        ({"remarks": "60%-40%"}, "1 2 60% 40%   A+-   "),
        ({"remarks": "55%-45%"}, "1 2 55% 45%   A   "),
    ],
)
def test_a_result_is_a_row_of_the_travellers(fields, row):
    result = Result(section=1, board=1, pair_ns=1, pair_ew=2, **fields)
    lines = written_lines(result)
    assert lines[lines.index("#Board 1") + 1] == row


def test_totals_have_four_decimals_and_percentages_two():
    assert "1 1   7.1235  61.24 " in written_lines()


def test_the_first_session_is_written():
    sessions = [Session(id=1, name="Oak"), Session(id=2, name="Elm")]
    assert written_lines(*sessions)[:3] == ["#Version std1", "#Title Oak", "#Boards 0"]


def test_results_of_another_section_than_the_ranking_are_refused():
    other = Result(section=2, board=1, pair_ns=1, pair_ew=2, score=50)
    with pytest.raises(DataError, match="one section, the input has A, B"):
        written_lines(other)


@pytest.mark.parametrize("type", [2, 3, 4])
def test_a_ranking_that_does_not_say_how_it_was_scored_is_that_of_its_section(type):
    with pytest.raises(DataError, match="matchpointed pairs only"):
        written_lines(Section(id=1, letter="A", scoring_type=type))
    ranked = Ranking(section=1, pair=1, place=1, method={"name": "matchpoints"})
    encode_records([Section(id=1, letter="A", scoring_type=type), ranked], "bridgewebs")
