"""Rules of `check`: sessions with their settings, and the computers that serve the tables."""

from collections.abc import Iterator

from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.checks.findings import ERROR, INFO, CheckedEvent, Finding
from bmconv.checks.movement import pairs_and_players
from bmconv.records import Client, Round, Section, Session, Table
from bmconv.rules.fields import spell_guid


def known_sessions(checked: CheckedEvent) -> Iterator[Finding]:
    """A section names a session that exists; if there is only one, it need not name it."""
    known = {session.id for session in checked.event.of(Session)}
    for section in checked.event.of(Section) if known else ():
        if section.session is None:
            if len(known) > 1:
                text = "section{s} without a session, although there are several"
                yield checked.find(ERROR, "section-without-session", section, text)
        elif section.session not in known:
            text = "section{s} of a session that does not exist"
            yield checked.find(ERROR, "unknown-session", section, text, section.session)


def repeated_guids(checked: CheckedEvent) -> Iterator[Finding]:
    """No two sessions have the same GUID."""
    sessions: dict[str, Session] = {}
    for session in checked.event.of(Session):
        guid = spell_guid(session.guid) if session.guid else None
        if guid and (other := sessions.setdefault(guid, session)) is not session:
            text = "session{s} with the GUID of another session"
            value = f"{guid}, also of {checked.event.place(other)}"
            yield checked.find(ERROR, "session-guid-twice", session, text, value)


def server_settings(checked: CheckedEvent) -> Iterator[Finding]:
    """PairsMoveAcrossField and EWReturnHome are as in the first session, for the whole server."""
    for session in checked.event.of(Session)[1:]:
        for name in ("pairs_move_across_field", "ew_return_home"):
            if getattr(session, name) != getattr(checked.event.of(Session)[0], name):
                text = "session{s} with a setting that the first session overrides"
                yield checked.find(INFO, "session-setting", session, text, name)


def pairs_across_field(checked: CheckedEvent) -> Iterator[Finding]:
    """If pairs move between sections, a number means the same pair in all of them."""
    if not any(session.pairs_move_across_field for session in checked.event.of(Session)[:1]):
        return
    at: dict[tuple[int | None, int | None, str, int], Round] = {}
    for round in checked.event.of(Round):
        section = checked.event.section(round.section)
        by_side = _is_team_game(section) or checked.event.winners(round.section).by_side
        for side, pair in pairs_and_players(round, by_side=by_side):
            key = (section.session if section else None, round.round, side, pair)
            other = at.setdefault(key, round)
            if other.section != round.section:
                text = "pair{s} in two sections in one round, although pairs move across the field"
                value = f"pair {pair}{side and ' ' + side}, also {checked.event.place(other)}"
                yield checked.find(ERROR, "pair-in-two-sections", round, text, value)


def ew_return_home(checked: CheckedEvent) -> Iterator[Finding]:
    """EWReturnHome is for team games, in which both pairs of a team have its number."""
    sections = checked.event.of(Section)
    for session in checked.event.of(Session)[:1]:
        if not session.ew_return_home or not sections:
            continue
        teams = [section for section in sections if _is_team_game(section)]
        if not teams:
            text = "session{s} with EWReturnHome, which has no effect outside team games"
            yield checked.find(INFO, "ew-return-home", session, text)
        for section in teams:
            if section.winners != 2:
                text = "section{s} of a team game with EWReturnHome whose Winners is not 2"
                yield checked.find(ERROR, "ew-return-home-winners", section, text, section.winners)


def _is_team_game(section: Section | None) -> bool:
    return section is not None and section.scoring_type == TEAMS_TYPE


def known_clients(checked: CheckedEvent) -> Iterator[Finding]:
    """ComputerID is the ID of a client; while there are no clients, it is not set."""
    known = {client.id for client in checked.event.of(Client)}
    for table in checked.event.of(Table):
        if table.computer_id in known:
            continue
        if known or table.computer_id:
            text = "table{s} of a client that does not exist"
            yield checked.find(ERROR, "unknown-client", table, text, table.computer_id or 0)
        elif table.computer_id == 0:
            text = "table{s} without a client: the control software needs its computer's name"
            yield checked.find(INFO, "no-client", table, text)
