"""Which of two files counts, which need not be read, and which rows a batch drops."""

import pytest

from bmconv import __version__
from bmconv.exporting.entries import (
    BatchChange,
    File,
    Freshness,
    HeldEvent,
    NightFingerprint,
    Rank,
    Reading,
    SourceEntry,
)

EARLY, LATE = "2026-01-14 20:00:00", "2026-01-14 23:00:00"


@pytest.mark.parametrize(
    ("one", "other", "signs"),
    [
        (Freshness(), Freshness(LATE, 9), set()),
        (Freshness(EARLY), Freshness("", 9), set()),  # nothing is known about both
        (Freshness(LATE, 9), Freshness(EARLY, 9), {1}),
        (Freshness(LATE, 9), Freshness(LATE, 10), {-1}),
        (Freshness(LATE, 8), Freshness(EARLY, 9), {1, -1}),
        (Freshness(LATE, 9, 1), Freshness(LATE, 9, 0), {1}),
        (Freshness("", 0, 1), Freshness("", 0, 0), set()),  # an erased row alone says nothing
        (Freshness(LATE, 9, 1), Freshness(LATE, 9, 1), set()),
    ],
)
def test_files_are_compared_by_what_is_known_about_both(one, other, signs):
    assert one.compare(other) == signs
    assert other.compare(one) == {-sign for sign in signs}


@pytest.mark.parametrize(
    ("above", "below"),
    [
        (Rank(5, 0, 0, "a"), Rank(4, 9, 9, "b")),
        (Rank(5, 8, 0, "a"), Rank(5, 7, 9, "b")),
        (Rank(5, 7, 4, "a"), Rank(5, 7, 3, "b")),
        (Rank(5, 7, 4, "b"), Rank(5, 7, 4, "a")),
        # what is inside decides before the number of results
        (Rank(1, 1, 1, "a", Freshness(LATE)), Rank(9, 9, 9, "b", Freshness(EARLY))),
        (Rank(1, 1, 1, "a", Freshness("", 10)), Rank(9, 9, 9, "b", Freshness("", 9))),
        # as new, but a result was taken out: the one that was changed last
        (Rank(4, 4, 2, "a", Freshness(LATE, 9)), Rank(5, 5, 1, "b", Freshness(LATE, 9))),
        # as new and as many results: the number of records, then the time
        (Rank(5, 6, 1, "a", Freshness(LATE, 9)), Rank(5, 5, 2, "b", Freshness(LATE, 9))),
        # each has something newer: as if nothing were known about one of them
        (Rank(4, 4, 2, "a", Freshness(LATE, 8)), Rank(5, 5, 1, "b", Freshness(EARLY, 9))),
        (Rank(5, 5, 1, "a", Freshness(LATE)), Rank(4, 4, 2, "b", Freshness("", 9))),
    ],
)
def test_the_better_of_two_files_counts(above, below):
    assert above.is_above(below)
    assert not below.is_above(above)
    assert not above.is_above(above)


def entry(**more):
    known = {"size": 1, "changed": 1, "hash": "H", "status": "exported", "reader": __version__}
    return SourceEntry(**known | {"errors": 0} | more)


@pytest.mark.parametrize(
    ("known", "hash", "is_same"),
    [
        (entry(), "H", True),
        (entry(), "I", False),
        (entry(reader="0.0"), "H", True),  # rows do not depend on the version
        (entry(status="reject"), "H", True),
        (entry(status="reject", reader="0.0"), "H", False),  # may be readable now
        (entry(status="other", reader="0.0"), "H", False),
        (entry(status="copy", reader="0.0"), "H", True),
        (entry(), "", False),  # cannot be read any more
        (entry(status="reject"), "", False),
        (entry(status="reject", hash=""), "", True),
        (entry(status="reject", hash="", reader="0.0"), "", False),
        (entry(status="other", hash=""), "", False),
    ],
)
def test_a_file_need_not_be_read_if_it_would_be_as_it_was(known, hash, is_same):
    assert known.is_same_content(hash) is is_same


@pytest.mark.parametrize(
    ("date", "title", "is_of"),
    [
        ("2026-01-14", "Thursday", True),
        ("2026-01-21", "Thursday", False),
        ("2026-01-14", "Friday", False),
        ("", "Thursday", True),
        ("2026-01-14", "", True),
    ],
)
def test_events_with_a_guid_are_the_same_unless_their_dates_or_names_differ(date, title, is_of):
    reading = Reading(File("a", "/a", 1, 1, "H"), date=date, title=title)
    assert HeldEvent("G", "b", 1, "Thursday", "2026-01-14").is_of(reading) is is_of
    assert HeldEvent("G", "b", 1).is_of(reading)


def test_an_event_has_the_guid_alone_or_with_date_and_name():
    events = ("G", "G 2026-01-14", "G2", "g", "")
    assert [HeldEvent(event, "a", 1).has_guid("G") for event in events] == [True, True] + [
        False
    ] * 3


def test_a_completing_file_keeps_hands_and_evaluations_only():
    change = BatchChange(lost={"lost"}, completing={"hands"})
    assert change.dropped_files("hand") == change.dropped_files("evaluation") == {"lost"}
    assert change.dropped_files("result") == {"lost", "hands"}


def test_hands_do_not_count_in_the_rank_of_a_file():
    reading = Reading(
        File("a", "/a", 1, 7, "H"), results=5, records=30, fingerprint=NightFingerprint(hands=20)
    )
    assert reading.rank == Rank(5, 10, 7, "a")


def test_a_file_is_due_if_its_size_was_forgotten():
    assert [entry(size=size).is_due for size in (-1, 0, 1)] == [True, False, False]
