"""The language of reports: words, numbers, dates, cards and seats as readers write them.

All words on pages, guide cards, text reports and sheets come from a `Language`. They are gettext
messages such as `_("Ranking")` or `ngettext("{count} result", "{count} results", count)`; `format`
fills in the values. `mark("Points")` is a word that is also a key. Signs and letters are messages
with a context, so that a catalogue has everything that a language needs.
"""

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from gettext import NullTranslations

from bmconv.errors import UsageError
from bmconv.records import RECORDED_DECIMALS
from bmconv.reports.catalogues import NAMES, catalogue

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def mark(message: str) -> str:
    """Mark a message for the catalogues; it is translated where it is shown."""
    return message


class Language:
    """A language with its catalogue of messages; without one, it is English."""

    def __init__(self, code: str = "en", catalogue: NullTranslations | None = None) -> None:
        self.code = code
        messages = catalogue or NullTranslations()
        self.gettext, self.ngettext = messages.gettext, messages.ngettext
        self.pgettext = messages.pgettext
        context = self.pgettext
        self._decimal_sign = context("decimal sign", ".")
        self._date = context("date", "{year:04}-{month:02}-{day:02}")
        self._percentage = context("percentage", "{number} %")
        seats = (context("seat", "N"), context("seat", "E"), context("seat", "S"))
        self._seats = str.maketrans(dict(zip("NESW", (*seats, context("seat", "W")), strict=True)))
        suits = (context("suit", "S"), context("suit", "H"), context("suit", "D"))
        self._suits = dict(zip("SHDC", (*suits, context("suit", "C")), strict=True))
        self._suits["NT"] = context("strain", "NT")
        honours = (context("card", "A"), context("card", "K"), context("card", "Q"))
        self._ranks = dict(zip("AKQJ", (*honours, context("card", "J")), strict=True))
        self._ranks["T"] = context("card", "10")

    def number(self, value: float | None, digits: int = 2) -> str:
        """A number with fixed decimals, halves rounded away from zero as scorers do."""
        if value is None:
            return ""
        return _fixed(value, digits).replace(".", self._decimal_sign)

    def short_number(self, value: float) -> str:
        """A number without trailing zeros."""
        return f"{value:g}".replace(".", self._decimal_sign)

    def signed(self, value: float | None) -> str:
        """A number with its sign; 0 has no sign."""
        if value is None:
            return ""
        return f"{value:+g}".replace(".", self._decimal_sign) if value else "0"

    def percentage(self, value: float | None, digits: int = 2) -> str:
        """A percentage, with the percent sign."""
        return "" if value is None else self._percentage.format(number=self.number(value, digits))

    def date(self, day: datetime.date | str | None) -> str:
        """A date; other text is returned unchanged."""
        if isinstance(day, str):
            try:
                day = datetime.date.fromisoformat(day)
            except ValueError:
                return str(day)
        return self._date.format(year=day.year, month=day.month, day=day.day) if day else ""

    def seat(self, letters: str) -> str:
        """The letters of seats, such as N or NS."""
        return letters.translate(self._seats)

    def seat_name(self, letter: str) -> str:
        """The name of a seat; empty for anything else."""
        _ = self.gettext
        names = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}
        return names.get(letter, "")

    def side(self, side: str) -> str:
        """A side, NS or EW, in short."""
        _ = self.gettext
        return {"NS": _("N-S"), "EW": _("E-W")}.get(side, "")

    def side_name(self, side: str) -> str:
        """A side, NS or EW, in full."""
        _ = self.gettext
        return {"NS": _("North-South"), "EW": _("East-West")}.get(side, "")

    def vulnerable(self, sides: str) -> str:
        """Who is vulnerable, in short: None, NS, EW or All."""
        _ = self.gettext
        words = {"None": _("None"), "NS": _("NS"), "EW": _("EW"), "All": _("All")}
        return words.get(sides, sides)

    def vulnerable_name(self, sides: str) -> str:
        """Who is vulnerable, in words."""
        _ = self.gettext
        words = {"None": _("nobody"), "NS": _("N-S"), "EW": _("E-W"), "All": _("all")}
        return words.get(sides, _("unknown"))

    def strain(self, strain: str, *, symbols: bool) -> str:
        """A strain: a sign or letter of a suit, or no trump."""
        symbol = SYMBOLS.get(strain) if symbols else None
        return symbol or self._suits.get(strain, strain)

    def ranks(self, ranks: str) -> str:
        """Cards of one suit."""
        return "".join(self._ranks.get(rank, rank) for rank in ranks)

    def card(self, card: str, *, symbols: bool) -> str:
        """A card, suit first: `HA`, `S10`."""
        suit, rank = card[:1], card[1:]
        if suit not in SYMBOLS:
            return card
        return self.strain(suit, symbols=symbols) + (rank if rank == "10" else self.ranks(rank))


@lru_cache(4096)
def _fixed(value: float, digits: int) -> str:
    """A number with fixed decimals; cached, because the same percentages occur many times."""
    exact = Decimal(str(round(value, RECORDED_DECIMALS)))
    return f"{exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):z}"


ENGLISH = Language()
OTHER_CODES = {"no": "nb", "nn": "nb"}
"""Languages without a catalogue, with the language that their readers get."""


@lru_cache
def language_of(code: str) -> Language:
    """The language with a code such as `nl` or `nl_NL.UTF-8`; English for all others."""
    known = _known_code(code)
    return ENGLISH if known in ("", "en") else Language(known, catalogue(known))


def chosen_language(code: str) -> Language:
    """The language that a user chose; English if none, an error if it is unknown."""
    if code and not _known_code(code):
        raise UsageError(f"no language {code!r}; the languages are {', '.join(NAMES)}")
    return language_of(code)


def _known_code(code: str) -> str:
    """The code of the catalogue for a language; empty if there is none."""
    short = re.split("[-_.@]", code.lower())[0]
    short = OTHER_CODES.get(short, short)
    return short if short in NAMES else ""
