"""A language: what a catalogue changes, and what English looks like without one."""

from gettext import NullTranslations

from bmconv.bridge.awards import parse_awards
from bmconv.reports.language import ENGLISH, Language
from bmconv.reports.scoring import awards_text

WORDS = {
    ("decimal sign", "."): ",",
    ("date", "{year:04}-{month:02}-{day:02}"): "{day}-{month}-{year}",
    ("card", "K"): "H",
    ("card", "Q"): "V",
    ("card", "J"): "B",
    ("strain", "NT"): "SA",
    ("seat", "E"): "O",
    ("seat", "S"): "Z",
    ("", "{ns} to N-S, {ew} to E-W"): "{ns} voor NZ, {ew} voor OW",
}


class Dutch(NullTranslations):
    """A few messages as a Dutch catalogue would have them."""

    def gettext(self, message: str) -> str:
        return WORDS.get(("", message), message)

    def pgettext(self, context: str, message: str) -> str:
        return WORDS.get((context, message), message)


def test_a_catalogue_has_numbers_dates_cards_and_seats():
    dutch = Language("nl", Dutch())
    assert dutch.number(55.444) == "55,44"
    assert dutch.percentage(55.445) == "55,45 %"
    assert dutch.date("2026-03-02") == "2-3-2026"
    assert dutch.ranks("AKQJT9") == "AHVB109"
    assert dutch.card("HK", symbols=True) == "♥H"
    assert dutch.card("S10", symbols=True) == "♠10"
    assert (dutch.strain("NT", symbols=True), dutch.strain("S", symbols=True)) == ("SA", "♠")
    assert dutch.seat("NS") == "NZ"
    awards = parse_awards("60/40")
    assert awards
    assert awards_text(awards, dutch) == "60 % voor NZ, 40 % voor OW"


def test_english_needs_no_catalogue():
    assert ENGLISH.number(-0.004) == "0.00"
    assert ENGLISH.number(None) == ""
    assert ENGLISH.date("2026-03-02") == "2026-03-02"
    assert ENGLISH.date("someday") == "someday"
    assert (ENGLISH.signed(620), ENGLISH.signed(-50), ENGLISH.signed(0)) == ("+620", "-50", "0")
    assert ENGLISH.card("xx", symbols=True) == "xx"
