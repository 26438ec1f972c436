"""Adapt the records of Data Connector documents to what a .bws can hold.

Scoring groups and team mates become groups of tables; a setting whose choice a .bws lacks gets the
nearest one.
"""

from collections import Counter, defaultdict
from itertools import count

from bmconv import records as rec
from bmconv.bridge import scoring_methods as methods
from bmconv.bridge.team_matches import Mates, TablePlace, mates_by_group, mates_by_round
from bmconv.event import Event
from bmconv.event.seating import seated_throughout
from bmconv.masking import mask
from bmconv.notes import Notes
from bmconv.rules import BWS, Answer, judge, problems
from bmconv.rules.fields import CONNECTION_MODE, GROUP
from bmconv.rules.judging import note_answer, note_unfit
from bmconv.rules.settings import Setting, has_column, setting
from bmconv.rules.triggers import WAIT


class Adapter:
    """Changes the records of an event to what the tables of a .bws hold, noting what is lost."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.groups = {(g.session, g.number): g for g in event.of(rec.ScoringGroup)}
        self.tables = event.by_section(rec.Table)

    def adapt(self) -> None:
        """Adapt sections, tables, rounds, settings, people and scores, in that order."""
        for section in self.event.of(rec.Section):
            self._section(section)
        used = {(s.session, s.scoring_group) for s in self.event.of(rec.Section)}
        for key, group in self.groups.items():
            if key not in used:
                self._loss("group-unused", group, "scoring group{s} of no section left out")
        self._group_tables()
        for round in self.event.of(rec.Round):
            if round.ns_team or round.ew_team:
                self._loss("teams", round, "round{s} written without team numbers")
        self._connection_modes()
        for settings in self.event.of(rec.Settings):
            self._settings(settings)
        self._people()
        self._split_scores()

    def _loss(self, code: str, record: rec.Record, text: str) -> None:
        self.notes.loss(code, self.event.place(record), text)

    def _section(self, section: rec.Section) -> None:
        rounds = self.event.rounds(section.id)
        self._scoring(section)
        individual = any(r.south or r.west for r in rounds)
        if section.game_type is not None:
            plain = methods.INDIVIDUAL_GAME if individual else methods.PAIRS_GAME
            teams = section.scoring_type == methods.TEAMS_TYPE
            expected = methods.TEAM_GAME if teams else plain
            if section.game_type != expected:
                self._loss("game-type", section, "game type{s} left out")
        if section.name:
            self._loss("section-name", section, "section name{s} left out")
        if section.combi_ns or section.combi_ew:
            self._loss(
                "combi", section, "combi section{s} written without {its|their} source sections"
            )
        if section.missing_side:
            self._missing(section, rounds)
        # WAIT: terminals wait for later rounds; + 1: they also reload all rounds, unless there are
        # results, which reloading would erase
        update = WAIT if self.event.of(rec.Result) else WAIT + 1
        for table in self.tables.get(section.id or 0, ()):
            if (section.keep_alive or table.keep_alive) and not table.update_from_round:
                table.update_from_round = update

    def _scoring(self, section: rec.Section) -> None:
        """Set ScoringType from the scoring method of the section's group."""
        group = self.groups.get((section.session, section.scoring_group))
        if section.scoring_group is None or group is None or group.method is None:
            return
        method, type = group.method, methods.type_of(group.method, section.game_type)
        if section.scoring_type not in (None, type):
            text = "scoring type{s} replaced by that of the section's scoring group"
            self._loss("scoring-replaced", section, text)
        section.scoring_type = type
        known = methods.CODES.get(method)
        if known and known.name in (methods.BOARD_A_MATCH, methods.PATTON):
            text = "scoring method{s} left out: a .bws cannot hold {it|them}"
            self._loss("scoring-lost", section, text)
        elif method not in methods.CODE_OF_TYPE.values():
            self._loss("scoring-variant", section, "scoring method variant{s} left out")
        if group.name:
            self._loss("group-name", section, "scoring group name{s} left out")

    def _missing(self, section: rec.Section, rounds: list[rec.Round]) -> None:
        """Write a missing pair by its number, or as 0 in rounds if both sides have that number."""
        pair, side = section.missing_pair, section.missing_side
        ns = {r.ns_pair for r in rounds if r.ns_pair}
        ew = {r.ew_pair for r in rounds if r.ew_pair}
        # A .bws has no side: its readers take a number that only E-W pairs have for E-W, and any
        # other for N-S. A number of both sides is written as 0 on the right side below.
        is_other_side = pair in ew - ns if side == "NS" else pair not in ew
        if not pair or side not in ("NS", "EW") or is_other_side:
            text = "side{s} of a missing pair left out: no pair of that side is missing"
            self._loss("missing-side", section, text)
            return
        if not ns & ew:
            return
        section.missing_pair = 0
        field = "ns_pair" if side == "NS" else "ew_pair"
        for round in rounds:
            if getattr(round, field) == pair:
                setattr(round, field, 0)
        text = "missing pair{s} written as 0 in the movement: both sides have the number"
        self._loss("missing-pair", section, text)

    def _group_tables(self) -> None:
        """Set Tables.Group: one group per match of teams, otherwise the scoring group."""
        matches = self._matches()
        taken = {table.group or 0 for table in self.event.of(rec.Table)}
        numbers: dict[object, int] = {}
        grouped = [s for s in self.event.of(rec.Section) if s.scoring_group is not None]
        sections_of_group = Counter((s.session, s.scoring_group) for s in grouped)
        self._note_lost_matches(matches, {section.id for section in grouped})
        new_tables: list[rec.Table] = []
        for section in grouped:
            group = (section.session, section.scoring_group)
            all_tables = self.tables.get(section.id or 0, [])
            tables = [t for t in all_tables if t.group is None]
            for table in tables:
                place = (table.section, table.table)
                match = matches.get(place)
                key: object = frozenset((place, match)) if match else group
                if key not in numbers:
                    wanted = None if match else section.scoring_group
                    numbers[key] = self._number(section, wanted, taken)
                table.group = numbers[key]
            if section.scoring_group and not all_tables:
                text = "scoring group{s} of a section without tables left out"
                self._loss("group-tables", section, text)
            if sections_of_group[group] > 1 and any(
                (t.section, t.table) in matches for t in tables
            ):
                text = "section{s} written without scoring group: tables have that of the match"
                self._loss("group-lost", section, text)
            new_tables += tables
        self._separate_tables(new_tables, matches)

    def _note_lost_matches(self, matches: Mates, grouped: set[int | None]) -> None:
        """Note the tables of matches that Tables.Group cannot show."""
        tables_of_group: dict[int | None, set[TablePlace]] = defaultdict(set)
        for table in self.event.of(rec.Table):
            tables_of_group[table.group or None].add((table.section, table.table))
        for table in self.event.of(rec.Table):
            place = (table.section, table.table)
            if place not in matches or (
                table.group and tables_of_group[table.group] == {place, matches[place]}
            ):
                continue
            if table.section not in grouped or table.group is not None:
                text = "table{s} written without team mates: Tables.Group cannot show them"
                self._loss("mates-group", table, text)

    def _separate_tables(self, tables: list[rec.Table], matches: Mates) -> None:
        """Leave out scoring groups that would make two tables of a team game play a match.

        `matches` has the tables that do play a match.
        """
        sections = {section.id: section for section in self.event.of(rec.Section)}
        teams = [t for t in tables if sections[t.section].scoring_type == methods.TEAMS_TYPE]
        for place in mates_by_group(teams)[0].keys() - matches.keys():
            table = next(t for t in teams if (t.section, t.table) == place)
            table.group = 0
            text = "table{s} written without scoring group: it would make them play a match"
            self._loss("group-lost", table, text)

    def _number(self, section: rec.Section, wanted: int | None, taken: set[int]) -> int:
        """A number for a group, added to `taken`: the wanted one if it is valid and free."""
        valid = wanted and GROUP.judge(wanted, BWS).is_valid
        if wanted is not None and (not valid or wanted in taken):
            text = f"scoring group{{s}} renumbered: not 1 to {GROUP.high}, or taken"
            self._loss("group-range", section, text)
            wanted = None
        number = wanted or next(n for n in count(1) if n not in taken)
        taken.add(number)
        return number

    def _matches(self) -> Mates:
        """Each table with its team mates' table if this never changes; other tables are noted."""
        for round in self.event.of(rec.Round):
            if not round.mates_table and (round.mates_section or round.mates_round):
                self._loss(
                    "mates-table",
                    round,
                    "round{s} that {names|name} team mates without their table",
                )
        matches, others = mates_by_round(self.event.of(rec.Round))
        for section, table in others:
            text = "table{s} without team mates: they change, or play at another time"
            self.notes.loss("mates", f"table {self.event.letter(section)}{table}", text)
        return matches

    def _connection_modes(self) -> None:
        """Set BM3ConnectionMode of sections; to online only where there are other BM3 settings."""
        known = {r.section: r.values for r in self.event.of(rec.Settings)}
        for id, tables in self.tables.items():
            entered = {t.connection_mode for t in tables if t.connection_mode is not None}
            modes = {mode for mode in entered if CONNECTION_MODE.judge(mode, BWS).is_valid}
            if len(modes) > 1:
                place = f"section {self.event.letter(id)}"
                text = "section{s} with online and offline tables written as online"
                self.notes.loss("connmode", place, text)
            mode = max(modes) if len(modes) == 1 else 0
            has_bm3 = any(name.startswith("BM3") for name in known.get(id or None, ()))
            if mode or (modes and has_bm3):
                values: dict[str, bool | int | str] = {"BM3ConnectionMode": mode}
                self.event.add(rec.Settings(section=id or None, values=values))

    def _settings(self, record: rec.Settings) -> None:
        values, place = record.values, self.event.place(record)
        for name in [name for name in values if not has_column(name)]:
            value, known = values.pop(name), setting(name)
            if known is None or value:  # 0, the default of known settings, is no loss
                code = "bm3-new" if known else "setting-lost"
                text = "setting{s} left out: a .bws has no such column"
                self.notes.loss(code, f"{place} {name}", text)
        for name, value in list(values.items()):
            self._setting(values, name, value, place)
        if values.get("BM2SummaryPoints") == -1:
            values |= {"BM2SummaryPoints": 0, "BM2GameSummary": False}
            self.notes.loss("summary", place, "summary{s} without points written as no summary")
        if values.get("BM2EnterHandRecordWhen") == 2:
            values |= {"BM2EnterHandRecordWhen": 0, "BM2EnterHandRecord": False}
            text = "hand entry time{s} set to never, written as hand entry off"
            self.notes.loss("enter-when", place, text)
        if values.get("BM3ViewResults") == 3:
            values["BM3ViewResults"] = 2
            text = "result view{s} at the end of the round written as always"
            self.notes.loss("viewresults", place, text)
        for answer in problems(record, BWS):
            if judge("settings", answer.name, answer.value).is_valid:  # if not, noted already
                note_unfit(answer, place, BWS, self.notes)

    def _setting(
        self, values: dict[str, bool | int | str], name: str, value: object, place: str
    ) -> None:
        """Convert a setting to the type of its column; remove it if that is impossible."""
        known = setting(name)
        assert known is not None
        verdict = known.judge(value, BWS)
        if verdict.is_valid and type(verdict.value) is not type(value):
            note_answer(Answer(name, value, verdict, known), place, BWS, self.notes)
            values[name] = verdict.value
        elif not verdict.is_valid and not _has_room(known, value):
            del values[name]
            text = "setting{s} left out: wrong type of value"
            printed = mask(value, name)
            self.notes.error("odd-setting", f"{place} {name}: {printed!r:.60}", text)

    def _people(self) -> None:
        for seat in self.event.of(rec.Seat):
            section = self.event.section(seat.section)
            if seat.round == 1 and section and section.explicit_participations:
                seat.round = 0  # in a .bws, the first players are in round 0
            self._name_parts(seat)
            if seat.country:
                self._loss("country", seat, "country code{s} left out")
            if seat.removed:
                if seat.number or rec.name_of(seat):
                    self._loss("removed-player", seat, "player{s} at a removed seat left out")
                seat.number = seat.name = seat.first_name = seat.last_name = None
            elif seat.number and not seat.number.strip("0 "):
                self._loss("number-zero", seat, "player number{s} 0 left out: it means nobody")
        throughout = seated_throughout(self.event, self.event.of(rec.Seat))
        for section in self.event.of(rec.Section):
            if section.explicit_participations and section.id not in throughout:
                text = "section{s} not marked as seated for every round: some rounds have no seats"
                self._loss("explicit-lost", section, text)
        for player in self.event.of(rec.Player):
            self._name_parts(player)
            if player.country:
                self._loss("country", player, "country code{s} left out")

    def _name_parts(self, person: rec.Seat | rec.Player) -> None:
        """Note first and last names that are lost because they differ from the name."""
        parts = " ".join(part for part in (person.first_name, person.last_name) if part)
        if parts and person.name and person.name != parts:
            text = "first and last name{s} left out: the full name differs"
            self._loss("name-parts", person, text)

    def _split_scores(self) -> None:
        """Keep the N-S side of a split score: a .bws has one row per board."""
        results = self.event.of(rec.Result)
        for result in results:
            if not judge("result", "scoring_direction", result.scoring_direction).is_valid:
                text = "scoring direction{s} left out: not 1, 2 or 3"
                self._loss("scoring-direction", result, text)
        if not any(r.scoring_direction in (1, 2) for r in results):
            return
        sided = {_board(r) for r in results if r.scoring_direction == 1}
        for result in list(results):
            if result.scoring_direction in (1, 2):
                self._loss("split", result, "split score{s} written with one side only")
            if result.scoring_direction == 2 and _board(result) in sided:
                self.event.remove(result)


def _has_room(known: Setting, value: object) -> bool:
    """Whether the column of a setting can hold a value that is not valid for the setting."""
    if known.kind == "int":
        return type(value) is int and -(2**15) <= value < 2**15
    return known.kind == "text" and isinstance(value, str)


def _board(result: rec.Result) -> tuple[int | None, ...]:
    return result.section, result.table, result.round, result.board
