"""Writing a movement: the DTOs of sections with their tables and rounds."""

from itertools import pairwise
from typing import Any

from bmconv import records as rec
from bmconv.bridge.movements import boards_of, letters, ordinal
from bmconv.bridge.scoring_methods import INDIVIDUAL_GAME, PAIRS_GAME, TEAM_GAME, TEAMS_TYPE
from bmconv.codecs.dto.people import DtoPeople
from bmconv.codecs.dto.sessions import Group, Grouping, note_extra
from bmconv.codecs.dto.settings import CONNECTION_MODE
from bmconv.connector.schema import RoundDTO, SectionDTO, SectionUpdateDTO, TableDTO
from bmconv.errors import Flag, Wording
from bmconv.event import Event
from bmconv.notes import Notes

KEEP_ALIVE = range(256, 512)
"""UpdateFromRound values with the flag that keeps terminals waiting for more rounds."""
NO_INSTRUCTION = (0, 256, 257)
"""Values of UpdateFromRound that instruct terminals to do nothing else."""


class Sections:
    """Makes the DTOs of an event's sections."""

    def __init__(
        self, event: Event, grouping: Grouping, people: DtoPeople, winners: int, notes: Notes
    ) -> None:
        self.event, self.grouping, self.people, self.notes = event, grouping, people, notes
        self.winners = winners
        """The number of winners for sections that do not state it."""
        self.known = [s for s in self._all() if self._has_letters(s)]
        self.letters = {s.id: s.letter or letters(s.id or 0) for s in self.known}

    def _all(self) -> list[rec.Section]:
        """All sections, including those that only tables or rounds mention."""
        known = list(self.event.of(rec.Section))
        ids = {s.id for s in known}
        mentions: list[rec.Table | rec.Round] = [*self.event.of(rec.Table)]
        mentions += self.event.of(rec.Round)
        more = dict.fromkeys(record.section for record in mentions)
        return known + [rec.Section(id=id) for id in more if id not in ids]

    def _has_letters(self, section: rec.Section) -> bool:
        place = self.event.place(section)
        number = ordinal(section.letter or letters(section.id or 0))
        if number is None:
            self.notes.error("odd-letters", place, "section{s} skipped: invalid letters")
            return False
        if section.id != number:
            text = "section id{s} left out: the letters give another"
            self.notes.loss("section-id", f"{place}: {section.id}", text)
        return True

    def section(self, section: rec.Section, group: Group, guid: str) -> SectionDTO:
        """A section with its tables."""
        return SectionDTO(**self._shared_properties(section, group, guid))

    def update(
        self, section: rec.Section, group: Group, guid: str, club: str | None
    ) -> SectionUpdateDTO:
        """The update that adds, changes or deletes a section."""
        if section.deleted:
            return SectionUpdateDTO(
                SessionGuid=guid, ClubId=club, Letters=self.letters[section.id], IsDeleted=True,
                ScoringGroupNumber=group.number, ScoringGroupScoringMethod=group.method, Tables=[],
            )  # fmt: skip
        dto = SectionUpdateDTO(
            **self._shared_properties(section, group, guid),
            ClubId=club,
            ScoringGroupScoringMethod=group.method,
        )
        dto.Participations = self.people.participations(section, guid, dto.Letters or "") or None
        return dto

    def _shared_properties(self, section: rec.Section, group: Group, guid: str) -> dict[str, Any]:
        """The properties that SectionDTO and SectionUpdateDTO share."""
        name = self.letters[section.id]
        tables = self._tables(section)
        rounds = [r for t in tables for r in self.event.rounds_at(section.id, t.table)]
        winners = self._winners(section, rounds)
        if section.tables not in (None, len(tables)):
            text = "table count{s} of a section left out: it has more or fewer tables"
            self.notes.loss("table-count", self.event.place(section), text)
        move = section.ew_move_before_play or 0
        if abs(move) > len(tables):
            text = "E-W move{s} before play left out: more than the number of tables"
            self.notes.error("ewmove", self.event.place(section), text)
            move = 0
        elif move:
            text = "setting{s} sent that BCS ignores in this mode"
            self.notes.loss("ignored-by-bcs", f"{self.event.place(section)} EWMoveBeforePlay", text)
        mode = self.event.settings(section.id).get(CONNECTION_MODE, 0)
        if mode not in (0, 1):
            text = "setting{s} left out: not part of this document"
            place = f"settings {name} {CONNECTION_MODE}: {mode}"
            self.notes.loss("setting-lost", place, text)
        game = INDIVIDUAL_GAME if any(r.south or r.west for r in rounds) else PAIRS_GAME
        game = TEAM_GAME if section.scoring_type == TEAMS_TYPE else game
        alive = section.keep_alive or bool(tables and all(map(_waits, tables)))
        return {
            "SessionGuid": guid,
            "ScoringGroupNumber": group.number,
            "Letters": name,
            "Name": section.name,
            "Winners": winners,
            "GameType": section.game_type or game,
            "EWMoveBeforePlay": move,
            "MissingPair": self._missing(section, winners, rounds),
            "KeepBridgematesAlive": alive,
            "IsCombiSection": bool(section.combi_ns or section.combi_ew),
            "NorthSouthPairSectionLetters": section.combi_ns,
            "EastWestPairSectionLetters": section.combi_ew,
            "HasExplicitParticipations": self.people.is_explicit(section),
            "Tables": [
                self._table(
                    t, name, guid, int(mode == 1), alive=t.keep_alive or (not alive and _waits(t))
                )
                for t in tables
            ],
        }

    def _tables(self, section: rec.Section) -> list[rec.Table]:
        """The tables of a section, including those that only rounds mention."""
        known = self.grouping.tables(section)
        more = dict.fromkeys(round.table for round in self.event.rounds(section.id))
        new = more.keys() - {table.table for table in known}
        return [*known, *(rec.Table(section=section.id, table=t) for t in more if t in new)]

    def _winners(self, section: rec.Section, rounds: list[rec.Round]) -> int:
        if section.winners in (1, 2):
            return section.winners
        if self.winners:
            return self.winners
        place = self.event.place(section)
        if not any(r.ns_pair for r in rounds) or not any(r.ew_pair for r in rounds):
            hint = Wording(Flag("winners"), " or bmconv set section.winners=...")
            self.notes.error("no-winners", place, "section{s} without Winners", hint=hint)
            return 0
        winners = self.event.winners(section.id)
        if winners.is_guessed:
            text = "section{s} assumed to have two winners"
            self.notes.loss("winners-guessed", place, text)
        else:
            text = "section{s} with the number of winners inferred from movement or results"
            self.notes.repair("winners-inferred", place, text)
        return winners.number

    def _missing(self, section: rec.Section, winners: int, rounds: list[rec.Round]) -> int:
        """The missing pair; with two winners, the number of an E-W pair is negative."""
        pair, side = section.missing_pair or 0, section.missing_side
        if pair < 0:
            text = "negative missing pair{s} sent without the sign"
            self.notes.loss("missing-pair", self.event.place(section), text)
            pair = -pair
        if side and (side not in ("NS", "EW") or not pair or winners != 2):
            text = "side{s} of a missing pair left out: not NS or EW, no pair, or not two winners"
            self.notes.loss("missing-side", self.event.place(section), text)
        if not pair or winners != 2:
            return pair
        if side in ("NS", "EW"):
            return -pair if side == "EW" else pair
        ns = any(r.ns_pair == pair for r in rounds)
        ew = any(r.ew_pair == pair for r in rounds)
        if ns and ew:
            text = "missing pair{s} assumed to be N-S: both sides have the number"
            self.notes.loss("missing-pair", self.event.place(section), text)
        return -pair if ew and not ns else pair

    def _table(self, table: rec.Table, name: str, guid: str, mode: int, *, alive: bool) -> TableDTO:
        update = table.update_from_round or 0
        if update not in NO_INSTRUCTION:
            text = "UpdateFromRound instruction{s} left out"
            self.notes.loss("updatefrom", f"{self.event.place(table)}: {update}", text)
        rounds = self.event.rounds_at(table.section, table.table)
        rounds = sorted(rounds, key=lambda round: round.round or 0)
        numbers = [r.round for r in rounds]
        if numbers != list(range(1, len(numbers) + 1)):
            text = "table{s} with rounds not numbered 1, 2, 3, ..."
            self.notes.error("round-gap", self.event.place(table), text)
        dtos = (self._round(r, name, guid) for r in rounds)
        return TableDTO(
            SessionGuid=guid,
            SectionLetters=name,
            TableNumber=table.table or 0,
            ConnectionMode=mode if table.connection_mode is None else table.connection_mode,
            KeepBridgematesAlive=alive,
            Rounds=[dto for dto in dtos if dto is not None],
        )

    def _round(self, round: rec.Round, name: str, guid: str) -> RoundDTO | None:
        place = self.event.place(round)
        low, high = round.low_board or 0, round.high_board or 0
        if round.custom_boards:
            boards = list(boards_of(round))
            if not boards or any(after != before + 1 for before, after in pairwise(boards)):
                text = "round{s} skipped: boards are not consecutive"
                self.notes.error("custom-boards", f"{place}: {round.custom_boards}", text)
                return None
            self.notes.repair("custom-text", place, "board list{s} sent as first and last board")
            low, high = boards[0], boards[-1]
        if not (round.ns_pair and round.ew_pair) and (low or high):
            text = "round{s} sent without boards: nobody plays them"
            self.notes.loss("sitout-boards", place, text)
            low = high = 0
        note_extra(round, {"Updated": bool}, place, self.notes)
        dto = RoundDTO(
            SessionGuid=guid,
            SectionLetters=name,
            TableNumber=round.table or 0,
            RoundNumber=round.round or 0,
            LowBoardNumber=low,
            HighBoardNumber=high,
            PairNS=round.ns_pair or 0,
            PairEW=round.ew_pair or 0,
            TeamNS=round.ns_team or 0,
            TeamEW=round.ew_team or 0,
            Updated=bool((round.extra or {}).get("Updated")),
        )
        self._mates(dto, round)
        return dto

    def _mates(self, dto: RoundDTO, round: rec.Round) -> None:
        """Fill in the team mates' table as the round states it, or else by the tables' groups."""
        lost = bool(round.mates_section or round.mates_round)
        if round.mates_table:
            lost = round.mates_section is not None and round.mates_section not in self.letters
            if round.mates_section is not None:
                dto.MatesTableSectionLetters = self.letters.get(
                    round.mates_section, letters(round.mates_section)
                )
            dto.MatesTableTableNumber = round.mates_table
            dto.MatesTableRoundNumber = round.mates_round or 0
        elif other := self.grouping.mates.get((round.section, round.table)):
            dto.MatesTableSectionLetters = self.letters.get(other[0])
            dto.MatesTableTableNumber = other[1] or 0
            dto.MatesTableRoundNumber = round.round or 0
        if lost:
            text = "position{s} of team mates left out: no table, or unknown section"
            self.notes.loss("mates-lost", self.event.place(round), text)


def _waits(table: rec.Table) -> bool:
    """Whether the terminal of a table waits for more rounds, according to a .bws."""
    return (table.update_from_round or 0) in KEEP_ALIVE
