"""The evening at a glance, compared with what was counted by hand."""

from bmconv.records import Evaluation, Section
from tests.helpers.coding import encode_records
from tests.helpers.pages import Page
from tests.helpers.sessions import result, uneven_session


def shown(records) -> Page:
    return Page(encode_records(records, "html")[0].decode())


def test_slams_swings_and_double_dummy_are_counted():
    records = [
        Section(id=1, letter="A", winners=2),
        result(1, 1, 1, "6 S N ="),
        result(1, 2, 2, "6 S N -1"),
        result(1, 3, 3, "4 S N +2"),
        result(2, 1, 2, "1 NT S ="),
        result(2, 2, 3, "1 NT S ="),
        Evaluation(board=1, north_spades=12),
        Evaluation(board=2, south_notrump=8),
    ]
    text = " ".join(shown(records).text.split())
    assert "2 slams were bid; made: 1." in text
    # 6S= and 4S+2 as double dummy, 6S-1 and both 1NT= a trick less
    assert "more tricks 0 times, as many 2 times, fewer 3 times" in text
    # nobody vulnerable: 6S= 980, 6S-1 -50; board 2 has no swing
    assert "Board 1: N-S from -50 to +980" in text
    assert "Board 2: N-S" not in text


def test_percentages_are_in_words_and_in_a_picture():
    page = shown(uneven_session(winners=2))
    pictures = [given for tag, given in page.tags if tag == "svg" and given.get("role") == "img"]
    labels = [str(given.get("aria-label")) for given in pictures]
    assert any(label.startswith("Percentages from ") for label in labels)
    assert all(labels)


def test_an_evening_without_slams_says_so():
    assert "Nobody bid a slam." in shown(uneven_session()).text
