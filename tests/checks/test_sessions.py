"""Rules for sessions, their settings and the computers of the tables, each with a sound event."""

from bmconv import records as rec
from tests.helpers.checking import broken_rules, findings, night, play

TEAMS = {"scoring_type": 4, "winners": 2}


def session(id=1, **fields):
    return rec.Session(id=id, **fields)


def test_every_section_belongs_to_one_of_several_sessions():
    two = [session(1), session(2)]
    assert findings([*two, rec.Section(id=1, letter="A")]) == [
        ("error", "section-without-session", "section A", "")
    ]
    assert findings([*two, rec.Section(id=1, letter="A", session=2)]) == []


def test_a_section_without_session_is_of_the_only_one():
    assert findings([session(), *night()]) == []
    assert findings([session(), *night(section={"session": 0})]) == [
        ("error", "unknown-session", "section A", 0)
    ]


def test_a_guid_is_that_of_one_session():
    guid = "0123456789ABCDEF" * 2
    dashed = "{01234567-89ab-cdef-0123-456789abcdef}"
    assert findings([session(1, guid=guid), session(2, guid=dashed)]) == [
        ("error", "session-guid-twice", "session 2", f"{guid}, also of session 1")
    ]
    assert findings([session(1, guid=guid), session(2, guid=guid[::-1])]) == []
    assert findings([session(1), session(2)]) == []


def test_a_guid_has_32_hexadecimal_digits():
    assert findings([session(guid="ABC")]) == [("error", "odd-guid", "session 1", "ABC")]


def test_the_first_session_decides_for_the_server():
    assert findings([session(1), session(2, ew_return_home=True)]) == [
        ("info", "session-setting", "session 2", "ew_return_home")
    ]
    across = [session(n, pairs_move_across_field=True) for n in (1, 2)]
    assert findings(across) == []


def two_sections(second_ns, second_ew, winners=1, across=True):
    """Pair 1 against 2 in section A, and another two pairs in section B at the same time."""
    return [
        session(pairs_move_across_field=across),
        *(rec.Section(id=n, letter="-AB"[n], session=1, winners=winners) for n in (1, 2)),
        play(1, 1, 1, 2, 1, 2),
        play(1, 1, second_ns, second_ew, 1, 2, section=2),
    ]


def test_pairs_that_move_across_the_field_have_different_numbers():
    error = ("error", "pair-in-two-sections", "round B1 round 1")
    assert findings(two_sections(3, 1)) == [(*error, "pair 1, also round A1 round 1")]
    assert findings(two_sections(1, 4, winners=2)) == [(*error, "pair 1 NS, also round A1 round 1")]
    assert findings(two_sections(3, 4)) == []
    assert findings(two_sections(3, 1, winners=2)) == []  # N-S and E-W are numbered apart
    assert findings(two_sections(3, 1, across=False)) == []


def test_pairs_of_two_sessions_and_of_a_server_that_keeps_sections_apart_may_share_numbers():
    _, a, b, *rounds = two_sections(3, 1)
    b.session = 2
    both = [session(n, pairs_move_across_field=True) for n in (1, 2)]
    assert findings([*both, a, b, *rounds]) == []
    second_only = [session(1), session(2, pairs_move_across_field=True)]
    assert broken_rules([*second_only, *two_sections(3, 1)[1:]]) == {"session-setting"}


def test_a_pair_may_play_in_another_section_in_another_round():
    moved = [*two_sections(3, 4), play(1, 2, 3, 2, 3, 4), play(1, 2, 1, 4, 3, 4, section=2)]
    assert findings(moved) == []


def test_a_team_plays_in_two_sections_at_once():
    records = two_sections(2, 1, winners=2)
    for section in records[1:3]:
        section.scoring_type = 4
    assert findings(records) == []


def test_east_west_return_home_in_team_games_only():
    home = session(ew_return_home=True)
    pairs = rec.Section(id=1, letter="A", session=1, winners=2, scoring_type=1)
    assert findings([home, pairs]) == [("info", "ew-return-home", "session 1", "")]
    assert findings([home, rec.Section(id=1, letter="A", session=1, **TEAMS)]) == []
    assert findings([session(), pairs]) == []


def test_east_west_return_home_needs_two_winners():
    home = session(ew_return_home=True)
    teams = rec.Section(id=1, letter="A", session=1, **TEAMS | {"winners": 1})
    assert findings([home, teams]) == [("error", "ew-return-home-winners", "section A", 1)]


def served(*computers):
    return [rec.Table(section=1, table=n, computer_id=id) for n, id in enumerate(computers, 1)]


def test_a_table_is_of_a_client_that_exists():
    client = rec.Client(id=1, computer="CLUB")
    assert findings([client, *served(1, 2, 0, None)]) == [
        ("error", "unknown-client", "table A2", 2),
        ("error", "unknown-client", "table A3", 0),
        ("error", "unknown-client", "table A4", 0),
    ]
    assert findings(served(1)) == [("error", "unknown-client", "table A1", 1)]
    assert findings([client, *served(1, 1)]) == []


def test_tables_of_no_computer_are_reported_and_unknown_ones_are_not():
    assert findings(served(0)) == [("info", "no-client", "table A1", "")]
    assert findings(served(None)) == []
