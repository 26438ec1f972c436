"""Game files with pointers that lead nowhere, in circles, or to other structures."""

import random

import pytest

from bmconv.errors import BadInput, BmconvError
from bmconv.records import Result, Session
from tests.helpers.coding import decode_bytes
from tests.helpers.game_files import MASTER, small_game
from tests.helpers.running import quick


def test_an_event_is_chosen_by_its_number(tmp_path):
    maker = small_game()
    maker.event(3, "Elm Pairs", "July 25, 2017")
    path = tmp_path / "game.ACA"
    path.write_bytes(maker.finish())
    assert quick("info", path).out.count(b"\nsession ") == 2
    chosen = quick("from", "acblscore", f"{path}#3").out
    assert chosen == quick("from", "acblscore", path, "--event", "3").out
    assert b"Elm Pairs" in chosen
    assert b"Oak Pairs" not in chosen
    missing = quick("from", "acblscore", f"{path}#2")
    assert missing.code == 3
    assert "no event 2; expected event 1 or 3" in missing.err


def test_another_file_has_no_events_to_choose(tmp_path):
    path = tmp_path / "night.pbn"
    path.write_text('[Board "1"]\n')
    done = quick("rank", f"{path}#2")
    assert done.code == 3
    assert "not a file of several events" in done.err


def test_sections_that_are_scored_in_a_circle_end():
    maker = small_game()
    maker.section(2, 1, "B", tables=2, rounds=0, boards=4, pairs=0, boards_per_round=2, maximum=4)
    for slot, before in ((1, 2), (2, 1)):
        maker.put(0x13E + 22 * (slot - 1) + 0x0F, "BBBB", before, before, before, before)
    records, _ = decode_bytes(maker.finish(), "acblscore")
    assert sum(isinstance(record, Result) for record in records) == 8


def test_every_pointer_may_lie():
    """Each block is read as any other: the result is records, or one clean error."""
    data = small_game().finish()
    chance = random.Random(1)
    pointers = [at for at in range(MASTER, len(data) - 4) if 0 < _long(data, at) < len(data)]
    assert len(pointers) > 15
    for at in (0x012, 0x13E + 4, 0x13E + 8, *pointers):
        for _ in range(20):
            lie = chance.choice((1, at, len(data), len(data) - 1, chance.randrange(len(data))))
            broken = data[:at] + lie.to_bytes(4, "little") + data[at + 4 :]
            try:
                decode_bytes(broken, "acblscore")
            except BmconvError as error:
                assert isinstance(error, BadInput)  # noqa: PT017


def _long(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


@pytest.mark.parametrize("size", [6, 100, MASTER - 1, MASTER, MASTER + 700])
def test_a_file_that_is_cut_off_is_refused_or_read_in_part(size):
    try:
        records, notes = decode_bytes(small_game().finish()[:size], "acblscore")
    except BadInput:
        return
    assert any(isinstance(record, Session) for record in records)
    assert {note.code for note in notes} >= {"file-length"}


@pytest.mark.parametrize(
    ("pointer", "problem"),
    [
        (0, "contains no event; expected a game that was set up"),
        (MASTER - 1, "damaged at pointer at byte 18; expected a complete game file"),
        (1 << 31, "damaged at pointer at byte 18; expected a complete game file"),
    ],
)
def test_a_file_without_its_first_event_is_refused(pointer, problem):
    maker = small_game()
    maker.put(0x012, "I", pointer)
    with pytest.raises(BadInput) as caught:
        decode_bytes(maker.finish(), "acblscore")
    assert str(caught.value) == f"file: {problem}"


def test_a_game_file_is_not_written(tmp_path):
    done = quick("convert", "formats/acblscore/samples/game.aca", tmp_path / "x", "-t", "acblscore")
    assert done.code == 2
    assert "acblscore is only read" in done.err
