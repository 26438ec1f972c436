"""The Data Transfer Objects, as the vendor's clients of August 2026 have them.

From these classes come decoding, encoding, the rules' view of a document and the JSON Schemas.
Each lists all its properties in the order in which the clients write them, so that it reads beside
the guide; a missing one means its default. Those of hands and settings are in modules of their own.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, json

from bmconv.connector.fields import DTO, Guid, Int, LettersValue, Messages, Text
from bmconv.connector.hands import HandrecordDTO
from bmconv.connector.settings import Bridgemate2SettingsDTO, Bridgemate3SettingsDTO
from bmconv.errors import UsageError

Method = Annotated[
    Int,
    Meta(
        description="10 matchpoints; 20-22, 25-27 Butler; 30, 31, 35, 36 cross IMPs; 40 team IMPs; "
        "50, 51 victory points; 60 board-a-match; 70 Patton"
    ),
]
WinnersValue = Annotated[Int, Meta(description="1 or 2")]
GameTypeValue = Annotated[Int, Meta(description="10 pairs, 20 individual, 30 teams")]
MissingPairValue = Annotated[Int, Meta(description="with two winners below 0 for an E-W pair")]
Seat = Annotated[Int, Meta(description="0 none, 1 north, 2 east, 3 south, 4 west")]
LevelValue = Annotated[
    Int, Meta(description="1 to 7; 0 passed out; -1 to -9 artificial scores; -10 not played")
]


class RoundDTO(DTO):
    """Who plays what at a table in a round."""

    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    TableNumber: Int = 0
    RoundNumber: Int = 0
    LowBoardNumber: Int = 0
    HighBoardNumber: Int = 0
    PairNS: Int = 0
    PairEW: Int = 0
    TeamNS: Int = 0
    TeamEW: Int = 0
    MatesTableSectionLetters: LettersValue = None
    MatesTableTableNumber: Int = 0
    MatesTableRoundNumber: Int = 0
    Updated: bool = False
    ValidationMessages: Messages = None


class TableDTO(DTO):
    """A table and its rounds."""

    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    TableNumber: Int = 0
    ConnectionMode: Annotated[Int, Meta(description="0 online, 1 offline")] = 0
    KeepBridgematesAlive: bool = False
    Rounds: list[RoundDTO] | None = None
    ValidationMessages: Messages = None


class SectionDTO(DTO):
    """A section and its tables."""

    SessionGuid: Guid = None
    ScoringGroupNumber: Int = 0
    Letters: LettersValue = None
    Name: Text = None
    Winners: WinnersValue = 0
    GameType: GameTypeValue = 0
    EWMoveBeforePlay: Int = 0
    MissingPair: MissingPairValue = 0
    KeepBridgematesAlive: bool = False
    IsCombiSection: bool = False
    NorthSouthPairSectionLetters: LettersValue = None
    EastWestPairSectionLetters: LettersValue = None
    HasExplicitParticipations: bool = False
    Tables: list[TableDTO] | None = None
    ValidationMessages: Messages = None


class PlayerDataDTO(DTO):
    """A player of the list from which numbers get their names."""

    SessionGuid: Guid = None
    ClubId: Text = None
    PlayerNumber: Text = None
    FirstName: Text = None
    LastName: Text = None
    CountryCode: Text = None
    ValidationMessages: Messages = None


class ParticipationDTO(DTO):
    """A player's seat, from a round on."""

    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    TableNumber: Int = 0
    Direction: Seat = 0
    RoundNumber: Int = 0
    PlayerNumber: Text = None
    IsPlayerSwap: bool = False
    IsRemoval: bool = False
    FirstName: Text = None
    LastName: Text = None
    CountryCode: Text = None
    ValidationMessages: Messages = None


class SectionUpdateDTO(DTO):
    """A section to be added, changed or deleted."""

    SessionGuid: Guid = None
    ClubId: Text = None
    ScoringGroupNumber: Int = 0
    ScoringGroupScoringMethod: Method = 0
    Letters: LettersValue = None
    Name: Text = None
    Winners: WinnersValue = 0
    GameType: GameTypeValue = 0
    EWMoveBeforePlay: Int = 0
    MissingPair: MissingPairValue = 0
    KeepBridgematesAlive: bool = False
    IsCombiSection: bool = False
    NorthSouthPairSectionLetters: LettersValue = None
    EastWestPairSectionLetters: LettersValue = None
    IsDeleted: bool = False
    AddedPlayers: list[PlayerDataDTO] | None = None
    HasExplicitParticipations: bool = False
    Participations: list[ParticipationDTO] | None = None
    Tables: list[TableDTO] | None = None
    ValidationMessages: Messages = None


class ScoringGroupDTO(DTO):
    """Sections that are scored together."""

    SessionGuid: Guid = None
    ClubId: Text = None
    Sections: list[SectionDTO] | None = None
    ScoringGroupNumber: Int = 0
    ScoringMethod: Method = 0
    Name: Text = None
    IsDeleted: bool = False
    ValidationMessages: Messages = None


class SessionDTO(DTO):
    """A session of play."""

    ScoringGroups: list[ScoringGroupDTO] | None = None
    EventGuid: Guid = None
    SessionGuid: Guid = None
    Name: Text = None
    Year: Int = 0
    Month: Int = 0
    Day: Int = 0
    Hour: Int = 0
    Minute: Int = 0
    ShowInApp: bool = False
    EWReturnHome: bool = False
    PairsMoveAccrossField: bool = False
    ValidationMessages: Messages = None


class ResultDTO(DTO):
    """What happened on a board at a table."""

    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    TableNumber: Int = 0
    RoundNumber: Int = 0
    BoardNumber: Int = 0
    ScoringDirection: Annotated[Int, Meta(description="1 N-S, 2 E-W, 3 both")] = 0
    IsDeleted: bool = False
    PairNorthSouth: Int = 0
    PairEastWest: Int = 0
    DeclaringPair: Int = 0
    DeclarerDirection: Seat = 0
    Level: LevelValue = 0
    Denomination: Annotated[Int, Meta(description="1 C, 2 D, 3 H, 4 S, 5 NT")] = 0
    Stake: Annotated[Int, Meta(description="0 undoubled, 1 doubled, 2 redoubled")] = 0
    TotalTricks: Int = 0
    LeadCardRank: Annotated[Int, Meta(description="2 to 14, the ace; 0 not known")] = 0
    LeadCardSuit: Annotated[Int, Meta(description="1 C, 2 D, 3 H, 4 S")] = 0
    ValidationMessages: Messages = None


class TdCallDTO(DTO):
    """A call for the director."""

    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    TableNumber: Int = 0
    RoundNumber: Int = 0
    Hour: Int = 0
    Minute: Int = 0
    Status: Annotated[
        Int, Meta(description="1 launched, 2 in progress, 3 resolved, 4 deferred")
    ] = 0
    ValidationMessages: Messages = None


class InitDTO(DTO):
    """A new event, whole."""

    Commands: Annotated[Int, Meta(description="1 start, 2 reset, 4 read, 8 app, ... 128 clear")] = 0
    EventGuid: Guid = None
    ClubId: Text = None
    AlternativeDataFolder: Text = None
    Sessions: list[SessionDTO] | None = None
    PlayerData: list[PlayerDataDTO] | None = None
    Participations: list[ParticipationDTO] | None = None
    Handrecords: list[HandrecordDTO] | None = None
    Bridgemate2Settings: list[Bridgemate2SettingsDTO] | None = None
    Bridgemate3Settings: list[Bridgemate3SettingsDTO] | None = None
    ValidationMessages: Messages = None


class AddSessionDTO(DTO):
    """A session for an event that runs."""

    EventGuid: Guid = None
    ClubId: Text = None
    Session: SessionDTO | None = None
    PlayerData: list[PlayerDataDTO] | None = None
    Participations: list[ParticipationDTO] | None = None
    Handrecords: list[HandrecordDTO] | None = None
    Bridgemate2Settings: list[Bridgemate2SettingsDTO] | None = None
    Bridgemate3Settings: list[Bridgemate3SettingsDTO] | None = None
    ValidationMessages: Messages = None


class ContinueDTO(DTO):
    """Go on with an event that BCS knows."""

    EventGuid: Guid = None
    ClubId: Text = None
    Commands: Int = 0
    AlternativeDataFolder: Text = None
    ValidationMessages: Messages = None


class BCSManagementRequestDTO(DTO):
    """A question to BCS about itself, or the order to shut down."""

    Command: Annotated[
        Int,
        Meta(description="1 shut down, 2 running sessions, 4 scoring file, 8 all sessions, ..."),
    ] = 0
    ValidationMessages: Messages = None


class SectionInfoDTO(DTO):
    """A section in an answer about sessions."""

    SectionName: Text = None
    SectionLetters: LettersValue = None
    ScoringGroupNumber: Int = 0
    NumberOfTables: Int = 0


class SessionInfoDTO(DTO):
    """A session in an answer about sessions."""

    EventGuid: Guid = None
    SessionGuid: Guid = None
    SessionName: Text = None
    SessionDateTime: Annotated[Text, Meta(description="as 2024-06-12T00:00:00")] = None
    HasBeenProcessed: bool = False
    Sections: list[SectionInfoDTO] | None = None


class BCSManagementResponseDTO(DTO):
    """The answer to a question to BCS about itself."""

    EventGuid: Guid = None
    SessionInformation: list[SessionInfoDTO] | None = None
    IsRunning: bool = False
    ScoringFilePath: Text = None
    DataConnectorFilePath: Text = None
    ValidationMessages: Messages = None


class ScoringProgramRequest(DTO):
    """The envelope of what a scoring program sends."""

    Command: Int = 0
    ClubId: Text = ""
    LicenceKey: Text = ""
    SessionGuid: Text = ""
    SerializedData: Annotated[Text, Meta(description="JSON as text")] = ""


class ScoringProgramResponse(DTO):
    """The envelope of an answer."""

    RequestCommand: Int = 0
    DataType: Int = 0
    LastQueueItemId: Annotated[int, Meta(description="what to accept the batch with")] = 0
    ErrorType: Int = 0
    SessionGuid: Text = None
    SerializedData: Annotated[Text, Meta(description="JSON as text")] = None


DTOS: dict[str, type[DTO]] = {
    cls.__name__: cls
    for cls in (
        *(InitDTO, AddSessionDTO, SessionDTO, ScoringGroupDTO, SectionDTO, SectionUpdateDTO),
        *(TableDTO, RoundDTO, ResultDTO, PlayerDataDTO, ParticipationDTO, HandrecordDTO),
        *(Bridgemate2SettingsDTO, Bridgemate3SettingsDTO, TdCallDTO),
        *(ContinueDTO, BCSManagementRequestDTO, BCSManagementResponseDTO),
        *(SessionInfoDTO, SectionInfoDTO, ScoringProgramRequest, ScoringProgramResponse),
    )
}
"""Every class by name."""

ENVELOPES = ("ScoringProgramRequest", "ScoringProgramResponse")

SPELLINGS: dict[str, dict[str, str]] = {
    "AddSessionDTO": {
        "Bridgmate2Settings": "Bridgemate2Settings",
        "Bridgmate3Settings": "Bridgemate3Settings",
    },
    "SessionDTO": {"PairsMoveAcrossField": "PairsMoveAccrossField"},
    "Bridgemate2SettingsDTO": {
        "Intermediate results": "IntermediateResults",
        "MemberNumber": "MemberNumbers",
        "BM2NextSeating": "BM2NextSeatings",
        "BM2EnterHandrecord": "BM2EnterHandRecord",
        "BM2EnterHandrecordWhen": "BM2EnterHandRecordWhen",
        "BM2NumberValidation": "NumberValidation",
    },
    "Bridgemate3SettingsDTO": {
        "BM3PinCode": "BM3PINcode",
        "Bm3ViewResults": "BM3ViewResults",
        "BM3ScoreColumn": "BM3ScoreColum",
        "BM3ViewPercentages": "BMViewPercentages",
    },
}
"""How the guide spells what the clients spell otherwise."""

FORMER: dict[str, tuple[str, ...]] = {
    "SectionDTO": ("IsDeleted",),
    "ResultDTO": ("EventQueueId",),
    "Bridgemate3SettingsDTO": ("BM3ConnectionMode",),
}
"""Properties of the guide that are gone; without a value they are no loss."""


def dto_named(name: str) -> str:
    """The DTO that a person names: with or without `DTO`, in any case."""
    by_name = {known.lower(): known for known in DTOS}
    for text in (name.lower(), f"{name.lower()}dto"):
        if text in by_name:
            return by_name[text]
    raise UsageError(f"no DTO {name!r}: expected one of {', '.join(DTOS)}")


def json_schema(name: str) -> dict[str, Any]:
    """JSON Schema of a DTO, for other languages; a service passes over properties it has not."""
    schema = json.schema(DTOS[name])
    for definition in schema["$defs"].values():
        definition.pop("additionalProperties", None)
    return schema
