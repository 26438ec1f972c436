"""How far an evening has come, and which cards may be shown."""

from bmconv.event import Event
from bmconv.event.progress import progress, without_cards
from bmconv.records import Evaluation, Hand, Record, Result, Table
from tests.helpers.simulated_event import event

CARDS = "AKQJ.AKQ.AKQ.AKQ"


def evening(*results: tuple[int, int, int]) -> list[Record]:
    """Four tables, three rounds, two boards each; results by table, round and board."""
    records = event(4, 3, 2)
    records += [Hand(board=board, north=CARDS, vulnerable="All") for board in range(1, 11)]
    records += [Evaluation(board=board, north_spades=9) for board in range(1, 11)]
    records += [
        Result(id=at, section=1, table=table, round=round, board=board, contract="4 S",
               result="=", declarer="N", lead_card="HA")
        for at, (table, round, board) in enumerate(results, 1)
    ]  # fmt: skip
    return records


def plays(rounds: int) -> list[tuple[int, int, int]]:
    """All results of the first rounds: table t plays the boards of set t + round - 1."""
    return [
        (table, number, ((table + number - 2) % 4) * 2 + board)
        for number in range(1, rounds + 1)
        for table in range(1, 5)
        for board in (1, 2)
    ]


def shown(records: list[Record]) -> tuple[set[int], set[int], set[int]]:
    """The boards of which cards, double dummy and leads are shown."""
    known = Event(records)
    rest = list(without_cards(known, progress(known)))
    return (
        {r.board or 0 for r in rest if isinstance(r, Hand) and r.north},
        {r.board or 0 for r in rest if isinstance(r, Evaluation)},
        {r.board or 0 for r in rest if isinstance(r, Result) and r.lead_card},
    )


def test_cards_appear_when_nobody_has_to_play_them_any_more():
    # boards 1 and 2 are played at table 1 in round 1, table 4 in round 2 and table 3 in round 3
    assert shown(evening(*plays(2))) == (set(), set(), set())
    assert shown(evening(*plays(2), (3, 3, 1))) == ({1}, {1}, {1})
    assert shown(evening(*plays(3))) == ({*range(1, 11)}, {*range(1, 11)}, {*range(1, 9)})


def test_an_erased_result_hides_the_cards_again():
    records = [*evening(*plays(2), (3, 3, 1))]
    last = records[-1]
    assert isinstance(last, Result)
    records.append(Result(id=99, section=1, table=3, round=3, board=1, contract="", erased=True))
    assert shown(records) == (set(), set(), set())


def test_the_vulnerability_of_a_hidden_deal_still_counts():
    known = Event(evening((1, 1, 1)))
    hidden = Event(without_cards(known, progress(known)))
    assert hidden.vulnerability(1, 1) == "All"
    assert hidden.hand(1, 2) is None


def test_rounds_that_every_table_has_finished():
    assert progress(Event(evening())).rounds == 0
    assert progress(Event(evening(*plays(1)[:-1]))).rounds == 0
    assert progress(Event(evening(*plays(1)))).rounds == 1
    assert progress(Event(evening(*plays(2), (1, 3, 5)))).rounds == 2
    assert (progress(Event(evening(*plays(3)))).rounds, progress(Event(evening())).is_over) == (
        3,
        False,
    )


def test_a_missing_result_does_not_hold_up_the_rounds_after_it():
    done = progress(Event(evening(*plays(3)[1:])))
    assert (done.rounds, done.in_last_round, done.missing, done.is_over) == (3, True, 1, False)
    begun = progress(Event(evening(*plays(2)[1:], (1, 3, 5))))
    assert (begun.rounds, begun.in_last_round, begun.missing) == (2, False, 8)


def test_nothing_is_shown_while_the_movement_grows():
    records = evening(*plays(3))
    assert progress(Event(records)).is_over
    assert progress(Event(records), rounds=3).is_over
    assert not progress(Event(records), rounds=4).is_over
    assert not progress(Event(records), rounds=4).may_show(1)
    for number in (255, 256, 511, 996):  # from 256 up to 511 terminals wait for more rounds
        for record in records:
            if isinstance(record, Table):
                record.update_from_round = number
        assert (shown(records) == (set(), set(), set())) is (number in (256, 511))


def test_without_a_movement_nobody_knows_what_is_to_be_played():
    known = Event([Hand(board=1, north=CARDS), Result(section=1, board=1, pair_ns=1, pair_ew=2)])
    assert not progress(known).is_over
    assert not progress(known).may_show(1)
