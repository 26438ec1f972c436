"""The Data Transfer Objects, as the vendor's clients of August 2026 define them.

Decoding, encoding, the rules and the JSON Schemas all use these classes. Each class lists all its
properties in the order in which the clients write them, so that it can be compared with the
guide. A missing property has its default.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct, json

from bmconv import __version__
from bmconv.connector.protocol import command_rows
from bmconv.errors import UsageError


def meaning(text: str) -> Meta:
    """The meaning of a property, as its description in the JSON Schema."""
    return Meta(description=text)


Int = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Byte = Annotated[int, Meta(ge=0, le=255)]
Text = str | None
Guid = Annotated[str | None, meaning("32 upper-case hexadecimal digits")]
LettersValue = Annotated[str | None, meaning("A to Z, AA to ZZ or AAA to ZZZ")]
Cards = Annotated[str | None, meaning("of AKQJT98765432; empty for a void")]
Messages = list[str] | None

NoYes = Annotated[Int, meaning("0 disabled, 1 enabled")]
Method = Annotated[
    Int,
    meaning(
        "10 matchpoints; 20-22, 25-27 Butler; 30, 31, 35, 36 cross IMPs; 40 team IMPs; "
        "50, 51 victory points; 60 board-a-match; 70 Patton"
    ),
]
WinnersValue = Annotated[Int, meaning("1 or 2")]
GameTypeValue = Annotated[Int, meaning("10 pairs, 20 individual, 30 teams")]
MissingPairValue = Annotated[Int, meaning("with two winners below 0 for an E-W pair")]
Seat = Annotated[Int, meaning("0 none, 1 north, 2 east, 3 south, 4 west")]
LevelValue = Annotated[
    Int, meaning("1 to 7; 0 passed out; -1 to -9 artificial scores; -10 not played")
]


class DTO(Struct, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A Data Transfer Object; its attributes are spelled as the clients spell them in JSON.

    DTOs have no cycles, so the garbage collector need not track them.
    """


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
    ConnectionMode: Annotated[Int, meaning("0 online, 1 offline")] = 0
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
    ScoringDirection: Annotated[Int, meaning("1 N-S, 2 E-W, 3 both")] = 0
    IsDeleted: bool = False
    PairNorthSouth: Int = 0
    PairEastWest: Int = 0
    DeclaringPair: Int = 0
    DeclarerDirection: Seat = 0
    Level: LevelValue = 0
    Denomination: Annotated[Int, meaning("1 C, 2 D, 3 H, 4 S, 5 NT")] = 0
    Stake: Annotated[Int, meaning("0 undoubled, 1 doubled, 2 redoubled")] = 0
    TotalTricks: Int = 0
    LeadCardRank: Annotated[Int, meaning("2 to 14, the ace; 0 not known")] = 0
    LeadCardSuit: Annotated[Int, meaning("1 C, 2 D, 3 H, 4 S")] = 0
    ValidationMessages: Messages = None


class TdCallDTO(DTO):
    """A call for the director."""

    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    TableNumber: Int = 0
    RoundNumber: Int = 0
    Hour: Int = 0
    Minute: Int = 0
    Status: Annotated[Int, meaning("1 launched, 2 in progress, 3 resolved, 4 deferred")] = 0
    ValidationMessages: Messages = None


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


class Bridgemate2SettingsDTO(DTO):
    """Settings of the Bridgemate 2 terminals of a section."""

    ShowResults: bool = False
    ShowOwnResult: bool = False
    RepeatResults: bool = False
    ShowPercentage: bool = False
    GroupSections: bool = False
    ScorePoints: Annotated[Int, meaning("0 from north south, 1 from declarer")] = 0
    EnterResultsMethod: Annotated[
        Int, meaning("0 up down tricks, 1 number of tricks, 2 american style")
    ] = 0
    ShowPairNumbers: bool = False
    IntermediateResults: bool = False
    AutopoweroffTime: Annotated[Int, meaning("5-60")] = 0
    VerificationTime: Annotated[Int, meaning("1-7")] = 0
    ShowContract: Annotated[Int, meaning("0 use symbols, 1 use letter")] = 0
    LeadCard: bool = False
    MaximumResults: Annotated[Int, meaning("0-127, 0 = no limit")] = 0
    MemberNumbers: bool = False
    MemberNumbersNoBlankEntry: bool = False
    BoardOrderVerification: bool = False
    HandRecordValidation: bool = False
    AutoShutDownBPC: bool = False
    BM2PINcode: Text = None
    BM2ConfirmNP: bool = False
    BM2RemainingBoards: bool = False
    BM2NextSeatings: bool = False
    BM2ScoreRecap: bool = False
    BM2AutoShowScoreRecap: bool = False
    BM2ScoreCorrection: bool = False
    BM2AutoBoardNumber: bool = False
    BM2FirstBoardManually: bool = False
    BM2ValidateLeadCard: bool = False
    BM2ResultsOverview: Annotated[
        Int, meaning("lines x columns: frequencies 6x1, 6x2, 4x1; travellers from 3 on alike")
    ] = 0
    BM2ShowPlayerNames: Annotated[
        Int, meaning("0 do not show, 1 show in all rounds, 2 show in first round only")
    ] = 0
    BM2Ranking: Annotated[
        Int, meaning("0 do not show, 1 show all rounds, 2 show after last round")
    ] = 0
    BM2GameSummary: bool = False
    BM2SummaryPoints: Annotated[Int, meaning("-1 no summary, 0 matchpoints, 1 percentage")] = 0
    BM2PairNumberEntry: Annotated[Int, meaning("0 no entry, 1 optional, 2 required")] = 0
    BM2ResetFunctionKey: bool = False
    BM2RecordBidding: bool = False
    BM2RecordPlay: bool = False
    BM2ValidateRecording: bool = False
    BM2ShowHands: bool = False
    NumberValidation: Annotated[Int, meaning("0 no validation, 1 ACBL, 2 FFB, 3 ABF, 4 JCBL")] = 0
    BM2NumberEntryEachRound: bool = False
    BM2NumberEntryPreloadValues: bool = False
    BM2NameSource: Annotated[
        Int, meaning("0 PlayerNames, 1 BMPlayerDB, 2 none, 3 PlayerNames then BMPlayerDB")
    ] = 0
    BM2ViewHandRecord: bool = False
    BM2EnterHandRecord: bool = False
    BM2EnterHandRecordWhen: Annotated[
        Int, meaning("0 at end of round, 1 at end of board, 2 do not enter")
    ] = 0
    BM2TextBasedNumber: bool = False
    BM2TDCall: bool = False
    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    ValidationMessages: Messages = None


class Bridgemate3SettingsDTO(DTO):
    """Settings of the Bridgemate 3 terminals of a section."""

    BM3ScreenBrightness: Annotated[Byte, meaning("1-7")] = 0
    BM3ScreenDimMode: Annotated[Byte, meaning("0-15 (x5 s, 0 off)")] = 0
    BM3ScreenOffMode: Annotated[Byte, meaning("0-15 (x5 s, 0 never)")] = 0
    BM3SleepMode: Annotated[Byte, meaning("0-120 (x5 s)")] = 0
    BM3AudioVolume: Annotated[Byte, meaning("0-7")] = 0
    BM3Language: Annotated[
        Int, meaning("0 English, 1 Dutch, 2 French, 3 German, 4 Italian ... 10 Turkish")
    ] = 0
    BM3PINcode: Text = None
    BM3ConfirmNP: NoYes = 0
    BM3TDCall: NoYes = 0
    BM3ResultMethod: Annotated[
        Int, meaning("0 up down tricks, 1 number of tricks, 2 american style")
    ] = 0
    BM3BoardResultReentry: NoYes = 0
    BM3LeadCardEntry: Annotated[
        Int, meaning("0 off, 1 not checked, 2 must be in the hand, 3 checked only")
    ] = 0
    BM3PlayerNumberEntry: Annotated[
        Int, meaning("0 disabled, 1 first round only, 2 all rounds")
    ] = 0
    BM3PlayerNumberEntryDuringPlay: NoYes = 0
    BM3PlayerNumberMandatory: NoYes = 0
    BM3StartingPositions: NoYes = 0
    BM3PlayerView: Annotated[Int, meaning("0 north on top, 1 north on the bottom")] = 0
    BM3Ranking: Annotated[
        Int, meaning("0 disabled, 1 end of each round, 2 end of session, 3 always")
    ] = 0
    BM3NextSeatings: NoYes = 0
    BM3ScoreRecap: Annotated[
        Int, meaning("0 disabled, 1 enabled at end of round only, 2 always")
    ] = 0
    BM3ViewResults: Annotated[
        Int, meaning("0 off, 1 own result, 2 own and others' results, 3 at end of round")
    ] = 0
    BM3SessionSummary: NoYes = 0
    BM3ScoreColum: Annotated[Int, meaning("0 north south only, 1 north south and east west")] = 0
    BMViewPercentages: NoYes = 0
    BM3ViewHandrecord: NoYes = 0
    BM3EnterHandrecord: Annotated[
        Int, meaning("0 disabled, 1 at end of board, 2 at end of round")
    ] = 0
    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    ValidationMessages: Messages = None


class InitDTO(DTO):
    """A new event, complete."""

    Commands: Annotated[Int, meaning("1 start, 2 reset, 4 read, 8 app, ... 128 clear")] = 0
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
    """A session for a running event."""

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
    """Continue an event that BCS knows."""

    EventGuid: Guid = None
    ClubId: Text = None
    Commands: Int = 0
    AlternativeDataFolder: Text = None
    ValidationMessages: Messages = None


class BCSManagementRequestDTO(DTO):
    """A question to BCS about itself, or a request to shut down."""

    Command: Annotated[
        Int, meaning("1 shut down, 2 running sessions, 4 scoring file, 8 all sessions, ...")
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
    SessionDateTime: Annotated[Text, meaning("as 2024-06-12T00:00:00")] = None
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


COMMAND_CHOICES = [
    {
        "const": row.number,
        "title": row.name,
        "description": f"sends {row.sent or 'nothing'}; answer: {row.answer}",
    }
    for row in command_rows()
]
"""The commands, in the JSON Schema of a request."""


class ScoringProgramRequest(DTO):
    """The envelope of what a scoring program sends."""

    Command: Annotated[Int, Meta(extra_json_schema={"oneOf": COMMAND_CHOICES})] = 0
    ClubId: Text = ""
    LicenceKey: Text = ""
    SessionGuid: Text = ""
    SerializedData: Annotated[Text, meaning("JSON as text")] = ""


class ScoringProgramResponse(DTO):
    """The envelope of an answer."""

    RequestCommand: Int = 0
    DataType: Int = 0
    LastQueueItemId: Annotated[int, meaning("the id that accepts the batch")] = 0
    ErrorType: Int = 0
    SessionGuid: Text = None
    SerializedData: Annotated[Text, meaning("JSON as text")] = None


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


def find_dto(name: str) -> str:
    """The DTO with this name, with or without `DTO` at its end, in any case."""
    by_name = {known.lower(): known for known in DTOS}
    for text in (name.lower(), f"{name.lower()}dto"):
        if text in by_name:
            return by_name[text]
    raise UsageError(f"unknown DTO {name!r}: expected one of {', '.join(DTOS)}")


def json_schema(name: str | None = None) -> dict[str, Any]:
    """JSON Schema of a DTO, or of any of them, with a definition of each.

    Unknown properties are allowed, as services ignore them.
    """
    classes = list(DTOS.values()) if name is None else [DTOS[name]]
    references, definitions = json.schema_components(classes, ref_template="#/$defs/{name}")
    for definition in definitions.values():
        definition.pop("additionalProperties", None)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:bmconv:{__version__}:dto:{name or 'any'}",
    }
    one = references[0] if name else {"anyOf": [*references]}
    return {**head, **one, "$defs": definitions}
