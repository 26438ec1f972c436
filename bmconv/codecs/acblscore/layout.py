"""The layout of a game file: offsets that people have published after examining files.

`formats/acblscore/README.md` says how certain each of them is.
"""

# Offsets in the first block, which has room for 50 events and the summaries of 100 sections:
FILE_SIZE = 0x006
EVENTS, EVENT_POINTER, EVENT_TYPE, SCORING = 50, 0x012, 0x0DA, 0x10C
SECTIONS, SUMMARY, SUMMARY_SIZE = 100, 0x13E, 22
PAIRS_EVENT, MATCHPOINT_SCORING = 0, 0
"""The values of an event's type and scoring that are read completely."""


class SummaryAt:
    """Offsets in the summary of a section."""

    EVENT, LETTER, DETAILS, BOARDS = 0x00, 0x01, 0x04, 0x08
    SCORED_AFTER, RANKED_AFTER = 0x0F, 0x11
    """The previous section in the chain of sections scored together, and of those ranked together.

    The byte after each of these two offsets has the next section of the same chain.
    """


class TextSize:
    """The maximum lengths of texts, each of which follows a byte with its actual length."""

    EVENT_NAME, CLUB, CLUB_NUMBER, DATE, SESSION_NAME, DIRECTOR = 25, 25, 6, 19, 13, 16
    SANCTION, CODE, SECTION_LETTER = 10, 4, 2
    LAST, FIRST, CITY, STATE, NUMBER = 16, 16, 16, 2, 7


class EventAt:
    """Offsets in the details of an event."""

    NAME, SESSION_NAME, DIRECTOR, DATE, CLUB = 0x004, 0x01E, 0x02C, 0x048, 0x05C
    SANCTION, CODE, RATING, SESSION, SESSIONS = 0x03D, 0x076, 0x088, 0x08C, 0x09F
    STRATS, STRAT, STRAT_SIZE, CLUB_NUMBER = 0x09E, 0x0D4, 95, 0x0B0
    STRAT_LOWEST, STRAT_LIMIT, STRAT_LETTER = 0x1E, 0x20, 0x22


class SectionAt:
    """Offsets in the details of a section."""

    ENTRIES, MOVEMENT, KIND, HIGHEST_PAIR, BOARDS_PER_ROUND = 0x004, 0x014, 0x018, 0x01B, 0x01D
    BOARDS, TOP, ROUNDS, PHANTOM, TABLES, MAXIMUM = 0x019, 0x01E, 0x035, 0x043, 0x048, 0x04E
    MITCHELL_STARTS, HOWELL_STARTS = 0x17D, 0x12D


HOWELLS = (1, 7)
"""The kinds of movement in which each pair number is used once, not once on each side."""
MOST_STRATS, MOST_HOWELL_PAIRS, MOST_MITCHELL_PAIRS = 3, 80, 40
HOWELL_START_SIZE, MITCHELL_START_SIZE = 2, 4
"""The bytes for each pair number.

In a Howell they are its table and side; in a Mitchell the tables of the N-S and the E-W pair with
this number, and two unknown bytes.
"""
POINTER_SIZE = 4


class MovementAt:
    """Offsets in a movement, which has room for 25 rounds of each table."""

    TABLES, ROUNDS, CELLS, CELL_SIZE = 0x04, 0x05, 0x07, 3
    NS, EW, FIRST_BOARD = 0, 1, 2
    ROUNDS_PER_TABLE = 25


class EntriesAt:
    """Offsets in the list of the entries of one side, which is ordered by table."""

    TABLES, ENTRIES, ENTRY_SIZE = 0x06, 0x14, 8
    IN_USE, POINTER = 2, 4


class BoardsAt:
    """Offsets in the list of the boards of a section."""

    BOARDS, LIST, BOARD_SIZE = 0x04, 0x26, 8
    NUMBER, POINTER = 0, 4


class RowsAt:
    """Offsets in the results of a board, and in each of its rows."""

    CONTESTANTS, ROWS, LIST, ROW_SIZE = 0x04, 0x05, 0x06, 18
    ROUND, TABLE, NS, SCORE_NS, MP_NS, EW, SCORE_EW, MP_EW = 0, 1, 2, 4, 6, 10, 12, 14
    PAIRS = 2
    """The number of contestants at a table; four in an individual."""


class EntryAt:
    """Offsets in an entry, and in its players."""

    ADJUSTMENT, RAW, SESSION, CARRY_OVER, FINAL, HANDICAP = 0x04, 0x08, 0x0C, 0x10, 0x14, 0x18
    PERCENTAGE, STRAT, BOARDS, INELIGIBLE, RANKS = 0x1C, 0x1E, 0x2F, 0x33, 0x5E
    PLAYERS, PLAYER_SIZE = 0xA4, 120
    OVERALL_RANK = 4
    """Offset in the ranking of a strat: the overall rank, 0 if the pair earns nothing."""
    LAST, FIRST, CITY, STATE, NUMBER = 0x00, 0x11, 0x22, 0x33, 0x36
    MASTERPOINTS, RANK = 0x71, 0x73


# Special values in the place of a score; a normal score is the number of points divided by ten.
UNUSED = 999
"""The row has no result."""
LATE = 900
"""The board is to be played later."""
NOT_PLAYED = 950
AVERAGES = {2040: 40, 2050: 50, 2060: 60}
"""Average minus, average and average plus, with their percentages."""
FOULED = 3000
"""Scores from here on belong to a group of results on a fouled board."""
