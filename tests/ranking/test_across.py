"""Pairs that move between sections (Session.PairsMoveAcrossField) stay one pair."""

from bmconv.event import Event
from bmconv.movements.cards import contestant_cards
from bmconv.ranking.from_records import ranking_from_records
from bmconv.records import Round, Seat, Section, Session
from bmconv.reports.guides import card_text
from bmconv.reports.language import ENGLISH
from tests.helpers.guide_files import guide_file, two_sections
from tests.helpers.running import quick
from tests.helpers.sessions import rank_records, result_with_score

MEETINGS = {1: ((1, 2), (3, 4)), 2: ((1, 3), (4, 2)), 3: ((4, 1), (2, 3))}
"""Four pairs, in each round one table in section A and one in B."""
PLACES = [(s, r, *MEETINGS[r][s - 1]) for r in MEETINGS for s in (1, 2)]


def records(**session: object) -> list:
    movement = [
        Round(section=s, table=1, round=r, ns_pair=ns, ew_pair=ew, low_board=r, high_board=r)
        for s, r, ns, ew in PLACES
    ]
    results = [
        result_with_score(r, ns, ew, 100 * ns - 100 * ew, section=s, table=1, round=r)
        for s, r, ns, ew in PLACES
    ]
    seats = [Seat(section=s, table=1, direction=d, name=f"{d}{s}") for s in (1, 2) for d in "NSEW"]
    sections = [Section(id=s, letter="AB"[s - 1], session=1) for s in (1, 2)]
    return [Session(id=1, **session), *sections, *movement, *results, *seats]


def test_four_pairs_that_move_between_sections_are_ranked_as_four():
    # N-S scores: -100 and -100 on board 1, -200 (1 v 3) and +200 (4 v 2) on board 2, +300 (4 v 1)
    # and -100 (2 v 3) on board 3; the better of two scores gets 2 matchpoints, equal ones get 1
    found, _ = rank_records(records(pairs_move_across_field=True), group="all")
    (standings,) = found.standings
    assert standings.sections == [1, 2]
    assert [(t.who.number, t.boards, t.total) for t in standings.tallies] == [
        (3, 3, 5.0), (4, 3, 5.0), (1, 3, 1.0), (2, 3, 1.0),
    ]  # fmt: skip


def test_without_the_setting_sections_are_separate():
    found, _ = rank_records(records(), group="all")
    assert sum(len(s.tallies) for s in found.standings) > 4


def test_names_follow_a_pair_to_another_section():
    found, _ = rank_records(records(pairs_move_across_field=True))
    assert [s.sections for s in found.standings] == [[1, 2]]
    assert [s.sections for s in rank_records(records())[0].standings] == [[1], [2]]
    assert {r.pair: r.names for r in found.rankings()} == {
        1: ["N1", "S1"], 2: ["E1", "W1"], 3: ["N2", "S2"], 4: ["E2", "W2"],
    }  # fmt: skip
    (b,) = [field for field in found.fields if field.sections == {2}]
    (line,) = found.traveller(b, 2)
    assert (line.numbers, line.names) == (((4,), (2,)), ("E2 & W2", "E1 & W1"))


def test_a_ranking_read_again_is_one_list():
    found, _ = rank_records(records(pairs_move_across_field=True))
    again = ranking_from_records(Event(list(found.records())))
    assert again is not None
    assert [len(s.tallies) for s in again.standings] == [4]


def test_a_guide_card_names_the_section_of_each_table():
    event = Event(records(pairs_move_across_field=True))
    cards = [card_text(card, ENGLISH) for card in contestant_cards(event)]
    assert [card.title for card in cards] == ["Pair 1", "Pair 2", "Pair 3", "Pair 4"]
    assert [cells for _, cells in cards[3].rows] == [
        ("1", "B1", "E-W", "3", "1"),
        ("2", "B1", "N-S", "2", "2"),
        ("3", "A1", "N-S", "1", "3"),
    ]


def test_a_database_of_another_engine_is_ranked_so(shared, tmp_path):
    rows = two_sections()
    rows["Session"][0]["PairsMoveAcrossField"] = True
    for section in rows["Section"]:
        section |= {"Tables": 1, "Winners": 1}
    for name in ("Tables", "PlayerNumbers"):
        rows[name] = [row for row in rows[name] if row["Table"] == 1]
    rows["RoundData"] = [
        {"Section": s, "Table": 1, "Round": r, "NSPair": ns, "EWPair": ew, "LowBoard": r,
         "HighBoard": r} for s, r, ns, ew in PLACES
    ]  # fmt: skip
    rows["ReceivedData"] = [
        {"ID": id, "Section": s, "Table": 1, "Round": r, "Board": r, "PairNS": ns, "PairEW": ew,
         "Declarer": ns, "NS/EW": "N", "Contract": "4 S", "Result": "="}
        for id, (s, r, ns, ew) in enumerate(PLACES, 1)
    ]  # fmt: skip
    path = guide_file(tmp_path / "swiss.bws", shared, rows)
    ranking = quick("rank", path, "-q").out.decode().splitlines()
    assert sum('"type":"ranking"' in line for line in ranking) == 4
