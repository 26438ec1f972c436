"""The structures of a game file: events, sections, their pairs and the rows of their boards."""

from collections.abc import Iterator
from typing import NamedTuple

from bmconv.codecs.acblscore.blocks import MASTER_SIZE, Block, Damaged, parse_date
from bmconv.codecs.acblscore.layout import (
    EVENT_POINTER,
    EVENT_TYPE,
    EVENTS,
    HOWELLS,
    ROUNDS_PER_TABLE,
    SCORING,
    SECTIONS,
    SUMMARY,
    SUMMARY_SIZE,
    EntryAt,
    EventAt,
    SectionAt,
    SummaryAt,
)


class GameEvent:
    """An event of a file."""

    def __init__(self, number: int, kind: int, scoring: int, block: Block) -> None:
        self.number, self.kind, self.scoring = number, kind, scoring
        self.name, self.club = block.text(EventAt.NAME, 25), block.text(EventAt.CLUB, 25)
        self.club_number = block.text(EventAt.CLUB_NUMBER, 6)
        self.date_text = block.text(EventAt.DATE, 19)
        self.date = parse_date(self.date_text)
        self.facts = {
            "session_name": block.text(EventAt.SESSION_NAME, 13),
            "director": block.text(EventAt.DIRECTOR, 16),
            "sanction": block.text(EventAt.SANCTION, 10),
            "code": block.text(EventAt.CODE, 4),
            "rating": block.byte(EventAt.RATING),
            "session": block.byte(EventAt.SESSION),
            "sessions": block.byte(EventAt.SESSIONS),
        }
        self.strats = [
            {
                "letter": strat.letter(EventAt.STRAT_LETTER),
                "lowest": strat.word(EventAt.STRAT_LOWEST),
                "limit": strat.word(EventAt.STRAT_LIMIT),
            }
            for turn in range(min(block.byte(EventAt.STRATS), 3))
            for strat in [block.part(EventAt.STRAT + turn * EventAt.STRAT_SIZE, EventAt.STRAT_SIZE)]
        ]


class GamePlayer:
    """A player of a pair."""

    def __init__(self, block: Block) -> None:
        self.last, self.first = block.text(EntryAt.LAST, 16), block.text(EntryAt.FIRST, 16)
        self.city, self.state = block.text(EntryAt.CITY, 16), block.text(EntryAt.STATE, 2)
        self.number = block.text(EntryAt.NUMBER, 7)
        self.masterpoints, self.rank = block.word(EntryAt.MASTERPOINTS), block.letter(EntryAt.RANK)

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}".strip()


class GamePair:
    """A pair, or a team: where it starts, its players, totals and places."""

    def __init__(self, number: int, side: str, table: int, block: Block) -> None:
        self.number, self.side, self.table = number, side, table
        size, at = EntryAt.PLAYER_SIZE, EntryAt.PLAYERS
        count = (block.size - at) // size
        self.players = [GamePlayer(block.part(at + turn * size, size)) for turn in range(count)]
        self.adjustment = block.hundredths(EntryAt.ADJUSTMENT)
        self.session = block.hundredths(EntryAt.SESSION)
        self.final = block.hundredths(EntryAt.FINAL)
        self.carry_over = block.hundredths(EntryAt.CARRY_OVER)
        self.handicap = block.hundredths(EntryAt.HANDICAP)
        self.percentage = block.word(EntryAt.PERCENTAGE) / 100
        self.strat, self.boards = block.byte(EntryAt.STRAT), block.byte(EntryAt.BOARDS)
        self.is_eligible = not block.byte(EntryAt.INELIGIBLE)
        self.overall = block.word(EntryAt.RANKS + EntryAt.OVERALL_RANK)


class MovementCell(NamedTuple):
    """Who meets at a table in a round, and the first board of the set; 0 if nobody plays."""

    table: int
    round: int
    ns: int
    ew: int
    first_board: int


class BoardRow(NamedTuple):
    """A line of a board: scores are tenths, or special values, each side with its own."""

    board: int
    round: int
    table: int
    ns: int
    ew: int
    score_ns: int
    score_ew: int
    mp_ns: float
    mp_ew: float


class GameSection:
    """A section of an event."""

    def __init__(self, slot: int, summary: Block, details: Block) -> None:
        self.slot, self.summary, self.details = slot, summary, details
        self.event, self.letter = summary.byte(SummaryAt.EVENT), summary.text(SummaryAt.LETTER, 2)
        self.scored_after = summary.byte(SummaryAt.SCORED_AFTER)
        self.ranked_after = summary.byte(SummaryAt.RANKED_AFTER)
        self.is_howell = details.byte(SectionAt.KIND) in HOWELLS
        self.tables, self.rounds = details.word(SectionAt.TABLES), details.word(SectionAt.ROUNDS)
        self.boards, self.top = details.word(SectionAt.BOARDS), details.word(SectionAt.TOP)
        self.boards_per_round = details.byte(SectionAt.BOARDS_PER_ROUND)
        self.highest_pair = details.word(SectionAt.HIGHEST_PAIR)
        self.maximum = details.word(SectionAt.MAXIMUM)
        self.phantom = details.signed_word(SectionAt.PHANTOM)

    def movement(self) -> Iterator[MovementCell]:
        """All rounds that are stored, also those after the last one of the section."""
        block = self.details.follow(SectionAt.MOVEMENT)
        if block is None:
            return
        tables, rounds = block.byte(4), min(block.byte(5), ROUNDS_PER_TABLE)
        for table in range(tables):
            for round in range(rounds):
                at = 7 + 3 * (table * ROUNDS_PER_TABLE + round)
                cell = (block.byte(at), block.byte(at + 1), block.byte(at + 2))
                yield MovementCell(table + 1, round + 1, *cell)

    def pairs(self) -> Iterator[GamePair]:
        """The pairs that have players."""
        for number, side, table in self._starts():
            index = self.details.follow(SectionAt.ENTRIES + 4 * ("NS", "EW").index(side))
            if index is None or not 0 < table <= index.word(6):
                continue
            at = 20 + 8 * (table - 1)
            entry = index.follow(at + 4) if index.word(at + 2) else None
            if entry is not None:
                yield GamePair(number, side, table, entry)

    def _starts(self) -> Iterator[tuple[int, str, int]]:
        """The number of each pair, its side and its table in the first round."""
        details = self.details
        if self.is_howell:
            for pair in range(1, min(self.highest_pair, 80) + 1):
                at = SectionAt.HOWELL_STARTS + 2 * (pair - 1)
                side = {1: "NS", 2: "EW"}.get(details.byte(at + 1))
                if side:
                    yield pair, side, details.byte(at)
            return
        for turn, side in enumerate(("NS", "EW")):
            for pair in range(1, min(self.highest_pair, 40) + 1):
                yield pair, side, details.byte(SectionAt.MITCHELL_STARTS + 4 * (pair - 1) + turn)

    def rows(self) -> Iterator[BoardRow]:
        """The rows of all boards, as they are stored."""
        index = self.summary.follow(SummaryAt.BOARDS)
        if index is None:
            return
        for turn in range(index.word(4)):
            at = 38 + 8 * turn
            board, results = index.byte(at), index.follow(at + 4)
            if results is None:
                continue
            if results.byte(4) != 2:
                raise Damaged(f"board {board}: not a board of pairs")
            for row in range(results.byte(5)):
                line = results.part(6 + 18 * row, 18)
                yield BoardRow(
                    board,
                    line.byte(0),
                    line.byte(1),
                    line.word(2),
                    line.word(10),
                    line.signed_word(4),
                    line.signed_word(12),
                    line.hundredths(6),
                    line.hundredths(14),
                )


class GameFile:
    """A game file."""

    def __init__(self, data: bytes) -> None:
        self.master = Block(data, 0, min(len(data), MASTER_SIZE))
        self.declared_size = self.master.long(6)

    def events(self) -> Iterator[GameEvent]:
        """The events, in the order of their numbers."""
        for turn in range(EVENTS):
            block = self.master.follow(EVENT_POINTER + 4 * turn)
            if block is not None:
                kind, scoring = (
                    self.master.byte(EVENT_TYPE + turn),
                    self.master.byte(SCORING + turn),
                )
                yield GameEvent(turn + 1, kind, scoring, block)

    def sections(self, event: int) -> Iterator[GameSection]:
        """The sections of an event."""
        for slot in range(1, SECTIONS + 1):
            summary = self.master.part(SUMMARY + SUMMARY_SIZE * (slot - 1), SUMMARY_SIZE)
            if summary.byte(SummaryAt.EVENT) == event:
                details = summary.follow(SummaryAt.DETAILS)
                if details is not None:
                    yield GameSection(slot, summary, details)
