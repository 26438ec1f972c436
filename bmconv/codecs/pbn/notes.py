"""The notes on reading PBN, and the checks of values that only the `game` record holds."""

import re
from collections.abc import Iterator
from functools import lru_cache

from bmconv.bridge.par import spell_par_contracts
from bmconv.codecs.pbn import values as pbn
from bmconv.codecs.pbn.tables import columns
from bmconv.notes import ERROR, REPAIR

NOTES = {
    "bad-text": (ERROR, "place{s} skipped: not PBN"),
    "bad-inheritance": (ERROR, "tag{s} that cannot inherit a value from another game"),
    "bad-deal": (ERROR, "deal{s} left out: not a deal"),
    "bad-dealer": (ERROR, "dealer{s} left out: not a seat"),
    "bad-vulnerable": (ERROR, "value{s} of Vulnerable left out: not one of None, NS, EW, All"),
    "bad-declarer": (ERROR, "declarer{s} left out: not a seat"),
    "bad-contract": (ERROR, "contract{s} left out: not a contract"),
    "bad-result": (ERROR, "result{s} left out: not a number of tricks"),
    "bad-double-dummy": (ERROR, "evaluation{s} left out: not double-dummy tricks"),
    "bad-table": (ERROR, "table{s} not read: the rows do not fit the columns"),
    "bad-row": (ERROR, "table row{s} without a result: values do not fit the columns"),
    "bad-auction": (ERROR, "auction{s} left out: the tag does not name a seat"),
    "auction-dealer": (ERROR, "auction{s} left out: the dealer does not call first"),
    "bad-call": (ERROR, "auction{s} left out: a word is not a call"),
    "bad-play": (ERROR, "play{s} left out: no leader or no contract"),
    "bad-card": (ERROR, "play{s} left out: a word is not a card"),
    "bad-value": (ERROR, "value{s} kept as written: cannot be interpreted"),
    "note-outside": (ERROR, "note{s} outside an auction or a play"),
    "stray-text": (REPAIR, "text{s} kept outside tags and sections"),
    "tag-twice": (REPAIR, "repeated tag{s}: the first counts"),
    "odd-value": (REPAIR, "value{s} kept as written: not in the form of PBN"),
    "odd-date": (REPAIR, "date{s} kept as written: not in the form of PBN"),
    "odd-board": (REPAIR, "board number{s} kept as written: not a whole number"),
    "odd-table": (REPAIR, "table{s} with characters that PBN does not allow"),
    "odd-mark": (REPAIR, "suffix, NAG or note{s} kept as written: not in the form of PBN"),
    "odd-call": (REPAIR, "call{s} kept although the laws or PBN do not allow {it|them}"),
    "odd-card": (REPAIR, "card{s} kept although the laws or the deal do not allow {it|them}"),
    "odd-result": (REPAIR, "result{s} kept in the game record only: nothing was played"),
    "no-board": (REPAIR, "game{s} kept as game records only: no board number"),
    "board-omitted": (
        REPAIR,
        "game{s} without a board number taken as the previous board in another room",
    ),
    "no-cards": (REPAIR, "deal{s} without cards kept in the game record only"),
    "no-dealer": (REPAIR, "auction{s} without a dealer"),
    "play-alone": (REPAIR, "play{s} without deal or declarer"),
    "board-twice": (REPAIR, "deal{s} kept in the game record only: the board has another"),
    "double-dummy-differs": (REPAIR, "evaluation{s} given twice with different tricks"),
    "place-unknown": (
        REPAIR,
        "game{s} given a table number: the file does not give the place",
    ),
    "contract-differs": (
        REPAIR,
        "contract{s} or declarer{s} different from the auction",
    ),
    "result-differs": (REPAIR, "result{s} different from the play"),
}
"""The level and text of each note, by code."""

_DATES = ("Date", "EventDate", "UTCDate")
_SCORES = ("Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "OptimumScore")
_FORMS = {
    "Round": re.compile(r"(?!-).*[0-9A-Za-z].*"),
    "ScoreRubber": re.compile(
        r"(?:(?:NS|EW)\s+)?\d+\s*/\s*\d+(?:\s+(?:NS|EW)\s+\d+\s*/\s*\d+)?\s*", re.IGNORECASE
    ),
    "Scoring": re.compile(r"[A-Za-z0-9_+.,: -]+(?:;[A-Za-z0-9_+.,: -]+)*"),
}


def is_checked(name: str) -> bool:
    """Whether the value of a tag must have a certain form."""
    return name in (*_SCORES, *_DATES, *_FORMS, "ParContract") or is_table(name)


def is_table(name: str) -> bool:
    """Whether a tag has a table as its section."""
    return name.endswith("Table") and name != "Table"


@lru_cache(4096)
def value_fault(name: str, value: str) -> tuple[str, str] | None:
    """The note code and description of an invalid value of a tag; None if it is valid."""
    value_text = f"{name} {value[:40]!r}"
    if name in _SCORES:
        if wrong := pbn.wrong_score(name, value):
            code = "bad-value" if pbn.is_unusable_score(name, value) else "odd-value"
            return code, f"{value_text}: {wrong}"
    elif name in _DATES:
        if pbn.is_known(value) and not pbn.is_date(value):
            return "odd-date", value_text
    elif name == "ParContract":
        if pbn.is_known(value) and spell_par_contracts(value) is None:
            return "odd-value", value_text
    elif name in _FORMS and pbn.is_known(value) and not _FORMS[name].fullmatch(value):
        return "odd-value", value_text
    return None


def table_faults(name: str, header: str, words: list[str]) -> Iterator[tuple[str, int, str]]:
    """Each fault of a table, in its header, size or characters: code, word and description."""
    try:
        wide = len(columns(header))
    except pbn.BadPbnValue as bad:
        yield "bad-table", 0, f"{name}: {bad}"
        return
    if len(words) % wide and name != "ScoreTable":  # a ScoreTable is checked row by row
        yield "bad-table", len(words), f"{name}: an incomplete last row"
    for number, word in enumerate(words, 1) if "%" in "".join(words) else ():
        if "%" in word and word[0] != '"':
            yield "odd-table", number, f"{name}: {word[:40]}"
            return
