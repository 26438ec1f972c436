"""ACBL's club pages: the shared game, read from the page and from its JSON."""

import json
from typing import Any

import pytest
from msgspec import structs

import bmconv
from bmconv.bridge import boards
from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.bridge.outcomes import score_ns
from bmconv.bridge.par import par
from bmconv.codecs.acblpage import probe
from bmconv.errors import BadInput
from bmconv.records import Evaluation, Hand, Player, Ranking, Result, Seat, Session
from tests.helpers.coding import decode_bytes
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
    records, _ = decode_bytes(f"<html><script>var data = {game};</script>".encode(), "acblpage")
    assert [record.letter for record in records[1:]] == ["A"]
    with pytest.raises(BadInput, match="no result data in this page"):
        decode_bytes(b"<html>Log in to my ACBL", "acblpage")
    with pytest.raises(BadInput, match="without sections"):
        decode_bytes(b'{"sessions": [{"number": 1}]}', "acblpage")
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
    records, _ = decode_bytes(game, "acblpage")
    assert records[0].name == "Half \ufffd pair"


BOARD = {"board": 1, "north_spades": "A K", "east_hearts": "-----", "south_clubs": "10 9"}
CARDS = {"north": "AK...", "south": "...T9"}


def read_game(session: dict[str, Any], *more: dict[str, Any], **game: Any) -> bmconv.Event:
    """The records of a game of these sessions, each with a section of its own."""
    sessions = [{"sections": [{"name": "A"}]} | each for each in (session, *more)]
    return bmconv.read(json.dumps({"sessions": sessions} | game).encode(), format="acblpage")


@pytest.mark.parametrize(
    ("of_session", "of_game", "day"),
    [
        ("2026-04-15 00:00:00", "05/16/2026", "2026-04-15"),
        ("15 April", "05/16/2026", "2026-05-16"),
        ("2026-13-15", "05/16/2026", "2026-05-16"),
        (None, "2026-05-16", "2026-05-16"),
        (None, "16/05/2026", None),
        (None, "05/16/2026 19:30", None),
    ],
)
def test_the_date_is_that_of_the_session_or_of_the_game(of_session, of_game, day):
    (session,) = read_game({"game_date": of_session}, start_date=of_game).of(Session)
    assert (session.date and str(session.date)) == day


@pytest.mark.parametrize(("sessions", "sections"), [(1, [None]), (2, [1, 2])])
def test_hands_belong_to_the_sections_of_their_session_if_there_are_several(sessions, sections):
    event = read_game(*({"hand_records": [BOARD]} for _ in range(sessions)))
    assert event.of(Hand) == [Hand(section=section, board=1, **CARDS) for section in sections]


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"dealer": "N", "vulnerability": "None"}, {}),
        ({"dealer": "E", "vulnerability": "None"}, {"dealer": "E"}),
        ({"dealer": "N", "vulnerability": "Both"}, {"vulnerable": "All"}),
        ({}, {}),
    ],
)
def test_dealer_and_vulnerability_are_kept_if_unusual(facts, fields):
    """Board 1: North deals, nobody is vulnerable."""
    (hand,) = read_game({"hand_records": [BOARD | facts]}).of(Hand)
    assert hand == Hand(board=1, **CARDS, **fields)


@pytest.mark.parametrize("board", [0, -1, None, "0"])
def test_a_deal_without_a_board_number_is_left_out(board):
    assert read_game({"hand_records": [BOARD | {"board": board}]}).of(Hand) == []


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Par: -110 2D-W+1/2S-EW", {"par_score": -110, "par_contract": "W 2D+1; EW 2S="}),
        ("Par: 800 4S**-NT-4", {"par_score": 800, "par_contract": "N 4SXX-4"}),
        ("Par: 500 4S*-NS-2", {"par_score": 500, "par_contract": "NS 4SX-2"}),
        ("Par: 0 PASS", {"extra": {"acbl": {"par": "Par: 0 PASS"}}}),
        ("Par: 110 2D-W/odd", {"extra": {"acbl": {"par": "Par: 110 2D-W/odd"}}}),
    ],
)
def test_par_of_another_form_stays_as_text(text, fields):
    (evaluation,) = read_game({"hand_records": [BOARD | {"par": text}]}).of(Evaluation)
    assert evaluation == Evaluation(board=1, **fields)


def test_tricks_are_levels_before_a_strain_or_numbers_behind_it():
    words = {"double_dummy_ns": "NS: 4S 3/4H D5 NT6/7 -/1C", "double_dummy_ew": "EW: -S H13/12"}
    points = {"N": 7, "E": "12", "S": 0}
    (evaluation,) = read_game({"hand_records": [BOARD | words | {"points": points}]}).of(Evaluation)
    assert evaluation == Evaluation(
        board=1, north_spades=10, south_spades=10, north_hearts=9, south_hearts=10,
        north_diamonds=5, south_diamonds=5, north_notrump=6, south_notrump=7, south_clubs=7,
        east_hearts=13, west_hearts=12, north_hcp=7, east_hcp=12, south_hcp=0,
    )  # fmt: skip


def of_rows(*rows: dict[str, Any]) -> dict[str, Any]:
    """The boards of a section."""
    return {"boards": [{"board_number": 1, "board_results": list(rows)}]}


def test_a_score_that_is_not_a_number_stays_in_extra():
    rows = [
        {"ns_score": score, "ew_score": "AVE-", "opening_lead": "SA"}
        for score in ("AVE", "-50", "")
    ]
    results = read_game({"sections": [of_rows(*rows)]}).of(Result)
    assert [(r.score, r.extra, r.lead_card) for r in results] == [
        (None, {"acbl": {"ns_score": "AVE", "ew_score": "AVE-"}}, "SA"),
        (-50, None, "SA"),
        (None, None, "SA"),
    ]


@pytest.mark.parametrize(
    ("winners", "direction", "number", "seats"),
    [
        (2, "NS", 1, [("N", 1), ("S", 1)]),
        (2, "EW", 1, [("E", 2), ("W", 2)]),
        (2, "EW", 3, [("E", 1), ("W", 1)]),
        (1, None, 1, [("N", 1), ("S", 1)]),
        (1, None, 2, [("N", 2), ("S", 2)]),
        (1, None, 9, []),
    ],
)
def test_a_pair_sits_where_it_plays_its_first_round(winners, direction, number, seats):
    rows = [(2, 5, 3, 1), (1, 1, 1, 3), (1, 2, 2, 1)]
    names = ("round_number", "table_number", "ns_pair", "ew_pair")
    boards = of_rows(*(dict(zip(names, row, strict=True)) for row in rows))
    people = [{"name": "Lind, Ada", "id_number": 17}, {"name": "Bo Birk", "id_number": "---"}]
    pair = {"pair_number": number, "direction": direction, "players": people}
    game = read_game({"sections": [boards | {"pair_summaries": [pair]}]}, winner_type=winners)
    assert [(seat.direction, seat.table) for seat in game.of(Seat)] == seats
    assert [(seat.name, seat.number) for seat in game.of(Seat)] == (
        [("Ada Lind", "17"), ("Bo Birk", None)] if seats else []
    )
    assert game.of(Player) == [
        Player(number="17", first_name="Ada", last_name="Lind"), Player(name="Bo Birk"),
    ]  # fmt: skip
    assert [r.names for r in game.of(Ranking)] == [["Ada Lind", "Bo Birk"]]


@pytest.mark.parametrize(
    ("ranks", "place"),
    [
        ([("1", "Section", "3")], 3),
        ([(1, "Section", "2/3")], 2),
        ([(2, "Section", "1"), (1, "Overall", "4"), (1, "Section", "7")], 7),
        ([(1, "Section", "")], None),
        ([(2, "Section", "1")], None),
        ([], None),
    ],
)
def test_the_place_is_that_in_the_section_among_all_pairs(ranks, place):
    names = ("strat_number", "type", "rank")
    listed = [dict(zip(names, rank, strict=True)) for rank in ranks]
    pair = {"pair_number": 1, "strat_place": listed}
    (ranking,) = read_game({"sections": [{"pair_summaries": [pair]}]}).of(Ranking)
    assert ranking.place == place
