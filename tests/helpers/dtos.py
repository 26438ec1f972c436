"""The smallest valid DTO of each kind, and ways to change and validate them."""

import copy
from collections.abc import Iterator
from typing import Any

from bmconv.connector.document import Document, convert
from bmconv.connector.validation import validate
from bmconv.notes import Notes

GUID = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"
EVENT = "ABCDEF0123456789ABCDEF0123456789"
PLACE = {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1}

ROUND = {
    **PLACE,
    "RoundNumber": 1,
    "LowBoardNumber": 1,
    "HighBoardNumber": 2,
    "PairNS": 1,
    "PairEW": 2,
}
TABLE = {**PLACE, "Rounds": [ROUND]}
SECTION = {
    "SessionGuid": GUID, "ScoringGroupNumber": 1, "Letters": "A", "Winners": 1, "GameType": 10,
    "Tables": [TABLE],
}  # fmt: skip
GROUP = {"SessionGuid": GUID, "ScoringGroupNumber": 1, "ScoringMethod": 10, "Sections": [SECTION]}
SESSION = {
    "SessionGuid": GUID, "EventGuid": EVENT, "Name": "Evening", "Year": 2026, "Month": 2, "Day": 28,
    "ScoringGroups": [GROUP],
}  # fmt: skip
INIT = {"Commands": 1, "EventGuid": EVENT, "Sessions": [SESSION]}
ADD = {"EventGuid": EVENT, "Session": SESSION}
PLAYER = {"SessionGuid": GUID, "PlayerNumber": "7", "LastName": "Family"}
SEAT = {**PLACE, "Direction": 1, "RoundNumber": 0, "PlayerNumber": "7"}
RESULT = {
    **PLACE, "RoundNumber": 1, "BoardNumber": 2, "ScoringDirection": 3, "PairNorthSouth": 1,
    "PairEastWest": 2, "DeclaringPair": 2, "DeclarerDirection": 4, "Level": 4, "Denomination": 4,
    "Stake": 1, "TotalTricks": 9, "LeadCardRank": 10, "LeadCardSuit": 2,
}  # fmt: skip
_SEATS = ("North", "East", "South", "West")
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
HAND = {
    "SessionGuid": GUID, "ScoringGroupNumber": 1, "SectionLetters": "A", "BoardNumber": 1,
    **{s + u: "AKQJT98765432" if a == b else "" for a, s in enumerate(_SEATS)
       for b, u in enumerate(_SUITS)},
}  # fmt: skip
BM2 = {"SessionGuid": GUID, "SectionLetters": "A", "BM2PINcode": "0123"}
BM3 = {"SessionGuid": GUID, "SectionLetters": "A", "BM3PINcode": "0123", "BM3ScreenBrightness": 6}


def with_changes(value: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A copy with some properties changed."""
    return {**copy.deepcopy(value), **changes}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in parsed JSON, as the object or list that holds it and its key or index."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def broken_rules(dto: str, value: dict[str, Any], **arguments: bool) -> list[str]:
    """The rules that a DTO breaks."""
    item = convert(value, dto, "test", Notes())
    document = Document("test", dto, [item], False)
    return [str(finding) for finding in validate(document, **arguments)]
