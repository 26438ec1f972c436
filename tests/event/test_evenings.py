"""Two evenings in one stream are refused; parts of one evening, in any order, are one event."""

import datetime
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.io.stream import encode_lines
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Result, Round, Section, Session
from tests.helpers.running import quick

DAY = datetime.date(2026, 3, 12)


def evening(
    name: str | None,
    day: datetime.date | None,
    tables: int,
    rounds: int,
    shift: int,
    section: int = 1,
) -> list[Record]:
    """An evening of a Mitchell in which pair numbers N-S are shifted."""
    records: list[Record] = [
        Session(id=1, name=name, date=day),
        Section(id=section, letter="ABC"[section - 1], session=1),
    ]
    results: list[Record] = []
    for table, round in product(range(1, tables + 1), range(1, rounds + 1)):
        ns, ew = (table - 1 + shift) % tables + 1, (table - round) % tables + 1
        board = (table + round) % rounds + 1
        records.append(
            Round(section=section, table=table, round=round, ns_pair=ns, ew_pair=tables + ew)
        )
        results.append(
            Result(
                id=len(results) + 1,
                section=section,
                table=table,
                round=round,
                board=board,
                pair_ns=ns,
                pair_ew=tables + ew,
                contract="PASS",
            )
        )
    return records + results


def claims(*streams: list[Record]) -> tuple[int, int]:
    """How many places are claimed by different pairs, and how many there are."""
    pairs: dict[object, set[object]] = {}
    for stream in streams:
        for r in stream:
            if isinstance(r, Result):
                key = (r.section, r.table, r.round, r.board)
                pairs.setdefault(key, set()).add((r.pair_ns, r.pair_ew))
    return sum(len(found) > 1 for found in pairs.values()), len(pairs)


sizes = st.tuples(st.integers(1, 8), st.integers(1, 6), st.integers(0, 3))
results_only = st.booleans()


@settings(max_examples=150, deadline=None)
@given(sizes, sizes, results_only, st.randoms(use_true_random=False), st.booleans())
def test_two_evenings_whose_places_have_other_pairs_are_refused(
    one, other, is_filtered, chance, is_mixed
):
    first = evening("Thursday", DAY, *one)
    second = evening("Thursday", DAY, *other)
    unlike, places = claims(first, second)
    both = first + second
    if is_filtered:
        both = [record for record in both if isinstance(record, Result)]
    if is_mixed:
        chance.shuffle(both)
    if unlike >= 5 and unlike >= places / 10:
        with pytest.raises(DataError, match="two evenings in one input"):
            Event(both, Notes())
    else:
        Event(both, Notes())


@settings(max_examples=60, deadline=None)
@given(sizes, sizes, st.booleans())
def test_two_evenings_of_other_names_and_dates_are_refused(one, other, is_second_first):
    first = evening("Thursday pairs", DAY, *one)
    second = evening("Friday teams", DAY + datetime.timedelta(1), *other)
    both = second + first if is_second_first else first + second
    with pytest.raises(DataError, match=r"two evenings in one input: .*'Thursday pairs' of 2026"):
        Event(both, Notes())


@settings(max_examples=150, deadline=None)
@given(sizes, st.randoms(use_true_random=False), st.integers(1, 6), st.integers(0, 4))
def test_parts_of_one_evening_in_any_order_are_what_the_whole_is(size, chance, count, corrected):
    records = evening("Thursday", DAY, *size)
    results = [record for record in records if isinstance(record, Result)]
    for number in range(corrected):  # a correction has a higher id, whoever made it
        old = chance.choice(results)
        new = Result(id=1000 + number, section=1, table=old.table, round=old.round)
        new.board, new.pair_ns, new.pair_ew = old.board, old.pair_ns, old.pair_ew
        new.contract, new.erased = "PASS", chance.random() < 0.3
        records.append(new)
    parts: list[list[Record]] = [[] for _ in range(count)]
    for record in records:
        chance.choice(parts).append(record)
    chance.shuffle(parts)
    joined = Event([record for part in parts for record in part], Notes())

    def standing(event: Event) -> list[tuple[object, ...]]:
        return sorted((r.table, r.round, r.board, r.id) for r in event.standing_results())

    assert standing(joined) == standing(Event(records, Notes()))


def test_a_file_of_hands_has_a_name_and_a_date_of_its_own():
    hands = [Session(id=1, name="Hands of the spring", date=DAY), Hand(board=1, dealer="S")]
    night = evening("Thursday", DAY + datetime.timedelta(30), 3, 3, 0)
    for both in (hands + night, night + hands):
        assert len(Event(both, Notes()).standing_results()) == 9


def test_a_second_section_under_another_name_is_no_second_evening():
    first = evening("Thursday", DAY, 3, 3, 0)
    second = evening("Friday", DAY + datetime.timedelta(1), 3, 3, 0, section=2)
    assert len(Event(first + second, Notes()).standing_results()) == 18


def test_places_that_were_erased_and_entered_anew_are_corrections():
    night = evening("Thursday", DAY, 5, 5, 0)
    again = evening("Thursday", DAY, 5, 5, 1)
    erased = [
        Result(id=100 + (r.id or 0), section=1, table=r.table, round=r.round, board=r.board)
        for r in night
        if isinstance(r, Result)
    ]
    for old, new in zip(erased, (r for r in night if isinstance(r, Result)), strict=True):
        old.pair_ns, old.pair_ew, old.erased = new.pair_ns, new.pair_ew, True
    for record in again:
        if isinstance(record, Result):
            record.id = 200 + (record.id or 0)
    assert len(Event([*night, *erased, *again], Notes()).standing_results()) == 25


TWO = b"".join(
    encode_lines(
        [*evening("Thursday", DAY, 5, 5, 0), *evening("Thursday", DAY, 5, 5, 1)],
    )
)


@pytest.mark.parametrize(
    "words",
    [
        *("rank", "check", "missing", "show", "select --standing", "to pbn", "to usebio"),
        *("to bws -o {}/new.bws", "to dto --kind init", "to xlsx -o {}/new.xlsx", "to html"),
        *("to bminput", "to bmrdata", "to lin", "rank -o {}/new.html"),
    ],
)
def test_commands_and_writers_of_one_event_refuse_two(words, tmp_path):
    done = quick(*words.format(tmp_path).split(), stdin=TWO)
    assert done.code == 1
    line = done.err.splitlines()[-1]
    assert line.startswith(
        "bmconv: two evenings in one input: 25 of 25 places of play have results of other pairs, "
        "such as A1 round 1 board 3: 1 v 6 and 2 v 6; keep the files apart"
    )
    assert "--rename FILE:A=B" in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    ["to csv", "to records", "to parquet -o {}/new.parquet", "to arrow -o {}/new.arrow"],
)
def test_tables_are_written_with_a_note(words, tmp_path):
    done = quick(*words.format(tmp_path).split(), stdin=TWO)
    assert done.code == 0
    expected = "repair two-evenings: 1 input of two evenings: results of one may look like corr"
    assert expected in done.err
