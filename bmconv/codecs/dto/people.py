"""Players and their seats: PlayerDataDTO and ParticipationDTO, read and written."""

from collections.abc import Iterable
from typing import Any

from bmconv import records as rec
from bmconv.bridge.auction import TURN
from bmconv.codecs.dto.sessions import SessionOf
from bmconv.connector.schema import ParticipationDTO, PlayerDataDTO
from bmconv.event import Event
from bmconv.event.seating import PlayersByNumber, name_of, player_number, seated_throughout
from bmconv.notes import Notes

NAME_LOST = "full name{s} left out: first and last name are sent"
TWICE = "player{s} skipped: number used twice, or in two sessions"

SeatPlace = tuple[int | None, int | None, str, int]
"""Section, table, direction and round of a seat."""


def player_of(dto: PlayerDataDTO, session: int | None) -> rec.Player:
    """The record of a player; a full name is in LastName."""
    return rec.Player(
        number=dto.PlayerNumber or None,
        **_names(dto),
        country=dto.CountryCode or None,
        session=session,
        club_id=dto.ClubId or None,
    )


def seat_of(dto: ParticipationDTO, section: int, round: int) -> rec.Seat:
    """The record of a seat; the direction must be 1 to 4."""
    return rec.Seat(
        section=section,
        table=dto.TableNumber,
        direction=TURN[dto.Direction - 1],
        round=round,
        number=dto.PlayerNumber or None,
        **_names(dto),
        country=dto.CountryCode or None,
        swapped=dto.IsPlayerSwap,
        removed=dto.IsRemoval,
    )


def _names(dto: PlayerDataDTO | ParticipationDTO) -> dict[str, Any]:
    if not dto.FirstName:
        return {"name": dto.LastName or None}
    return {"first_name": dto.FirstName, "last_name": dto.LastName or None}


class DtoPeople:
    """Makes the players and participations of an event.

    `session_of` finds the session of a section; `round_notes` gets the notes about rounds, `notes`
    all others; with `split`, a full name is split at its first space.
    """

    def __init__(
        self, event: Event, session_of: SessionOf, notes: Notes, round_notes: Notes, *, split: bool
    ) -> None:
        self.event, self.session_of, self.split = event, session_of, split
        self.notes, self.round_notes = notes, round_notes
        self.seats = [s for s in event.of(rec.Seat) if self._is_taken(s)]
        self.individuals = self._individuals()
        self.explicit = {*self.individuals, *seated_throughout(event, self.seats)}
        self._home: dict[str, int | None] = {}
        """The session in which `players` lists a number; rule IN12 allows only one."""

    def _is_taken(self, seat: rec.Seat) -> bool:
        """Whether a seat has a player (or a removed one) and a place; notes incomplete seats."""
        someone = bool(seat.number or name_of(seat) or seat.removed)
        if not someone and (seat.country or seat.swapped):
            text = "empty seat{s} with a country or a swap left out"
            self.notes.loss("nobody", self.event.place(seat), text)
        if someone and (seat.table is None or seat.direction not in tuple(TURN)):
            text = "seat{s} without table or direction skipped"
            self.notes.error("no-place", self.event.place(seat), text)
            return False
        return someone

    def players(
        self, sessions: dict[int | None, str], section: int | None, *, seated_only: bool
    ) -> list[PlayerDataDTO]:
        """The players of some sessions: first those seated (in `section` if given), then others."""
        listed: dict[tuple[str, int | None], rec.Player] = {}
        for player in self.event.of(rec.Player):
            number = player_number(player)
            digits = (player.number or "").lstrip("0") or "0"
            if player.number and player.id is not None and str(player.id) != digits:
                text = "player id{s} left out: the player has another number"
                self.notes.loss("player-id", self.event.place(player), text)
            if not number:
                text = "player{s} without a number left out"
                self.notes.loss("no-number", self.event.place(player), text)
            elif (number, player.session) in listed:
                self.notes.error("player-twice", f"player {number}", TWICE)
            else:
                listed[number, player.session] = player
        by_number = PlayersByNumber(self.event, listed.values())
        dtos: dict[str, PlayerDataDTO] = {}
        sent_as: dict[str, rec.Player | rec.Seat] = {}
        for seat in self.seats:
            number, session = seat.number or "", self.session_of(seat.section)
            if not number or session not in sessions or section not in (None, seat.section):
                continue
            if number not in dtos:
                self._home[number] = session
                known = by_number.find(number, seat.section, session)
                if known:
                    known = listed.pop((player_number(known), known.session), None)
                sent_as[number] = known if known and name_of(known) else seat
                dtos[number] = self._player(known, seat, number, sessions[session])
            self._note_name(seat, sent_as[number])
        if seated_only:
            return list(dtos.values())
        first = next(iter(sessions))
        for (number, session), player in listed.items():
            home = first if session is None else session
            if number in self._home:
                self.notes.error("player-twice", f"player {number}", TWICE)
            elif home not in sessions:
                text = "player{s} of an unknown session skipped"
                self.notes.error("no-session", f"player {number}", text)
            else:
                self._home[number] = home
                dtos[number] = self._player(player, None, number, sessions[home])
        return list(dtos.values())

    def _player(
        self, player: rec.Player | None, seat: rec.Seat | None, number: str, guid: str
    ) -> PlayerDataDTO:
        person = player if player and name_of(player) else seat
        place = f"player {number}"
        first, last = self._first_and_last(person, place) if person else (None, None)
        if not last:
            text = "player{s} without a name sent with the number as name"
            self.notes.repair("no-name", place, text)
            last = number
        country = player.country if player else seat.country if seat else None
        dto = PlayerDataDTO(SessionGuid=guid, PlayerNumber=number, CountryCode=country)
        dto.FirstName, dto.LastName = first, last
        dto.ClubId = player.club_id if player else None
        return dto

    def _note_name(self, seat: rec.Seat, sent: rec.Player | rec.Seat) -> None:
        """Note a name at a seat that differs from the name that is sent."""
        name_at_seat, sent_name = ((p.first_name, p.last_name) for p in (seat, sent))
        if name_of(seat) not in ("", name_of(sent)):
            text = "name{s} at a seat left out: the player list has another"
            self.notes.loss("name-differs", self.event.place(seat), text)
        elif any(name_at_seat) and name_at_seat != sent_name:
            self.notes.loss("name-lost", self.event.place(seat), NAME_LOST)

    def _first_and_last(
        self, person: rec.Seat | rec.Player, place: str
    ) -> tuple[str | None, str | None]:
        """First and last name; a full name becomes the last name."""
        first, last, name = person.first_name, person.last_name, person.name
        if last:
            if name and name not in (last, f"{first} {last}"):
                self.notes.loss("name-lost", place, NAME_LOST)
            return first, last
        if first:
            text = NAME_LOST if name else "first name{s} sent as last name: there is none"
            self.notes.loss("name-lost", place, text)
        if name and self.split and " " in name:
            self.notes.repair("name-split", place, "name{s} split at the first space")
            first, _, last = name.partition(" ")
            return first, last
        return None, name or first

    def participations(
        self, section: rec.Section, guid: str, letters: str
    ) -> list[ParticipationDTO]:
        """The seats of a section."""
        if seats := self.individuals.get(section.id or 0):
            return [self._seat(s, guid, letters, r, t, d) for (_, t, d, r), s in seats]
        dtos = []
        explicit = self.is_explicit(section)
        for seat in (s for s in self.seats if s.section == section.id):
            round = seat.round or 0
            if round > 1 and not explicit:
                text = "seat{s} of later rounds left out: not every round has seats"
                self.notes.loss("later-round", self.event.place(seat), text)
                continue
            home = self._home.get(seat.number or "", self.session_of(seat.section))
            if seat.number and home != self.session_of(seat.section):
                self.notes.error("player-twice", self.event.place(seat), TWICE)
                continue
            number = max(round, 1) if explicit else round
            dtos.append(self._seat(seat, guid, letters, number, seat.table, seat.direction or ""))
        return dtos

    def _seat(
        self, seat: rec.Seat, guid: str, letters: str, round: int, table: int | None, direction: str
    ) -> ParticipationDTO:
        dto = ParticipationDTO(
            SessionGuid=guid,
            SectionLetters=letters,
            TableNumber=table or 0,
            Direction=TURN.index(direction) + 1,
            RoundNumber=round,
            IsPlayerSwap=seat.swapped,
            IsRemoval=seat.removed,
        )
        if seat.removed:  # PA8: no player data is allowed
            if seat.number or name_of(seat) or seat.country:
                text = "player{s} at a removed seat left out"
                self.notes.loss("removed-player", self.event.place(seat), text)
            return dto
        dto.CountryCode = seat.country
        if seat.number:  # PA7: no name is allowed with a number
            dto.PlayerNumber = seat.number
        else:
            dto.FirstName, dto.LastName = self._first_and_last(seat, self.event.place(seat))
        return dto

    def is_explicit(self, section: rec.Section) -> bool:
        """Whether the seats of a section are given for every round."""
        return section.explicit_participations or (section.id or 0) in self.explicit

    def _individuals(self) -> dict[int, list[tuple[SeatPlace, rec.Seat]]]:
        """The seats of every round in the sections of individuals.

        There, South and West have movement numbers of their own, and the first round shows who has
        which number. If one player is unknown, South and West of the section cannot be sent.
        """
        starts = {(s.section, s.table, s.direction): s for s in self.seats if (s.round or 0) <= 1}
        seats_by_section: dict[int, list[tuple[SeatPlace, rec.Seat]]] = {}
        for section, rounds in self.event.by_section(rec.Round).items():
            if not any(r.south or r.west for r in rounds):
                continue
            first = _movement_numbers(r for r in rounds if r.round == 1)
            who = {number: s for place, number in first if (s := starts.get(place[:3]))}
            placed = [(place, who.get(number)) for place, number in _movement_numbers(rounds)]
            if all(seat for _, seat in placed):
                seats_by_section[section] = [(place, seat) for place, seat in placed if seat]
            else:
                self._note_individual(section, "not all players are known")
        return seats_by_section

    def note_individuals(self) -> None:
        """Note that South and West of individuals are left out: the document cannot hold seats."""
        for section in self.individuals:
            self._note_individual(section, "this document cannot hold seats")

    def _note_individual(self, section: int | None, why: str) -> None:
        text = f"section{{s}} sent without South and West: {why}"
        self.round_notes.loss("individual", f"section {self.event.letter(section)}", text)


def _movement_numbers(rounds: Iterable[rec.Round]) -> Iterable[tuple[SeatPlace, int]]:
    """The movement number at every seat of an individual's rounds."""
    for r in rounds:
        for direction, number in zip(TURN, (r.ns_pair, r.ew_pair, r.south, r.west), strict=True):
            if number:
                yield (r.section, r.table, direction, r.round or 0), number
