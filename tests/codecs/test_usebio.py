"""USEBIO: files of several programs are read, and written so that they read the same."""

import re
import socket
import xml.etree.ElementTree as ET
from urllib.parse import quote

import pytest

import bmconv
from bmconv import records as rec
from bmconv.bridge.outcomes import score_ns
from bmconv.codecs import load
from bmconv.codecs.usebio.numbers import read_pair_number
from bmconv.errors import BadInput
from bmconv.event import Event
from bmconv.notes import Notes
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import ROOT, SHARED, absent, quick

SAMPLES = ROOT / "formats" / "usebio" / "samples"
PUBLISHED = ("pairsscorer-mp", "pianola-ximp", "teamsscorer")


def shared(name: str) -> bytes:
    path = SHARED / "samples" / "usebio" / f"{name}.xml"
    if not path.exists():
        absent(str(path))
    return path.read_bytes()


def file(body: str, kind: str = "PAIRS", head: str = "", declared: str = "") -> bytes:
    """A file with these participants and boards."""
    return (
        f'{declared}<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{head}{body}</EVENT></USEBIO>'
    ).encode()


def line(**values: str) -> str:
    usual = {"ns": "1", "ew": "2", "contract": "4S", "by": "N", "tricks": "10", "score": "420"}
    v = usual | values
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{v['ns']}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{v['ew']}"
        f"</EW_PAIR_NUMBER><CONTRACT>{v['contract']}</CONTRACT><PLAYED_BY>{v['by']}</PLAYED_BY>"
        f"<LEAD>{v.get('lead', '')}</LEAD><TRICKS>{v['tricks']}</TRICKS><SCORE>{v['score']}</SCORE>"
        f"{v.get('more', '')}</TRAVELLER_LINE>"
    )


def board(*lines: str, number: str = "1") -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(lines)}</BOARD>"


def one(kind: type, data: bytes):
    (found,) = [r for r in decode_bytes(data, "usebio")[0] if isinstance(r, kind)]
    return found


def result(**values: str) -> rec.Result:
    return one(rec.Result, file(board(line(**values))))


def test_a_board_number_can_begin_with_zeros():
    assert one(rec.Result, file(board(line(), number="0000000123"))).board == 123


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_score_is_that_of_contract_tricks_and_board(name):
    results = Event(decode_bytes(shared(name), "usebio")[0], Notes()).of(rec.Result)
    assert len(results) == shared(name).count(b"<TRAVELLER_LINE>")
    odd = [r for r in results if score_ns(r) != r.score]
    assert [r.contract for r in odd] == (["42"] if name == "pianola-ximp" else [])


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_percentages_totals_and_places_are_ranking_records(name):
    root = ET.fromstring(shared(name))
    listed = root.findall(".//PARTICIPANTS/*")
    rankings = Event(decode_bytes(shared(name), "usebio")[0], Notes()).of(rec.Ranking)
    for node, ranking in zip(listed, rankings, strict=True):
        assert ranking.place == int(node.findtext("PLACE").rstrip("="))
        assert [ranking.percentage, ranking.total] == [
            float(text) if (text := node.findtext(tag)) else None
            for tag in ("PERCENTAGE", "TOTAL_SCORE")
        ]
        assert ranking.names == [n.text for n in node.iter("PLAYER_NAME")]


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_file_written_again_has_the_same_records(name, tmp_path):
    (tmp_path / "a.xml").write_bytes(shared(name))
    assert quick("convert", tmp_path / "a.xml", tmp_path / "b.xml").code == 0
    done = quick("diff", tmp_path / "a.xml", tmp_path / "b.xml")
    assert (done.code, done.out) == (0, b"")


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_written_head_has_the_order_of_the_program_that_wrote_it_first(name):
    data, _ = encode_records(decode_bytes(shared(name), "usebio")[0], "usebio")

    def order(text: bytes) -> list[str]:
        return [node.tag for node in ET.fromstring(text).find("EVENT") if node.tag != "BOARD"]

    assert order(data) == order(shared(name))


@pytest.mark.parametrize(
    ("text", "number", "section", "side"),
    [
        ("7", 7, 1, None),
        ("7NS", 7, 1, "NS"),
        ("7 EW", 7, 1, "EW"),
        ("NS 7", 7, 1, "NS"),
        ("(B) 7 NS", 7, 2, "NS"),
        ("B7", 7, 2, None),
    ],
)
def test_a_pair_number_says_section_and_direction(text, number, section, side):
    head = f"<PARTICIPANTS><PAIR><PAIR_NUMBER>{text}</PAIR_NUMBER></PAIR></PARTICIPANTS>"
    data = file(head + board(line(ns=text)))
    records, notes = decode_bytes(data, "usebio")
    assert notes == []
    (ranking,) = [r for r in records if isinstance(r, rec.Ranking)]
    assert (ranking.pair, ranking.section, ranking.direction) == (number, section, side)
    (played,) = [r for r in records if isinstance(r, rec.Result)]
    assert (played.pair_ns, played.section) == (number, section)
    written, _ = encode_records(records, "usebio")
    assert f"<PAIR_NUMBER>{text}</PAIR_NUMBER>".encode() in written
    assert f"<NS_PAIR_NUMBER>{text}</NS_PAIR_NUMBER>".encode() in written


def test_a_number_that_says_nothing_is_kept_as_text():
    records, notes = decode_bytes(file(board(line(ns="Oak"))), "usebio")
    assert [note.code for note in notes] == ["odd-number"]
    (played,) = [r for r in records if isinstance(r, rec.Result)]
    assert (played.pair_ns, played.extra) == (10001, {"pair_ns": "Oak"})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"contract": "3N", "tricks": "9", "lead": "10C"}, ("3 NT", "=", "C10")),
        ({"contract": "3NT", "tricks": "7", "lead": "C10"}, ("3 NT", "-2", "C10")),
        ({"contract": "4HX", "tricks": "11", "lead": "SA"}, ("4 H x", "+1", "SA")),
        ({"contract": "6Sxx", "tricks": "12", "lead": ""}, ("6 S xx", "=", None)),
        ({"contract": "PASS", "tricks": "", "by": ""}, ("PASS", None, None)),
        ({"contract": "Passed", "tricks": "0", "by": "N"}, ("PASS", None, None)),
    ],
)
def test_both_spellings_of_contracts_and_leads(given, expected):
    found = result(**given)
    assert (found.contract, found.result, found.lead_card) == expected


@pytest.mark.parametrize(
    ("score", "remark"),
    [("A6040", "60%-40%"), ("A5050", "50%-50%"), ("a40/60", "40%-60%"), ("A5545", "55%-45%")],
)
def test_an_adjusted_score_is_a_remark_and_comes_back(score, remark):
    found = result(contract="", by="", tricks="", score=score)
    assert (found.remarks, found.score) == (remark, None)
    data, _ = encode_records([found], "usebio")
    assert f"<SCORE>A{remark.replace('%', '').replace('-', '')}</SCORE>".encode() in data


def test_a_board_not_played_comes_back():
    found = result(contract="NP", by="", tricks="", score="")
    assert found.remarks == "Not played"
    assert one(rec.Result, encode_records([found], "usebio")[0]).remarks == "Not played"


@pytest.mark.parametrize("text", ["22/10/2015", "22-10-2015", "2015-10-22", "22/10/2015 19:30"])
def test_dates_of_all_versions(text):
    session = one(rec.Session, file(board(line()), head=f"<DATE>{text}</DATE>"))
    assert str(session.date) == "2015-10-22"


def test_names_of_1_3_become_those_of_1_2():
    head = "<EVENT_ID>7</EVENT_ID><EBU_CHARGE_CODE>12</EBU_CHARGE_CODE>"
    session = one(rec.Session, file(board(line()), head=head))
    assert session.extra == {"EVENT_IDENTIFIER": "7", "P2P_CHARGE_RATE": "12"}


def test_a_void_is_a_dash_or_empty_or_not_there():
    suits = {
        "North": "<SPADES>AKQJ1098765432</SPADES>",
        "East": "<SPADES>-</SPADES><HEARTS>AKQJT98765432</HEARTS>",
        "South": "<CLUBS></CLUBS><DIAMONDS>AKQJT98765432</DIAMONDS>",
        "West": "<CLUBS>2345678 9TJQKA</CLUBS>",
    }
    hands = "".join(f"<HAND><DIRECTION>{s}</DIRECTION>{t}</HAND>" for s, t in suits.items())
    data = file(board(line()) + f"<HANDSET>{board(hands)}</HANDSET>")
    hand = one(rec.Hand, data)
    assert (hand.north, hand.west) == ("AKQJT98765432...", "...AKQJT98765432")


def test_an_individual_has_four_numbers_on_a_line():
    four = {"N": 1, "S": 2, "E": 3, "W": 4}
    who = "".join(f"<{s}_PLAYER_NUMBER>{n}</{s}_PLAYER_NUMBER>" for s, n in four.items())
    rest = re.sub(r"<(..)_PAIR_NUMBER>.*?</\1_PAIR_NUMBER>", "", line())
    people = "<PARTICIPANTS><PLAYER><PLAYER_NUMBER>2</PLAYER_NUMBER><PLACE>1</PLACE>"
    people += "<PLAYER_NAME>Bo Oak</PLAYER_NAME></PLAYER></PARTICIPANTS>"
    body = people + board(rest.replace("<CONTRACT>", f"{who}<CONTRACT>"))
    records, _ = decode_bytes(file(body, "INDIVIDUAL"), "usebio")
    (round,) = [r for r in records if isinstance(r, rec.Round)]
    assert (round.ns_pair, round.south, round.ew_pair, round.west) == (1, 2, 3, 4)
    (ranking,) = [r for r in records if isinstance(r, rec.Ranking)]
    assert (ranking.pair, ranking.names, ranking.place) == (2, ["Bo Oak"], 1)
    data, _ = encode_records(records, "usebio")
    assert b'EVENT_TYPE="INDIVIDUAL"' in data
    assert data.count(b"<W_PLAYER_NUMBER>4</W_PLAYER_NUMBER>") == 1
    again = [r for r in decode_bytes(data, "usebio")[0] if isinstance(r, rec.Round | rec.Result)]
    assert again == [r for r in records if isinstance(r, rec.Round | rec.Result)]


def test_a_match_of_swiss_pairs_keeps_its_score():
    match = (
        "<MATCH><ROUND_NUMBER>2</ROUND_NUMBER><NS_PAIR_NUMBER>7</NS_PAIR_NUMBER>"
        "<EW_PAIR_NUMBER>9</EW_PAIR_NUMBER><NS_SCORE>12.5</NS_SCORE><EW_SCORE>7.5</EW_SCORE>"
        f"{board(re.sub('<.._PAIR_NUMBER>.*?</.._PAIR_NUMBER>', '', line()))}</MATCH>"
    )
    records, _ = decode_bytes(file(match, "SWISS_PAIRS"), "usebio")
    (round,) = [r for r in records if isinstance(r, rec.Round)]
    assert (round.round, round.ns_pair, round.ew_pair) == (2, 7, 9)
    (played,) = [r for r in records if isinstance(r, rec.Result)]
    assert (played.pair_ns, played.pair_ew, played.round, played.table) == (7, 9, 2, 1)
    again, _ = decode_bytes(encode_records(records, "usebio")[0], "usebio")
    assert [r for r in again if isinstance(r, rec.Round)] == [round]
    assert [r for r in again if isinstance(r, rec.Result)] == [played]


def test_the_first_of_several_sessions_describes_the_event():
    sessions = [
        rec.Session(id=id, name=name, extra={"EVENT_IDENTIFIER": name})
        for id, name in enumerate(("first", "second"), 1)
    ]
    data, _ = encode_records([*sessions, rec.Section(id=1, letter="A")], "usebio", club_name="Oak")
    assert re.findall(rb"<EVENT_(?:DESCRIPTION|IDENTIFIER)>(.*?)<", data) == [b"first", b"first"]


def test_results_without_a_section_are_written_as_those_of_section_a():
    played = rec.Result(
        board=1, pair_ns=1, pair_ew=2, declarer="N", contract="4 S", result="=", score=420
    )
    data, _ = encode_records([played], "usebio", club_name="Oak")
    assert b'<SECTION SECTION_ID="A">' in data
    assert re.findall(rb"<SCORE>(.*?)<", data) == [b"420"]


def test_sections_of_sessions_are_kept_apart():
    parts = "".join(
        f'<SESSION SESSION_ID="{s}"><SECTION SECTION_ID="Blue">{board(line())}</SECTION></SESSION>'
        for s in (1, 2)
    )
    event = Event(decode_bytes(file(parts), "usebio")[0])
    assert [(s.id, s.letter, s.name, s.session) for s in event.of(rec.Section)] == [
        (1, "A", "Blue", 1),
        (2, "B", "Blue", 2),
    ]
    assert [r.section for r in event.of(rec.Result)] == [1, 2]


EVIL = "<!DOCTYPE USEBIO [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>"
FETCH = "<!DOCTYPE USEBIO [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
PARAMETER = "<!DOCTYPE USEBIO [<!ENTITY % p SYSTEM 'http://192.0.2.1/x'> %p;]>"


@pytest.mark.parametrize("declared", [EVIL, FETCH, PARAMETER])
def test_entities_are_refused(declared):
    with pytest.raises(BadInput, match="declares an entity"):
        decode_bytes(file(board(line()), declared=declared), "usebio")


def test_a_document_type_is_not_fetched(monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("network used")

    monkeypatch.setattr(socket, "socket", refuse)
    declared = '<!DOCTYPE USEBIO SYSTEM "http://192.0.2.1/usebio_v1_2.dtd">'
    name = "<EVENT_DESCRIPTION>Caf&eacute;</EVENT_DESCRIPTION>"
    records, notes = decode_bytes(file(board(line()), head=name, declared=declared), "usebio")
    assert [note.code for note in notes] == ["unknown-entity"]
    assert next(r.name for r in records if isinstance(r, rec.Session)) == "Caf&eacute;"


def test_a_file_that_is_too_deep_is_refused():
    with pytest.raises(BadInput, match="deep"):
        decode_bytes(file("<A>" * 100_000 + "</A>" * 100_000), "usebio")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b'<?xml version="1.0" encoding="iso-8859-1"?>N\xe9e', "Née"),
        (b'<?xml version="1.0" encoding="iso-8859-1"?>O\x92Neil', "O’Neil"),
        (b"N\xe9e", "Née"),
        ("Née".encode(), "Née"),
        (b"Oak & Elm", "Oak & Elm"),
    ],
)
def test_characters_as_programs_write_them(data, name):
    declared, _, text = data.rpartition(b"?>")
    start = declared + b"?>" if declared else b""
    made = file(board(line()), head="<EVENT_DESCRIPTION>@</EVENT_DESCRIPTION>")
    session = one(rec.Session, start + made.replace(b"@", text))
    assert session.name == name


@pytest.mark.parametrize("data", ["<USEBIO><CLUB/></USEBIO>", "<OTHER><EVENT A='1'/></OTHER>"])
def test_a_file_without_an_event_is_refused(data):
    name = re.findall(r"\w+", data)[0]
    with pytest.raises(BadInput, match=f"file: no EVENT in {name}; expected a USEBIO file"):
        decode_bytes(data.encode(), "usebio")


def test_other_xml_is_not_taken():
    for head in (b"<?xml version='1.0'?><rss><item/></rss>", b"<html></html>", b"<"):
        assert load("usebio").probe(head, "feed.xml") == 0


def night() -> list[rec.Record]:
    """Two tables, three of four players with a number, one without a name."""
    people = {"N": ("11", "Ada Lind"), "S": ("12", ""), "E": ("", "Emil Tamm"), "W": ("14", "W Ł")}
    seats = [
        rec.Seat(section=1, table=1, direction=d, number=number or None, name=name or None)
        for d, (number, name) in people.items()
    ]
    played = {"section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1, "pair_ew": 2}
    return [
        rec.Section(id=1, letter="A", winners=2, scoring_type=1),
        *seats,
        rec.Result(**played, contract="4 S", declarer="N", result="="),
    ]


def test_players_without_national_number_or_name_are_named():
    data, notes = encode_records(night(), "usebio", numbers="national")
    found = [note for note in codes_and_places(notes) if note[1].startswith("no-")]
    assert found == [
        ("repair", "no-club-name", "event"),
        ("repair", "no-national-number", "Emil Tamm"),
        ("repair", "no-name", "12"),
    ]
    assert b"W &#321;" in data


def test_numbers_are_assumed_to_be_national_only_with_a_note():
    assert "numbers-assumed" in [note.code for note in encode_records(night(), "usebio")[1]]
    data, notes = encode_records(night(), "usebio", numbers="club")
    assert b"<NATIONAL_ID_NUMBER>11" not in data
    assert b"<CLUB_ID_NUMBER>11</CLUB_ID_NUMBER>" in data
    assert "numbers-assumed" not in [note.code for note in notes]


def test_nothing_that_costs_money_is_guessed(tmp_path):
    data, _ = encode_records(night(), "usebio")
    assert not re.search(b"P2P_CHARGE_RATE|MPS_AWARDED_FLAG|MASTER_POINT", data)
    club = tmp_path / "club.toml"
    club.write_text(
        'club_name = "Oak"\nclub_id_number = "007"\n[event]\np2p_charge_rate = 10\n'
        '[contact]\nfull_name = "Zoë"\n',
        encoding="utf-8",
    )
    root = ET.fromstring(encode_records(night(), "usebio", club=str(club), charge="12")[0])
    found = {node.tag: node.text for node in root.iter() if node.text and node.text.strip()}
    assert found["CLUB_NAME"] == "Oak"
    assert found["CLUB_ID_NUMBER"] == "007"
    assert found["P2P_CHARGE_RATE"] == "12"
    assert found["FULL_NAME"] == "Zoë"


@pytest.mark.parametrize(
    ("text", "message"),
    [("club_nam = 'x'", "the nearest is"), ("[x]\na=1", "no table"), ("=", "TOML")],
)
def test_a_faulty_club_file_is_explained(text, message, tmp_path):
    (tmp_path / "club.toml").write_text(text)
    (tmp_path / "n.jsonl").write_text('{"type":"section","id":1,"letter":"A"}\n')
    words = ("to", "usebio", tmp_path / "n.jsonl", "--club", tmp_path / "club.toml")
    done = quick(*words, "-o", tmp_path / "n.xml")
    assert done.code in (2, 3)
    assert message in done.err
    assert not (tmp_path / "n.xml").exists()


def ranked_records(path) -> Event:
    return Event(decode_bytes(quick("rank", path).out, "records")[0])


def test_with_one_winner_pairs_in_the_wrong_direction_are_written_as_they_sat():
    ranked = [
        rec.Section(id=1, letter="A", winners=1),
        rec.Result(section=1, board=1, pair_ns=1, pair_ew=2, contract="4 H", declarer="E",
                   result="=", score=-420, remarks="Wrong direction", mp_ns=2, mp_ew=0),
    ]  # fmt: skip
    output, _ = encode_records(ranked, "usebio")
    (back,) = Event(decode_bytes(output, "usebio")[0]).of(rec.Result)
    assert (back.pair_ns, back.pair_ew, back.mp_ns, back.mp_ew, back.score, back.remarks) == (
        2, 1, 0, 2, -420, None,
    )  # fmt: skip


def test_a_ranked_night_comes_back_with_results_names_percentages_and_places(tmp_path):
    club = SHARED / "samples" / "jet" / "club.bws"
    if not club.exists():
        absent(str(club))
    ranked = ranked_records(club)
    assert quick("rank", club, "-o", tmp_path / "night.xml").code == 0
    read = Event(decode_bytes((tmp_path / "night.xml").read_bytes(), "usebio")[0])

    def places(event: Event) -> list:
        fields = ("section", "direction", "pair", "boards", "total", "percentage", "place")
        return sorted(
            ([str(getattr(r, name)) for name in fields], [n for n in r.names or () if " " in n])
            for r in event.of(rec.Ranking)
        )

    def played(event: Event) -> list:
        fields = (
            *("section", "board", "pair_ns", "pair_ew", "contract", "result", "declarer"),
            *("lead_card", "mp_ns", "mp_ew", "remarks"),
        )
        found = event.standing_results()
        return sorted([str(getattr(r, name)) for name in fields] for r in found)

    assert places(read) == places(ranked)
    assert played(read) == played(ranked)
    assert len(played(read)) == 648
    assert quick("rank", tmp_path / "night.xml").err == ""  # the same points and places again


def test_a_team_match_of_a_database_is_written_with_pairs_of_teams():
    rounds = [
        rec.Round(section=1, table=t, round=1, ns_pair=t, ew_pair=3 - t, low_board=1, high_board=1)
        for t in (1, 2)
    ]
    seats = [
        rec.Seat(section=1, table=t, direction=d, number=f"{t}{d}", name=f"{d} of table {t}")
        for t in (1, 2)
        for d in "NESW"
    ]
    tables = [rec.Table(section=1, table=t, group=1) for t in (1, 2)]
    results = [
        rec.Result(section=1, table=t, round=1, board=1, pair_ns=t, pair_ew=3 - t, contract="PASS")
        for t in (1, 2)
    ]
    section = rec.Section(id=1, letter="A", scoring_type=4)
    data, _ = encode_records(
        [section, *tables, *rounds, *seats, *results], "usebio", numbers="national"
    )
    root = ET.fromstring(data)
    assert root.find("EVENT").get("EVENT_TYPE") == "TEAMS"
    teams = {
        team.get("TEAM_ID"): {
            pair.findtext("PAIR_NUMBER"): [n.text for n in pair.iter("PLAYER_NAME")]
            for pair in team.findall("PAIR")
        }
        for team in root.iter("TEAM")
        if team.get("TEAM_ID")
    }
    assert teams == {  # a team is N-S of one table and E-W of the other
        "1": {"1-1-2": ["N of table 1", "S of table 1"], "1-3-4": ["E of table 2", "W of table 2"]},
        "2": {"2-1-2": ["N of table 2", "S of table 2"], "2-3-4": ["E of table 1", "W of table 1"]},
    }
    (match,) = root.iter("MATCH")
    lines = [[n.text for n in line][:3] for line in match.iter("TRAVELLER_LINE")]
    assert lines == [["NS", "1-1-2", "2-3-4"], ["EW", "2-1-2", "1-3-4"]]


def test_sections_are_written_apart_and_places_that_are_shared_have_a_sign():
    records = [rec.Section(id=n, letter="AB"[n - 1], scoring_type=1, winners=1) for n in (1, 2)]
    for n in (1, 2):
        played = {"section": n, "board": 1, "pair_ns": 1, "pair_ew": 2}
        records.append(rec.Result(**played, contract="1 C", declarer="N", result="="))
        records += [rec.Ranking(section=n, pair=pair, place=1) for pair in (1, 2)]
    root = ET.fromstring(encode_records(records, "usebio")[0])
    assert [s.get("SECTION_ID") for s in root.iter("SECTION")] == ["A", "B"]
    assert [p.text for p in root.iter("PLACE")] == ["1="] * 4
    assert root.findtext(".//SCORE") == "70"


def test_a_deal_in_the_lin_of_a_line_is_a_hand():
    deal = "SAQ3HJ42DKQ63CT85,ST84HAT763D98CAJ7,S9765HK98DA54CQ96,SKJ2HQ5DJT72CK432"
    lin = quote(f"pn|a,b,c,d|st||md|1{deal}|rh||ah|Board 1|sv|o|mb|1N|zz|400|")
    data = file(board(line(more=f"<LIN_DATA>{lin}</LIN_DATA>")))
    hand = one(rec.Hand, data)
    assert (hand.board, hand.north, hand.east) == (1, "9765.K98.A54.Q96", "KJ2.Q5.JT72.K432")
    again, _ = encode_records(decode_bytes(data, "usebio")[0], "usebio")
    assert lin.encode() in again
    assert one(rec.Hand, again) == hand


def test_a_team_without_known_players_has_no_invented_pairs():
    played = {"section": 1, "round": 1, "board": 1, "contract": "PASS"}
    results = [rec.Result(table=t, pair_ns=t, pair_ew=3 - t, **played) for t in (1, 2)]
    tables = [rec.Table(section=1, table=t, group=1) for t in (1, 2)]
    section = rec.Section(id=1, letter="A", scoring_type=4)
    root = ET.fromstring(encode_records([section, *tables, *results], "usebio")[0])
    assert len(list(root.iter("MATCH"))) == 1
    assert list(root.iter("PAIR")) == []


@pytest.mark.parametrize("charset", ["UUTF-8", "iso-8l59-1", "shift_jis", "utf-7", "x"])
def test_an_unknown_character_set_is_one_line(charset):
    data = f'<?xml version="1.0" encoding="{charset}"?><USEBIO><CLUB/></USEBIO>'.encode()
    with pytest.raises(BadInput, match="character set that cannot be read") as told:
        decode_bytes(data, "usebio")
    assert "\n" not in str(told.value)


def two_sections(tops: dict[int, tuple[int, int]]) -> bytes:
    """A board at two tables in each of two sections: 4S with 9 to 12 tricks, and its points."""
    scores = {9: -50, 10: 420, 11: 450, 12: 480}
    sections = ""
    for letter, tricks in (("A", (10, 9)), ("B", (12, 11))):
        lines = "".join(
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>"
            f"<EW_PAIR_NUMBER>{ns + 1}</EW_PAIR_NUMBER><CONTRACT>4S</CONTRACT>"
            f"<PLAYED_BY>N</PLAYED_BY><TRICKS>{made}</TRICKS><SCORE>{scores[made]}</SCORE>"
            f"<NS_MATCH_POINTS>{tops[made][0]}</NS_MATCH_POINTS>"
            f"<EW_MATCH_POINTS>{tops[made][1]}</EW_MATCH_POINTS></TRAVELLER_LINE>"
            for ns, made in zip((1, 3), tricks, strict=True)
        )
        board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>"
        sections += f'<SECTION SECTION_ID="{letter}">{board}</SECTION>'
    head = "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><WINNER_TYPE>1</WINNER_TYPE>"
    return f"<USEBIO><EVENT>{head}<SESSION>{sections}</SESSION></EVENT></USEBIO>".encode()


WHOLE_FIELD = {9: (0, 6), 10: (2, 4), 11: (4, 2), 12: (6, 0)}
HALF_POINTS = {9: (0, 3), 10: (1, 2), 11: (2, 1), 12: (3, 0)}
EACH_SECTION = {9: (0, 2), 10: (2, 0), 11: (0, 2), 12: (2, 0)}


@pytest.mark.parametrize(
    ("tops", "percentages"),
    [
        (WHOLE_FIELD, {("A", 1): 33.3333, ("A", 4): 100.0, ("B", 1): 100.0, ("B", 3): 66.6667}),
        (HALF_POINTS, {("A", 1): 33.3333, ("A", 4): 100.0, ("B", 1): 100.0, ("B", 3): 66.6667}),
        (EACH_SECTION, {("A", 1): 100.0, ("A", 4): 100.0, ("B", 1): 100.0, ("B", 3): 0.0}),
    ],
)
def test_sections_are_ranked_together_if_their_points_compare_them(tops, percentages):
    ranked = bmconv.rank(bmconv.read(two_sections(tops), format="usebio"))
    letters = {1: "A", 2: "B"}
    found = {(letters[r.section], r.pair): r.percentage for r in ranked.rankings()}
    assert {who: found[who] for who in percentages} == percentages


@pytest.mark.parametrize("session", [None, 1])
def test_the_method_is_that_of_the_scoring_group_of_the_session_or_of_none(session):
    group = rec.ScoringGroup(session=session, number=1, method=30)
    section = rec.Section(id=1, letter="A", session=1, scoring_group=1, winners=2)
    played = rec.Result(section=1, board=1, pair_ns=1, pair_ew=2, contract="PASS", score=0)
    data, _ = encode_records([group, section, played], "usebio")
    assert ET.fromstring(data).findtext(".//BOARD_SCORING_METHOD") == "CROSS_IMPS"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("7", ("", "", 7, False)),
        ("7NS", ("", "NS", 7, False)),
        ("(A) 7 E/W", ("A", "EW", 7, False)),
        ("3-1-2", ("", "", 3, True)),
        ("-7", None),
        ("9999999999", None),
    ],
)
def test_the_parts_of_a_number(text, parts):
    assert read_pair_number(text) == parts
