"""Filters: what they change, and that everything else passes byte for byte."""

import json
from typing import Any

import msgspec
import pytest
import strategies as some
from hypothesis import given, settings
from hypothesis import strategies as st
from running import quick

from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import TYPES, Result, type_name

PLAYED = {
    "type": "result", "section": 1, "table": 1, "round": 1, "board": 1,
    "declarer": "N", "contract": "4 S", "result": "=",
}  # fmt: skip
"""Board 1 is nobody's vulnerability, so 420."""


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def filtered(words: str, *records: dict[str, Any]) -> list[dict[str, Any]]:
    """What a filter makes of some records, all of it well."""
    done = quick(*words.split(" "), stdin=lines(*records))
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


@st.composite
def odd_lines(draw: st.DrawFn, kinds: list[str]) -> bytes:
    """Lines of records as no program of ours writes them: key order, blanks, escapes, defaults."""
    made = []
    for record in draw(st.lists(st.sampled_from(kinds).flatmap(some.records), max_size=5)):
        fields = msgspec.to_builtins(record)
        order = draw(st.permutations(list(fields)))
        text = json.dumps(
            {name: fields[name] for name in order},
            ensure_ascii=draw(st.booleans()),
            separators=draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " : ")])),
        )
        made.append(
            draw(st.sampled_from(["", " "])) + text + draw(st.sampled_from(["\n", " \r\n"]))
        )
    return "".join(made).encode()


OTHERS = {
    "score": {"result", "hand"},
    "select --standing": {"result"},
    "select --type player --type seat": None,
    "set session.name=x": {"session", "event"},
}
"""Filters with the types they touch; None: the types that pass are those asked for."""


@pytest.mark.parametrize("words", OTHERS)
def test_what_a_filter_does_not_touch_passes_byte_for_byte(words):
    touched = OTHERS[words]
    kinds = [k for k in TYPES if k != "error" and k not in (touched or ())]
    if touched is None:
        kinds = ["player", "seat"]

    @settings(max_examples=60)
    @given(odd_lines(kinds))
    def holds(data: bytes) -> None:
        done = quick(*words.split(), "-f", "records", stdin=data)
        made = b'{"type":"session","id":1,"name":"x"}\n' if "set" in words.split() else b""
        assert done == (0, made + data, "")

    holds()


@settings(max_examples=60)
@given(st.lists(some.any_record(), max_size=5))
def test_a_filter_changes_only_what_it_is_for(records):
    """score touches result.score and nothing else, whatever the records hold."""
    data = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
    done = quick("score", "-f", "records", stdin=data)
    after = [json.loads(line) for line in done.out.splitlines()]
    before = [json.loads(msgspec.json.encode(record)) for record in records]
    for fields in (*before, *after):
        if fields["type"] == "result":
            fields.pop("score", None)
    assert (done.code, after) == (0, before)


def test_score_adds_the_n_s_score_with_the_vulnerability_of_hands_before():
    hand = {"type": "hand", "board": 1, "vulnerable": "NS"}
    passed = {"type": "result", "board": 2, "contract": "PASS"}
    adjusted = PLAYED | {"remarks": "60%-40%"}
    assert filtered("score", PLAYED, hand, PLAYED, passed, adjusted) == [
        PLAYED | {"score": 420}, hand, PLAYED | {"score": 620}, passed | {"score": 0}, adjusted
    ]  # fmt: skip


def test_score_replaces_a_score_that_disagrees_with_a_note():
    done = quick("score", stdin=lines(PLAYED | {"score": 500}))
    assert json.loads(done.out) == PLAYED | {"score": 420}
    assert done.err == (
        "bmconv: repair score-differs: 1 score replaced: not what the contract gives "
        "(result A1 round 1 board 1)\n"
    )


SECTIONS = [
    {"type": "section", "id": 4, "letter": "A"},
    {"type": "section", "id": 5, "letter": "B"},
]


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("select", [0, 1, 2, 3, 4, 5]),
        ("select --section A", [0, 2, 3, 5]),
        ("select --section 5", [1, 4, 5]),
        ("select --section a --section B", [0, 1, 2, 3, 4, 5]),
        ("select --board 7", [0, 1, 2, 4, 5]),
        ("select --board 1-7,9", [0, 1, 2, 4, 5]),
        ("select --board 8,8", [0, 1, 3, 5]),
        ("select --type result", [2, 3, 4]),
        ("select --type result --board 7 --section B", [4]),
        ("select --type hand", []),
    ],
)
def test_select_keeps_what_is_asked_for(words, kept):
    records = [
        *SECTIONS,
        {"type": "result", "section": 4, "board": 7},
        {"type": "result", "section": 4, "board": 8},
        {"type": "result", "section": 5, "board": 7},
        {"type": "player", "number": "7"},
    ]
    assert filtered(words, *records) == [records[number] for number in kept]


@settings(max_examples=200)
@given(
    st.lists(
        st.builds(
            Result,
            id=st.sampled_from([None, -1, 1, 2, 2**31 - 1]),
            **{
                name: st.sampled_from([None, 0, 1, 2, -(2**31)])
                for name in ("section", "table", "round", "board", "pair_ns", "pair_ew")
            },
            erased=st.booleans(),
        ),
        max_size=8,
    )
)
def test_select_standing_keeps_what_stands_in_an_event(results):
    data = b"".join(msgspec.json.encode(result) + b"\n" for result in results)
    kept = [
        json.loads(line)
        for line in quick("select", "--standing", "-f", "records", stdin=data).out.splitlines()
    ]
    stands = {id(result) for result in Event(results, Notes()).standing_results()}
    assert kept == [msgspec.to_builtins(r) for r in results if id(r) in stands]


def test_select_standing_keeps_of_equal_results_one():
    erased = PLAYED | {"board": 2, "erased": True}
    records = [PLAYED, PLAYED | {"board": 2}, erased, PLAYED]
    assert filtered("select --standing", *records) == [PLAYED]


def test_select_setup_is_next_weeks_session():
    records = [
        {"type": "session", "id": 1, "name": "Thursday", "date": "2026-11-19", "guid": "0" * 32},
        {"type": "section", "id": 1, "letter": "A", "tables": 2},
        {"type": "table", "section": 1, "table": 1, "status": 1, "current_round": 3, "group": 2},
        {"type": "round", "section": 1, "table": 1, "round": 1, "ns_pair": 1},
        {"type": "settings", "section": 1, "values": {"ShowResults": True}},
        {"type": "player", "number": "7"},
        {"type": "seat", "section": 1, "table": 1, "direction": "N", "number": "7", "name": "A"},
        PLAYED,
    ]
    assert filtered("select --setup", *records) == [
        {"type": "session", "id": 1, "name": "Thursday"},
        records[1],
        {"type": "table", "section": 1, "table": 1, "group": 2},
        records[3],
        records[4],
        {"type": "seat", "section": 1, "table": 1, "direction": "N"},
    ]


def test_set_gives_a_value_to_all_or_to_one_and_takes_it_away():
    tables = [
        {"type": "table", "section": s, "table": t, "status": 1} for s in (4, 5) for t in (1, 2)
    ]
    assert filtered("set table.group=7 table[B2].status=", *SECTIONS, *tables) == [
        *SECTIONS,
        *[table | {"group": 7} for table in tables[:3]],
        {"type": "table", "section": 5, "table": 2, "group": 7},
    ]


def test_set_makes_a_session_and_settings_that_are_missing():
    assert filtered("set session.name=Pairs session.date=2026-11-19 settings.showresults=true") == [
        {"type": "session", "id": 1, "name": "Pairs", "date": "2026-11-19"},
        {"type": "settings", "values": {"ShowResults": True}},
    ]


def test_set_finds_what_it_is_told():
    records = [
        *SECTIONS,
        {"type": "seat", "section": 4, "table": 12, "direction": "N"},
        {"type": "player", "number": "007"},
    ]
    named = filtered(
        "set seat[A12N].name=Berg player[007].country=NL section[5].winners=2", *records
    )
    assert named == [
        records[0], records[1] | {"winners": 2}, records[2] | {"name": "Berg"},
        records[3] | {"country": "NL"},
    ]  # fmt: skip


def test_set_finds_rounds_and_the_result_that_stands_by_their_place():
    round_ = {"type": "round", "section": 4, "table": 5, "round": 3, "ns_pair": 1}
    first = PLAYED | {"section": 4, "table": 5, "round": 3}
    last = first | {"result": "-1"}
    words = "set round[A5,3].ns_pair=7 result[A5,3,1].contract=3NT"
    assert filtered(words, *SECTIONS, round_, first, last, PLAYED) == [
        *SECTIONS, round_ | {"ns_pair": 7}, first, last | {"contract": "3 NT"}, PLAYED,
    ]  # fmt: skip
    done = quick("set", "round[A6].ns_pair=7", stdin=lines(*SECTIONS, round_))
    assert (done.code, "no round A6 in the input; there are A5,3" in done.err) == (1, True)


@pytest.mark.parametrize(
    "word", ['seat[A1N].name="A. Berg"', "seat[A1N].name='A. Berg'", "'seat[A1N].name=A. Berg'"]
)
def test_set_takes_quotes_away_that_the_shell_left(word):
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
    done = quick("set", word, stdin=lines(seat))
    assert json.loads(done.out) == seat | {"name": "A. Berg"}


def test_set_gives_a_person_one_name():
    player = {"type": "player", "number": "1", "name": "Ann Berg"}
    two = {"first_name": "Ann", "last_name": "Dale"}
    bare = {"type": "player", "number": "1"}
    set_two = "set player.first_name=Ann player.last_name=Dale"
    assert filtered(set_two, player) == [bare | two]
    assert filtered("set player.name=Eva", player | two) == [bare | {"name": "Eva"}]
    assert filtered("set player.name=", player | two) == [bare | two]
    assert filtered(f"{set_two} player.name=Eva", player) == [bare | two | {"name": "Eva"}]
    section = {"type": "section", "id": 1, "name": "Open"}
    assert filtered("set section.name=Pairs", section) == [section | {"name": "Pairs"}]


BERG = {"type": "player", "number": "0017", "name": "Ann Berg"}
SEAT = {"type": "seat", "section": 4, "table": 5, "direction": "N", "number": "0017"}


def test_set_gives_the_name_of_a_player_to_the_seats_that_have_it_too():
    named, bare = SEAT | {"name": "A. Berg"}, SEAT | {"direction": "S"}
    other = SEAT | {"direction": "E", "number": "18", "name": "Bo"}
    words = "set player[0017].name=Eva"
    assert filtered(words, BERG, named, bare, other) == [
        BERG | {"name": "Eva"}, SEAT | {"name": "Eva"}, bare, other
    ]  # fmt: skip
    assert filtered(words, named, bare) == [SEAT | {"name": "Eva"}, bare]


def test_set_wants_to_know_who_of_those_with_one_number_is_meant():
    dale = BERG | {"name": "Cy Dale"}
    seats = [SEAT | {"name": "Ann Berg"}, SEAT | {"direction": "S", "name": "Cy Dale"}]
    done = quick("set", "player[0017].name=Eva", stdin=lines(BERG, dale, *seats))
    assert (done.code, done.err) == (
        1,
        "bmconv: 'player[0017].name=Eva': 2 players have this number (Ann Berg, Cy Dale): name "
        "one, as in player[0017 Ann Berg].name\n",
    )
    done = quick("set", "player[0017 cy dale].name=Eva", stdin=lines(BERG, dale, *seats))
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == [
        "Ann Berg", "Eva", "Ann Berg", "Eva"
    ]  # fmt: skip


def test_set_takes_places_as_notes_print_them():
    first = PLAYED | {"section": 4, "table": 5, "round": 2, "board": 7}
    last = first | {"result": "+1"}
    late = SEAT | {"round": 2}
    done = quick(
        *("set", "seat A5 N.name=A. Berg", "result A5 round 2 board 7.contract=3 nt"),
        *("seat a5 n round 2.name=B. Berg", "section B.winners=2", "player 0017.country=NL"),
        stdin=lines(*SECTIONS, BERG, SEAT, late, first, last),
    )
    assert [json.loads(line) for line in done.out.splitlines()] == [
        SECTIONS[0], SECTIONS[1] | {"winners": 2}, BERG | {"country": "NL"},
        SEAT | {"name": "A. Berg"}, late | {"name": "B. Berg"}, first,
        last | {"contract": "3 NT"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("result.declarer=E", {"declarer": "E", "declarer_pair": 4}),
        ("result.declarer=s", {"declarer": "S", "declarer_pair": 3}),
        ("result.declarer_pair=4", {"declarer": "EW", "declarer_pair": 4}),
        ("result.declarer_pair=3", {}),
        ("result.declarer_pair=4 result.declarer=W", {"declarer": "W", "declarer_pair": 4}),
        ("result.pair_ns=9", {"pair_ns": 9, "declarer_pair": 9}),
        ("result.remarks=", {}),
    ],
)
def test_set_keeps_declarers_seat_and_pair_together(words, expected):
    result = PLAYED | {"pair_ns": 3, "pair_ew": 4, "declarer_pair": 3}
    assert filtered(f"set {words}", result) == [result | expected]


@pytest.mark.parametrize(
    ("target", "code", "message"),
    [
        ("result.contract=9 Z", 2, "expected a contract such as 4 S x, 3 NT or PASS"),
        ("result.result=ten", 2, "expected tricks against the contract such as =, +1 or -2"),
        ("result.lead_card=S1", 2, "expected a card such as S10 or DA"),
        ("result.declarer=X", 2, "expected N, E, S or W"),
        ("result.result=+4", 1, "4 S +4 is impossible: set contract and result together"),
        ("result.declarer_pair=9", 1, "expected pair 3 or 4, who play there"),
        ("hand.north=AK", 2, "expected a hand such as"),
        ("result A1 round 1 board 9.contract=1 C", 1, "there is no result A1 round 1 board 9"),
    ],
)
def test_set_refuses_what_cannot_be(target, code, message):
    result = PLAYED | {"pair_ns": 3, "pair_ew": 4, "declarer_pair": 3}
    done = quick("set", target, stdin=lines(result, {"type": "hand", "board": 1}))
    assert (done.code, done.err.count("\n")) == (code, 1)
    assert message in done.err


@pytest.mark.parametrize(("given", "time"), [("19:30", "19:30:00"), ("9:05", "09:05:00")])
def test_set_takes_a_time_without_seconds(given, time):
    done = quick("set", f"session.time={given}", stdin=lines({"type": "session", "id": 1}))
    assert json.loads(done.out)["time"] == time
    assert quick("set", "session.time=19.30", stdin=b"").code == 2


def test_set_does_not_take_a_place_with_several_results_for_one():
    results = [{"type": "result", "section": 1, "board": 7, "pair_ns": n} for n in (1, 2)]
    done = quick("set", "result A board 7.contract=1 C", stdin=lines(*results))
    assert (done.code, "2 results there: choose one by its id" in done.err) == (1, True)


@pytest.mark.parametrize("boards", ["9-3", "0x7"])
def test_select_takes_no_boards_backwards(boards):
    done = quick("select", f"--board={boards}", stdin=lines(PLAYED))
    assert (done.code, "expected board numbers such as 7, 1-8 or 1,3,5" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("target", "code", "message"),
    [
        ("section[Q].winners=2", 1, "there is no section Q in the input; there are A, B"),
        ("seat[A1N].name=x", 1, "there is no seat A1N in the input"),
        ("sesion.name=x", 2, "no record type 'sesion' (did you mean 'session'?)"),
        ("section.winers=2", 2, "section has no field 'winers' (did you mean 'winners'?)"),
        ("section.id=2", 2, "id identifies the section and cannot be set"),
        ("section.winners=two", 2, "expected a whole number"),
        ("session.date=tomorrow", 2, "date"),
        ("settings.ShowResult=1", 2, "no setting 'ShowResult' (did you mean 'ShowResults'?)"),
        ("settings.ShowResults=maybe", 2, "ShowResults is 'maybe': expected true or false"),
        ("error.code=x", 2, "no record type 'error'"),
        ("section", 2, "nothing to set: give TYPE.FIELD=VALUE such as session.name=Pairs"),
        ("=x", 2, "expected TYPE.FIELD=VALUE"),
    ],
)
def test_what_set_cannot_do_is_said_in_one_line_and_in_the_stream(target, code, message):
    done = quick("set", target, stdin=lines(*SECTIONS))
    told = json.loads(done.out.splitlines()[-1])
    assert (done.code, told["type"], done.err.count("\n")) == (code, "error", 1)
    assert message in done.err
    assert message in told["message"]


def test_anonymise_invents_names_and_numbers_of_the_same_shape_everywhere():
    guid = "ABCDEF0123456789ABCDEF0123456789"
    records = [
        {"type": "event", "guid": guid, "name": "Club Berg"},
        {"type": "settings", "section": 1, "values": {"BM2PINcode": "1234", "ShowResults": True}},
        {"type": "player", "number": "0042", "name": "Anna de Berg-Łoś", "extra": {"x": "Anna"}},
        {
            "type": "seat",
            "section": 1,
            "table": 1,
            "direction": "N",
            "number": "0042",
            "name": "ANNA",
        },
        PLAYED | {"remarks": "Anna was slow"},
        PLAYED | {"remarks": "Not played"},
    ]
    event, settings, player, seat, free, special = filtered("anonymise -q", *records)
    text = json.dumps([event, settings, player, seat, free], ensure_ascii=False).lower()
    assert not [word for word in ("anna", "berg", "0042", "1234", guid.lower()) if word in text]
    assert [len(word) for word in player["name"].split()] == [4, 2, 8]
    assert [c for c in player["name"] if c in "Łś"] == []
    assert [not c.isascii() for c in player["name"][-3:]] == [True, False, True]
    assert seat["name"] == player["name"].split()[0].upper()
    assert seat["number"] == player["number"]
    assert (len(player["number"]), player["number"][:2]) == (4, "00")
    assert settings["values"] == {"BM2PINcode": "0000", "ShowResults": True}
    assert len(event["guid"]) == 32
    assert special == PLAYED | {"remarks": "Not played"}
    assert {k: v for k, v in free.items() if k != "remarks"} == PLAYED


def test_anonymise_finds_numbers_in_free_text_and_what_is_kept_beside_the_fields():
    guid = "ABCDEF0123456789ABCDEF0123456789"
    player = {
        "type": "player", "number": "0042", "club_id": "NL12345",
        "extra": {"Phone": "06-12345678", "more": {"mail": ["anna@berg.nl"]}, "member": 98765},
    }  # fmt: skip
    records = [
        {"type": "session", "id": 1, "guid": guid, "extra": {"EventGuid": guid}},
        player,
        PLAYED | {"remarks": "0042 is on 06-12345678"},
    ]
    session, player, result = filtered("anonymise -q", *records)
    text = json.dumps([session, player, result])
    secrets = (guid, "0042", "12345", "12345678", "anna", "berg", "98765")
    assert not [secret for secret in secrets if secret in text]
    assert session["extra"]["EventGuid"] == session["guid"]
    phone = player["extra"]["Phone"]
    assert result["remarks"].split()[::3] == [player["number"], phone]
    assert (len(phone), len(str(player["extra"]["member"]))) == (11, 5)


@settings(max_examples=60)
@given(st.lists(some.any_record(), max_size=5))
def test_anonymise_takes_any_records_and_is_the_same_each_time(records):
    data = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
    done = quick("anonymise", "-q", "-f", "records", stdin=data)
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line)["type"] for line in done.out.splitlines()] == [
        type_name(record) for record in records
    ]
    assert quick("anonymise", "-q", "-f", "records", stdin=data) == done


@pytest.mark.parametrize("name", ["İbrahim", "ǅ", "ﬁne", "ß", "O'Neil"])
def test_anonymise_takes_letters_whose_small_form_is_longer(name):
    (player,) = filtered("anonymise -q", {"type": "player", "name": name})
    assert len(player["name"]) == len(name)


@pytest.mark.parametrize(
    "words", ["score", "select", "select --setup", "set session.name=x", "anonymise"]
)
def test_a_filter_passes_an_error_on_and_fails(words):
    error = {"type": "error", "code": "bad-input", "place": "f:3", "message": "boom"}
    done = quick(*words.split(), stdin=lines(SECTIONS[0], error))
    assert (done.code, json.loads(done.out.splitlines()[-1])) == (1, error)
