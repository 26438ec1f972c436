"""The rules of the vendor's clients for single DTOs, sections and scoring groups.

They are in the order of the clients' messages. Their ids are our own: two letters for the DTO and a
number; formats/dto/README.md has a table of them. Paths start at the DTO that is checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from bmconv.connector import schema
from bmconv.masking import mask

METHODS = (10, 20, 21, 22, 25, 26, 27, 30, 31, 35, 36, 40, 50, 51, 60, 70)
GAME_TYPES = (10, 20, 30)
"""The scoring methods and types of game that are allowed; schema.py has their meaning."""
RANKS = "AKQJT98765432"
SEATS = ("North", "East", "South", "West")
SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
"""The words that make up the names of properties such as NorthClubs."""

_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*")
LETTERS = frozenset(chr(c) * n for c in range(ord("A"), ord("Z") + 1) for n in (1, 2, 3))
LETTERS_FORM = "A to Z, AA to ZZ or AAA to ZZZ"
GUID_FORM = "32 of 0-9 and A-F"
_GUID = re.compile(r"[0-9A-F]{32}")
RANGES = {
    "BM3ScreenDimMode": ("B33", range(16)),
    "BM3ScreenBrightness": ("B34", range(1, 8)),
    "BM3SleepMode": ("B35", range(121)),
    "BM3AudioVolume": ("B36", range(8)),
}
"""The settings whose values the service checks: the rule, and the values allowed."""


class Breach(NamedTuple):
    """A rule that is broken, and where."""

    rule: str
    path: str
    message: str
    causes: tuple[Breach, ...] = ()
    """The breaches in a nested DTO, for a rule that the nested DTO must be valid."""

    def __str__(self) -> str:
        """The rule with the rules broken in nested DTOs, such as `SE12[TA10[RO5]]`."""
        return f"{self.rule}[{','.join(map(str, self.causes))}]" if self.causes else self.rule


Breaches = Iterator[Breach]


def inside(rule: str, path: str, breaches: Iterable[Breach], name: str) -> Breaches:
    """A nested DTO must be valid."""
    causes = tuple(breaches)
    if causes:
        yield Breach(rule, path, f"{name} is not valid", causes)


def at_least(rule: str, name: str, number: int, least: int = 1) -> Breaches:
    """A number with a minimum."""
    if number < least:
        yield Breach(rule, f".{name}", f"is {number}, expected {least} or more")


def in_range(rule: str, name: str, number: int, low: int, high: int) -> Breaches:
    """A number within a range, ends included."""
    if not low <= number <= high:
        yield Breach(rule, f".{name}", f"is {number}, expected {low} to {high}")


def one_of(rule: str, name: str, number: int, known: Collection[int]) -> Breaches:
    """A number that must be in a list."""
    if number not in known:
        *most, last = map(str, known)
        expected = f"{', '.join(most)} or {last}"
        yield Breach(rule, f".{name}", f"is {number}, expected {expected}")


def guid_of(rule: str, dto: Any) -> Breaches:
    """A strict session guid."""
    if not is_strict_guid(dto.SessionGuid):
        text = f"is {for_display(dto.SessionGuid)}, expected {GUID_FORM}"
        yield Breach(rule, ".SessionGuid", text)


def null_or_guid(rule: str, path: str, guid: str | None) -> Breaches:
    """A guid that is null or strict."""
    if guid is not None and not is_strict_guid(guid):
        yield Breach(rule, path, f"is {for_display(guid)}, expected null or {GUID_FORM}")


def letters_of(rule: str, name: str, letters: str | None) -> Breaches:
    """Letters of a section."""
    if letters not in LETTERS:
        yield Breach(rule, f".{name}", f"is {for_display(letters)}, expected {LETTERS_FORM}")


def equals(rule: str, path: str, name: str, value: object, expected: object) -> Breaches:
    """A value that must be the same as in the enclosing DTO."""
    if value != expected:
        text = f"is {for_display(value)}, expected {for_display(expected)} as in the enclosing DTO"
        yield Breach(rule, f"{path}.{name}", text)


def is_strict_guid(guid: str | None) -> bool:
    """Whether a guid is 32 upper-case hexadecimal digits."""
    return guid is not None and _GUID.fullmatch(guid) is not None


def is_blank(text: str | None) -> bool:
    """Whether a text is null, empty or white space."""
    return text is None or not text.strip()


def duplicates(values: Iterable[object]) -> list[object]:
    """The values that occur more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def for_display(value: object) -> str:
    """A value for a message, short enough for a line."""
    if value is None:
        return "null"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def participation(dto: schema.ParticipationDTO, *, from_bcs: bool = False) -> Breaches:
    """PA1 to PA9; BCS itself may send both number and name."""
    if len(dto.SessionGuid or "") != 32:
        text = f"is {for_display(dto.SessionGuid)}, expected 32 characters"
        yield Breach("PA1", ".SessionGuid", text)
    yield from letters_of("PA2", "SectionLetters", dto.SectionLetters)
    yield from in_range("PA3", "Direction", dto.Direction, 1, 4)
    yield from at_least("PA4", "TableNumber", dto.TableNumber)
    yield from at_least("PA5", "RoundNumber", dto.RoundNumber, 0)
    number, name = not is_blank(dto.PlayerNumber), not is_blank(dto.LastName)
    if dto.IsRemoval:
        if number or name or not is_blank(dto.FirstName) or not is_blank(dto.CountryCode):
            yield Breach("PA8", "", "a removal with a player")
        if dto.IsPlayerSwap:
            yield Breach("PA9", "", "a removal and a swap at once")
    elif not number and not name:
        yield Breach("PA6", "", "neither PlayerNumber nor LastName")
    elif number and name and not from_bcs:
        yield Breach("PA7", "", "both PlayerNumber and LastName")


def player(dto: schema.PlayerDataDTO) -> Breaches:
    """PL1 to PL3."""
    yield from guid_of("PL1", dto)
    if is_blank(dto.PlayerNumber):
        yield Breach("PL2", ".PlayerNumber", "is missing")
    if is_blank(dto.LastName):
        yield Breach("PL3", ".LastName", "is missing")


def round_(dto: schema.RoundDTO) -> Breaches:
    """RO1 to RO5."""
    yield from guid_of("RO1", dto)
    yield from letters_of("RO2", "SectionLetters", dto.SectionLetters)
    yield from at_least("RO3", "TableNumber", dto.TableNumber)
    yield from at_least("RO4", "RoundNumber", dto.RoundNumber)
    if not (dto.PairNS and dto.PairEW) and (dto.LowBoardNumber > 0 or dto.HighBoardNumber > 0):
        yield Breach(
            "RO5", "", "boards given, but a pair is 0: a sit-out or an empty table has none"
        )


def table(dto: schema.TableDTO) -> Breaches:
    """TA1 to TA10."""
    yield from guid_of("TA1", dto)
    yield from letters_of("TA2", "SectionLetters", dto.SectionLetters)
    yield from at_least("TA3", "TableNumber", dto.TableNumber)
    rounds = dto.Rounds or []
    numbers = sorted(r.RoundNumber for r in rounds)
    if numbers:
        if repeated := duplicates(numbers):
            yield Breach("TA4", ".Rounds", f"round number {repeated[0]} appears twice")
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            text = f"round numbers are {for_display(numbers)}, expected no gap"
            yield Breach("TA5", ".Rounds", text)
        if numbers[0] > 1:
            yield Breach("TA6", ".Rounds", f"the lowest round is {numbers[0]}, expected 1")
    for at, inner in enumerate(rounds):
        path = f".Rounds[{at}]"
        yield from equals("TA7", path, "SessionGuid", inner.SessionGuid, dto.SessionGuid)
        yield from equals("TA8", path, "SectionLetters", inner.SectionLetters, dto.SectionLetters)
        yield from equals("TA9", path, "TableNumber", inner.TableNumber, dto.TableNumber)
        yield from inside("TA10", path, round_(inner), "round")


def section(dto: schema.SectionDTO) -> Breaches:
    """SE1 to SE13."""
    yield from guid_of("SE1", dto)
    yield from letters_of("SE2", "Letters", dto.Letters)
    yield from at_least("SE3", "ScoringGroupNumber", dto.ScoringGroupNumber)
    yield from _of_section(dto, "SE")


def _of_section(dto: schema.SectionDTO | schema.SectionUpdateDTO, ids: str) -> Breaches:
    """Rules 4 to 13, which are the same for sections and their updates."""
    if dto.MissingPair < 0 and dto.Winners != 2:
        text = f"is {dto.MissingPair}, below 0 only with two winners"
        yield Breach(f"{ids}4", ".MissingPair", text)
    yield from one_of(f"{ids}5", "Winners", dto.Winners, (1, 2))
    yield from one_of(f"{ids}6", "GameType", dto.GameType, GAME_TYPES)
    if dto.IsCombiSection:
        ns, ew = "NorthSouthPairSectionLetters", "EastWestPairSectionLetters"
        yield from letters_of(f"{ids}7", ns, dto.NorthSouthPairSectionLetters)
        yield from letters_of(f"{ids}8", ew, dto.EastWestPairSectionLetters)
    tables = dto.Tables or []
    if abs(dto.EWMoveBeforePlay) > len(tables):
        text = f"is {dto.EWMoveBeforePlay}, more than the number of tables, {len(tables)}"
        yield Breach(f"{ids}9", ".EWMoveBeforePlay", text)
    for at, inner in enumerate(tables):
        path = f".Tables[{at}]"
        yield from equals(f"{ids}10", path, "SessionGuid", inner.SessionGuid, dto.SessionGuid)
        yield from equals(f"{ids}11", path, "SectionLetters", inner.SectionLetters, dto.Letters)
        yield from inside(f"{ids}12", path, table(inner), "table")
    for number in duplicates(inner.TableNumber for inner in tables):
        yield Breach(f"{ids}13", ".Tables", f"table number {number} appears twice")


def section_update(dto: schema.SectionUpdateDTO) -> Breaches:
    """SU1 to SU20, in the order in which the clients check them."""
    yield from guid_of("SU1", dto)
    yield from letters_of("SU2", "Letters", dto.Letters)
    if dto.IsDeleted:
        if dto.Tables:
            yield Breach("SU14", ".Tables", "a deleted section with tables")
        return
    yield from at_least("SU3", "ScoringGroupNumber", dto.ScoringGroupNumber)
    method = dto.ScoringGroupScoringMethod
    yield from one_of("SU15", "ScoringGroupScoringMethod", method, METHODS)
    yield from _of_section(dto, "SU")
    seated = dto.Participations or []
    if dto.HasExplicitParticipations and not seated:
        text = "none, although HasExplicitParticipations is set"
        yield Breach("SU16", ".Participations", text)
    for at, inner in enumerate(seated):
        path = f".Participations[{at}]"
        yield from inside("SU17", path, participation(inner), "participation")
        yield from equals("SU18", path, "SessionGuid", inner.SessionGuid, dto.SessionGuid)
        yield from equals("SU19", path, "SectionLetters", inner.SectionLetters, dto.Letters)
        if inner.RoundNumber > 1 and not dto.HasExplicitParticipations:
            text = f"is {inner.RoundNumber}: above 1 only with HasExplicitParticipations"
            yield Breach("SU20", f"{path}.RoundNumber", text)


def scoring_group(dto: schema.ScoringGroupDTO) -> Breaches:
    """SG1 to SG9."""
    yield from guid_of("SG1", dto)
    yield from at_least("SG2", "ScoringGroupNumber", dto.ScoringGroupNumber)
    yield from one_of("SG3", "ScoringMethod", dto.ScoringMethod, METHODS)
    sections = dto.Sections or []
    if dto.IsDeleted:
        if sections:
            yield Breach("SG4", ".Sections", "a deleted scoring group with sections")
        return
    if not sections:
        yield Breach("SG5", ".Sections", "none, expected at least one")
        return
    if repeated := duplicates(inner.Letters for inner in sections):
        yield Breach("SG6", ".Sections", f"section {for_display(repeated[0])} appears twice")
    for at, inner in enumerate(sections):
        path = f".Sections[{at}]"
        yield from equals("SG7", path, "SessionGuid", inner.SessionGuid, dto.SessionGuid)
        number = dto.ScoringGroupNumber
        yield from equals("SG8", path, "ScoringGroupNumber", inner.ScoringGroupNumber, number)
        yield from inside("SG9", path, section(inner), "section")


def handrecord(dto: schema.HandrecordDTO) -> Breaches:
    """HA1 to HA8."""
    yield from guid_of("HA1", dto)
    yield from at_least("HA2", "ScoringGroupNumber", dto.ScoringGroupNumber)
    yield from letters_of("HA3", "SectionLetters", dto.SectionLetters)
    yield from at_least("HA4", "BoardNumber", dto.BoardNumber)
    suits = {(seat, suit): getattr(dto, seat + suit) for seat in SEATS for suit in SUITS}
    wrong = [a + b for (a, b), cards in suits.items() if cards is None or set(cards) - set(RANKS)]
    if wrong:
        text = f"null, or a card not in {RANKS}: {', '.join(wrong)}"
        yield Breach("HA5", "", text)
        return
    for suit in SUITS:
        cards = "".join(suits[seat, suit] for seat in SEATS)
        if len(cards) != 13:
            yield Breach("HA6", "", f"{len(cards)} {suit.lower()}, expected 13")
        elif len(set(cards)) != 13:
            yield Breach("HA7", "", f"a card appears twice among the {suit.lower()}")
    for seat in SEATS:
        count = sum(len(suits[seat, suit]) for suit in SUITS)
        if count != 13:
            yield Breach("HA8", "", f"{seat}: number of cards {count}, expected 13")


def result(dto: schema.ResultDTO) -> list[Breach]:
    """RE1 to RE16. Not a generator like the others, because there are many thousands of results."""
    breaches: list[Breach] = []
    if len(dto.SessionGuid or "") != 32:
        breaches.append(_breach(dto, "RE1", "SessionGuid", "32 characters"))
    if dto.SectionLetters not in LETTERS:
        breaches.append(_breach(dto, "RE2", "SectionLetters", LETTERS_FORM))
    if dto.TableNumber < 1:
        breaches.append(_breach(dto, "RE3", "TableNumber", "1 or more"))
    if dto.RoundNumber < 1:
        breaches.append(_breach(dto, "RE4", "RoundNumber", "1 or more"))
    if dto.BoardNumber < 1:
        breaches.append(_breach(dto, "RE5", "BoardNumber", "1 or more"))
    if dto.IsDeleted:
        return breaches
    level = dto.Level
    if dto.PairEastWest < 1:
        breaches.append(_breach(dto, "RE6", "PairEastWest", "1 or more"))
    if dto.PairNorthSouth < 1:
        breaches.append(_breach(dto, "RE7", "PairNorthSouth", "1 or more"))
    if dto.DeclaringPair != dto.PairNorthSouth and dto.DeclaringPair != dto.PairEastWest:
        breaches.append(
            _breach(dto, "RE8", "DeclaringPair", f"{dto.PairNorthSouth} or {dto.PairEastWest}")
        )
    if level >= 1:
        if not 1 <= dto.DeclarerDirection <= 4:
            breaches.append(_breach(dto, "RE9", "DeclarerDirection", "1 to 4"))
        if not 1 <= dto.ScoringDirection <= 3:
            breaches.append(_breach(dto, "RE10", "ScoringDirection", "1 to 3"))
    if not -10 <= level <= 7:
        breaches.append(_breach(dto, "RE11", "Level", "-10 to 7"))
    if level >= 1 and not 1 <= dto.Denomination <= 5:
        breaches.append(_breach(dto, "RE12", "Denomination", "1 to 5"))
    if not 0 <= dto.Stake <= 2:
        breaches.append(_breach(dto, "RE13", "Stake", "0 to 2"))
    if not 0 <= dto.TotalTricks <= 13:
        breaches.append(_breach(dto, "RE14", "TotalTricks", "0 to 13"))
    if rank := dto.LeadCardRank:
        if not 2 <= rank <= 14:
            breaches.append(_breach(dto, "RE15", "LeadCardRank", "0 or 2 to 14"))
        elif not 1 <= dto.LeadCardSuit <= 4:
            breaches.append(_breach(dto, "RE16", "LeadCardSuit", "1 to 4"))
    return breaches


def _breach(dto: schema.ResultDTO, rule: str, name: str, expected: str) -> Breach:
    return Breach(rule, f".{name}", f"is {for_display(getattr(dto, name))}, expected {expected}")


def td_call(dto: schema.TdCallDTO) -> Breaches:
    """TD1 to TD5."""
    yield from guid_of("TD1", dto)
    yield from letters_of("TD2", "SectionLetters", dto.SectionLetters)
    yield from at_least("TD3", "TableNumber", dto.TableNumber)
    yield from at_least("TD4", "RoundNumber", dto.RoundNumber)
    yield from in_range("TD5", "Status", dto.Status, 1, 4)


def _pin(rule: str, name: str, pin: str | None) -> Breaches:
    """Four characters that are a whole number, such as `1234` or `+123`."""
    if pin is None or len(pin) != 4 or not _WHOLE.fullmatch(pin):
        yield Breach(rule, f".{name}", f"is {for_display(mask(pin, name))}, expected four digits")


def bm2_settings(dto: schema.Bridgemate2SettingsDTO) -> Breaches:
    """B21 to B23."""
    yield from guid_of("B21", dto)
    yield from letters_of("B22", "SectionLetters", dto.SectionLetters)
    yield from _pin("B23", "BM2PINcode", dto.BM2PINcode)


def bm3_settings(dto: schema.Bridgemate3SettingsDTO) -> Breaches:
    """B31 to B37."""
    yield from guid_of("B31", dto)
    yield from letters_of("B32", "SectionLetters", dto.SectionLetters)
    for name, (rule, allowed) in RANGES.items():
        yield from in_range(rule, name, getattr(dto, name), allowed[0], allowed[-1])
    yield from _pin("B37", "BM3PINcode", dto.BM3PINcode)
