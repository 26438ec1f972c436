"""Rules of `check`: numbers of tables, rounds, pairs and boards within a terminal's limits."""

from collections.abc import Iterator

from bmconv.bridge.movements import boards_of
from bmconv.checks.findings import ERROR, WARNING, Checked, Finding, table_of
from bmconv.records import Hand, Record, Round, Section, Table

# Field, lowest number (0 if it can mean no pair or no board), and the limit that applies.
_TABLE = (("table", 1, "table"),)
_ROUND = (
    *(*_TABLE, ("round", 1, "round")),
    *((name, 0, "pair") for name in ("ns_pair", "ew_pair", "south", "west")),
    *(("low_board", 0, "board"), ("high_board", 0, "board")),
)
_HAND = (("board", 1, "board"),)
_RESULT = (*_TABLE, ("round", 1, "round"), *_HAND, ("pair_ns", 1, "pair"), ("pair_ew", 1, "pair"))


def ranges(c: Checked) -> Iterator[Finding]:
    """Every number is within the terminal's limits; each is reported once per section."""
    told: set[tuple[int | None, str, int]] = set()
    for records, fields in (
        (c.event.of(Table), _TABLE),
        (c.event.of(Round), _ROUND),
        (c.results, _RESULT),
        (c.event.of(Hand), _HAND),
    ):
        limited = [(name, low, getattr(c.limits, what), what) for name, low, what in fields]
        for record in records:
            for name, low, high, what in limited:
                number = getattr(record, name)
                if number is not None and not low <= number <= high:
                    yield from _beyond(c, record, what, number, told)
    for round in c.event.of(Round):
        if round.custom_boards:
            for board in boards_of(round):
                if not 1 <= board <= c.limits.board:
                    yield from _beyond(c, round, "board", board, told)


def _beyond(
    c: Checked, record: Record, what: str, number: int, told: set[tuple[int | None, str, int]]
) -> Iterator[Finding]:
    key = (getattr(record, "section", None), what, number)
    if key not in told:
        told.add(key)
        text = f"{what} number{{s}} outside 1-{getattr(c.limits, what)} ({c.limits.name})"
        yield c.find(ERROR, f"{what}-number", record, text, number)


def boards_per_round(c: Checked) -> Iterator[Finding]:
    """A round has no more boards than the terminal allows."""
    most = c.limits.boards_per_round
    for round in c.event.of(Round):
        boards = len(boards_of(round))
        if boards > most:
            text = f"round{{s}} with more than {most} boards ({c.limits.name})"
            yield c.find(ERROR, "boards-per-round", round, text, boards)


def rounds_and_boards(c: Checked) -> Iterator[Finding]:
    """The rounds and boards of a table are within the formula; sit-outs count as rounds."""
    limits = c.limits
    for rounds in c.event.by_table(Round).values():
        boards = sum(len(boards_of(round)) for round in rounds if not c.schedule.sits_out(round))
        if limits.weight(len(rounds), boards) > limits.table_weight:
            level = ERROR if limits.weight_stated else WARNING
            text = f"table{{s}} with more rounds and boards than {limits.formula()} ({limits.name})"
            at = table_of(rounds[0])
            value = f"{len(rounds)} rounds, {boards} boards"
            yield c.find(level, "rounds-and-boards", at, text, value)


def tables_per_server(c: Checked) -> Iterator[Finding]:
    """The tables fit on one server; the guide allows a second server for more."""
    limits = c.limits
    total = sum(len(tables) for tables in c.tables.values())
    if total > limits.tables:
        text = f"event{{s}} with more than the {limits.tables} tables of one server ({limits.name})"
        yield Finding(WARNING, "tables-per-server", "event", text, total)
    most = limits.tables_per_section(len(c.tables))
    for section, tables in c.tables.items() if limits.tables_by_sections else ():
        if len(tables) > most:
            among = f"tables, with {len(c.tables)} sections"
            text = f"section{{s}} with more than {most} {among} ({limits.name})"
            at = c.event.section(section) or Section(id=section)
            yield c.find(WARNING, "tables-per-section", at, text, len(tables))
