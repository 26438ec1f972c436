"""The command line that starts the control software (guide, "Using command line parameters")."""

import os
import shlex
from typing import Any, NamedTuple

from bmconv import jet
from bmconv.bws.access import open_database
from bmconv.errors import Flag, UsageError, Wording
from bmconv.notes import Notes

BMPRO = r"c:\program files\bridgemate pro\bmpro.exe"
TABS = ("results", "rounds", "boards", "matrix", "names")
"""The tabs of the control software, in the order of /t1 to /t5."""
SHELLS = ("cmd", "batch", "sh")
"""Where the line is used: typed at Windows' prompt, in a batch file, or in a Unix shell."""
PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/\\:._-,[]")
"""Characters that mean nothing special to cmd."""


class Start(NamedTuple):
    """How the control software is started."""

    bcs: str = "4"
    """The version of the control software."""
    path: str = ""
    """The path of the file on the other computer; empty: the path on this computer."""
    minimized: bool = False
    tab: str = ""
    """The tab to show, one of TABS; empty: the usual tab."""
    both_servers: bool = False
    """Run a Bridgemate II server beside the Bridgemate III server."""


def parameters(file: str, notes: Notes, start: Start | None = None) -> list[str]:
    """The program's arguments; /s resets the server, so it is left out once play has begun."""
    start = start or Start()
    with open_database(file, file, notes) as database:
        fresh = not _has_begun(database)
        hand_sections = sorted(set(_column(database, "HandRecord", "Section")) - {None})
    words = [f"/f:[{start.path or os.path.abspath(file)}]", *(["/s"] if fresh else []), "/r"]
    if fresh and hand_sections and start.bcs == "4":  # version 5 uploads hand records by itself
        words.append(f"/h:[{','.join(map(str, hand_sections))}]")
    if start.minimized:
        words.append("/m")
    if start.tab:
        words.append(f"/t{TABS.index(start.tab) + 1}")
    if start.both_servers:
        words.append("/pi")
    return words


def quote(word: str, shell: str) -> str:
    """A word as it must be typed in one of SHELLS: quoted if it has special characters."""
    if shell == "sh":
        return shlex.quote(word)
    if shell == "cmd" and word.count("%") > 1:  # nothing protects %NAME% at the prompt
        hint = Wording("use ", Flag("shell", "batch"), " and put its line into a .cmd file")
        raise UsageError(f"{word}: cmd would replace what is between two % signs", hint=hint)
    quoted = word if set(word) <= PLAIN else f'"{word}"'
    return quoted.replace("%", "%%") if shell == "batch" else quoted


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
        index = table.columns.index(table.column(name))
    except KeyError:
        return []
    return [row[index] for row in table.rows()]
