"""Reading USEBIO: the records of all events of a file."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

from msgspec.structs import replace

from bmconv.bridge.cards import RANKS, SEATS, faults
from bmconv.codecs import Options
from bmconv.codecs.lin.read import complete_deal
from bmconv.codecs.usebio.head import Head, event_info
from bmconv.codecs.usebio.joint_scoring import join_sections
from bmconv.codecs.usebio.matches_read import MatchReader
from bmconv.codecs.usebio.numbers import PairNumber, read_pair_number
from bmconv.codecs.usebio.participants_read import PlayerBook, read_ranking
from bmconv.codecs.usebio.results_read import Element, ResultReader, board_number
from bmconv.codecs.usebio.xml_read import Node, parse
from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Hand, Ranking, Record, Result, Section, Session

_LIN_DEAL = re.compile(r"(?i)(?:^|\|)md\|[0-4]?([^|]*)\|")
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_DIRECTIONS = dict(zip("NESW", SEATS, strict=True))


def read(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a file."""
    root = parse(source, options.text("encoding"), notes)
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


class EventReader:
    """Reads one event of a file."""

    def __init__(
        self, event: Node, before: Head | None, people: PlayerBook, name: str, notes: Notes
    ) -> None:
        self.name, self.notes, self.people, self.event = name, notes, people, event
        self.head = Head(event, before, name, notes)
        self.parts: dict[str, list[Element]] = defaultdict(list)
        self._walk(event, self.head.sessions[0], None)
        self.head.teams |= any(part.node.get("TEAM") for part in self.parts["MATCH"])
        self.results = ResultReader(self.head, name, notes)
        self.known = set(people.players)
        """The keys of players in earlier events."""

    def _walk(self, node: Node, session: Session, section: Section | None) -> None:
        """Collect the parts of an event, each with the session and section around it."""
        for inner in node.nodes:
            if inner.tag == "SESSION":
                self._walk(inner, self.head.open_session(inner), section)
            elif inner.tag == "SECTION":
                label = inner.get("SECTION_ID")
                self._walk(inner, session, self.head.section(session, label, inner))
            elif inner.tag in ("PARTICIPANTS", "BOARD", "MATCH", "HANDSET"):
                self.parts[inner.tag].append(Element(inner, session, section))

    def records(self, root: Node | None) -> Iterator[Record]:
        """Sessions and sections, then rounds, players, deals, results and rankings.

        `root` is given if this is the only event: deals beside the event then belong to it.
        """
        if root is not None:
            first = self.head.sessions[0]
            self.parts["HANDSET"] += [Element(node, first, None) for node in root.all("HANDSET")]
        matches = MatchReader(self.results, self.head, self.name, self.notes)
        results = [result for part in self.parts["BOARD"] for result in self._board(part)]
        for part in self.parts["MATCH"]:
            results += matches.read(part)
        rankings = [r for part in self.parts["PARTICIPANTS"] for r in self._rankings(part)]
        hands = [hand for part in self.parts["HANDSET"] for hand in self._hands(part)]
        hands += _deals_in_lin(results, {hand.board for hand in hands})
        participants = [part.node for part in self.parts["PARTICIPANTS"]]
        group = self.head.set_scoring(self.results.lines.points, participants)
        if not self.head.teams and len(self.head.sections) > 1:
            join_sections(self.head.sections, results)
        yield from self.head.sessions
        if group:
            yield group
        yield from self.head.sections
        yield from matches.rounds
        yield from self.results.individual_tables.rounds()
        yield from (p for key, p in self.people.players.items() if key not in self.known)
        yield from hands
        yield from results
        yield from rankings

    def _board(self, part: Element) -> Iterator[Result]:
        board = board_number(part.node, self.name, self.notes)
        if board is None:
            return
        for line in part.node.all("TRAVELLER_LINE"):
            yield self.results.read(part, line, board, None)
        self.results.note_rest(part.node)

    def _rankings(self, part: Element) -> Iterator[Ranking]:
        """The published places of pairs, players or teams."""
        for node in part.node.nodes:
            if node.tag not in ("PAIR", "PLAYER", "TEAM"):
                continue
            text = node.get("PAIR_NUMBER") or node.get("PLAYER_NUMBER") or node.get("TEAM_ID")
            number = read_pair_number(text)
            section = self._section(part, text, number)
            ranking = read_ranking(node, self.people)
            extra = ranking.extra or {}
            direction = str(extra.pop("DIRECTION", "")).upper()
            side = direction or (number.direction if number else "")
            if self.head.winners == 2 and not side and len(self.results.sides.get(text, ())) == 1:
                (side,) = self.results.sides[text]
            by_side = self.head.winners != 1 and node.tag == "PAIR"
            ranking.section = section.id
            ranking.direction = side if by_side and side in ("NS", "EW") else None
            if direction and direction != ranking.direction:
                extra["DIRECTION"] = direction
            ranking.pair = self.results.number(text, section)
            if text != str(ranking.pair):
                extra["number"] = text
            ranking.extra = extra or None
            yield ranking

    def _section(self, part: Element, text: str, number: PairNumber | None) -> Section:
        """The section of a participant: by the element around it, its number, or its results."""
        if part.section or (number and number.section):
            return self.results.section_of(part, number)
        section = self.results.section_by_pair.get(text)
        return section or self.results.section_of(part, number)

    def _hands(self, part: Element) -> Iterator[Hand]:
        """The deals of a HANDSET, for its section, for the sections of its session, or for all."""
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
        hands = [getattr(hand, seat) for seat in SEATS]
        if board is None or not any(hands):
            return None
        if faults(hands):
            place = f"{self.name}: board {board}"
            self.notes.error("bad-deal", place, "deal{s} left out: not four hands of 13 cards")
            return None
        hand.extra = node.plain("BOARD_NUMBER", "HAND") or None
        return hand


def _deals_in_lin(results: list[Result], known: set[int | None]) -> Iterator[Hand]:
    """The deals in the LIN of traveller lines, for boards without a deal in a HANDSET."""
    for result in results:
        text = (result.extra or {}).get("LIN_DATA")
        if not isinstance(text, str) or result.board in known:
            continue
        deal = _LIN_DEAL.search(unquote(text))
        if deal and (hands := complete_deal(deal[1].upper())):
            known.add(result.board)
            south, west, north, east = hands
            yield Hand(board=result.board, north=north, east=east, south=south, west=west)


@lru_cache(8192)
def _ranks(text: str) -> str:
    """The ranks of a suit, highest first; a void is empty or a dash."""
    ranks = text.upper().replace("10", "T").replace("-", "").replace(" ", "").replace(",", "")
    known = set(ranks) <= set(RANKS)
    return "".join(sorted(ranks, key=RANKS.index)) if known else ranks
