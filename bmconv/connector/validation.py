"""What the service would reject: the rules for sessions and events, and checks of documents."""

import datetime
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from bmconv.connector import rules, schema
from bmconv.connector.document import Document
from bmconv.connector.protocol import FIRST_YEAR
from bmconv.connector.rules import Breach, Breaches

MANAGEMENT = (1, 2, 4, 6, 8, 16, 18, 20, 22)
"""The commands to BCS itself that are allowed."""
NOT_WHEN_CONTINUING = 2 | 8
"""Bits of the property Commands: reset, and upload to the app."""


def session(dto: schema.SessionDTO, *, adding: bool = False) -> Breaches:
    """SS1 to SS16."""
    yield from rules.guid_of("SS1", dto)
    if adding and not dto.EventGuid:
        yield Breach("SS2", ".EventGuid", "is missing; required to add a session")
    yield from rules.null_or_guid("SS3", ".EventGuid", dto.EventGuid)
    groups = dto.ScoringGroups or []
    if not groups:
        yield Breach("SS4", ".ScoringGroups", "none, expected at least one")
        return
    if repeated := rules.duplicates(group.ScoringGroupNumber for group in groups):
        yield Breach("SS5", ".ScoringGroups", f"scoring group {repeated[0]} appears twice")
    for at, group in enumerate(groups):
        path = f".ScoringGroups[{at}]"
        yield from rules.equals("SS6", path, "SessionGuid", group.SessionGuid, dto.SessionGuid)
        yield from rules.inside("SS7", path, rules.scoring_group(group), "scoring group")
    yield from _combi_sections(dto)
    if not dto.Name:
        yield Breach("SS10", ".Name", "is missing")
    yield from _moment(dto)


def _sections_with_paths(dto: schema.SessionDTO) -> Iterator[tuple[str, schema.SectionDTO]]:
    """The sections of all scoring groups, each with its path."""
    for at, group in enumerate(dto.ScoringGroups or []):
        for inner, section in enumerate(group.Sections or []):
            yield f".ScoringGroups[{at}].Sections[{inner}]", section


def _combi_sections(dto: schema.SessionDTO) -> Breaches:
    """SS8 and SS9: where the pairs of a combi section come from."""
    sections = list(_sections_with_paths(dto))
    known = {section.Letters for _, section in sections}
    for path, section in sections:
        if not section.IsCombiSection:
            continue
        sources = {
            "NorthSouthPairSectionLetters": section.NorthSouthPairSectionLetters,
            "EastWestPairSectionLetters": section.EastWestPairSectionLetters,
        }
        if len(set(sources.values())) != 2:
            yield Breach("SS8", path, "both sides of a combi section come from one section")
        for name, letters in sources.items():
            if letters not in known:
                text = f"is {rules.for_display(letters)}: no such section"
                yield Breach("SS9", f"{path}.{name}", text)


def _moment(dto: schema.SessionDTO) -> Breaches:
    """SS11 to SS16: date and time."""
    yield from rules.at_least("SS11", "Year", dto.Year, FIRST_YEAR)
    ranges = (("Month", 1, 12), ("Day", 1, 31), ("Hour", 0, 23), ("Minute", 0, 59))
    for number, (name, low, high) in enumerate(ranges, 12):
        yield from rules.in_range(f"SS{number}", name, getattr(dto, name), low, high)
    try:
        datetime.date(dto.Year, dto.Month, dto.Day)
    except (ValueError, OverflowError):
        yield Breach("SS16", "", f"{dto.Year}-{dto.Month}-{dto.Day} is not a date")


def _folder(rule: str, folder: str | None) -> Breaches:
    """A folder, if any, must exist on the computer that sends, which is assumed to be this one."""
    if folder is not None and not rules.is_blank(folder) and not os.path.isdir(folder):
        text = f"is {rules.for_display(folder)}, which does not exist here"
        yield Breach(rule, ".AlternativeDataFolder", text)


def init(dto: schema.InitDTO) -> Breaches:
    """IN1 to IN20."""
    yield from rules.in_range("IN1", "Commands", dto.Commands, 0, 255)
    yield from _folder("IN2", dto.AlternativeDataFolder)
    sessions = dto.Sessions or []
    if not sessions:
        yield Breach("IN3", ".Sessions", "none, expected at least one")
        return
    if len(sessions) > 1 and rules.is_blank(dto.EventGuid):
        yield Breach("IN4", ".EventGuid", "is missing; required with several sessions")
    elif len(sessions) > 1:
        for at, inner in enumerate(sessions):
            path = f".Sessions[{at}]"
            yield from rules.equals("IN5", path, "EventGuid", inner.EventGuid, dto.EventGuid)
    yield from rules.null_or_guid("IN6", ".EventGuid", dto.EventGuid)
    for at, inner in enumerate(sessions):
        yield from rules.inside("IN7", f".Sessions[{at}]", session(inner), "session")
    sections = [section for inner in sessions for _, section in _sections_with_paths(inner)]
    for letters in rules.duplicates(section.Letters for section in sections):
        yield Breach(
            "IN8", ".Sessions", f"section {rules.for_display(letters)} appears twice in the event"
        )
    groups = (g.ScoringGroupNumber for inner in sessions for g in inner.ScoringGroups or [])
    for number in rules.duplicates(groups):
        yield Breach("IN9", ".Sessions", f"scoring group {number} appears twice in the event")
    guids = {inner.SessionGuid for inner in sessions}
    yield from _players(dto, guids, ("IN10", "IN11", "IN12"))
    yield from _seats(dto, ("IN13", "IN14", "IN15"))
    explicit = {(s.SessionGuid, s.Letters) for s in sections if s.HasExplicitParticipations}
    for at, seat in enumerate(dto.Participations or []):
        if seat.RoundNumber > 1 and (seat.SessionGuid, seat.SectionLetters) not in explicit:
            text = f"is {seat.RoundNumber}: above 1 only with HasExplicitParticipations"
            yield Breach("IN16", f".Participations[{at}].RoundNumber", text)
    yield from _hands_and_settings(dto, ("IN17", "IN18", "IN19", "IN20"))


def _players(dto: Any, guids: set[str | None], ids: tuple[str, str, str]) -> Breaches:
    """Players must be valid, belong to a known session and have unique numbers."""
    valid, of_session, once = ids
    players = dto.PlayerData or []
    for at, player in enumerate(players):
        path = f".PlayerData[{at}]"
        yield from rules.inside(valid, path, rules.player(player), "player")
        if player.SessionGuid not in guids:
            text = f"is {rules.for_display(player.SessionGuid)}: no session has it"
            yield Breach(of_session, f"{path}.SessionGuid", text)
    for number in rules.duplicates(player.PlayerNumber or "" for player in players):
        yield Breach(
            once, ".PlayerData", f"player number {rules.for_display(number)} appears twice"
        )


def _seats(dto: Any, ids: tuple[str, str, str], *, stop: bool = False) -> Breaches:
    """Participations must be valid, with numbers of players of the session."""
    no_players, valid, unknown = ids
    seats = dto.Participations or []
    if seats and dto.PlayerData is None:
        yield Breach(no_players, ".PlayerData", "is null; required with participations")
        if stop:
            return
    for at, seat in enumerate(seats):
        path = f".Participations[{at}]"
        yield from rules.inside(valid, path, rules.participation(seat), "participation")
    known = {(p.SessionGuid or "", p.PlayerNumber or "") for p in dto.PlayerData or []}
    for at, seat in enumerate(seats):
        if seat.PlayerNumber and (seat.SessionGuid or "", seat.PlayerNumber) not in known:
            text = f"is {rules.for_display(seat.PlayerNumber)}: not in PlayerData for this session"
            yield Breach(unknown, f".Participations[{at}].PlayerNumber", text)


def _hands_and_settings(dto: Any, ids: tuple[str, str, str, str]) -> Breaches:
    """Hands and settings must be valid; valid Bridgemate 2 settings must not repeat a section."""
    hands, bm2, bm2_once, bm3 = ids
    for at, hand in enumerate(dto.Handrecords or []):
        yield from rules.inside(hands, f".Handrecords[{at}]", rules.handrecord(hand), "hand record")
    settings = dto.Bridgemate2Settings or []
    wrong = False
    for at, inner in enumerate(settings):
        path = f".Bridgemate2Settings[{at}]"
        for breach in rules.inside(bm2, path, rules.bm2_settings(inner), "setting"):
            wrong = True
            yield breach
    if not wrong:
        for letters in rules.duplicates(inner.SectionLetters for inner in settings):
            text = f"section {rules.for_display(letters)} appears twice"
            yield Breach(bm2_once, ".Bridgemate2Settings", text)
    for at, inner in enumerate(dto.Bridgemate3Settings or []):
        path = f".Bridgemate3Settings[{at}]"
        yield from rules.inside(bm3, path, rules.bm3_settings(inner), "setting")


def add_session(dto: schema.AddSessionDTO) -> Breaches:
    """AS1 to AS7."""
    if dto.Session is None:
        yield Breach("AS1", ".Session", "is missing")
        return
    if not rules.is_strict_guid(dto.EventGuid):
        text = f"is {rules.for_display(dto.EventGuid)}, expected {rules.GUID_FORM}"
        yield Breach("AS2", ".EventGuid", text)
        return
    yield from rules.equals("AS3", ".Session", "EventGuid", dto.Session.EventGuid, dto.EventGuid)
    yield from rules.inside("AS4", ".Session", session(dto.Session, adding=True), "session")
    yield from _players(dto, {dto.Session.SessionGuid}, ("AS5", "AS5", "AS5"))
    yield from _seats(dto, ("AS6", "AS6", "AS6"), stop=True)
    yield from _hands_and_settings(dto, ("AS7", "AS7", "AS7", "AS7"))


def continue_event(dto: schema.ContinueDTO) -> Breaches:
    """CO1 and CO2."""
    if dto.Commands & NOT_WHEN_CONTINUING:
        text = f"is {dto.Commands}, expected neither bit 2 nor 8 when an event continues"
        yield Breach("CO1", ".Commands", text)
    yield from _folder("CO2", dto.AlternativeDataFolder)


def management_response(dto: schema.BCSManagementResponseDTO) -> Breaches:
    """MR1 and MR2."""
    yield from rules.null_or_guid("MR1", ".EventGuid", dto.EventGuid)
    for at, inner in enumerate(dto.SessionInformation or []):
        path = f".SessionInformation[{at}].SessionGuid"
        yield from rules.null_or_guid("MR2", path, inner.SessionGuid)


_RULES: dict[str, Callable[[Any], Iterable[Breach]]] = {
    "InitDTO": init,
    "AddSessionDTO": add_session,
    "SessionDTO": session,
    "ScoringGroupDTO": rules.scoring_group,
    "SectionDTO": rules.section,
    "SectionUpdateDTO": rules.section_update,
    "TableDTO": rules.table,
    "RoundDTO": rules.round_,
    "ResultDTO": rules.result,
    "PlayerDataDTO": rules.player,
    "ParticipationDTO": rules.participation,
    "HandrecordDTO": rules.handrecord,
    "Bridgemate2SettingsDTO": rules.bm2_settings,
    "Bridgemate3SettingsDTO": rules.bm3_settings,
    "TdCallDTO": rules.td_call,
    "ContinueDTO": continue_event,
    "BCSManagementRequestDTO": lambda dto: rules.one_of("MA1", "Command", dto.Command, MANAGEMENT),
    "BCSManagementResponseDTO": management_response,
}


def validate(document: Document, *, adding: bool = False, from_bcs: bool = False) -> list[Breach]:
    """What the service would reject in a document; paths start after the `$`.

    `adding`: a SessionDTO is to be added to an event. `from_bcs`: the data comes from BCS, which
    may give more than a program may send; data inside an answer always counts as data from BCS.
    """
    check = _RULES.get(document.kind)
    if check is None:
        return []
    if document.kind == "SessionDTO" and adding:
        check = partial(session, adding=True)
    answer = isinstance(document.envelope, schema.ScoringProgramResponse)
    if document.kind == "ParticipationDTO" and (from_bcs or answer):
        check = partial(rules.participation, from_bcs=True)
    breaches: list[Breach] = []
    for at, of_item in enumerate(map(check, document.items)):
        for breach in of_item:
            path = f"[{at}]{breach.path}" if document.array else breach.path
            breaches.append(breach._replace(path=path))
    return breaches


class InnermostBreach(NamedTuple):
    """A rule that is broken in a DTO itself, not only in a DTO nested in it; with its full path."""

    rule: str
    path: str
    message: str
    within: str
    """The rule within the rules broken because of it, such as `SE12[TA10[RO5]]`."""

    def __str__(self) -> str:
        within = f" ({self.within})" if self.within != self.rule else ""
        return f"{self.rule} {self.path} {self.message}{within}"


def innermost(
    breaches: Iterable[Breach], path: str = "$", around: str = "%s"
) -> Iterator[InnermostBreach]:
    """The innermost breaches, which have no further causes, each at its full path.

    `around` is the text of the rules around a breach, with `%s` for the rule of the breach itself.
    """
    for breach in breaches:
        here = path + breach.path
        if breach.causes:
            yield from innermost(breach.causes, here, around % f"{breach.rule}[%s]")
        else:
            yield InnermostBreach(breach.rule, here, breach.message, around % breach.rule)


def verdict(document: Document, breaches: list[Breach]) -> dict[str, Any]:
    """The breaches in a document as a JSON object."""
    return {
        "place": document.place,
        "dto": document.kind,
        "valid": not breaches,
        "rules": [str(breach) for breach in breaches],
        "findings": [breach._asdict() for breach in innermost(breaches)],
    }


def rejection(document: Document) -> str:
    """The first reason for the service to reject a document, and the number of others; or empty."""
    breaches = list(innermost(validate(document)))
    more = f" (and {len(breaches) - 1} more)" if len(breaches) > 1 else ""
    return f"{breaches[0].rule} {breaches[0].path} {breaches[0].message}{more}" if breaches else ""
