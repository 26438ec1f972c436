"""Hand records: a deal and, if there is one, its double-dummy analysis."""

from __future__ import annotations

from bmconv.connector.fields import DTO, Cards, Guid, Int, LettersValue, Messages


class HandrecordDTO(DTO):
    """The cards of a board for a scoring group."""

    SessionGuid: Guid = None
    ScoringGroupNumber: Int = 0
    SectionLetters: LettersValue = None
    BoardNumber: Int = 0
    NorthClubs: Cards = None
    NorthDiamonds: Cards = None
    NorthHearts: Cards = None
    NorthSpades: Cards = None
    EastClubs: Cards = None
    EastDiamonds: Cards = None
    EastHearts: Cards = None
    EastSpades: Cards = None
    SouthClubs: Cards = None
    SouthDiamonds: Cards = None
    SouthHearts: Cards = None
    SouthSpades: Cards = None
    WestClubs: Cards = None
    WestDiamonds: Cards = None
    WestHearts: Cards = None
    WestSpades: Cards = None
    HasHandEvaluationData: bool = False
    DoubleDummyNorthClubs: Int = 0
    DoubleDummyNorthDiamonds: Int = 0
    DoubleDummyNorthHearts: Int = 0
    DoubleDummyNorthSpades: Int = 0
    DoubleDummyNorthNoTrump: Int = 0
    DoubleDummyEastClubs: Int = 0
    DoubleDummyEastDiamonds: Int = 0
    DoubleDummyEastHearts: Int = 0
    DoubleDummyEastSpades: Int = 0
    DoubleDummyEastNoTrump: Int = 0
    DoubleDummySouthClubs: Int = 0
    DoubleDummySouthDiamonds: Int = 0
    DoubleDummySouthHearts: Int = 0
    DoubleDummySouthSpades: Int = 0
    DoubleDummySouthNoTrump: Int = 0
    DoubleDummyWestClubs: Int = 0
    DoubleDummyWestDiamonds: Int = 0
    DoubleDummyWestHearts: Int = 0
    DoubleDummyWestSpades: Int = 0
    DoubleDummyWestNoTrump: Int = 0
    ValidationMessages: Messages = None
