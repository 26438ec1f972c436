"""The settings of the Bridgemates, in the order of the developer's guide's Table Layout.

Names are spelled as there; look them up with `setting`, since files differ in case. The column
Section, which stands before them in the table, says for whom they hold and is none of them.
"""

from __future__ import annotations

from typing import NamedTuple

ALL, PRO_2, BM2, BM3 = ("pro", "bm2", "bm3"), ("pro", "bm2"), ("bm2",), ("bm3",)
NO_YES, TO_2, TO_3 = range(2), range(3), range(4)


class Setting(NamedTuple):
    """One setting."""

    name: str
    """The name of its .bws column."""
    default: bool | int | str
    devices: tuple[str, ...]
    values: range = range(0)
    """What an integer may be; choices are numbered without gaps."""
    size: int = 0
    """How many characters a text has: no more in the column, and no fewer either."""
    everywhere: bool = False
    """Holds for all sections: only the first row counts."""

    @property
    def kind(self) -> str:
        """What it is: bool, int or text."""
        return {bool: "bool", int: "int", str: "text"}[type(self.default)]


SETTINGS = (
    Setting("ShowResults", True, PRO_2),
    Setting("ShowOwnResult", True, PRO_2),
    Setting("RepeatResults", False, PRO_2),
    Setting("MaximumResults", 0, PRO_2, range(128), everywhere=True),
    Setting("ShowPercentage", True, PRO_2),
    Setting("GroupSections", False, PRO_2, everywhere=True),
    Setting("ScorePoints", 1, PRO_2, NO_YES),
    Setting("EnterResultsMethod", 0, PRO_2, TO_2),
    Setting("ShowPairNumbers", True, PRO_2),
    Setting("IntermediateResults", False, PRO_2),
    Setting("AutopoweroffTime", 20, PRO_2, range(5, 61)),
    Setting("VerificationTime", 2, PRO_2, range(1, 8)),
    Setting("ShowContract", 1, PRO_2, NO_YES),
    Setting("LeadCard", False, PRO_2),
    Setting("MemberNumbers", False, PRO_2),
    Setting("MemberNumbersNoBlankEntry", False, PRO_2),
    Setting("BoardOrderVerification", True, PRO_2),
    Setting("HandRecordValidation", True, PRO_2),
    Setting("AutoShutDownBPC", False, ALL, everywhere=True),
    Setting("BM2PINcode", "0000", BM2, size=4),
    Setting("BM2ConfirmNP", False, BM2),
    Setting("BM2TDCall", False, BM2),
    Setting("BM2RemainingBoards", True, BM2),
    Setting("BM2NextSeatings", True, BM2),
    Setting("BM2ScoreRecap", False, BM2),
    Setting("BM2AutoShowScoreRecap", False, BM2),
    Setting("BM2ScoreCorrection", False, BM2),
    Setting("BM2AutoBoardNumber", True, BM2),
    Setting("BM2FirstBoardManually", False, BM2),
    Setting("BM2ValidateLeadCard", False, BM2),
    Setting("BM2ResultsOverview", 0, BM2, range(6)),
    Setting("BM2ShowPlayerNames", 0, BM2, TO_2),
    Setting("BM2Ranking", 0, BM2, TO_2),
    Setting("BM2GameSummary", False, BM2),
    Setting("BM2SummaryPoints", 0, BM2, NO_YES),
    Setting("BM2PairNumberEntry", 0, BM2, TO_2),
    Setting("BM2ResetFunctionKey", True, BM2),
    Setting("BM2RecordBidding", False, BM2),
    Setting("BM2RecordPlay", False, BM2),
    Setting("BM2ValidateRecording", False, BM2),
    Setting("BM2ShowHands", False, BM2),
    Setting("BM2NumberValidation", 0, BM2, range(5)),
    Setting("BM2NumberEntryEachRound", False, BM2),
    Setting("BM2NumberEntryPreloadValues", False, BM2),
    Setting("BM2NameSource", 0, BM2, TO_3),
    Setting("BM2ViewHandRecord", False, BM2),
    Setting("BM2EnterHandRecord", False, BM2),
    Setting("BM2EnterHandRecordWhen", 0, BM2, NO_YES),
    Setting("BM2TextBasedNumber", False, BM2),
    Setting("BM3ScreenBrightness", 6, BM3, range(1, 8)),
    Setting("BM3ScreenDimMode", 2, BM3, range(16)),
    Setting("BM3ScreenOffMode", 2, BM3, range(16)),
    Setting("BM3SleepMode", 120, BM3, range(1, 121)),
    Setting("BM3AudioVolume", 2, BM3, range(1, 8)),
    Setting("BM3Language", 0, BM3, range(11)),
    Setting("BM3ConnectionMode", 0, BM3, NO_YES),
    Setting("BM3PINcode", "0000", BM3, size=4),
    Setting("BM3ConfirmNP", False, BM3),
    Setting("BM3TDCall", True, BM3),
    Setting("BM3ResultMethod", 0, BM3, TO_2),
    Setting("BM3BoardResultReentry", True, BM3),
    Setting("BM3LeadCardEntry", 1, BM3, TO_3),
    Setting("BM3PlayerView", 0, BM3, NO_YES),
    Setting("BM3PlayerNumberEntry", 0, BM3, TO_2),
    Setting("BM3PlayerNumberEntryDuringPlay", False, BM3),
    Setting("BM3StartingPositions", 0, BM3, NO_YES),
    Setting("BM3Ranking", 1, BM3, TO_3),
    Setting("BM3NextSeatings", True, BM3),
    Setting("BM3ScoreRecap", 2, BM3, TO_2),
    Setting("BM3ScoreColumn", 0, BM3, NO_YES),
    Setting("BM3ViewResults", 2, BM3, TO_2),
    Setting("BM3ViewPercentages", True, BM3),
    Setting("BM3ViewHandrecord", False, BM3),
    Setting("BM3EnterHandrecord", 0, BM3, TO_2),
)

_BY_NAME = {setting.name.lower(): setting for setting in SETTINGS}


def setting(name: str) -> Setting | None:
    """The setting of a name in any case; None for one the guide does not have."""
    return _BY_NAME.get(name.lower())
