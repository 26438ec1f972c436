"""ACBL's club pages: the shared game, read from the page and from its JSON."""

import json

import pytest
from msgspec import structs

import bmconv
from bmconv.bridge import boards
from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.bridge.outcomes import score_ns
from bmconv.bridge.par import par
from bmconv.codecs.acblpage import probe
from bmconv.errors import BadInput
from bmconv.records import Evaluation, Hand, Ranking, Result
from tests.helpers.coding import decoded
from tests.helpers.running import SHARED, absent, quick

GAME = SHARED / "samples" / "acbl-json" / "club-game.json"


@pytest.fixture(scope="module")
def game():
    if not GAME.is_file():
        absent(str(GAME))
    return json.loads(GAME.read_text())


def test_page_and_json_are_recognised_and_give_the_same_records(game):
    page = bmconv.read(GAME.with_suffix(".html"))
    assert list(page) == list(bmconv.read(GAME))
    assert list(page.notes) == []


def test_every_result_is_read_and_its_score_fits_the_contract(game):
    (section,) = game["sessions"][0]["sections"]
    rows = [row for board in section["boards"] for row in board["board_results"]]
    results = bmconv.read(GAME).of(Result)
    assert [(r.round, r.table, str(r.pair_ns), str(r.pair_ew)) for r in results] == [
        (row["round_number"], row["table_number"], row["ns_pair"], row["ew_pair"]) for row in rows
    ]
    assert [str(r.score) for r in results] == [row["ns_score"] for row in rows]
    assert [r.score for r in results] == [score_ns(r) for r in results]
    points = [(float(row["ns_match_points"]), float(row["ew_match_points"])) for row in rows]
    assert [(r.mp_ns, r.mp_ew) for r in results] == points


def test_matchpoints_and_percentages_are_those_that_rank_computes(game):
    event = bmconv.read(GAME)
    published = {r.pair: r.percentage for r in event.of(Ranking)}
    computed = bmconv.rank(event, scale=1).rankings()
    assert {r.pair: round(r.percentage or 0, 1) for r in computed} == {
        pair: pytest.approx(percentage, abs=0.06) for pair, percentage in published.items()
    }


def test_deals_are_complete_and_tricks_are_those_of_the_lines(game):
    event = bmconv.read(GAME)
    assert len(event.of(Hand)) == len(game["sessions"][0]["hand_records"])
    assert all(len(hand.north or "") == 16 for hand in event.of(Hand))
    (tricks,) = (e for e in event.of(Evaluation) if e.board == 4)
    # EW: 1D C6/5 H5 S6 NT7/6, NS: 1C 2H 1S D5 NT6
    assert (tricks.east_clubs, tricks.west_clubs, tricks.east_notrump) == (6, 5, 7)
    assert (tricks.north_hearts, tricks.south_hearts, tricks.west_diamonds) == (8, 8, 7)


def test_par_is_that_of_the_tricks(game):
    event = bmconv.read(GAME)
    by_board = {hand.board: hand for hand in event.of(Hand)}
    for evaluation in event.of(Evaluation):
        board, hand = evaluation.board or 0, by_board[evaluation.board]
        dealt_by = hand.dealer or boards.dealer(board)
        # the site leaves out the strains in which a side takes no trick
        tricks = structs.replace(
            evaluation, **{name: getattr(evaluation, name) or 0 for name in TRICK_FIELDS}
        )
        best = par(tricks, hand.vulnerable or boards.vulnerability(board), dealt_by)
        assert best is not None
        assert evaluation.par_score == best.score
        own = (evaluation.par_contract or "").split("; ")
        assert sorted(own) == sorted(map(str, best.contracts)), board
        assert evaluation.extra is None


def test_the_script_of_a_page_is_enough_and_other_pages_are_refused(tmp_path):
    game = '{"sessions": [{"sections": [{"name": "A"}]}]}'
    records, _ = decoded(f"<html><script>var data = {game};</script>".encode(), "acblpage")
    assert [record.letter for record in records[1:]] == ["A"]
    with pytest.raises(BadInput, match="no result data in this page"):
        decoded(b"<html>Log in to my ACBL", "acblpage")
    with pytest.raises(BadInput, match="without sections"):
        decoded(b'{"sessions": [{"number": 1}]}', "acblpage")
    site = '<link href="https://my.acbl.org/app.css">'
    (tmp_path / "page.html").write_text(f"<html>{site}<title>My ACBL</title>Log in")
    assert "no result data in this page" in quick("info", tmp_path / "page.html").err
    for title in ("Bread", "ACBL masterpoints of our club"):
        (tmp_path / "other.html").write_text(f"<html><title>{title}</title>")
        assert "a web page, made for reading" in quick("info", tmp_path / "other.html").err


def test_no_file_of_another_format_is_taken_for_a_club_game(game):
    folders = [folder for folder in GAME.parent.parent.iterdir() if folder != GAME.parent]
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert {".json", ".xml", ".pbn", ".csv"} <= {path.suffix for path in paths}
    taken = [path.name for path in paths if probe(path.read_bytes()[:4096], path.name)]
    assert taken == []


def test_half_a_surrogate_pair_is_replaced():
    game = b'{"club_name": "Half \\ud800 pair", "sessions": [{"sections": [{"name": "A"}]}]}'
    records, _ = decoded(game, "acblpage")
    assert records[0].name == "Half \ufffd pair"
