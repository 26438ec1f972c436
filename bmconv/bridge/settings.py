"""The settings of the terminals, in the order of the developer's guide's Table Layout.

Names are spelled as in the guide; look them up with `setting`, since files differ in case. The
table's first column, Section, is not a setting: it tells which section a row applies to.
"""

from collections.abc import Mapping

from msgspec import Struct

NO_YES, TO_2, TO_3 = range(2), range(3), range(4)


class Setting(Struct, frozen=True):
    """One setting."""

    name: str
    """The name of its .bws column."""
    default: bool | int | str
    values: range = range(0)
    """The values that an integer can have; choices are numbered without gaps."""
    size: int = 0
    """The exact length of a text, which is also the width of its column."""
    everywhere: bool = False
    """Applies to all sections: only the first row counts."""

    @property
    def kind(self) -> str:
        """The type of its values: bool, int or text."""
        return {bool: "bool", int: "int", str: "text"}[type(self.default)]


SETTINGS = (
    Setting("ShowResults", True),
    Setting("ShowOwnResult", True),
    Setting("RepeatResults", False),
    Setting("MaximumResults", 0, range(128), everywhere=True),
    Setting("ShowPercentage", True),
    Setting("GroupSections", False, everywhere=True),
    Setting("ScorePoints", 1, NO_YES),
    Setting("EnterResultsMethod", 0, TO_2),
    Setting("ShowPairNumbers", True),
    Setting("IntermediateResults", False),
    Setting("AutopoweroffTime", 20, range(5, 61)),
    Setting("VerificationTime", 2, range(1, 8)),
    Setting("ShowContract", 1, NO_YES),
    Setting("LeadCard", False),
    Setting("MemberNumbers", False),
    Setting("MemberNumbersNoBlankEntry", False),
    Setting("BoardOrderVerification", True),
    Setting("HandRecordValidation", True),
    Setting("AutoShutDownBPC", False, everywhere=True),
    Setting("BM2PINcode", "0000", size=4),
    Setting("BM2ConfirmNP", False),
    Setting("BM2TDCall", False),
    Setting("BM2RemainingBoards", True),
    Setting("BM2NextSeatings", True),
    Setting("BM2ScoreRecap", False),
    Setting("BM2AutoShowScoreRecap", False),
    Setting("BM2ScoreCorrection", False),
    Setting("BM2AutoBoardNumber", True),
    Setting("BM2FirstBoardManually", False),
    Setting("BM2ValidateLeadCard", False),
    Setting("BM2ResultsOverview", 0, range(6)),
    Setting("BM2ShowPlayerNames", 0, TO_2),
    Setting("BM2Ranking", 0, TO_2),
    Setting("BM2GameSummary", False),
    Setting("BM2SummaryPoints", 0, NO_YES),
    Setting("BM2PairNumberEntry", 0, TO_2),
    Setting("BM2ResetFunctionKey", True),
    Setting("BM2RecordBidding", False),
    Setting("BM2RecordPlay", False),
    Setting("BM2ValidateRecording", False),
    Setting("BM2ShowHands", False),
    Setting("BM2NumberValidation", 0, range(5)),
    Setting("BM2NumberEntryEachRound", False),
    Setting("BM2NumberEntryPreloadValues", False),
    Setting("BM2NameSource", 0, TO_3),
    Setting("BM2ViewHandRecord", False),
    Setting("BM2EnterHandRecord", False),
    Setting("BM2EnterHandRecordWhen", 0, NO_YES),
    Setting("BM2TextBasedNumber", False),
    Setting("BM3ScreenBrightness", 6, range(1, 8)),
    Setting("BM3ScreenDimMode", 2, range(16)),
    Setting("BM3ScreenOffMode", 2, range(16)),
    Setting("BM3SleepMode", 120, range(1, 121)),
    Setting("BM3AudioVolume", 2, range(1, 8)),
    Setting("BM3Language", 0, range(11)),
    Setting("BM3ConnectionMode", 0, NO_YES),
    Setting("BM3PINcode", "0000", size=4),
    Setting("BM3ConfirmNP", False),
    Setting("BM3TDCall", True),
    Setting("BM3ResultMethod", 0, TO_2),
    Setting("BM3BoardResultReentry", True),
    Setting("BM3LeadCardEntry", 1, TO_3),
    Setting("BM3PlayerView", 0, NO_YES),
    Setting("BM3PlayerNumberEntry", 0, TO_2),
    Setting("BM3PlayerNumberEntryDuringPlay", False),
    Setting("BM3StartingPositions", 0, NO_YES),
    Setting("BM3Ranking", 1, TO_3),
    Setting("BM3NextSeatings", True),
    Setting("BM3ScoreRecap", 2, TO_2),
    Setting("BM3ScoreColumn", 0, NO_YES),
    Setting("BM3ViewResults", 2, TO_2),
    Setting("BM3ViewPercentages", True),
    Setting("BM3ViewHandrecord", False),
    Setting("BM3EnterHandrecord", 0, TO_2),
)

NOT_IN_BWS = ("BM3PlayerNumberMandatory", "BM3SessionSummary")
"""Settings of the Data Connector that have no column in the guide's tables."""

_BY_NAME = {setting.name.lower(): setting for setting in SETTINGS}


def setting(name: str) -> Setting | None:
    """The setting with a name, in any case; None if it is not in the guide."""
    return _BY_NAME.get(name.lower())


def spelled(values: Mapping[str, bool | int | str]) -> dict[str, bool | int | str]:
    """Settings with names spelled as in the guide; names not in the guide are unchanged."""
    return {(s.name if (s := setting(name)) else name): value for name, value in values.items()}
