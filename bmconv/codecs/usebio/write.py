"""Writing USEBIO 1.2: the head, then participants and boards, nested as other programs do."""

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv import __version__
from bmconv.bridge.places import place
from bmconv.bridge.scoring_methods import (
    BUTLER,
    CODES,
    CROSS_IMPS,
    MATCHPOINTS,
    TEAMS,
    VP_DISCRETE,
    code_of,
)
from bmconv.bridge.winners import pairs_at
from bmconv.codecs import Options, note_field_lost, note_lost
from bmconv.codecs.usebio.boards_write import BoardWriter
from bmconv.codecs.usebio.club import club_data, player_numbers
from bmconv.codecs.usebio.head import METHODS, PROGRAM, TEAM_CODES
from bmconv.codecs.usebio.matches_write import MatchWriter
from bmconv.codecs.usebio.participants_write import ParticipantWriter, pair_tags, team_tags
from bmconv.codecs.usebio.xml_write import Tag, XmlTexts, xml_lines
from bmconv.errors import Flag, Wording
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.notes import Notes, quantity
from bmconv.ranking import Ranked
from bmconv.ranking.options import method_from_map
from bmconv.records import (
    EventInfo,
    Hand,
    Ranking,
    Record,
    Result,
    Round,
    ScoringGroup,
    Section,
    Session,
)

DOCTYPE = '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">'
_ORDER_OF_PAIRS = (
    *("BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD", "PROGRAM_NAME", "PROGRAM_VERSION"),
    *("EVENT_DESCRIPTION", "TITLE", "DATE", "VENUE", "COUNTRY", "EVENT_IDENTIFIER"),
    *("MASTER_POINT_SCALE", "SESSION_COUNT", "SECTION_COUNT", "SCORING_METHOD", "PAIRS"),
    *("BOARDS_PLAYED", "BOARDS_PER_ROUND", "WINNER_TYPE", "NS_PAIRS", "EW_PAIRS"),
    *("TEAM_PAIRING_AVAILABLE", "PAIRWISE_SCORING_METHOD", "MASTER_POINT_TYPE"),
    *("P2P_CHARGE_RATE", "MPS_AWARDED_FLAG"),
)
"""The order of the head in files of matchpoint pairs (PairsScorer) and teams (TeamsScorer)."""
_ORDER_OF_IMPS = (
    *("BOARD_SCORING_METHOD", "PROGRAM_NAME", "PROGRAM_VERSION", "WINNER_TYPE", "PAIRS"),
    *("NS_PAIRS", "EW_PAIRS", *(name for name in _ORDER_OF_PAIRS if not name.endswith("PAIRS"))),
)
"""The order of the head in files of pairs at IMPs (Pianola)."""
STRUCTURAL = ("record-lost", "field-lost", "rank-lost", "history-lost", "player-lost")
"""Losses in almost every file that nobody misses, noted in one line: data for which USEBIO has no
place, figures that follow from results, results that do not count, people who did not play.
"""


def write(
    records: Iterable[Record],
    sink: Output,
    options: Options,
    notes: Notes,
    ranked: Ranked | None = None,
) -> None:
    """Write a file; `ranked` is the ranking that the records belong to, if there is one."""
    encoding = options.text("encoding") or "iso-8859-1"
    event = Event(records, notes)
    writer = UsebioWriter(event, options, notes, ranked)
    root = Tag("USEBIO", [*writer.contents()], {"Version": "1.2"})
    sink.write(f'<?xml version="1.0" encoding="{encoding}"?>\n{DOCTYPE}\n'.encode(encoding))
    for line in xml_lines([root]):
        sink.write((line + "\n").encode(encoding, "xmlcharrefreplace"))
    writer.summarise()


class UsebioWriter:
    """Writes an event."""

    def __init__(self, event: Event, options: Options, notes: Notes, ranked: Ranked | None) -> None:
        self.event, self.notes = event, notes
        self.rankings = event.of(Ranking)
        self.methods = _methods(self.rankings, ranked)
        self.layout = ranked.layout if ranked else None
        self.texts = XmlTexts(notes)
        self.club_elements = club_data(options)
        self.sessions = event.of(Session) or [Session(id=1)]
        self.extra: dict[str, Any] = self.sessions[0].extra or {}
        self.rounds = event.of(Round)
        self.individual = any(r.south or r.west for r in self.rounds)
        self.scoring = self._scoring()
        self.teams = self.scoring in (TEAMS, *TEAM_CODES)
        self.results = event.standing_results()
        self.labels: set[str] = set()
        self.participants = ParticipantWriter(event, player_numbers(options), notes, self.texts)
        self.board_writer = BoardWriter(event, self.scoring, notes, self.texts)
        self.match_writer = MatchWriter(event, self.board_writer, notes, teams=self.teams)

    def summarise(self) -> None:
        """Replace the notes on losses that occur in almost every file by one line."""
        if not self.results:
            return
        counts = (
            quantity(len(self.participants.people), "player"),
            quantity(len(self.results), "result"),
        )
        line = f"written: {', '.join(counts)}; USEBIO has no place for times and table numbers"
        self.notes.summarise(line, STRUCTURAL)

    def _scoring(self) -> str:
        """The scoring method of the event: that of the ranking, or else of its sections."""
        methods = self._methods_of_ranking() or self._methods_of_sections()
        if len(set(methods)) > 1:
            text = "scoring method{s} of other sections left out: an event has one"
            self.notes.loss("method-lost", "section", text, len(set(methods)) - 1)
        scoring = methods[0] if methods else MATCHPOINTS
        points = [r for r in self.event.of(Result) if r.imp_ns is not None]
        if points and scoring == MATCHPOINTS and not any(r.mp_ns is not None for r in points):
            # the results were scored by another method than the section states
            only_integers = all(float(r.imp_ns or 0).is_integer() for r in points)
            return BUTLER if only_integers else CROSS_IMPS
        return scoring

    def _methods_of_ranking(self) -> list[str]:
        """The methods of the ranking, by section."""
        return [name if name in METHODS else MATCHPOINTS for name in self.methods.values()]

    def _methods_of_sections(self) -> list[str]:
        """The methods of the sections that have one."""
        methods = {(g.session, g.number): g.method for g in self.event.of(ScoringGroup)}
        names: list[str] = []
        for section in self.event.of(Section):
            group = methods.get((section.session, section.scoring_group))
            group = group or methods.get((None, section.scoring_group))
            if section.scoring_type or group:
                method = CODES.get(code_of(section.scoring_type, group))
                name = TEAMS if method and method.name == VP_DISCRETE else method and method.name
                names.append(name if name in METHODS else MATCHPOINTS)
                if name not in METHODS:
                    text = "scoring method{s} without a name in USEBIO written as matchpoints"
                    self.notes.loss("method-lost", place(section), text)
        return names

    def contents(self) -> Iterator[Tag]:
        """The elements of the file: club, event and deals."""
        info = next(iter(self.event.of(EventInfo)), EventInfo())
        extra = info.extra or {}
        note_place = "event"
        name = self.club_elements[""].get("CLUB_NAME") or extra.get("CLUB_NAME") or ""
        number = self.club_elements[""].get("CLUB_ID_NUMBER") or info.club_id or ""
        if not name:
            hint = Wording("give it with ", Flag("club", "FILE"))
            self.notes.repair("no-club-name", note_place, "name of the club is empty", hint=hint)
        club = [Tag("CLUB_NAME", self.texts.clean(str(name), note_place))]
        if number:
            club.append(Tag("CLUB_ID_NUMBER", self.texts.clean(number, note_place)))
        rest = self.texts.tags(extra, note_place, "CLUB_NAME")
        yield Tag("CLUB", club + [tag for tag in rest if tag.name != "NOTES"])
        body = [*self._body()]
        yield Tag("EVENT", [*self._head(info), *body], {"EVENT_TYPE": self._kind()})
        if self.event.of(Hand) and not self._has_deals_by_section():
            meta = self.extra.get("HANDSET")
            deals = {hand.board: hand for hand in self.event.of(Hand)}
            yield self.board_writer.handset(
                list(deals.values()), meta if isinstance(meta, dict) else {}
            )
        yield from (tag for tag in rest if tag.name == "NOTES")
        self._note_losses()

    def _kind(self) -> str:
        kind = self.extra.get("EVENT_TYPE")
        if isinstance(kind, str) and kind:
            return self.texts.clean(kind, "session")
        return "TEAMS" if self.teams else "INDIVIDUAL" if self.individual else "PAIRS"

    def _head(self, info: EventInfo) -> list[Tag]:
        """The elements that describe the event; those given by the club take precedence."""
        session = self.sessions[0]
        note_place = place(session)
        elsewhere = ("EVENT_TYPE", "SESSION", "HANDSET", "CONTACT", "BOARD_SCORING_METHOD")
        method = self.extra.get("BOARD_SCORING_METHOD")
        method_text = method if isinstance(method, str) else METHODS[self.scoring]
        tags: dict[str, list[Tag]] = {
            "BOARD_SCORING_METHOD": [Tag("BOARD_SCORING_METHOD", method_text)],
            "SESSION_COUNT": [Tag("SESSION_COUNT", str(len(self.sessions)))],
        }
        if session.name:
            name = self.texts.clean(session.name, note_place)
            tags["EVENT_DESCRIPTION"] = [Tag("EVENT_DESCRIPTION", name)]
        if info.name:
            tags["TITLE"] = [Tag("TITLE", self.texts.clean(info.name, "event"))]
        if session.date:
            tags["DATE"] = [Tag("DATE", f"{session.date:%d/%m/}{session.date.year:04}")]
        if winners := self._winners():
            tags["WINNER_TYPE"] = [Tag("WINNER_TYPE", str(winners))]
        if "PROGRAM_NAME" not in self.extra:
            tags["PROGRAM_NAME"] = [Tag("PROGRAM_NAME", PROGRAM)]
            tags["PROGRAM_VERSION"] = [Tag("PROGRAM_VERSION", __version__)]
        known_tags: dict[str, list[Tag]] = {}
        for tag in self.texts.tags(self.extra, note_place, *elsewhere):
            known_tags.setdefault(tag.name, []).append(tag)
        tags |= known_tags
        for name, text in self.club_elements["event"].items():
            tags[name] = [Tag(name, self.texts.clean(text, "club"))]
        is_imps = self.scoring in (BUTLER, CROSS_IMPS) and not self.teams
        order = _ORDER_OF_IMPS if is_imps else _ORDER_OF_PAIRS
        position = {name: at for at, name in enumerate(dict.fromkeys(order))}
        names = sorted(tags, key=lambda name: position.get(name, len(position)))
        head = [tag for name in names for tag in tags[name]]
        return head + self._contact()

    def _contact(self) -> list[Tag]:
        known = self.extra.get("CONTACT")
        contact = dict(known) if isinstance(known, dict) else {}
        contact |= self.club_elements["contact"]
        if not contact:
            return []
        inside = self.texts.tags(contact, "session CONTACT")
        order = {"FULL_NAME": 0, "TELEPHONE": 1, "EMAIL": 2}
        return [Tag("CONTACT", sorted(inside, key=lambda tag: order.get(tag.name, 3)))]

    def _winners(self) -> int | None:
        """The number of winners in a game of pairs; sections with another number are noted."""
        if self.teams or self.individual or not self.event.section_ids():
            return None
        ids = self.event.section_ids()
        numbers = {self._winners_of(id) for id in ids}
        if len(numbers) > 1:
            text = "section{s} with another number of winners: an event has one"
            self.notes.loss("winners-lost", "section", text)
        return self._winners_of(ids[0])

    def _winners_of(self, section: int) -> int:
        """The number of winners of a section: that of the ranking, or else of the event."""
        if self.layout:
            return self.layout.winners(section).number
        if section in self.methods:
            sides = any(r.direction for r in self.rankings if r.section == section)
            return 2 if sides else 1
        return self.event.winners(section).number

    def _has_deals_by_section(self) -> bool:
        """Whether sections have different deals of one board."""
        deals: dict[int | None, set[Any]] = {}
        for hand in self.event.of(Hand):
            deals.setdefault(hand.board, set()).add((hand.north, hand.east, hand.south, hand.west))
        return any(len(hands) > 1 for hands in deals.values())

    def _body(self) -> Iterator[Tag]:
        """Participants and boards, in sessions and sections where they are needed."""
        ids = sorted({*self.event.section_ids(), *(r.section for r in self.rankings if r.section)})
        ids = ids or [0]
        sections = [self.event.section(id) or Section(id=id or None) for id in ids]
        single = len(sections) == 1 and len(self.sessions) == 1
        plain = single and not sections[0].name and not sections[0].extra
        imps = self.scoring in (BUTLER, CROSS_IMPS) and not self.match_writer.matches
        if imps and plain and not self.extra.get("SESSION"):
            yield from self._section(sections[0], "CROSS_IMP")
            return
        for at, session in enumerate(self.sessions, 1):
            members = [s for s in sections if s.session == session.id or len(self.sessions) == 1]
            members += [s for s in sections if at == 1 and s.session not in self._session_ids()]
            content = (session.extra or {}).get("SESSION")
            content = content if isinstance(content, dict) else {}
            inside = self.texts.tags(content, place(session))
            members = list({section.id: section for section in members}.values())
            for section in members:
                if self.teams and plain:
                    inside += self._section(section)
                else:
                    inside.append(self._section_tag(section))
            yield Tag("SESSION", inside, {"SESSION_ID": str(content.get("@SESSION_ID") or at)})

    def _session_ids(self) -> set[int | None]:
        return {session.id for session in self.sessions}

    def _section_tag(self, section: Section) -> Tag:
        letter = self.event.letter(section.id) if section.id else "A"
        label = (section.name if section.derived else None) or letter
        if section.name and label != section.name:
            text = "section name{s} left out: the letter is written"
            self.notes.loss("section-name-lost", place(section), text)
        if label.upper() in self.labels:
            text = "section{s} with the letter of another: they will be read as one"
            self.notes.loss("section-merged", place(section), text)
        self.labels.add(label.upper())
        inside = self.texts.tags(section.extra or {}, place(section))
        inside += self._section(section)
        if self._has_deals_by_section():
            hands = [hand for hand in self.event.of(Hand) if hand.section in (None, section.id)]
            inside.append(self.board_writer.handset(hands, {}))
        return Tag("SECTION", inside, {"SECTION_ID": self.texts.clean(label, place(section))})

    def _section(self, section: Section, kind: str = "") -> Iterator[Tag]:
        """Participants, then matches or boards."""
        id = section.id or 0
        attributes = {"EVENT_TYPE": kind} if kind else {}
        listed = [r for r in self.rankings if (r.section or 0) == id]
        rankings = [ranking for ranking in listed if not self._is_idle(ranking)]
        for ranking in listed:
            if ranking not in rankings:
                self.notes.loss("idle-pair", place(ranking), "pair{s} left out: no result")
        rankings += self._unranked(id, rankings)
        matches = [*self.match_writer.match_tags(id)]
        if self.teams:
            people = [*team_tags(self.participants, rankings, self.match_writer.pairs(id))]
        else:
            people = [*pair_tags(self.participants, rankings, individual=self.individual)]
        if people:
            yield Tag("PARTICIPANTS", people, attributes)
        yield from matches
        rest = [r for r in self.results if (r.section or 0) == id and not self.match_writer.has(r)]
        yield from self.board_writer.boards(rest, kind)

    def _is_idle(self, ranking: Ranking) -> bool:
        """Whether a ranked pair has no results, although its section has some."""
        pair, results = ranking.pair, self.event.results(ranking.section)
        if ranking.boards != 0 or self.teams or self.individual or not results:
            return False
        return not any(pair in (result.pair_ns, result.pair_ew) for result in results)

    def _unranked(self, section: int, rankings: list[Ranking]) -> Iterator[Ranking]:
        """Rankings without a place for everybody who has results but is not ranked."""
        have = {(r.direction or "", r.pair) for r in rankings}
        if self.teams:
            for team in self.match_writer.pairs(section):
                if ("", team) not in have:
                    yield Ranking(section=section or None, pair=team)
            return
        by_side = not self.individual and self._winners_of(section) == 2
        pairs: dict[tuple[str, int], None] = {}
        for result in self.event.results(section):
            pairs |= dict.fromkeys(pairs_at(result.pair_ns, result.pair_ew, by_side=by_side))
            at = self.event.round(result.section, result.table, result.round)
            if at and self.individual:
                pairs |= dict.fromkeys(pairs_at(at.south, at.west, by_side=False))
        for side, pair in sorted(pairs, key=lambda pair: (pair[0] != "NS", pair[1])):
            if (side, pair) not in have and ("", pair) not in have:
                yield Ranking(section=section or None, direction=side or None, pair=pair)

    def _note_losses(self) -> None:
        """Note sessions, groups, rankings, results and rounds that are not in the file."""
        self.participants.note_gaps()
        for session in self.sessions[1:]:
            rest = {k: v for k, v in (session.extra or {}).items() if k != "SESSION"}
            if session.name or session.date or rest:
                text = "name and date of further session{s} left out"
                self.notes.loss("session-lost", place(session), text)
        for group in self.event.of(ScoringGroup):
            if not self.teams or group.method not in TEAM_CODES.values():
                text = "scoring group{s} left out: USEBIO has none"
                self.notes.loss("group-lost", place(group), text)
        if any(not r.section for r in self.rankings) and self.event.section_ids():
            lost = [r for r in self.rankings if not r.section]
            text = "ranking record{s} without a section left out: others have one"
            self.notes.loss("ranking-lost", place(lost[0]), text, len(lost))
        gone = len(self.event.of(Result)) - len(self.results)
        if gone:
            text = "result{s} left out: corrected or erased later"
            self.notes.loss("history-lost", "", text, gone)
        if not self.match_writer.matches and not self.individual:
            if self.rounds:
                note_lost("round", "usebio", place(self.rounds[0]), self.notes, len(self.rounds))
            for name in ("table", "round"):
                if placed := [r for r in self.results if getattr(r, name)]:
                    note_place = self.event.place(placed[0])
                    note_field_lost("result", name, "usebio", note_place, self.notes, len(placed))


def _methods(rankings: list[Ranking], ranked: Ranked | None) -> dict[int, str]:
    """The name of the method by which each section was ranked, if it is known."""
    if ranked:
        return {section: f.method.name for f in ranked.fields for section in sorted(f.sections)}
    methods = {r.section or 0: method_from_map(r.method) for r in rankings}
    return {section: method.name for section, method in methods.items() if method}
