"""Read a damaged database: recognise tables by their columns, and report what the evening lost."""

import os

from bmconv import jet
from bmconv.bws.layout import BEYOND, TABLES
from bmconv.bws.live.unfinished import UNFINISHED
from bmconv.event import Event
from bmconv.event.schedule import Schedule
from bmconv.jet.errors import COPY_AGAIN
from bmconv.jet.read.pages import BEYOND_END
from bmconv.jet.read.rows import LIST_LOST, UNCOUNTED
from bmconv.notes import ERROR, Notes

ENOUGH = 0.7
"""The share of a table's columns that must be in the guide's table to recognise it."""
RESULTS, INTERMEDIATE = "ReceivedData", "IntermediateData"
"""Two tables with the same columns; only results have tricks."""
MISSPELLED = "the list of tables calls it"
"""How the fault of a damaged table name begins; the table is read all the same."""
APPLY_AGAIN = "a bws apply was cut off: run it again (bmconv bws apply FILE ...)"
"""The advice for a half-written file: a repaired copy would lack its FILE.unfinished."""
FEW_CHARACTERS = 3
"""The most characters by which a damaged table name differs from the right one."""
NOUNS = {
    "Clients": "computer", "Session": "session", "Section": "section", "Tables": "table",
    "RoundData": "round", "ReceivedData": "result", "IntermediateData": "contract during play",
    "PlayerNumbers": "seat", "PlayerNames": "player in the list", "BiddingData": "bid",
    "PlayData": "card", "HandRecord": "hand", "HandEvaluation": "double-dummy table",
    "Settings": "row of settings",
}  # fmt: skip
"""What a row of each table is called in messages."""


def adopt_tables(database: jet.Database) -> None:
    """Recognise the tables lost from the catalog by their columns, and give them their names."""
    candidates: dict[str, list[jet.AccessTable]] = {}
    for table in database.unlisted:
        if name := name_by_columns(table):
            candidates.setdefault(name, []).append(table)
    alike = candidates.pop(RESULTS, []) + candidates.pop(INTERMEDIATE, [])
    alike.sort(key=_with_tricks, reverse=True)
    free = [name for name in (RESULTS, INTERMEDIATE) if database.find(name) is None]
    for name, table in zip(free, alike, strict=False):
        database.adopt(table, name)
    for name, tables in candidates.items():
        # one of several tables may be an older version, with fewer rows
        if database.find(name) is None:
            database.adopt(max(tables, key=lambda table: table.row_count), name)


def adopt_misspelled(database: jet.Database, foreign: list[str]) -> None:
    """Recognise the tables with damaged names by their columns, and correct the names."""
    for name in TABLES:
        if database.find(name) is not None:
            continue
        for other in foreign:
            table = database.tables.get(other)
            if table is None or not _is_nearly(other, name):
                continue
            if {name, name_by_columns(table)} <= {RESULTS, INTERMEDIATE} or (
                name_by_columns(table) == name
            ):
                database.adopt(table, name)
                fault = f"{MISSPELLED} {other!r}"
                database.problems.append(jet.Problem(f"table {name}", fault))
                break


def _is_nearly(one: str, other: str) -> bool:
    """Whether two names of equal length differ in few characters, as after damage."""
    return len(one) == len(other) and sum(map(str.__ne__, one, other)) <= FEW_CHARACTERS


def name_by_columns(table: jet.AccessTable) -> str:
    """The guide's table that has the columns of this one; empty if there is none."""
    columns = {column.name.lower() for column in table.columns}
    fits = []
    for name, layout in TABLES.items():
        known = {column.name.lower() for column in (*layout.columns, *BEYOND.get(name, ()))}
        common = len(columns & known)
        fits.append((common / len(columns), common / len(known), name))
    share, _, name = max(fits)
    return name if share >= ENOUGH else ""


def _with_tricks(table: jet.AccessTable) -> tuple[int, int]:
    """How many rows have tricks, and how many there are."""
    try:
        column = table.columns.index(table.column("Result"))
    except KeyError:
        return 0, 0
    rows = list(table.rows())
    return sum(1 for row in rows if row[column]), len(rows)


def note_damage(database: jet.Database, path: str, notes: Notes, prefix: str = "") -> None:
    """Note in one line the first place of damage, what is lost (results first) and what to do."""
    faults: dict[str, list[str]] = {}
    for part, fault in database.problems:
        faults.setdefault(part, []).append(fault)
    order = [f"table {name}" for name in (RESULTS, *NOUNS)]
    parts = sorted(faults, key=lambda part: order.index(part) if part in order else len(order))
    losses = list(dict.fromkeys(filter(None, (_loss(database, part, faults) for part in parts))))
    tables = [part.removeprefix("table ") for part in parts]
    if vanished := [name for name in tables if name in NOUNS and not database.find(name)]:
        *nouns, last = (_plural(NOUNS[name]) for name in vanished)
        named = f"{', '.join(nouns)} and {last}" if nouns else last
        losses.insert(0 if RESULTS in vanished else len(losses), f"all {named} unreadable")
    advice = APPLY_AGAIN if os.path.exists(path + UNFINISHED) else _advice(database, faults)
    text = f"file{{s}} damaged: {'; '.join(filter(None, (', '.join(losses), advice)))}"
    more = f" and {len(database.problems) - 1} more" if len(database.problems) > 1 else ""
    notes.add(ERROR, "damaged", f"{prefix}{parts[0]}: {faults[parts[0]][0]}{more}", text)


def _loss(database: jet.Database, part: str, faults: dict[str, list[str]]) -> str:
    """What is lost in a part that still exists: `12 of 297 results unreadable`, or nothing."""
    name = part.removeprefix("table ")
    table = database.find(name)
    if part in jet.CATALOG_PARTS:
        return "the list of tables unreadable"
    if table is None:
        return ""
    noun = NOUNS.get(name, f"row of {name}")
    claimed, readable = table.row_count, table.live_rows()
    lost = claimed - readable
    if lost <= 0:
        return f"some values of {_plural(noun)} unreadable" if _lacks_values(faults[part]) else ""
    if not readable:
        return (
            f"all {claimed:,} {_plural(noun)} unreadable" if lost > 1 else f"the {noun} unreadable"
        )
    if name == RESULTS:  # a board has several rows if its result was corrected
        missing = _missing_results(database)
        return f"{lost:,} of {claimed:,} rows of results unreadable{missing}"
    return f"{lost:,} of {claimed:,} {_plural(noun)} unreadable"


def _lacks_values(faults: list[str]) -> bool:
    """Whether a table that has all its rows lost some of their values."""
    rows_only = (BEYOND_END, LIST_LOST, MISSPELLED, UNCOUNTED)
    return any(not any(text in fault for text in rows_only) for fault in faults)


def _plural(noun: str) -> str:
    """The plural of a noun: `players in the list`, `double-dummy tables`."""
    first, _, rest = noun.partition(" in the " if " in the " in noun else " of ")
    if noun == "contract during play":
        return "contracts during play"
    return noun.replace(first, f"{first}s", 1) if rest else f"{noun}s"


def _missing_results(database: jet.Database) -> str:
    """How many results are missing, as `bmconv missing` counts them; empty if none."""
    from bmconv.bws.read import read_records  # needed only for lost results

    schedule = Schedule(Event(read_records(database, None, Notes()), Notes()))
    count = sum(schedule.missing.values())
    boards = len({board for place in schedule.expected for board in place.missing})
    if not count:
        return ""
    results = "1 result is" if count == 1 else f"{count:,} results are"
    on_boards = f"{boards} board{'s' if boards > 1 else ''}"
    return f", {results} missing on {on_boards} (bmconv missing lists them)"


def _advice(database: jet.Database, faults: dict[str, list[str]]) -> str:
    """What to do, depending on whether results are lost and whether the file is cut off."""
    results = database.find(RESULTS)
    if results is None or results.live_rows() < results.row_count:
        if database.is_cut_off:
            return f"the file is cut off: {COPY_AGAIN}"
        return "get another copy, or read the results from the terminals again"
    if _lacks_values(faults.get(f"table {RESULTS}", [])):
        return "get another copy, or compare the results with those of the terminals"
    if database.is_cut_off and all(BEYOND_END in fault for _, fault in database.problems):
        return "the results are complete, and bmconv convert saves them in a sound file"
    return (
        "no result is missing, but values may have changed: run bmconv check; bmconv convert saves "
        "what there is in a sound file"
    )
