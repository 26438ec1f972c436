"""What a record says about the game and not about people: texts that `anonymise` keeps.

Each has a pattern, so that a name in the wrong place is still replaced.
"""

import re
from collections.abc import Callable
from typing import Any

from bmconv.bridge.contracts import parse_tricks, spell_contract
from bmconv.bridge.imps import CROSS, ROUNDINGS
from bmconv.bridge.matchpoints import FACTORS
from bmconv.bridge.outcomes import WRONG_DIRECTION, is_special, spell_remark
from bmconv.bridge.scoring_methods import CODES
from bmconv.rules import judge

_CARDS = re.compile(r"[AKQJT2-9x.\- ]*")
_LETTERS = re.compile(r"(?:[A-Z]{1,3}\d{0,2}[ ,;:+-]*)*")


def _is_valid(kind: str, field: str) -> Callable[[str], bool]:
    """A test whether the rule book accepts a text for a field."""
    return lambda text: judge(kind, field, text).is_valid


KEPT: dict[str, Callable[[str], Any]] = {
    "contract": spell_contract,
    "result": parse_tricks,
    "remarks": lambda remark: is_special(remark) or spell_remark(remark) == WRONG_DIRECTION,
    "lead_card": _is_valid("result", "lead_card"),
    "card": _is_valid("card", "card"),
    "bid": _is_valid("bid", "bid"),
    **dict.fromkeys(
        ("declarer", "direction", "missing_side", "dealer"), _is_valid("result", "declarer")
    ),
    **dict.fromkeys(("north", "east", "south", "west"), _CARDS.fullmatch),
    "vulnerable": _is_valid("hand", "vulnerable"),
    "custom_boards": _is_valid("round", "custom_boards"),
    **dict.fromkeys(("letter", "combi_ns", "combi_ew"), _LETTERS.fullmatch),
}
"""Fields about the game, each with a test; a text that fails the test may be about people."""

_SEAT = r"\^?[NESW]?|[?#]"
_STRAIN = "(?:[SHDC]|NT?)"
_NUMBER = r"[-+^]?\d{1,6}(?:[.,:/]\d{1,4})?%?"
_SCORING = (
    "IMPs?|Cross|Butler|Mean|Average|Median|Datum|MP|OldMP|EMP|MatchPoints|InstantScore(?:Table)?|"
    "BAM|VP|Rubber|Chicago|Cavendish|Plus|Total(?:Points)?|Aggregate|Teams|Pairs|Patton"
)
_TAGS = {
    **dict.fromkeys(
        ("Date", "EventDate", "UTCDate", "Time", "UTCTime"),
        r"#{0,2}[\d?]{1,4}(?:[.:/-][\d?]{1,2}){0,2}|\d{8}",
    ),
    "Board": r"#{0,2}[-+]?\d{1,4}|[#?]",
    **dict.fromkeys(("Dealer", "Declarer", "Auction", "Play"), _SEAT),
    "Vulnerable": "None|Love|All|Both|N-?S|E-?W|[-#?]",
    "Deal": r"(?:[NESW]:)?[AKQJTX2-90.\- ]*",
    "Hidden": "[NESW]*",
    "Contract": f"[1-7] ?{_STRAIN} ?[XR*]{{0,2}}|Pass|[?#]",
    **dict.fromkeys(
        ("Result", "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber"),
        f"(?:(?:(?:NS|EW) ?)?{_NUMBER} ?){{0,2}}|[?#]",
    ),
    "Scoring": rf"#{{0,2}}(?:(?:{_SCORING})?(?:-?\d)?(?:;|$))*|\?",
    "Ability": r"(?:[NESW]:[\dA-D*?]{5}\s*)*",
    "DoubleDummyTricks": "[0-9a-f*]*",
    "Minimax": rf"[1-7]{_STRAIN}[DXR]{{0,2}}[NESW]{{1,2}}[-+]?\d{{1,5}}",
    "ParContract": rf"(?:(?:NS|EW|[NESW]) [1-7]{_STRAIN}X{{0,2}}[-+=]?\d{{0,2}}[ ,;]*)*",
}
"""Tags of a PBN game about cards and scores, each with the pattern of its text; any other text may
be about people."""
_COLUMN = r"[-+]?\w*(?:\\\d*[LR]?)?"
_COLUMNS = re.compile(f"{_COLUMN}(?:;{_COLUMN})*")
"""The text of a tag that names the columns of a PBN table."""
_TABLE_WORD = re.compile(
    rf"{_NUMBER}|[-+?*=%!.]{{1,3}}|[1-7]{_STRAIN}X{{0,2}}|[A-Z]{{1,2}}-?\d{{0,3}}|[SHDC]10"
    r"|A?K?Q?J?T?9?8?7?6?5?4?3?2?|Pass|Open|Closed|None|All|Both|\$\w{1,3}|=\w{1,2}=|\^[A-Z\d]{1,2}",
    re.IGNORECASE,
)
"""A word of a PBN table that is not a name: a card, a call, the number of a pair."""
_PLACES = {"Room", "Round", "Section", "Table", "PairNS", "PairEW", "Competition", "Stage"}
"""Tags of a PBN game that can be a place in the event (`_PLACE`), or a name."""
_PLACE = re.compile(
    r"[A-Z]{0,2}\d{0,3}|[?#]|Open|Closed|Pairs|Teams|Individual|Rubber|Chicago", re.IGNORECASE
)
_PAIR = re.compile(
    r"\(?[A-Z]{0,2}\)?[ -]*(?:N[/-]?S|E[/-]?W)?[ -]*\d{1,4}[ -]*(?:N[/-]?S|E[/-]?W|N|E)?"
    r"|\d{1,4}(?:-\d{1,3}){2}",
    re.IGNORECASE,
)
_METHOD = (
    "MATCH|POINTS|BUTLER|CROSS|IMPS?|BAM|PAB|VPS?|MP|AGGREGATE|HYBRID|SWISS|KNOCKOUT|LEAGUE|PAIRS?"
    "|TEAMS?|OF|FOUR|EIGHT|INDIVIDUAL"
)
_METHODS = """BOARD_SCORING_METHOD MATCH_SCORING_METHOD PAIRWISE_SCORING_METHOD SCORING_METHOD
    EVENT_TYPE"""
_FIGURES = """BOARDS_PLAYED BOARDS_PER_ROUND PAIRS NS_PAIRS EW_PAIRS TEAMS TRICKS SCORE TEAM_SCORE
    OPPOSING_TEAM_SCORE WINS_OR_DRAWS PAIR_IMPS NS_MATCH_POINTS EW_MATCH_POINTS NS_CROSS_IMP_POINTS
    EW_CROSS_IMP_POINTS NS_BUTLER_POINTS EW_BUTLER_POINTS MASTER_POINTS_AWARDED SECTION_COUNT
    SESSION_COUNT WINNER_TYPE PLACE TOTAL_SCORE PERCENTAGE"""
_EXTRA: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(("number", "pair_ns", "pair_ew", "PAIR_NUMBER"), _PAIR),
    "DIRECTION": re.compile("NS|EW"),
    **dict.fromkeys(_METHODS.split(), re.compile(f"(?:{_METHOD})(?:_(?:{_METHOD}))*")),
    **dict.fromkeys(_FIGURES.split(), re.compile(r"[-+]?\d{1,4}(?:\.\d+)?%?")),
}
"""Names in `extra` under which USEBIO has facts about the game, at any depth, each with the pattern
of its text."""

_OF_METHOD = {
    "name": "|".join({"bridgescore", *(method.name for method in CODES.values())}),
    "factor": "|".join(FACTORS),
    "averages": "law|plain",
    "datum_drop": r"\d{1,3}%?|auto",
    "datum_round": "|".join(ROUNDINGS),
    "cross": "|".join(CROSS),
    "round": "0.0?1",
    "group": "auto|section|all",
    **dict.fromkeys(("scale", "average_imps", "winners"), "[123]"),
    "total": "True",
    "vp_scale": r"\[[\[\]\d., ]*\]",
}
"""The options in the method of a ranking, each with the pattern of its value."""


def is_method_fact(name: str, value: Any) -> bool:
    """Whether an option in the method of a ranking has a value that `rank` writes."""
    return bool(re.fullmatch(_OF_METHOD.get(name, ""), str(value)))


def is_tag_fact(name: str, text: str) -> bool:
    """Whether the text of a PBN tag is about the game."""
    if name in _PLACES:
        return bool(_PLACE.fullmatch(text))
    if name.endswith("Table"):
        return bool(_COLUMNS.fullmatch(text))
    return bool(re.fullmatch(_TAGS.get(name, ""), text.strip(), re.IGNORECASE))


def is_table_word(word: str) -> bool:
    """Whether a word of a PBN table is about the game."""
    return bool(_TABLE_WORD.fullmatch(word))


def is_extra_fact(name: str, value: Any) -> bool:
    """Whether a value of `extra` is about the game."""
    return name in _EXTRA and isinstance(value, str) and bool(_EXTRA[name].fullmatch(value))
