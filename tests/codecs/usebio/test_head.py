"""Sessions, sections and scoring of a file: what is read from its head, and the head as written."""

import re
import xml.etree.ElementTree as ET

import pytest

from bmconv import records as rec
from tests.codecs.test_usebio import board, file, line
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records


def points(*names: str) -> str:
    return "".join(f"<{name}>1</{name}>" for name in names)


def method(name: str) -> str:
    return f"<BOARD_SCORING_METHOD>{name}</BOARD_SCORING_METHOD>"


CROSS, BUTLER, MATCH = "NS_CROSS_IMP_POINTS", "NS_BUTLER_POINTS", "NS_MATCH_POINTS"
MATCHPOINTS_TYPE, BUTLER_TYPE, CROSS_TYPE, TEAMS_TYPE = 1, 2, 3, 4
"""ScoringType of a .bws."""


@pytest.mark.parametrize(
    ("head", "kind", "participants", "inside", "type"),
    [
        (method("MATCH_POINTS"), "PAIRS", "", points(CROSS), MATCHPOINTS_TYPE),
        (method("Butler imps"), "PAIRS", "", "", BUTLER_TYPE),
        (method("CROSS_IMPS"), "PAIRS", "", "", CROSS_TYPE),
        (method("IMPS"), "PAIRS", "", "", CROSS_TYPE),
        (method("IMPS"), "TEAMS", "", "", TEAMS_TYPE),
        (method("other"), "MP_PAIRS", "", points(BUTLER), MATCHPOINTS_TYPE),
        ("", "PAIRS", "Butler", points(CROSS), BUTLER_TYPE),
        ("", "PAIRS", "CROSS_IMP", points(MATCH), CROSS_TYPE),
        ("", "PAIRS", "other", points(BUTLER), BUTLER_TYPE),
        ("", "PAIRS", "", points(CROSS), CROSS_TYPE),
        ("", "PAIRS", "", points(MATCH, BUTLER), BUTLER_TYPE),
        ("", "PAIRS", "", "", None),
        ("", "SWISS_TEAMS", "", points(MATCH), TEAMS_TYPE),
    ],
)
def test_the_scoring_is_that_of_the_event_its_participants_or_the_points(
    head, kind, participants, inside, type
):
    people = f'<PARTICIPANTS EVENT_TYPE="{participants}"/>'
    records, _ = decode_bytes(file(people + board(line(more=inside)), kind, head), "usebio")
    assert [r.scoring_type for r in records if isinstance(r, rec.Section)] == [type]


@pytest.mark.parametrize(("name", "code"), [("BAM", 60), ("PAB", 61)])
def test_teams_scored_by_boards_have_a_scoring_group_in_their_first_session(name, code):
    sessions = "".join(
        f'<SESSION><SECTION SECTION_ID="{letter}">{board(line())}</SECTION></SESSION>'
        for letter in "AB"
    )
    records, _ = decode_bytes(file(sessions, "TEAMS", method(name)), "usebio")
    groups = [r for r in records if isinstance(r, rec.ScoringGroup)]
    assert groups == [rec.ScoringGroup(session=1, number=1, method=code)]
    assert [r.scoring_group for r in records if isinstance(r, rec.Section)] == [1, None]


@pytest.mark.parametrize(
    ("text", "date"), [("31/02/2026", None), ("2026-02-31", None), ("1/2/2026", "2026-02-01")]
)
def test_a_date_that_does_not_exist_is_kept_as_text(text, date):
    records, notes = decode_bytes(file(board(line()), head=f"<DATE>{text}</DATE>"), "usebio")
    session = next(r for r in records if isinstance(r, rec.Session))
    assert (session.date and str(session.date), session.extra) == (
        date, None if date else {"DATE": text},
    )  # fmt: skip
    assert [note.code for note in notes] == ([] if date else ["odd-date"])


@pytest.mark.parametrize(
    ("winners", "stated", "direction", "extra"),
    [
        ("2", "", "EW", None),
        ("2", "ns", "NS", None),
        ("2", "N/S", None, {"DIRECTION": "N/S"}),
        ("1", "EW", None, {"DIRECTION": "EW"}),
        ("1", "", None, None),
        ("", "EW", "EW", None),
        ("", "", None, None),
    ],
)
def test_the_direction_of_a_pair_is_that_stated_or_with_two_winners_that_of_its_results(
    winners, stated, direction, extra
):
    pair = f"<PAIR><PAIR_NUMBER>2</PAIR_NUMBER><DIRECTION>{stated}</DIRECTION></PAIR>"
    head = f"<WINNER_TYPE>{winners}</WINNER_TYPE>"
    data = file(f"<PARTICIPANTS>{pair}</PARTICIPANTS>" + board(line(ns="1", ew="2")), head=head)
    (ranking,) = (r for r in decode_bytes(data, "usebio")[0] if isinstance(r, rec.Ranking))
    assert (ranking.direction, ranking.extra) == (direction, extra)


def test_a_pair_that_changed_sides_has_no_direction():
    people = "<PARTICIPANTS><PAIR><PAIR_NUMBER>2</PAIR_NUMBER></PAIR></PARTICIPANTS>"
    lines = board(line(ns="1", ew="2")), board(line(ns="2", ew="3"), number="2")
    data = file(people + "".join(lines), head="<WINNER_TYPE>2</WINNER_TYPE>")
    (ranking,) = (r for r in decode_bytes(data, "usebio")[0] if isinstance(r, rec.Ranking))
    assert ranking.direction is None


def test_an_individual_has_a_table_for_each_four_with_the_boards_they_played():
    def of_players(*numbers: int) -> str:
        tags = "".join(
            f"<{seat}_PLAYER_NUMBER>{number}</{seat}_PLAYER_NUMBER>"
            for seat, number in zip("NSEW", numbers, strict=True)
        )
        return re.sub(r"<(NS|EW)_PAIR.*?</\1_PAIR_NUMBER>", "", line(more=tags))

    first, second = of_players(1, 2, 3, 4), of_players(5, 6, 7, 8)
    played = [board(first, second), board(first, number="2"), board(first, number="4")]
    records, _ = decode_bytes(file("".join(played), "INDIVIDUAL"), "usebio")
    four = ("table", "ns_pair", "south", "ew_pair", "west", "low_board", "high_board")
    rounds = [r for r in records if isinstance(r, rec.Round)]
    assert [tuple(getattr(r, name) for name in four) for r in rounds] == [
        (1, 1, 2, 3, 4, None, None), (2, 5, 6, 7, 8, 1, 1),
    ]  # fmt: skip
    assert [r.custom_boards for r in rounds] == ["1,2,4", None]
    assert [r.table for r in records if isinstance(r, rec.Result)] == [1, 2, 1, 1]
    everybody = ET.fromstring(encode_records(records, "usebio")[0]).iter("PLAYER_NUMBER")
    assert [node.text for node in everybody] == [str(number) for number in range(1, 9)]


PLAYED = {"section": 1, "board": 1, "pair_ns": 1, "pair_ew": 2, "declarer": "N"}


def result(**fields: object) -> rec.Result:
    return rec.Result(**(PLAYED | {"contract": "4 S", "result": "="} | fields))


def root(*records: rec.Record, **options: str) -> ET.Element:
    return ET.fromstring(encode_records(records, "usebio", **options)[0])


@pytest.mark.parametrize(
    ("contract", "text"), [("4 S x", "4Sx"), ("1 NT xx", "1NTxx"), ("7 C", "7C"), ("odd", "odd")]
)
def test_a_contract_is_written_without_blanks(contract, text):
    fields = {"contract": contract, "result": None if text == "odd" else "="}
    assert root(result(**fields)).findtext(".//CONTRACT") == text


@pytest.mark.parametrize(
    ("fields", "contract", "notes"),
    [
        ({"contract": None, "result": None, "remarks": "Not played"}, "NP", None),
        ({"remarks": "Not played"}, "4S", "Not played"),
        ({"remarks": "slow play"}, "4S", "slow play"),
    ],
)
def test_a_remark_is_written_unless_the_contract_says_it(fields, contract, notes):
    written = root(result(**fields))
    assert (written.findtext(".//CONTRACT"), written.findtext(".//NOTES")) == (contract, notes)


@pytest.mark.parametrize(
    ("ranked_by", "type", "fields", "name"),
    [
        ("butler", 1, {}, "BUTLER_IMPS"),
        ("matchpoints", 2, {}, "MATCH_POINTS"),
        (None, 3, {}, "CROSS_IMPS"),
        (None, 1, {}, "MATCH_POINTS"),
        (None, 1, {"imp_ns": 2.0}, "BUTLER_IMPS"),
        (None, 1, {"imp_ns": 2.5}, "CROSS_IMPS"),
        (None, 1, {"imp_ns": 2.5, "mp_ns": 1.0}, "MATCH_POINTS"),
    ],
)
def test_the_method_is_that_of_the_ranking_of_the_sections_or_of_the_points(
    ranked_by, type, fields, name
):
    section = rec.Section(id=1, letter="A", winners=2, scoring_type=type)
    how = {"name": ranked_by} if ranked_by else None
    ranking = [rec.Ranking(section=1, pair=1, place=1, method=how)] if how else []
    written = root(section, *ranking, result(**fields))
    assert written.findtext(".//BOARD_SCORING_METHOD") == name


@pytest.mark.parametrize(("direction", "winners"), [("NS", "2"), (None, "1")])
def test_a_ranked_section_has_the_winners_of_its_ranking(direction, winners):
    method = {"name": "matchpoints"}
    ranking = rec.Ranking(section=1, direction=direction, pair=1, place=1, method=method)
    other = "1" if winners == "2" else "2"
    section = rec.Section(id=1, letter="A", winners=int(other))
    assert root(section, ranking, result()).findtext(".//WINNER_TYPE") == winners


def test_the_winners_are_those_of_the_first_section():
    sections = [rec.Section(id=n, letter="AB"[n - 1], winners=3 - n) for n in (1, 2)]
    assert root(*sections, result(), result(section=2)).findtext(".//WINNER_TYPE") == "2"


def test_sections_are_in_their_sessions_and_strays_in_the_first():
    sections = [rec.Section(id=n, letter="ABC"[n - 1], session=n, winners=2) for n in (1, 2, 3)]
    results = [result(section=n) for n in (1, 2, 3)]
    written = root(rec.Session(id=1), rec.Session(id=2), *sections, *results)
    assert [
        (session.get("SESSION_ID"), [s.get("SECTION_ID") for s in session.iter("SECTION")])
        for session in written.iter("SESSION")
    ] == [("1", ["A", "C"]), ("2", ["B"])]


DEAL = {
    "north": "AKQJT98765432...", "east": ".AKQJT98765432..",
    "south": "..AKQJT98765432.", "west": "...AKQJT98765432",
}  # fmt: skip
TURNED = dict(zip(DEAL, reversed(DEAL.values()), strict=True))


@pytest.mark.parametrize(("second", "sections"), [(DEAL, [None]), (TURNED, [1, 2])])
def test_deals_are_written_by_section_only_if_they_differ(second, sections):
    records = [
        *(rec.Section(id=n, letter="AB"[n - 1], winners=2) for n in (1, 2)),
        *(result(section=n) for n in (1, 2)),
        rec.Hand(section=1, board=1, **DEAL),
        rec.Hand(section=2, board=1, **second),
    ]
    back, _ = decode_bytes(encode_records(records, "usebio")[0], "usebio")
    hands = [r for r in back if isinstance(r, rec.Hand)]
    deals = [DEAL, second][: len(sections)]
    expected = zip(sections, deals, strict=True)
    assert hands == [rec.Hand(section=section, board=1, **deal) for section, deal in expected]


def test_the_contact_is_written_in_the_order_of_other_programs():
    contact = {"EMAIL": "a@example.org", "OTHER": "x", "FULL_NAME": "Ada", "TELEPHONE": "1"}
    written = root(rec.Session(id=1, extra={"CONTACT": contact}), result())
    node = written.find(".//CONTACT")
    assert node is not None
    assert [tag.tag for tag in node] == ["FULL_NAME", "TELEPHONE", "EMAIL", "OTHER"]


def test_published_values_of_a_pair_are_written_in_the_order_of_other_programs():
    extra = {"MASTER_POINTS": "12", "OTHER": "x", "WINS_OR_DRAWS": "3"}
    ranking = rec.Ranking(
        section=1,
        direction="NS",
        pair=1,
        boards=24,
        total=7.5,
        percentage=62.5,
        place=2,
        extra=extra,
    )
    pair = root(rec.Section(id=1, letter="A", winners=2), ranking, result()).find(".//PAIR")
    assert pair is not None
    assert [(tag.tag, tag.text) for tag in pair] == [
        ("PAIR_NUMBER", "1"), ("DIRECTION", "NS"), ("TOTAL_SCORE", "7.5"), ("WINS_OR_DRAWS", "3"),
        ("PERCENTAGE", "62.5"), ("PLACE", "2"), ("MASTER_POINTS", "12"), ("BOARDS_PLAYED", "24"),
        ("OTHER", "x"),
    ]  # fmt: skip


def test_text_beside_elements_is_kept_in_extra():
    data = file(board(line()), head="<VENUE>Oak<ROOM>2</ROOM> Hall</VENUE>")
    session = next(r for r in decode_bytes(data, "usebio")[0] if isinstance(r, rec.Session))
    assert session.extra == {"VENUE": {"ROOM": "2", "#text": "Oak Hall"}}


def test_attributes_of_an_element_come_back():
    head = '<VENUE TYPE="club" NAME="Oak">Hall</VENUE>'
    records, _ = decode_bytes(file(board(line()), head=head), "usebio")
    session = next(r for r in records if isinstance(r, rec.Session))
    assert session.extra == {"VENUE": {"@TYPE": "club", "@NAME": "Oak", "#text": "Hall"}}
    data, notes = encode_records(records, "usebio", club_name="Oak")
    assert codes_and_places(notes) == []
    assert head.encode() in data


def test_elements_of_one_name_are_a_list_and_come_back():
    head = "<VENUE>Oak</VENUE><VENUE>Elm</VENUE>"
    records, _ = decode_bytes(file(board(line()), head=head), "usebio")
    session = next(r for r in records if isinstance(r, rec.Session))
    assert session.extra == {"VENUE": ["Oak", "Elm"]}
    assert [node.text for node in root(*records).iter("VENUE")] == ["Oak", "Elm"]


@pytest.mark.parametrize(
    "value", ["", ["Oak"], ["Oak", ["Elm"]], ["Oak", 1], {"#text": "Oak", "ROOM": "2"}, {"@A": []}]
)
def test_a_value_of_extra_that_cannot_be_read_back_is_left_out(value):
    session = rec.Session(id=1, extra={"VENUE": value})
    data, notes = encode_records([session, result()], "usebio", club_name="Oak")
    assert b"VENUE" not in data
    assert ("loss", "extra-lost", "session 1 VENUE") in codes_and_places(notes)


@pytest.mark.parametrize(("kind", "kept"), [("PAIRS", None), ("SWISS_PAIRS", "SWISS_PAIRS")])
def test_an_unusual_type_of_event_comes_back(kind, kept):
    records, _ = decode_bytes(file(board(line()), kind), "usebio")
    session = next(r for r in records if isinstance(r, rec.Session))
    assert (session.extra or {}).get("EVENT_TYPE") == kept
    event = root(*records).find("EVENT")
    assert event is not None
    assert event.get("EVENT_TYPE") == kind


@pytest.mark.parametrize(("count", "extra"), [("1", None), ("2", {"SESSION_COUNT": "2"})])
def test_a_number_of_sessions_is_kept_if_there_are_more_or_fewer(count, extra):
    head = f"<SESSION_COUNT>{count}</SESSION_COUNT>"
    records, _ = decode_bytes(file(board(line()), head=head), "usebio")
    assert [r.extra for r in records if isinstance(r, rec.Session)] == [extra]


@pytest.mark.parametrize(
    ("extra", "lost"),
    [({"SESSION": {"VENUE": "Oak"}}, False), ({"VENUE": "Oak"}, True), (None, False)],
)
def test_what_a_further_session_has_beside_its_element_is_a_loss(extra, lost):
    sessions = [rec.Session(id=1), rec.Session(id=2, extra=extra)]
    _, notes = encode_records([*sessions, result()], "usebio", club_name="Oak")
    assert (("loss", "session-lost", "session 2") in codes_and_places(notes)) == lost
