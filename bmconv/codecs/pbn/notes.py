"""The notes about a PBN file, and checks of values that only the `game` record holds."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bmconv.codecs.pbn import values as pbn
from bmconv.codecs.pbn.sections import Tell
from bmconv.codecs.pbn.tables import columns
from bmconv.codecs.pbn.text import PbnTag
from bmconv.notes import ERROR, REPAIR

NOTES = {
    "bad-text": (ERROR, "place{s} skipped that cannot be read as PBN"),
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
    "stray-text": (REPAIR, "text{s} outside tags and sections, kept"),
    "tag-twice": (REPAIR, "repeated tag{s}: the first counts"),
    "odd-value": (REPAIR, "value{s} kept as written: not in the form of PBN"),
    "odd-date": (REPAIR, "date{s} kept as written: not in the form of PBN"),
    "odd-board": (REPAIR, "board number{s} kept as written: not a whole number"),
    "odd-table": (REPAIR, "table{s} with characters that PBN does not allow"),
    "odd-mark": (REPAIR, "suffix, NAG or note{s} kept as written: not in the form of PBN"),
    "odd-call": (REPAIR, "call{s} kept that the laws or PBN do not allow"),
    "odd-card": (REPAIR, "card{s} kept that the laws or the deal do not allow"),
    "odd-result": (REPAIR, "result{s} kept in the game record only: nothing was played"),
    "no-board": (REPAIR, "game{s} kept as game records only: no board number"),
    "no-cards": (REPAIR, "deal{s} without cards kept in the game record only"),
    "no-dealer": (REPAIR, "auction{s} without a dealer before it"),
    "play-alone": (REPAIR, "play{s} without deal or declarer"),
    "board-twice": (REPAIR, "deal{s} kept in the game record only: the board has another"),
    "double-dummy-differs": (REPAIR, "evaluation{s} given twice with different tricks"),
    "place-unknown": (
        REPAIR,
        "game{s} given a table number: the file does not say where they were played",
    ),
    "contract-differs": (REPAIR, "contract{s} or declarer{s} that differ from the auction"),
    "result-differs": (REPAIR, "result{s} that differ from the play"),
}
"""Level and text by code."""

_DATES = ("Date", "EventDate", "UTCDate")
_SCORES = ("Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "OptimumScore")
_FORMS = {
    "Round": re.compile(r"(?!-).*[0-9A-Za-z].*"),
    "ScoreRubber": re.compile(
        r"(?:(?:NS|EW)\s+)?\d+\s*/\s*\d+(?:\s+(?:NS|EW)\s+\d+\s*/\s*\d+)?\s*", re.IGNORECASE
    ),
    "Scoring": re.compile(r"[A-Za-z0-9_+.,: -]+(?:;[A-Za-z0-9_+.,: -]+)*"),
}
_FORBIDDEN = frozenset("%[]{};")


def check_values(tags: Iterable[PbnTag], values: Mapping[str, str], tell: Tell) -> None:
    """Note values that are invalid for their tag; all of them are kept."""
    for tag in tags:
        name = tag.name
        value = values[name]
        if name in _SCORES and (wrong := pbn.wrong_score(name, value)):
            code = "bad-value" if pbn.is_hopeless_score(name, value) else "odd-value"
            tell(code, tag.at, f"{name} {value[:40]!r}: {wrong}")
        elif name in _DATES:
            if pbn.is_known(value) and not pbn.is_date(value):
                tell("odd-date", tag.at, f"{name} {value[:40]!r}")
        elif name.endswith("Table") and len(name) > len("Table"):
            _check_table(tag, value, tell)
        elif name in _FORMS and pbn.is_known(value) and not _FORMS[name].fullmatch(value):
            tell("odd-value", tag.at, f"{name} {value[:40]!r}")
        if "\t" in tag.value:
            tell("odd-value", tag.at, f"{name} {value[:40]!r}: a tab")


def has_form(name: str) -> bool:
    """Whether the value of a tag is checked for anything but tabs."""
    return name in _SCORES or name in _DATES or name in _FORMS or name.endswith("Table")


@lru_cache(4096)
def is_fine(name: str, value: str) -> bool:
    """Whether the value of a tag without a section is valid."""
    told: list[str] = []
    tag = PbnTag(name, value, 0, [])
    check_values([tag], {name: value}, lambda code, at, what: told.append(code))
    return not told


def _check_table(tag: PbnTag, header: str, tell: Tell) -> None:
    """Check the header of a table, the number of its elements, and their characters."""
    try:
        wide = len(columns(header))
    except pbn.BadPbnValue as bad:
        tell("bad-table", tag.at, f"{tag.name}: {bad}")
        return
    if len(tag.words) % wide and tag.name != "ScoreTable":  # which is checked row by row
        tell("bad-table", tag.words[-1].at, f"{tag.name}: a last row that is not whole")
    for word in tag.words:
        if word.text[0] != '"' and not _FORBIDDEN.isdisjoint(word.text):
            tell("odd-table", word.at, f"{tag.name}: {word.text[:40]}")
            break
