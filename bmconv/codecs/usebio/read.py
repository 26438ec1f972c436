"""Reading USEBIO: sections, pairs and tables for what the file has, and its records."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from msgspec.structs import replace

from bmconv.bridge.cards import RANKS, SEATS, faults
from bmconv.codecs import Options
from bmconv.codecs.lin.read import whole_deal
from bmconv.codecs.usebio.head import Head, event_info
from bmconv.codecs.usebio.lines import LineReader
from bmconv.codecs.usebio.matches import BOARD_POINTS, Fours, Matches, MatchTable
from bmconv.codecs.usebio.numbers import Numbered, read_number, usual_text
from bmconv.codecs.usebio.people import PlayerBook, read_ranking
from bmconv.codecs.usebio.whole_field import join_sections
from bmconv.codecs.usebio.xml import Node, parse
from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Hand, Ranking, Record, Result, Section, Session

_LIN_DEAL = re.compile(r"(?i)(?:^|\|)md\|[0-4]?([^|]*)\|")
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_DIRECTIONS = dict(zip("NESW", SEATS, strict=True))


class Element(NamedTuple):
    """A participants, board or match element and where it stands."""

    node: Node
    session: Session
    section: Section | None


def read(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a file."""
    root = parse(source, options["encoding"], notes)
    events = [*root.all("EVENT")]
    if root.tag != "USEBIO" or not events:
        raise BadInput(source.name, f"no EVENT in {root.tag[:40]}", "a USEBIO file")
    people = PlayerBook()
    info = event_info(root, events)
    if info.name or info.club_id or info.extra:
        yield info
    before = None
    for event in events:
        reader = EventReader(event, before, people, source.name, notes)
        before = reader.head
        yield from reader.records(root if len(events) == 1 else None)


def board_number(node: Node, name: str, notes: Notes) -> int | None:
    """The number of a board; text with other words in it is not one."""
    text = node.get("BOARD_NUMBER")
    if text.isdecimal() and 0 < int(text[:9]) < 10**6:
        return int(text[:9])
    notes.error("bad-board", f"{name}: {text[:20]!r}", "board{s} left out: no number")
    return None


class EventReader:
    """Reads one event of a file."""

    def __init__(
        self, event: Node, before: Head | None, people: PlayerBook, name: str, notes: Notes
    ) -> None:
        self.name, self.notes, self.people, self.event = name, notes, people, event
        self.head = Head(event, before, name, notes)
        self.lines = LineReader(name, notes)
        self.parts: dict[str, list[Element]] = defaultdict(list)
        self._walk(event, self.head.sessions[0], None)
        self.head.teams |= any(part.node.get("TEAM") for part in self.parts["MATCH"])
        self.odd: dict[tuple[int, str], int] = {}
        self.sides: dict[str, set[str]] = defaultdict(set)
        """The sides on which each pair number stands on lines."""
        self.played_in: dict[str, Section] = {}
        self.fours = Fours(self.number)
        self.known = set(people.found)

    def _walk(self, node: Node, session: Session, section: Section | None) -> None:
        for inner in node.nodes:
            if inner.tag == "SESSION":
                self._walk(inner, self.head.open_session(inner), section)
            elif inner.tag == "SECTION":
                label = inner.get("SECTION_ID")
                self._walk(inner, session, self.head.section(session, label, inner))
            elif inner.tag in ("PARTICIPANTS", "BOARD", "MATCH", "HANDSET"):
                self.parts[inner.tag].append(Element(inner, session, section))

    def records(self, root: Node | None) -> Iterator[Record]:
        """Sessions and sections, then rounds, players, deals, results and rankings."""
        if root is not None:
            first = self.head.sessions[0]
            self.parts["HANDSET"] += [Element(node, first, None) for node in root.all("HANDSET")]
        matches = Matches(self, self.head, self.name, self.notes)
        results = [result for part in self.parts["BOARD"] for result in self._board(part)]
        for part in self.parts["MATCH"]:
            results += matches.read(part)
        rankings = [r for part in self.parts["PARTICIPANTS"] for r in self._rankings(part)]
        hands = [hand for part in self.parts["HANDSET"] for hand in self._hands(part)]
        hands += _dealt_in_lin(results, {hand.board for hand in hands})
        participants = [part.node for part in self.parts["PARTICIPANTS"]]
        group = self.head.scoring(self.lines.points, participants)
        if not self.head.teams and len(self.head.sections) > 1:
            join_sections(self.head.sections, results)
        yield from self.head.sessions
        if group:
            yield group
        yield from self.head.sections
        yield from matches.rounds
        yield from self.fours.rounds()
        yield from (p for key, p in self.people.found.items() if key not in self.known)
        yield from hands
        yield from results
        yield from rankings

    def section_of(self, part: Element, number: Numbered | None) -> Section:
        """The section of an element: where it stands, else the letter in a pair's number."""
        if part.section:
            return part.section
        letter = number.section if number else ""
        return self.head.section(part.session, letter)

    def number(self, text: str, section: Section) -> int:
        """The whole number of a pair or team; other text gets one above all usual ones."""
        if known := read_number(text):
            return known.number
        key = (section.id or 0, text)
        if key not in self.odd:
            self.odd[key] = 10_001 + len(self.odd)
            where = f"{self.name}: {text[:20]!r} as {self.odd[key]}"
            self.notes.repair("odd-number", where, "pair or team number{s} not understood")
        return self.odd[key]

    def _board(self, part: Element) -> Iterator[Result]:
        board = board_number(part.node, self.name, self.notes)
        if board is None:
            return
        for line in part.node.all("TRAVELLER_LINE"):
            yield self.result(part, line, board, None)
        self.rest(part.node)

    def rest(self, board: Node) -> None:
        """Note what a board has beside its lines."""
        for tag in board.plain("TRAVELLER_LINE", "BOARD_NUMBER", "EVENT_TYPE", *BOARD_POINTS):
            text = "left out: no record has a place for them"
            where = f"{self.name}: board {board.get('BOARD_NUMBER')}"
            self.notes.loss("element-lost", where, text, what=f"{tag} element{{s}} of a board")

    def result(self, part: Element, line: Node, board: int, table: MatchTable | None) -> Result:
        """The result of a line."""
        result = self.lines.read(line, board, bool(table and table.team))
        get = line.fields.get
        ns = get("NS_PAIR_NUMBER") or get("N_PLAYER_NUMBER") or (table.ns if table else "")
        ew = get("EW_PAIR_NUMBER") or get("E_PLAYER_NUMBER") or (table.ew if table else "")
        section = table.section if table else self.section_of(part, read_number(ns))
        result.section = section.id
        if not table and "S_PLAYER_NUMBER" in line.fields:
            table = self.fours.at(line, section, board)
        if table:
            result.table, result.round = table.number, table.round
        texts = {}
        for field, text, side in (("pair_ns", ns, "NS"), ("pair_ew", ew, "EW")):
            if text:
                number = self.number(text, section)
                setattr(result, field, number)
                self.sides[text].add(side)
                self.played_in.setdefault(text, section)
                if text != usual_text(number, side, bool(table and table.team)):
                    texts[field] = text
        if texts:
            result.extra = (result.extra or {}) | texts
        return result

    def _rankings(self, part: Element) -> Iterator[Ranking]:
        """The published places of pairs, players or teams."""
        for node in part.node.nodes:
            if node.tag not in ("PAIR", "PLAYER", "TEAM"):
                continue
            text = node.get("PAIR_NUMBER") or node.get("PLAYER_NUMBER") or node.get("TEAM_ID")
            number = read_number(text)
            section = self._plays_in(part, text, number)
            ranking = read_ranking(node, self.people)
            extra = ranking.extra or {}
            said = str(extra.pop("DIRECTION", "")).upper()
            side = said or (number.direction if number else "")
            if self.head.winners == 2 and not side and len(self.sides.get(text, ())) == 1:
                (side,) = self.sides[text]
            by_side = self.head.winners != 1 and node.tag == "PAIR"
            ranking.section = section.id
            ranking.direction = side if by_side and side in ("NS", "EW") else None
            if said and said != ranking.direction:
                extra["DIRECTION"] = said
            ranking.pair = self.number(text, section)
            if text != str(ranking.pair):
                extra["number"] = text
            ranking.extra = extra or None
            yield ranking

    def _plays_in(self, part: Element, text: str, number: Numbered | None) -> Section:
        """The section of a participant: that of its list, of its number, or of its results."""
        if part.section or (number and number.section):
            return self.section_of(part, number)
        played = self.played_in.get(text)
        return played or self.section_of(part, number)

    def _hands(self, part: Element) -> Iterator[Hand]:
        """The deals of a set; those of a session or section hold there if there are others."""
        meta = part.node.plain("BOARD")
        if meta and meta != {"@HANDSET_ID": "1"}:
            extra = dict(part.session.extra or {})
            extra.setdefault("HANDSET", meta)
            part.session.extra = extra
        sections: list[int | None] = [None]
        if part.section and len(self.head.sections) > 1:
            sections = [part.section.id]
        elif len(self.head.sessions) > 1 and part.session is not self.head.sessions[0]:
            of_session = [s.id for s in self.head.sections if s.session == part.session.id]
            sections = [*of_session] or [None]
        for node in part.node.all("BOARD"):
            if (hand := self._hand(node)) is not None:
                for section in sections:
                    yield replace(hand, section=section)

    def _hand(self, node: Node) -> Hand | None:
        board = board_number(node, self.name, self.notes)
        hand = Hand(board=board)
        for inside in node.all("HAND"):
            seat = _DIRECTIONS.get(inside.get("DIRECTION")[:1].upper())
            suits = [_ranks(inside.fields.get(suit, "")) for suit in _SUITS]
            if seat and any(suits):
                setattr(hand, seat, ".".join(suits))
        given = [getattr(hand, seat) for seat in SEATS]
        if board is None or not any(given):
            return None
        if faults(given):
            where = f"{self.name}: board {board}"
            self.notes.error("bad-deal", where, "deal{s} left out: not four hands of 13 cards")
            return None
        hand.extra = node.plain("BOARD_NUMBER", "HAND") or None
        return hand


def _dealt_in_lin(results: list[Result], known: set[int | None]) -> Iterator[Hand]:
    """The deals in the LIN of lines, for boards that no set of deals has."""
    for result in results:
        text = (result.extra or {}).get("LIN_DATA")
        if not isinstance(text, str) or result.board in known:
            continue
        deal = _LIN_DEAL.search(unquote(text))
        if deal and (hands := whole_deal(deal[1].upper())):
            known.add(result.board)
            south, west, north, east = hands
            yield Hand(board=result.board, north=north, east=east, south=south, west=west)


@lru_cache(8192)
def _ranks(text: str) -> str:
    """The ranks of a suit, highest first; a void is empty, a dash, or not there."""
    ranks = text.upper().replace("10", "T").replace("-", "").replace(" ", "").replace(",", "")
    known = set(ranks) <= set(RANKS)
    return "".join(sorted(ranks, key=RANKS.index)) if known else ranks
