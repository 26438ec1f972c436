"""The settings of the terminals, in the order of the chapter Table Layout of the guide.

Names are spelled as in the guide; look them up with `setting`, since files differ in case. The
first column of the table, Section, is not a setting: a row applies to that section.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from bmconv.rules.rule import Rule, Scope, Verdict

Value = bool | int | str
NO_YES, TO_2, TO_3 = range(2), range(3), range(4)
OFF_ON = "0 no, 1 yes"
TRICKS = "0 against the contract, 1 total tricks, 2 American style"
SECONDS = "in steps of 5 seconds"


class Setting(Struct, frozen=True, dict=True):
    """One setting. It judges values as a `Rule` does, so that callers can treat both alike."""

    name: str
    """The name of its .bws column."""
    default: Value
    meaning: str
    values: range = range(0)
    """The valid values of an integer setting, which are consecutive."""
    size: int = 0
    """The exact length of a text, which is also the width of its column."""
    everywhere: bool = False
    """Whether the setting applies to all sections: then only the first row counts."""
    dto: range = range(0)
    """The valid values in the Data Connector, if they differ from `values`."""
    column: bool = True
    """Whether a .bws has a column for it; otherwise only the Data Connector has the setting."""

    @property
    def kind(self) -> str:
        """The type of its values: bool, int or text."""
        return {bool: "bool", int: "int", str: "text"}[type(self.default)]

    @property
    def terminals(self) -> str:
        """The terminals that have the setting."""
        if self.name == "AutoShutDownBPC":
            return "all"
        return {"BM2": "II", "BM3": "III"}.get(self.name[:3], "Pro, II")

    @cached_property
    def rule(self) -> Rule:
        """The rule for its values."""
        if self.kind == "text":
            expected = f"{self.size} digits"
            return Rule(code="pin", noun="PIN", spell=self._spell_pin, expected=expected)
        values = self.values or NO_YES
        formats = {}
        if self.dto:  # records may have values of a .bws and of a DTO
            formats = {"dto": (self.dto[0], self.dto[-1]), "bws": (values[0], values[-1])}
            values = range(min(values[0], self.dto[0]), max(values[-1], self.dto[-1]) + 1)
        return Rule(
            code="setting-range",
            noun=f"{self.name} setting",
            low=values[0],
            high=values[-1],
            formats=formats,
        )

    def judge(self, value: Any, scope: Scope) -> Verdict:
        """Whether a value is valid, and the value in the type of the setting.

        Access stores true as -1, other programs as 1; in a DTO only 1 is valid. A PIN that was
        stored as a number gets its leading zeros back.
        """
        if value is None:
            return Verdict(None)
        if self.kind == "text":
            if type(value) is int and 0 <= value < 10**self.size:
                value = f"{value:0{self.size}}"
            is_pin = isinstance(value, str) and self._spell_pin(value) is not None
            return Verdict(value, "" if is_pin else self.rule.code)
        if isinstance(value, str):
            value = _read_word(value, self.kind)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int):
            return Verdict(value, self.rule.code)
        if self.kind == "bool":
            known = (0, 1) if scope.format == "dto" else (-1, 0, 1)
            return Verdict(bool(value)) if value in known else Verdict(value, self.rule.code)
        verdict = self.rule.judge(int(value), scope)  # int() of a bool, such as true for 1
        return verdict if type(value) is int or verdict.code else Verdict(int(value))

    def _spell_pin(self, text: str) -> str | None:
        return text if len(text) == self.size and text.isascii() and text.isdigit() else None

    @property
    def code(self) -> str:
        """The code of a note or finding about an invalid value."""
        return self.rule.code

    @property
    def names_field(self) -> bool:
        """Always true: messages name the setting."""
        return True

    @property
    def noun(self) -> str:
        """The word for a value in messages."""
        return self.rule.noun

    def problem(self, scope: Scope) -> str:
        """What is wrong with an invalid value."""
        if self.kind == "text":
            return f"not {self.size} digits"
        return "not true or false" if self.kind == "bool" else self.rule.problem(scope)

    def expectation(self, scope: Scope) -> str:
        """What is expected instead of an invalid value."""
        return "true or false" if self.kind == "bool" else self.rule.expectation(scope)


def _read_word(text: str, kind: str) -> object:
    """A number, or true or false, that is written as text; the text itself if it is neither."""
    word = text.strip().lower()
    if kind == "bool" and word in ("true", "false"):
        return word == "true"
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else text


SETTINGS = (
    Setting("ShowResults", True, "show earlier results of the board just played"),
    Setting("ShowOwnResult", True, "include the pair's own result in the list of earlier results"),
    Setting("RepeatResults", False, "allow the list of earlier results to be shown again"),
    Setting(
        "MaximumResults",
        0,
        "longest list of earlier results; 0 unlimited",
        range(128),
        everywhere=True,
    ),
    Setting("ShowPercentage", True, "show the percentage on the board just played"),
    Setting("GroupSections", False, "score all sections together", everywhere=True),
    Setting("ScorePoints", 1, "scores from the side of 0 N-S, 1 declarer", NO_YES),
    Setting("EnterResultsMethod", 0, f"entry of tricks: {TRICKS}", TO_2),
    Setting("ShowPairNumbers", True, "show pair numbers with the round"),
    Setting("IntermediateResults", False, "send contract and lead before the result"),
    Setting("AutopoweroffTime", 20, "seconds until the terminal turns off", range(5, 61)),
    Setting("VerificationTime", 2, "seconds that the verification is shown", range(1, 8)),
    Setting("ShowContract", 1, "contract in 0 symbols, 1 letters", NO_YES),
    Setting("LeadCard", False, "ask for the lead card"),
    Setting("MemberNumbers", False, "ask for player numbers"),
    Setting("MemberNumbersNoBlankEntry", False, "require a player number"),
    Setting("BoardOrderVerification", True, "check the order in which boards are entered"),
    Setting("HandRecordValidation", True, "check recorded cards against the hands"),
    Setting("AutoShutDownBPC", False, "close control software at the end", everywhere=True),
    Setting("BM2PINcode", "0000", "PIN of the director's menu", size=4),
    Setting("BM2ConfirmNP", False, "ask for the PIN when a board is not played"),
    Setting("BM2TDCall", False, "allow calls for the director"),
    Setting("BM2RemainingBoards", True, "show how many boards are left"),
    Setting("BM2NextSeatings", True, "show the next round's seats at the end of a round"),
    Setting("BM2ScoreRecap", False, "allow a look at the results of the round"),
    Setting("BM2AutoShowScoreRecap", False, "show the results of the round at its end"),
    Setting("BM2ScoreCorrection", False, "allow players to correct results of the round"),
    Setting("BM2AutoBoardNumber", True, "fill in the board number"),
    Setting(
        "BM2FirstBoardManually", False, "players enter the number of the first board of a round"
    ),
    Setting("BM2ValidateLeadCard", False, "check the lead card against the hands"),
    Setting(
        "BM2ResultsOverview",
        0,
        "earlier results as 0 to 2 frequencies (6 lines; 6 lines, 2 columns; 4 lines), "
        "3 to 5 travellers likewise",
        range(6),
    ),
    Setting("BM2ShowPlayerNames", 0, "names: 0 no, 1 each round, 2 first round", TO_2),
    Setting("BM2Ranking", 0, "ranking: 0 no, 1 after each round, 2 at the end", TO_2),
    Setting("BM2GameSummary", False, "show a summary at the end"),
    Setting(
        "BM2SummaryPoints",
        0,
        "summary in 0 matchpoints, 1 percentages; Data Connector: -1 no summary",
        NO_YES,
        dto=range(-1, 2),
    ),
    Setting("BM2PairNumberEntry", 0, "declarer's pair: 0 not asked, 1 optional, 2 required", TO_2),
    Setting("BM2ResetFunctionKey", True, "enable the RESET key"),
    Setting("BM2RecordBidding", False, "record the bidding"),
    Setting("BM2RecordPlay", False, "record the cards played"),
    Setting("BM2ValidateRecording", False, "check recorded cards against the hands"),
    Setting("BM2ShowHands", False, "show the hands while recording"),
    Setting(
        "BM2NumberValidation", 0, "number rules: 0 none, 1 ACBL, 2 FFB, 3 ABF, 4 JCBL", range(5)
    ),
    Setting("BM2NumberEntryEachRound", False, "ask for player numbers in each round"),
    Setting(
        "BM2NumberEntryPreloadValues", False, "fill in known player numbers when asking each round"
    ),
    Setting(
        "BM2NameSource",
        0,
        "names from 0 PlayerNames, 1 BMPlayerDB.mdb, 2 the scoring program, 3 both, first 0",
        TO_3,
    ),
    Setting("BM2ViewHandRecord", False, "allow a look at the hands of the board just played"),
    Setting("BM2EnterHandRecord", False, "allow players to enter hands"),
    Setting(
        "BM2EnterHandRecordWhen",
        0,
        "hands entered at the end of 0 the round, 1 the board; Data Connector: 2 never",
        NO_YES,
        dto=TO_2,
    ),
    Setting("BM2TextBasedNumber", False, "compare player numbers as text, not as numbers"),
    Setting("BM3ScreenBrightness", 6, "brightness of the screen", range(1, 8)),
    Setting("BM3ScreenDimMode", 2, f"time until the screen dims, {SECONDS}; 0 never", range(16)),
    Setting("BM3ScreenOffMode", 2, f"time until it turns off, {SECONDS}; 0 never", range(16)),
    Setting("BM3SleepMode", 120, f"time until sleep, {SECONDS}", range(1, 121), dto=range(121)),
    Setting("BM3AudioVolume", 2, "volume", range(1, 8), dto=range(8)),
    Setting(
        "BM3Language",
        0,
        "0 English, 1 Dutch, 2 French, 3 German, 4 Italian, 5 Danish, 6 Spanish, 7 Norwegian, "
        "8 Polish, 9 Swedish, 10 Turkish",
        range(11),
    ),
    Setting("BM3ConnectionMode", 0, "0 online, 1 offline", NO_YES),
    Setting("BM3PINcode", "0000", "PIN of the director's menu", size=4),
    Setting("BM3ConfirmNP", False, "ask for the PIN when a board is not played"),
    Setting("BM3TDCall", True, "allow calls for the director"),
    Setting("BM3ResultMethod", 0, f"entry of tricks: {TRICKS}", TO_2),
    Setting("BM3BoardResultReentry", True, "allow players to enter a result of the round again"),
    Setting(
        "BM3LeadCardEntry",
        1,
        "lead card: 0 not asked, 1 asked, 2 checked against the hands, 3 checked with exceptions",
        TO_3,
    ),
    Setting("BM3PlayerView", 0, "North at 0 the top, 1 the bottom", NO_YES),
    Setting(
        "BM3PlayerNumberEntry", 0, "player numbers: 0 not asked, 1 round 1, 2 all rounds", TO_2
    ),
    Setting("BM3PlayerNumberEntryDuringPlay", False, "allow player numbers during a round"),
    Setting("BM3StartingPositions", 0, f"players confirm where they start: {OFF_ON}", NO_YES),
    Setting("BM3Ranking", 1, "ranking: 0 no, 1 after each round, 2 at the end, 3 always", TO_3),
    Setting("BM3NextSeatings", True, "show the next round's seats at the end of a round"),
    Setting("BM3ScoreRecap", 2, "results of the round: 0 no, 1 at its end, 2 always", TO_2),
    Setting("BM3ScoreColumn", 0, "scores of 0 N-S, 1 N-S and E-W", NO_YES),
    Setting(
        "BM3ViewResults",
        2,
        "earlier results: 0 no, 1 own, 2 all; Data Connector: 3 all at the end of the round",
        TO_2,
        dto=TO_3,
    ),
    Setting("BM3ViewPercentages", True, "show percentages on the board"),
    Setting("BM3ViewHandrecord", False, "allow a look at the hands of the board just played"),
    Setting(
        "BM3EnterHandrecord",
        0,
        "hands: 0 not entered, at the end of 1 the board, 2 the round",
        TO_2,
    ),
    Setting(
        "BM3PlayerNumberMandatory",
        0,
        f"player numbers are required: {OFF_ON}",
        NO_YES,
        column=False,
    ),
    Setting("BM3SessionSummary", 0, f"show a summary at the end: {OFF_ON}", NO_YES, column=False),
)
"""The settings of a .bws, then the settings that only the Data Connector has."""

COLUMNS = tuple(setting for setting in SETTINGS if setting.column)
"""The settings that a .bws has a column for."""

_BY_NAME = {setting.name.lower(): setting for setting in SETTINGS}


def setting(name: str) -> Setting | None:
    """The setting with a name, in any case; None if no guide has it."""
    return _BY_NAME.get(name.lower())


def has_column(name: str) -> bool:
    """Whether a .bws has a column for a setting."""
    known = setting(name)
    return known is not None and known.column


def name_as_in_guide(values: Mapping[str, Value]) -> dict[str, Value]:
    """Settings with names spelled as in the guide; unknown names are unchanged."""
    return {(s.name if (s := setting(name)) else name): value for name, value in values.items()}
