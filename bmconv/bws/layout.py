"""The fourteen tables of a Bridgemate database, from the guide's chapter "Table Layout"."""

from msgspec import Struct

from bmconv.rules.fields import NAME, SEAT_NUMBER
from bmconv.rules.settings import COLUMNS, Setting


class BwsColumn(Struct, frozen=True):
    """A column: its name and type in the database, and the record field it holds."""

    name: str
    type: str
    field: str
    size: int = 0
    allow_zero_length: bool | None = None
    """AllowZeroLength as in the guide; None if the guide does not give it."""
    default: str | None = None
    """DefaultValue, as Access writes it."""
    autonumber: bool = False


class TableLayout(Struct, frozen=True):
    """A table: the record type of its rows, and its columns."""

    kind: str
    columns: tuple[BwsColumn, ...]


def _number(name: str, field: str, default: str | None = None) -> BwsColumn:
    return BwsColumn(name, "integer", field, default=default)


def _text(name: str, field: str, size: int, allow_zero_length: bool | None = True) -> BwsColumn:
    return BwsColumn(name, "text", field, size, allow_zero_length)


def _flag(name: str, field: str) -> BwsColumn:
    return BwsColumn(name, "boolean", field, default="false")


def _place_columns(*more: tuple[str, str]) -> tuple[BwsColumn, ...]:
    return tuple(_number(n, f) for n, f in (("Section", "section"), ("Table", "table"), *more))


ID = BwsColumn("ID", "long", "id", autonumber=True)
LOGGED = (BwsColumn("DateLog", "date", "date"), BwsColumn("TimeLog", "date", "time"))
ROUND_BOARD = (("Round", "round"), ("Board", "board"))
SEATS = ("North", "East", "South", "West")
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
SEAT_ORDER = "NSEW"
"""The order in which the control software writes the seats of a table."""

RESULT = (
    ID,
    *_place_columns(*ROUND_BOARD, ("PairNS", "pair_ns"), ("PairEW", "pair_ew")),
    _number("Declarer", "declarer_pair"),
    _text("NS/EW", "declarer", 2),
    _text("Contract", "contract", 10),
    _text("Result", "result", 10),
    _text("LeadCard", "lead_card", 10),
    _text("Remarks", "remarks", 255),
    *LOGGED,
    _flag("Processed", "processed"),
    _flag("ExternalUpdate", "external_update"),
    *(_flag(f"Processed{n}", f"processed{n}") for n in range(1, 5)),
    _flag("Erased", "erased"),
    _number("SuspiciousContract", "suspicious_contract", "0"),
)


def _recording_columns(name: str, field: str) -> tuple[BwsColumn, ...]:
    """The columns of BiddingData and PlayData."""
    return (
        ID,
        *_place_columns(*ROUND_BOARD, ("Counter", "counter")),
        _text("Direction", "direction", 2),
        _text(name, field, 10),
        *LOGGED,
        _flag("Erased", "erased"),
    )


def _seat_columns(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Columns for each seat with their fields, such as NorthSpades and north_spades."""
    return [(s + n, f"{s}_{n}".lower()) for s in SEATS for n in names]


def _setting(known: Setting) -> BwsColumn:
    """The column of a setting, with its default as Access writes it."""
    kind = {"bool": "boolean", "int": "integer", "text": "text"}[known.kind]
    default = f'"{known.default}"' if kind == "text" else str(known.default).lower()
    return BwsColumn(known.name, kind, known.name, known.size, default=default)


TABLES: dict[str, TableLayout] = {
    "Clients": TableLayout("client", (ID, _text("Computer", "computer", 255, False))),
    "Session": TableLayout(
        "session",
        (
            _number("ID", "id"),
            _text("Name", "name", 40),
            BwsColumn("Date", "date", "date"),
            BwsColumn("Time", "date", "time"),
            _text("GUID", "guid", 80),
            _number("Status", "status", "0"),
            _flag("ShowInApp", "show_in_app"),
            _flag("PairsMoveAcrossField", "pairs_move_across_field"),
            _flag("EWReturnHome", "ew_return_home"),
        ),
    ),
    "Section": TableLayout(
        "section",
        (
            _number("ID", "id"),
            _text("Letter", "letter", 3, False),
            _number("Tables", "tables"),
            _number("MissingPair", "missing_pair", "0"),
            _number("EWMoveBeforePlay", "ew_move_before_play", "0"),
            _number("Session", "session"),
            _number("ScoringType", "scoring_type", "1"),
            _number("Winners", "winners", "0"),
        ),
    ),
    "Tables": TableLayout(
        "table",
        (
            *_place_columns(),
            _number("ComputerID", "computer_id", "0"),
            _number("Status", "status", "0"),
            _number("LogOnOff", "log_on_off", "2"),
            _number("UpdateFromRound", "update_from_round", "0"),
            _number("CurrentRound", "current_round", "0"),
            _number("CurrentBoard", "current_board", "0"),
            _number("Group", "group", "0"),
        ),
    ),
    "RoundData": TableLayout(
        "round",
        (
            *_place_columns(("Round", "round"), ("NSPair", "ns_pair"), ("EWPair", "ew_pair")),
            _number("LowBoard", "low_board"),
            _number("HighBoard", "high_board"),
            _text("CustomBoards", "custom_boards", 255),
        ),
    ),
    "ReceivedData": TableLayout("result", RESULT),
    "IntermediateData": TableLayout("intermediate", RESULT),
    "PlayerNumbers": TableLayout(
        "seat",
        (
            *_place_columns(),
            _text("Direction", "direction", 2, None),
            _text("Number", "number", SEAT_NUMBER.size),
            _text("Name", "name", NAME.size),
            _number("Round", "round", "0"),
            _flag("Updated", "updated"),
            BwsColumn("TimeLog", "date", "time"),
            _flag("Processed", "processed"),
            _number("EntrySource", "entry_source", "0"),
        ),
    ),
    "PlayerNames": TableLayout(
        "player",
        (
            BwsColumn("ID", "long", "id"),
            _text("Name", "name", NAME.size),
            _text("strID", "number", 18),
        ),
    ),
    "Settings": TableLayout(
        "settings", (_number("Section", "section"), *(_setting(known) for known in COLUMNS))
    ),
    "BiddingData": TableLayout("bid", _recording_columns("Bid", "bid")),
    "PlayData": TableLayout("card", _recording_columns("Card", "card")),
    "HandRecord": TableLayout(
        "hand",
        (
            _number("Section", "section"),
            _number("Board", "board"),
            *(_text(name, field, 13) for name, field in _seat_columns(SUITS)),
        ),
    ),
    "HandEvaluation": TableLayout(
        "evaluation",
        (
            _number("Section", "section"),
            _number("Board", "board"),
            *(_number(name, field) for name, field in _seat_columns((*SUITS, "Notrump"))),
            *(_number(f"{seat}Hcp", f"{seat}_hcp".lower()) for seat in SEATS),
        ),
    ),
}
"""Layouts by table name, in the order of the guide."""

ACCESS = {3: "Access 97", 4: "Access 2000"}
"""Access versions by Jet version: the values 3 and 4 of the option `jet`."""

BEYOND = {"RoundData": (_number("South", "south"), _number("West", "west"))}
"""Columns not in the guide: the other two players of an individual event."""

TABLE_OF = {layout.kind: name for name, layout in TABLES.items()}
"""The table of each record type."""

FLAGS = tuple(column.name for column in RESULT if column.name.startswith("Processed"))
"""Columns with which programs mark rows as processed."""

QUERIES = (
    *("DataCrossTabBoard", "DataCrossTabRound", "LastEntryID", "ReceivedDataCount"),
    *("ReceivedDataGrouped", "ResultCountBoard", "ResultCountRound", "ScoreUpload"),
)
"""Saved queries that the control software creates in every file it opens."""

NEEDED = ("Clients", "Session", "Section", "Tables", "RoundData", "ReceivedData", "PlayerNumbers")
"""Tables that the control software cannot do without."""

FILLED_BY = {
    "IntermediateResults": "IntermediateData",
    "BM2RecordBidding": "BiddingData",
    "BM2RecordPlay": "PlayData",
}
"""Settings with the table that the control software fills if they are on (guide, PlayData)."""

_BESIDE = {
    "section": (
        *("derived", "name", "game_type", "scoring_group", "combi_ns", "combi_ew", "keep_alive"),
        *("explicit_participations", "missing_side"),
    ),
    "table": ("connection_mode", "keep_alive"),
    "round": ("ns_team", "ew_team", "mates_section", "mates_table", "mates_round"),
    "result": ("score", "scoring_direction"),
    "seat": ("first_name", "last_name", "country", "removed"),
    "player": ("first_name", "last_name", "country"),
    "settings": ("values",),
}
"""Fields that the writer uses although they have no column of their own."""

HOLDS = {
    layout.kind: (
        *(c.field for c in (*layout.columns, *BEYOND.get(name, ()))),
        *_BESIDE.get(layout.kind, ()),
        "extra",
    )
    for name, layout in TABLES.items()
} | {
    "scoring_group": ("session", "number", "method", "name"),
    "hand": ("section", "board", "north", "east", "south", "west", "dealer", "vulnerable", "extra"),
}
"""The record types and fields that the database holds; scoring groups as groups of tables, hands in
a column for each suit."""
