"""`bmconv set`: values given to records by their place."""

import json

import pytest

from bmconv.errors import for_shell
from tests.helpers.filtering import RESULT, SECTIONS, filter_records, lines
from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"
BERG = {"type": "player", "number": "0017", "name": "Ann Berg"}
SEAT = {"type": "seat", "section": 4, "table": 5, "direction": "N", "number": "0017"}


def test_set_gives_a_value_to_all_or_to_one_and_takes_it_away():
    tables = [
        {"type": "table", "section": s, "table": t, "status": 1} for s in (4, 5) for t in (1, 2)
    ]
    assert filter_records("set table.group=7 table[B2].status=", *SECTIONS, *tables) == [
        *SECTIONS,
        *[table | {"group": 7} for table in tables[:3]],
        {"type": "table", "section": 5, "table": 2, "group": 7, "extra": {"clear": ["status"]}},
    ]


def test_set_says_which_switch_it_turned_off():
    section = {"type": "section", "id": 1, "letter": "A", "deleted": True}
    off = {"type": "section", "id": 1, "letter": "A", "extra": {"clear": ["deleted"]}}
    assert filter_records("set section.deleted=false", section) == [off]
    assert filter_records("set section.deleted=true", section) == [section]


def test_set_makes_a_session_and_settings_that_are_missing():
    assert filter_records(
        "set session.name=Pairs session.date=2026-11-19 settings.showresults=true"
    ) == [
        {"type": "session", "id": 1, "name": "Pairs", "date": "2026-11-19"},
        {"type": "settings", "values": {"ShowResults": True}},
    ]


def test_set_prints_the_values_of_a_record_that_it_makes():
    words = ("event.name=Autumn", "session.name=Pairs", "settings.showresults=true")
    done = quick("set", *words, stdin=b"")
    assert (done.code, done.err) == (
        0,
        'bmconv: event: name nothing → "Autumn"\n'
        'bmconv: session 1: name nothing → "Pairs"\n'
        "bmconv: settings: ShowResults nothing → true\n",
    )
    again = quick("set", *words, stdin=done.out)
    message = "bmconv: nothing changes: the values are there already\n"
    assert again == (0, done.out, message)


def test_set_finds_what_it_is_told():
    records = [
        *SECTIONS,
        {"type": "seat", "section": 4, "table": 12, "direction": "N"},
        {"type": "player", "number": "007"},
    ]
    named = filter_records(
        "set seat[A12N].name=Berg player[007].country=NL section[5].winners=2", *records
    )
    assert named == [
        records[0], records[1] | {"winners": 2}, records[2] | {"name": "Berg"},
        records[3] | {"country": "NL"},
    ]  # fmt: skip


def test_set_finds_rounds_and_the_result_that_stands_by_their_place():
    round_ = {"type": "round", "section": 4, "table": 5, "round": 3, "ns_pair": 1}
    first = RESULT | {"section": 4, "table": 5, "round": 3}
    last = first | {"result": "-1"}
    words = "set round[A5,3].ns_pair=7 result[A5,3,1].contract=3NT"
    assert filter_records(words, *SECTIONS, round_, first, last, RESULT) == [
        *SECTIONS, round_ | {"ns_pair": 7}, first, last | {"contract": "3 NT"}, RESULT,
    ]  # fmt: skip
    done = quick("set", "round[A6].ns_pair=7", stdin=lines(*SECTIONS, round_))
    assert (done.code, "no round A6 in the input; there are A5,3" in done.err) == (1, True)


@pytest.mark.parametrize(
    "word",
    [
        'seat[A1N].name="A. Berg"',
        "seat[A1N].name='A. Berg'",
        "'seat[A1N].name=A. Berg'",
        "seat[A1N].name=“A. Berg”",
        "„seat[A1N].name=A. Berg“",
        "‘seat[A1N].name=A. Berg’",
        'seat[A1N].name = "A. Berg"',
    ],
)
def test_set_takes_quotes_and_blanks_away_that_the_shell_left(word):
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
    done = quick("set", word, stdin=lines(seat))
    assert json.loads(done.out) == seat | {"name": "A. Berg"}


def test_set_gives_a_person_one_name():
    player = {"type": "player", "number": "1", "name": "Ann Berg"}
    two = {"first_name": "Ann", "last_name": "Dale"}
    bare = {"type": "player", "number": "1"}
    set_two = "set player.first_name=Ann player.last_name=Dale"
    assert filter_records(set_two, player) == [bare | two]
    assert filter_records("set player.name=Eva", player | two) == [bare | {"name": "Eva"}]
    emptied = {"extra": {"clear": ["name"]}}
    assert filter_records("set player.name=", player | two) == [bare | two | emptied]
    assert filter_records(f"{set_two} player.name=Eva", player) == [bare | two | {"name": "Eva"}]
    section = {"type": "section", "id": 1, "name": "Open"}
    assert filter_records("set section.name=Pairs", section) == [section | {"name": "Pairs"}]


def test_set_gives_the_name_of_a_player_to_the_seats_that_have_it_too():
    named, bare = SEAT | {"name": "A. Berg"}, SEAT | {"direction": "S"}
    other = SEAT | {"direction": "E", "number": "18", "name": "Bo"}
    words = "set player[0017].name=Eva"
    assert filter_records(words, BERG, named, bare, other) == [
        BERG | {"name": "Eva"}, SEAT | {"name": "Eva"}, bare, other
    ]  # fmt: skip
    assert filter_records(words, named, bare) == [SEAT | {"name": "Eva"}, bare]


def test_a_number_moved_to_another_seat_brings_its_name():
    dale = {"type": "player", "number": "18", "name": "Cy Dale", "country": "NL"}
    named, bare = SEAT | {"name": "Berg, A."}, SEAT | {"direction": "S"}
    moved = {"number": "18", "name": "Cy Dale", "country": "NL"}
    words, known = "set seat[A5N].number=18 seat[A5S].number=18", [*SECTIONS, BERG, dale]
    # a seat without a name has that of the list anyway
    after = [*known, SEAT | moved, bare | {"number": "18"}]
    assert filter_records(words, *known, named, bare) == after
    kept = [named | {"number": "99"}, SEAT | {"number": "18", "name": "A guest"}]
    assert filter_records("set seat[A5N].number=99", *known, named) == [
        *SECTIONS,
        BERG,
        dale,
        kept[0],
    ]
    guest = SEAT | {"name": "A guest"}
    assert filter_records("set seat[A5N].number=18", *known, guest) == [
        *SECTIONS,
        BERG,
        dale,
        kept[1],
    ]
    both = filter_records("set seat[A5N].number=18 seat[A5N].name=Eva", *known, named)
    assert both == [*known, SEAT | {"number": "18", "name": "Eva"}]


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
    first = RESULT | {"section": 4, "table": 5, "round": 2, "board": 7}
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
    result = RESULT | {"pair_ns": 3, "pair_ew": 4, "declarer_pair": 3}
    assert filter_records(f"set {words}", result) == [result | expected]


@pytest.mark.parametrize(
    ("target", "code", "message"),
    [
        ("result.contract=9 Z", 2, "expected a contract such as 4 S x, 3 NT or PASS"),
        ("result.result=ten", 2, "expected tricks against the contract such as =, +1 or -2"),
        ("result.lead_card=S1", 2, "expected a card such as S10 or DA"),
        ("result.declarer=X", 2, "expected N, E, S or W"),
        ("result.result=+4", 1, "4 S +4 is impossible: add 'result.contract=...'"),
        ("result.declarer_pair=9", 1, "expected pair 3 or 4, who play there"),
        ("hand.north=AK", 2, "expected a hand such as"),
        ("result A1 round 1 board 9.contract=1 C", 1, "there is no result A1 round 1 board 9"),
    ],
)
def test_set_refuses_what_cannot_be(target, code, message):
    result = RESULT | {"pair_ns": 3, "pair_ew": 4, "declarer_pair": 3}
    done = quick("set", target, stdin=lines(result, {"type": "hand", "board": 1}))
    assert (done.code, done.err.count("\n")) == (code, 1)
    assert message in done.err


@pytest.mark.parametrize(
    ("target", "finding"),
    [
        ("section[A].winners=1", "error pair-twice: pair twice in one round (round A1 round 1: "),
        ("section[A].missing_pair=40", "warning missing-pair: section with a missing pair that "),
        ("round[A2,1].ns_pair=99", "warning result-not-in-movement: table with results that are "),
        ("round[A2,1].ns_pair=1", "error pair-twice: pair twice in one round (round A2 round 1: "),
    ],
)
def test_set_says_what_check_finds_after_it_and_not_before(target, finding):
    night = ROOT / "formats/bws/samples/night.bws"
    change, *more = quick("set", night, target).err.splitlines()
    assert " → " in change
    assert more[0].startswith(f"bmconv: with this change bmconv check reports {finding}")
    assert quick("set", "-q", night, target).err == ""
    wrong = quick("set", "-q", night, target).out
    again = quick("set", "session.name=Pairs", stdin=wrong)
    assert again.err.splitlines() == ['bmconv: session 1: name "Thursday pairs" → "Pairs"']


SUITS = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
DEAL = dict(zip(("north", "east", "south", "west"), SUITS, strict=True))


def test_the_hands_of_one_section_are_named_by_its_letter():
    hands = [{"type": "hand", "section": id, "board": 1} | DEAL for id in (4, 5)]
    stream = lines(*SECTIONS, *hands)
    done = quick("set", "hand[1].dealer=N", stdin=stream)
    assert (done.code, done.err) == (
        1,
        "bmconv: 'hand[1].dealer=N': 2 hands match: hand A board 1, hand B board 1; "
        "name one of them, or change all with --all\n",
    )
    of_a = filter_records("set hand[A\xa0board\xa01].dealer=N", *SECTIONS, *hands)
    assert of_a == [*SECTIONS, hands[0] | {"dealer": "N"}, hands[1]]
    assert quick("set", "--all", "hand[1].dealer=N", stdin=stream).out.count(b'"dealer":"N"') == 2


def test_the_evaluations_of_one_section_are_named_by_its_letter():
    of_a, of_b = ({"type": "evaluation", "section": id, "board": 1} for id in (4, 5))
    done = quick("set", "evaluation[1].north_hcp=10", stdin=lines(*SECTIONS, of_a, of_b))
    assert (done.code, done.err) == (
        1,
        "bmconv: 'evaluation[1].north_hcp=10': 2 evaluations match: evaluation A board 1, "
        "evaluation B board 1; name one of them, or change all with --all\n",
    )
    named = filter_records("set evaluation[B\xa0board\xa01].north_hcp=10", *SECTIONS, of_a, of_b)
    assert named == [*SECTIONS, of_a, of_b | {"north_hcp": 10}]


def test_a_change_of_a_hand_does_not_deal_a_card_twice():
    hand = {"type": "hand", "board": 1} | DEAL
    north, east = "hand[1].north=AKQJT9876543.A..", "hand[1].east=2.KQJT98765432.."
    done = quick("set", north, stdin=lines(hand))
    assert (done.code, done.err) == (
        1,
        f"bmconv: '{north}': dealt twice: HA: add 'hand[1].SEAT=...' for the other hand\n",
    )
    assert quick("set", north, east, stdin=lines(hand)).code == 0
    wrong = hand | {"north": "AKQJT9876543.A.."}
    assert filter_records("set hand[1].dealer=N", wrong) == [wrong | {"dealer": "N"}]


def test_a_player_named_by_name_is_told_by_number():
    player = {"type": "player", "number": "0017", "name": "Ann Example"}
    done = quick("set", "player[ann example].country=NL", stdin=lines(player))
    message = "a player is named by number: ann example is player[0017]\n"
    assert (done.code, done.err.partition("': ")[2]) == (1, message)


@pytest.mark.parametrize("name", ["A5N", "a5 n", "A5 North"])
def test_a_seat_is_named_with_or_without_a_blank(name):
    done = quick("set", f"seat[{name}].name=Ann", stdin=lines(*SECTIONS, SEAT))
    assert json.loads(done.out.splitlines()[-1])["name"] == "Ann"


def test_set_points_out_a_number_that_is_at_another_seat_too():
    other = SEAT | {"table": 6, "direction": "E", "number": "0018"}
    done = quick("set", "seat[A5N].number=0018", stdin=lines(*SECTIONS, SEAT, other))
    assert done.err.startswith('bmconv: seat A5 N: number "0017" → "0018" (also at A6 E)\n')
    words = ("seat[A5N].number=0018", "seat[A6E].number=0017")
    assert "also at" not in quick("set", *words, stdin=lines(*SECTIONS, SEAT, other)).err


def test_set_points_out_a_number_that_nobody_has():
    done = quick("set", "seat[A5N].number=99", stdin=lines(*SECTIONS, BERG, SEAT))
    change = 'bmconv: seat A5 N: number "0017" → "99" (99 is not in the list of players'
    assert done.err.startswith(f"{change}; the seat has no name now)\n")
    named = SEAT | {"name": "A guest"}
    done = quick("set", "seat[A5N].number=99", stdin=lines(*SECTIONS, BERG, named))
    assert done.err.startswith(f'{change}; the name is still "A guest"; set name="..." too)\n')
    known = quick("set", "seat[A5N].number=17", stdin=lines(*SECTIONS, BERG, SEAT)).err
    assert "is not in" not in known  # the list has 0017
    assert "is not in" not in quick("set", "seat[A5N].number=9", stdin=lines(*SECTIONS, SEAT)).err


def test_set_points_out_that_half_a_name_replaced_all_of_it():
    done = quick("set", "player[0017].last_name=Price", stdin=lines(BERG))
    assert done.err == (
        'bmconv: player 0017: name "Ann Berg" → nothing, last_name nothing → "Price" '
        '(now called only "Price"; set name="..." for the full name)\n'
    )
    both = ("player[0017].first_name=Ann", "player[0017].last_name=Price")
    assert "only" not in quick("set", *both, stdin=lines(BERG)).err


@pytest.mark.parametrize(("given", "time"), [("19:30", "19:30:00"), ("9:05", "09:05:00")])
def test_set_takes_a_time_without_seconds(given, time):
    done = quick("set", f"session.time={given}", stdin=lines({"type": "session", "id": 1}))
    assert json.loads(done.out)["time"] == time
    assert quick("set", "session.time=19.30", stdin=b"").code == 2


def test_set_does_not_take_a_place_with_several_results_for_one():
    results = [{"type": "result", "section": 1, "board": 7, "pair_ns": n} for n in (1, 2)]
    done = quick("set", "result A board 7.contract=1 C", stdin=lines(*results))
    assert (done.code, done.err) == (
        1,
        "bmconv: 'result A board 7.contract=1 C': 2 results match: A board 7 NS 1, A board 7 NS 2; "
        "name one of them, or change all with --all\n",
    )


@pytest.mark.parametrize(
    ("target", "code", "message"),
    [
        ("section[Q].winners=2", 1, "there is no section Q in the input; there are A, B"),
        ("seat[A1N].name=x", 1, "there is no seat A1N in the input"),
        ("sesion.name=x", 2, "no record type 'sesion'; the nearest is 'session'"),
        ("board[4].contract=3 NT", 2, "no record type 'board', such as result, player or section"),
        (
            "result[brd 4 NS 1].result=+1",
            2,
            "'result[brd 4 NS 1].result=+1': 'brd' is not understood: no section 'brd'; "
            "the sections are A (4), B (5); expected result[A board 14 NS 5] or",
        ),
        ("section.winers=2", 2, "section has no field 'winers'; the nearest is 'winners'"),
        (
            "player[0017].number=0018",
            2,
            "number identifies the player and cannot be set; to change "
            "the number at a seat: 'seat[A5N].number=...'",
        ),
        (
            "player[9999].name=Ann",
            1,
            "there is no player 9999 in the input; "
            "bmconv join adds the players of another file, such as players.csv",
        ),
        (
            "result[board 4 NS 1].lead=SK",
            2,
            "result has no field 'lead'; expected such as 'result[board 4 NS 1].lead_card=SK'",
        ),
        (
            "result[board 4 NS 1].By=N",
            2,
            "result has no field 'By'; expected such as 'result[board 4 NS 1].declarer=N'",
        ),
        ("section.id=2", 2, "id identifies the section and cannot be set"),
        ("section.winners=two", 2, "expected a whole number"),
        ("session.date=tomorrow", 2, "date"),
        ("settings.ShowResult=1", 2, "no setting 'ShowResult'; the nearest is 'ShowResults'"),
        ("settings.ShowResults=maybe", 2, "ShowResults is 'maybe': expected true or false"),
        ("error.code=x", 2, "no record type 'error', such as result"),
        ("section", 2, "nothing to set: give TYPE.FIELD=VALUE such as session.name=Pairs"),
        ("=x", 2, "expected TYPE.FIELD=VALUE"),
        ("session.name=“Thursday", 2, "curly quotes do not keep words together"),
        ("“session.name=Thursday", 2, "curly quotes do not keep words together"),
    ],
)
def test_what_set_cannot_do_is_said_in_one_line_and_in_the_stream(target, code, message):
    done = quick("set", target, stdin=lines(*SECTIONS))
    told = json.loads(done.out.splitlines()[-1])
    assert (done.code, told["type"], done.err.count("\n")) == (code, "error", 1)
    assert message in done.err
    assert message in told["message"]


@pytest.mark.parametrize("change", ["player[0017].name=Ada Lund", "session.name=Thursday pairs2"])
def test_a_value_of_several_words_is_shown_in_quotes(change):
    done = quick("set", NIGHT, *change.split())
    assert done.err == f"bmconv: put each change in quotes, for the shell: {for_shell(change)}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("section[A].winners=1", "section[4].winners=2"),
        ("session.name=Pairs", "session.name=Teams"),
        ("player[0017].name=Ann", "seat[A5N].name=Bea"),
    ],
)
def test_two_values_for_one_field_are_refused(words):
    player = {"type": "player", "number": "0017", "name": "A. Berg"}
    records = lines(*SECTIONS, player, SEAT | {"number": "0017", "name": "A. Berg"})
    done = quick("set", *words, stdin=records)
    assert done.code == 2
    assert "sets the same field: leave one of them out" in done.err
    same = [word.partition("=")[0] + "=" + words[0].partition("=")[2] for word in words]
    assert quick("set", *same, stdin=records).code == 0
    assert quick("set", "section.winners=2", "section[A].winners=1", stdin=records).code == 0


@pytest.mark.parametrize(("target", "count"), [("player.name", 12), ("seat.number", 12)])
def test_all_people_are_changed_only_if_asked_for(target, count):
    night = ROOT / "formats/bws/samples/night.bws"
    done = quick("set", night, f"{target}=7")
    kind = target.partition(".")[0]
    answer = f"'{target}=7': {count} {kind}s match; name one of them, or change all with --all"
    assert (done.code, answer in done.err) == (1, True)
    assert quick("set", night, f"{target}=7", "--all").code == 0


@pytest.mark.parametrize(
    ("words", "count", "last"),
    [
        (["table.group=7"], 20, "table A20: group nothing → 7"),
        (["table.group=7"], 21, "21 records changed"),
        (["table.group=7", "--all"], 1, "1 record changed"),
    ],
)
def test_twenty_changes_are_printed_and_more_of_them_are_counted(words, count, last):
    tables = [{"type": "table", "section": 1, "table": n} for n in range(1, count + 1)]
    *listed, end = quick("set", *words, stdin=lines(*tables)).err.splitlines()
    changes = [f"bmconv: table A{n}: group nothing → 7" for n in range(1, min(count, 20) + 1)]
    assert [*listed, end] == [*changes, *([f"bmconv: {last}"] if "changed" in last else [])]
