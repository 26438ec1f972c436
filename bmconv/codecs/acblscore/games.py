"""The structures of a game file: events, sections, pairs, movements and the results of boards."""

from collections.abc import Iterator
from typing import NamedTuple

from bmconv.codecs.acblscore.blocks import MASTER_SIZE, Block, Damaged, parse_date
from bmconv.codecs.acblscore.layout import (
    EVENT_POINTER,
    EVENT_TYPE,
    EVENTS,
    FILE_SIZE,
    HOWELL_START_SIZE,
    HOWELLS,
    MITCHELL_START_SIZE,
    MOST_HOWELL_PAIRS,
    MOST_MITCHELL_PAIRS,
    MOST_STRATS,
    POINTER_SIZE,
    SCORING,
    SECTIONS,
    SUMMARY,
    SUMMARY_SIZE,
    BoardsAt,
    EntriesAt,
    EntryAt,
    EventAt,
    MovementAt,
    RowsAt,
    SectionAt,
    SummaryAt,
    TextSize,
)


class GameEvent:
    """An event of a file: its name, club, date and strats."""

    def __init__(self, number: int, kind: int, scoring: int, block: Block) -> None:
        self.number, self.kind, self.scoring = number, kind, scoring
        self.name = block.text(EventAt.NAME, TextSize.EVENT_NAME)
        self.club = block.text(EventAt.CLUB, TextSize.CLUB)
        self.club_number = block.text(EventAt.CLUB_NUMBER, TextSize.CLUB_NUMBER)
        self.date_text = block.text(EventAt.DATE, TextSize.DATE)
        self.date = parse_date(self.date_text)
        self.facts = {
            "session_name": block.text(EventAt.SESSION_NAME, TextSize.SESSION_NAME),
            "director": block.text(EventAt.DIRECTOR, TextSize.DIRECTOR),
            "sanction": block.text(EventAt.SANCTION, TextSize.SANCTION),
            "code": block.text(EventAt.CODE, TextSize.CODE),
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
            for index in range(min(block.byte(EventAt.STRATS), MOST_STRATS))
            for strat in [
                block.part(EventAt.STRAT + index * EventAt.STRAT_SIZE, EventAt.STRAT_SIZE)
            ]
        ]


class GamePlayer:
    """A player of a pair."""

    def __init__(self, block: Block) -> None:
        self.last = block.text(EntryAt.LAST, TextSize.LAST)
        self.first = block.text(EntryAt.FIRST, TextSize.FIRST)
        self.city = block.text(EntryAt.CITY, TextSize.CITY)
        self.state = block.text(EntryAt.STATE, TextSize.STATE)
        self.number = block.text(EntryAt.NUMBER, TextSize.NUMBER)
        self.masterpoints, self.rank = block.word(EntryAt.MASTERPOINTS), block.letter(EntryAt.RANK)

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}".strip()


class GamePair:
    """A pair, or a team: where it starts, its players, totals and rank."""

    def __init__(self, number: int, side: str, table: int, block: Block) -> None:
        self.number, self.side, self.table = number, side, table
        size, start = EntryAt.PLAYER_SIZE, EntryAt.PLAYERS
        count = (block.size - start) // size
        self.players = [GamePlayer(block.part(start + nth * size, size)) for nth in range(count)]
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
    """The pairs at a table in a round (0 for none), and the first board of their set."""

    table: int
    round: int
    ns: int
    ew: int
    first_board: int


class BoardRow(NamedTuple):
    """A result of a board: each side has its own score, in tens of points, or a special value."""

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
    """A section of an event: its movement, its pairs and the results of its boards."""

    def __init__(self, slot: int, summary: Block, details: Block) -> None:
        self.slot, self.summary, self.details = slot, summary, details
        self.event = summary.byte(SummaryAt.EVENT)
        self.letter = summary.text(SummaryAt.LETTER, TextSize.SECTION_LETTER)
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
        """All rounds that are stored for each table, even those after the section's last round."""
        block = self.details.follow(SectionAt.MOVEMENT)
        if block is None:
            return
        rounds = min(block.byte(MovementAt.ROUNDS), MovementAt.ROUNDS_PER_TABLE)
        for table in range(block.byte(MovementAt.TABLES)):
            for round in range(rounds):
                index = table * MovementAt.ROUNDS_PER_TABLE + round
                at = MovementAt.CELLS + MovementAt.CELL_SIZE * index
                cell = block.part(at, MovementAt.CELL_SIZE)
                yield MovementCell(
                    table + 1,
                    round + 1,
                    cell.byte(MovementAt.NS),
                    cell.byte(MovementAt.EW),
                    cell.byte(MovementAt.FIRST_BOARD),
                )

    def pairs(self) -> Iterator[GamePair]:
        """The pairs that have players."""
        for number, side, table in self._starts():
            at = SectionAt.ENTRIES + POINTER_SIZE * ("NS", "EW").index(side)
            index = self.details.follow(at)
            if index is None or not 0 < table <= index.word(EntriesAt.TABLES):
                continue
            size = EntriesAt.ENTRY_SIZE
            line = index.part(EntriesAt.ENTRIES + size * (table - 1), size)
            entry = line.follow(EntriesAt.POINTER) if line.word(EntriesAt.IN_USE) else None
            if entry is not None:
                yield GamePair(number, side, table, entry)

    def _starts(self) -> Iterator[tuple[int, str, int]]:
        """The number of each pair, its side and its table in the first round."""
        details = self.details
        if self.is_howell:
            for pair in range(1, min(self.highest_pair, MOST_HOWELL_PAIRS) + 1):
                at = SectionAt.HOWELL_STARTS + HOWELL_START_SIZE * (pair - 1)
                side = {1: "NS", 2: "EW"}.get(details.byte(at + 1))
                if side:
                    yield pair, side, details.byte(at)
            return
        for index, side in enumerate(("NS", "EW")):
            for pair in range(1, min(self.highest_pair, MOST_MITCHELL_PAIRS) + 1):
                at = SectionAt.MITCHELL_STARTS + MITCHELL_START_SIZE * (pair - 1)
                yield pair, side, details.byte(at + index)

    def rows(self) -> Iterator[BoardRow]:
        """The results of all boards, including rows without a result."""
        index = self.summary.follow(SummaryAt.BOARDS)
        if index is None:
            return
        size = BoardsAt.BOARD_SIZE
        for nth in range(index.word(BoardsAt.BOARDS)):
            line = index.part(BoardsAt.LIST + size * nth, size)
            board, results = line.byte(BoardsAt.NUMBER), line.follow(BoardsAt.POINTER)
            if results is None:
                continue
            if results.byte(RowsAt.CONTESTANTS) != RowsAt.PAIRS:
                raise Damaged(f"board {board}: not a board of pairs")
            for nth_row in range(results.byte(RowsAt.ROWS)):
                row = results.part(RowsAt.LIST + RowsAt.ROW_SIZE * nth_row, RowsAt.ROW_SIZE)
                yield BoardRow(
                    board,
                    row.byte(RowsAt.ROUND),
                    row.byte(RowsAt.TABLE),
                    row.word(RowsAt.NS),
                    row.word(RowsAt.EW),
                    row.signed_word(RowsAt.SCORE_NS),
                    row.signed_word(RowsAt.SCORE_EW),
                    row.hundredths(RowsAt.MP_NS),
                    row.hundredths(RowsAt.MP_EW),
                )


class GameFile:
    """A game file: its events and their sections."""

    def __init__(self, data: bytes) -> None:
        self.master = Block(data, 0, min(len(data), MASTER_SIZE))
        self.declared_size = self.master.long(FILE_SIZE)

    def events(self) -> Iterator[GameEvent]:
        """The events, in the order of their numbers."""
        for index in range(EVENTS):
            block = self.master.follow(EVENT_POINTER + POINTER_SIZE * index)
            if block is not None:
                kind = self.master.byte(EVENT_TYPE + index)
                scoring = self.master.byte(SCORING + index)
                yield GameEvent(index + 1, kind, scoring, block)

    def sections(self, event: int) -> Iterator[GameSection]:
        """The sections of an event."""
        for slot in range(1, SECTIONS + 1):
            summary = self.master.part(SUMMARY + SUMMARY_SIZE * (slot - 1), SUMMARY_SIZE)
            if summary.byte(SummaryAt.EVENT) == event:
                details = summary.follow(SummaryAt.DETAILS)
                if details is not None:
                    yield GameSection(slot, summary, details)
