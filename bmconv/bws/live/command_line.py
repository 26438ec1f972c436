"""Command line that starts the control software (guide, "Using command line parameters")."""

import os
from typing import Any, NamedTuple

from bmconv import jet
from bmconv.bws.access import open_database
from bmconv.notes import Notes

BMPRO = r"c:\program files\bridgemate pro\bmpro.exe"
TABS = ("results", "rounds", "boards", "matrix", "names")
"""The tabs of the control software, in the order of /t1 to /t5."""
PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/:._-,[]")
"""Characters that mean nothing special to cmd or sh."""


class Start(NamedTuple):
    """How the control software is started."""

    bcs: str = "4"
    path: str = ""
    """The file as the other computer sees it; empty: the path on this computer."""
    minimized: bool = False
    tab: str = ""
    """The tab to show, one of TABS; empty: the usual one."""
    both_servers: bool = False
    """Run a Bridgemate II server beside the Bridgemate III server."""


def parameters(file: str, notes: Notes, start: Start | None = None) -> list[str]:
    """The program's arguments; /s, which resets the server, only before tables are uploaded."""
    start = start or Start()
    with open_database(file, file, notes) as database:
        fresh = not _has_begun(database)
        hands = sorted(set(_column(database, "HandRecord", "Section")) - {None})
    words = [f"/f:[{start.path or os.path.abspath(file)}]", *(["/s"] if fresh else []), "/r"]
    if fresh and hands and start.bcs == "4":
        words.append(f"/h:[{','.join(map(str, hands))}]")
    if start.minimized:
        words.append("/m")
    if start.tab:
        words.append(f"/t{TABS.index(start.tab) + 1}")
    if start.both_servers:
        words.append("/pi")
    return words


def quote(word: str) -> str:
    """A word; in double quotes, which cmd and sh remove, if it has special characters."""
    return word if set(word) <= PLAIN else f'"{word}"'


def _has_begun(database: jet.Database) -> bool:
    """Whether there are results, or tables that were uploaded to the server."""
    results = database.find("ReceivedData")
    return bool(results and results.live_rows()) or any(_column(database, "Tables", "Status"))


def _column(database: jet.Database, table_name: str, name: str) -> list[Any]:
    """The cells of a column; empty if there is no such table or column."""
    table = database.find(table_name)
    if table is None:
        return []
    try:
        at = table.columns.index(table.column(name))
    except KeyError:
        return []
    return [row[at] for row in table.rows()]
