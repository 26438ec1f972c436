"""The settings of Bridgemate 2 and 3 terminals: one DTO per section, all values in it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bmconv.connector.fields import DTO, Byte, Guid, Int, LettersValue, Messages, NoYes, Text


class Bridgemate2SettingsDTO(DTO):
    """Settings of the Bridgemate 2 terminals of a section."""

    ShowResults: bool = False
    ShowOwnResult: bool = False
    RepeatResults: bool = False
    ShowPercentage: bool = False
    GroupSections: bool = False
    ScorePoints: Annotated[Int, Meta(description="0 from north south, 1 from declarer")] = 0
    EnterResultsMethod: Annotated[
        Int, Meta(description="0 up down tricks, 1 number of tricks, 2 american style")
    ] = 0
    ShowPairNumbers: bool = False
    IntermediateResults: bool = False
    AutopoweroffTime: Annotated[Int, Meta(description="5-60")] = 0
    VerificationTime: Annotated[Int, Meta(description="1-7")] = 0
    ShowContract: Annotated[Int, Meta(description="0 use symbols, 1 use letter")] = 0
    LeadCard: bool = False
    MaximumResults: Annotated[Int, Meta(description="0-127, 0 = no limit")] = 0
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
        Int,
        Meta(description="lines x columns: frequencies 6x1, 6x2, 4x1; travellers from 3 on alike"),
    ] = 0
    BM2ShowPlayerNames: Annotated[
        Int, Meta(description="0 do not show, 1 show in all rounds, 2 show in first round only")
    ] = 0
    BM2Ranking: Annotated[
        Int, Meta(description="0 do not show, 1 show all rounds, 2 show after last round")
    ] = 0
    BM2GameSummary: bool = False
    BM2SummaryPoints: Annotated[
        Int, Meta(description="-1 no summary, 0 matchpoints, 1 percentage")
    ] = 0
    BM2PairNumberEntry: Annotated[Int, Meta(description="0 no entry, 1 optional, 2 required")] = 0
    BM2ResetFunctionKey: bool = False
    BM2RecordBidding: bool = False
    BM2RecordPlay: bool = False
    BM2ValidateRecording: bool = False
    BM2ShowHands: bool = False
    NumberValidation: Annotated[
        Int, Meta(description="0 no validation, 1 ACBL, 2 FFB, 3 ABF, 4 JCBL")
    ] = 0
    BM2NumberEntryEachRound: bool = False
    BM2NumberEntryPreloadValues: bool = False
    BM2NameSource: Annotated[
        Int, Meta(description="0 PlayerNames, 1 BMPlayerDB, 2 none, 3 PlayerNames then BMPlayerDB")
    ] = 0
    BM2ViewHandRecord: bool = False
    BM2EnterHandRecord: bool = False
    BM2EnterHandRecordWhen: Annotated[
        Int, Meta(description="0 at end of round, 1 at end of board, 2 do not enter")
    ] = 0
    BM2TextBasedNumber: bool = False
    BM2TDCall: bool = False
    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    ValidationMessages: Messages = None


class Bridgemate3SettingsDTO(DTO):
    """Settings of the Bridgemate 3 terminals of a section."""

    BM3ScreenBrightness: Annotated[Byte, Meta(description="1-7")] = 0
    BM3ScreenDimMode: Annotated[Byte, Meta(description="0-15 (x5 s, 0 off)")] = 0
    BM3ScreenOffMode: Annotated[Byte, Meta(description="0-15 (x5 s, 0 never)")] = 0
    BM3SleepMode: Annotated[Byte, Meta(description="0-120 (x5 s)")] = 0
    BM3AudioVolume: Annotated[Byte, Meta(description="0-7")] = 0
    BM3Language: Annotated[
        Int,
        Meta(description="0 English, 1 Dutch, 2 French, 3 German, 4 Italian ... 10 Turkish"),
    ] = 0
    BM3PINcode: Text = None
    BM3ConfirmNP: NoYes = 0
    BM3TDCall: NoYes = 0
    BM3ResultMethod: Annotated[
        Int, Meta(description="0 up down tricks, 1 number of tricks, 2 american style")
    ] = 0
    BM3BoardResultReentry: NoYes = 0
    BM3LeadCardEntry: Annotated[
        Int, Meta(description="0 off, 1 not checked, 2 must be in the hand, 3 checked only")
    ] = 0
    BM3PlayerNumberEntry: Annotated[
        Int, Meta(description="0 disabled, 1 first round only, 2 all rounds")
    ] = 0
    BM3PlayerNumberEntryDuringPlay: NoYes = 0
    BM3PlayerNumberMandatory: NoYes = 0
    BM3StartingPositions: NoYes = 0
    BM3PlayerView: Annotated[Int, Meta(description="0 north on top, 1 north on the bottom")] = 0
    BM3Ranking: Annotated[
        Int, Meta(description="0 disabled, 1 end of each round, 2 end of session, 3 always")
    ] = 0
    BM3NextSeatings: NoYes = 0
    BM3ScoreRecap: Annotated[
        Int, Meta(description="0 disabled, 1 enabled at end of round only, 2 always")
    ] = 0
    BM3ViewResults: Annotated[
        Int, Meta(description="0 off, 1 own result, 2 own and others' results, 3 at end of round")
    ] = 0
    BM3SessionSummary: NoYes = 0
    BM3ScoreColum: Annotated[
        Int, Meta(description="0 north south only, 1 north south and east west")
    ] = 0
    BMViewPercentages: NoYes = 0
    BM3ViewHandrecord: NoYes = 0
    BM3EnterHandrecord: Annotated[
        Int, Meta(description="0 disabled, 1 at end of board, 2 at end of round")
    ] = 0
    SessionGuid: Guid = None
    SectionLetters: LettersValue = None
    ValidationMessages: Messages = None
