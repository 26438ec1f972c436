"""A session of the stand-in: what a program sent for it, and checks that new data fits."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import structs

from bmconv.connector import rules, schema
from bmconv.connector.protocol import ERRORS

PLACE = ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber", "Direction")
"""The properties that, where a type has them, distinguish its items."""


class Rejected(Exception):
    """A request that is answered with an error of one of the vendor's types."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.number = ERRORS.index(error)


class StoredSession:
    """A session with its players, and the data sent for it."""

    def __init__(self, session: schema.SessionDTO, event: str) -> None:
        self.session, self.event = session, event
        self.players: dict[str, schema.PlayerDataDTO] = {}
        self.put: dict[tuple[object, ...], schema.DTO] = {}
        """The latest DTO for each place, by type and place."""

    def groups(self) -> list[schema.ScoringGroupDTO]:
        """The scoring groups."""
        self.session.ScoringGroups = self.session.ScoringGroups or []
        return self.session.ScoringGroups

    def group_numbers(self) -> set[int]:
        """The numbers of the scoring groups."""
        return {group.ScoringGroupNumber for group in self.groups()}

    def sections(self) -> dict[str, schema.SectionDTO]:
        """The sections by letters."""
        sections = (section for group in self.groups() for section in group.Sections or ())
        return {section.Letters or "": section for section in sections}

    def remove_section(self, letters: str) -> None:
        """Take a section out of its scoring group."""
        for group in self.groups():
            group.Sections = [s for s in group.Sections or () if s.Letters != letters]

    def store(self, items: list[Any]) -> None:
        """Store players and items; an item replaces an earlier one for its place."""
        for item in items:
            if isinstance(item, schema.PlayerDataDTO):
                self.players[item.PlayerNumber or ""] = item
            else:
                self.put[type(item), *(getattr(item, name, None) for name in PLACE)] = item

    # refuse what does not fit

    def refuse_empty_tables(self) -> None:
        """Refuse a movement without tables, or a table without rounds, which only updates have."""
        for letters, section in self.sections().items():
            if not section.Tables:
                raise Rejected("Validation", f"section {letters} has no tables")
            for table in section.Tables:
                if not table.Rounds:
                    raise Rejected("Validation", f"table {letters}{table.TableNumber}: no rounds")

    def check(self, items: list[Any]) -> None:
        """Refuse items for places, scoring groups or players that the session does not have."""
        sections, groups = self.sections(), self.group_numbers()
        for item in items:
            if isinstance(item, schema.PlayerDataDTO):
                continue
            section = sections.get(item.SectionLetters or "")
            if section is None:
                raise Rejected("Movement", f"there is no section {item.SectionLetters}")
            if isinstance(item, schema.HandrecordDTO) and item.ScoringGroupNumber not in groups:
                raise Rejected("EntryUnknown", f"no scoring group {item.ScoringGroupNumber}")
            if isinstance(item, schema.ParticipationDTO):
                self.check_seat(section, item)
            else:
                _check_place(section, item)

    def check_seat(
        self,
        section: schema.SectionDTO,
        seat: schema.ParticipationDTO,
        added: Collection[str | None] = (),
    ) -> None:
        """Refuse a seat that a section does not have, or a player that is not known."""
        if seat.RoundNumber > 1 and not section.HasExplicitParticipations:
            text = f"RoundNumber is {seat.RoundNumber}: above 1 only with HasExplicitParticipations"
            raise Rejected("Validation", text)
        _check_place(section, seat)
        number = seat.PlayerNumber
        if number and number not in self.players and number not in added:
            raise Rejected("EntryUnknown", f"no player has the number {number!r}")


def refuse_players(players: Iterable[schema.PlayerDataDTO], guid: str | None) -> None:
    """Refuse invalid players and players of other sessions, which the clients do not check."""
    for player in players:
        for breach in rules.player(player):
            raise Rejected("Validation", f"AddedPlayers: {breach.rule} {breach.message}")
        if player.SessionGuid != guid:
            raise Rejected("Validation", "a player has another SessionGuid than the request")


def refuse_shared(
    others: list[StoredSession],
    letters: Iterable[str | None] = (),
    groups: Iterable[int] = (),
    numbers: Iterable[str | None] = (),
) -> None:
    """Refuse sections, scoring groups and player numbers that one of these other sessions has."""
    for other in others:
        for name, new, known in (
            ("section", letters, other.sections().keys()),
            ("scoring group", groups, other.group_numbers()),
            ("player number", numbers, other.players.keys()),
        ):
            for each in new:
                if each in known:
                    text = f"{name} {each} is in another session of the event"
                    raise Rejected("Validation", text)


def changed_tables(
    old: schema.SectionDTO | None, tables: list[schema.TableDTO]
) -> list[schema.TableDTO]:
    """The tables that an update changes, each with its rounds from the first that differs.

    Rounds after the last one of an update are deleted. A table without rounds is deleted; if it is
    not known, the update is refused.
    """
    before = {table.TableNumber: table.Rounds or [] for table in (old.Tables if old else ()) or ()}
    changed = []
    for table in tables:
        if not table.Rounds and table.TableNumber not in before:
            raise Rejected("Movement", f"there is no table {table.TableNumber} to delete")
        known = {r.RoundNumber: r for r in before.get(table.TableNumber, ())}
        new = {r.RoundNumber: r for r in table.Rounds or ()}
        differing = [n for n in {*known, *new} if known.get(n) != new.get(n)]
        if differing:
            first = min(*differing, max(new, default=0))
            rounds = [r for number, r in sorted(new.items()) if number >= first]
            changed.append(structs.replace(table, Rounds=rounds))
    return changed


def _check_place(section: schema.SectionDTO, item: Any) -> None:
    """Refuse a place that the movement of a section does not have."""
    if not hasattr(item, "TableNumber"):
        return
    tables = {table.TableNumber: table for table in section.Tables or ()}
    place = f"{section.Letters}{item.TableNumber}"
    if item.TableNumber not in tables:
        raise Rejected("Movement", f"there is no table {place}")
    rounds = {r.RoundNumber: r for r in tables[item.TableNumber].Rounds or ()}
    round = rounds.get(item.RoundNumber or min(rounds, default=0))
    if round is None:
        raise Rejected("Movement", f"{place} has no round {item.RoundNumber}")
    if isinstance(item, schema.ResultDTO):
        if not round.LowBoardNumber <= item.BoardNumber <= round.HighBoardNumber:
            raise Rejected(
                "Movement", f"{place} round {item.RoundNumber}: board {item.BoardNumber}"
            )
        pairs = (round.PairNS, round.PairEW)
        if not item.IsDeleted and (item.PairNorthSouth, item.PairEastWest) != pairs:
            raise Rejected("Movement", f"{place} round {item.RoundNumber}: other pairs play there")
