"""What `bmconv set` answers to slips in its words."""

import pytest

from bmconv.errors import for_shell
from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"


@pytest.mark.parametrize(
    ("name", "word"),
    [("board 4 N/S 1", "N/S"), ("brd 4 NS 1", "brd"), ("A1 R2 B4", "R2"),
     ("board 4 NS one", "one")],
)  # fmt: skip
def test_the_word_that_is_wrong_in_the_name_of_a_result_is_named(name, word):
    done = quick("set", NIGHT, f"result[{name}].result=+1")
    assert (done.code, done.err) == (
        2,
        f"bmconv: 'result[{name}].result=+1': {word!r} is not understood: expected "
        "result[A board 14 NS 5] or result[A3 round 2 board 14]\n",
    )


@pytest.mark.parametrize("kind", ["board", "pair", "ergebnis"])
def test_an_unknown_record_type_is_answered_with_some_that_exist(kind):
    done = quick("set", NIGHT, f"{kind}[4].contract=3 NT")
    assert done.err == (
        f"bmconv: '{kind}[4].contract=3 NT': no record type {kind!r}, such as result, player or "
        "section\n"
    )


def test_blanks_around_the_equals_sign_do_not_matter():
    spaced = quick("set", NIGHT, "result[board 4 NS 1].contract = 3 NT")
    assert (spaced.code, spaced.out) == (
        0,
        quick("set", NIGHT, "result[board 4 NS 1].contract=3 NT").out,
    )


@pytest.mark.parametrize("change", ["player[0017].name=Ada Lund", "session.name=Thursday pairs2"])
def test_a_value_of_several_words_is_shown_in_quotes(change):
    done = quick("set", NIGHT, *change.split())
    assert done.err == f"bmconv: put each change in quotes, for the shell: {for_shell(change)}\n"
