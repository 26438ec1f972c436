"""Command line that starts the control software (guide, "Using command line parameters")."""

import os

from bmconv import jet
from bmconv.codecs.bws.access import opened
from bmconv.notes import Notes

BMPRO = r"c:\program files\bridgemate pro\bmpro.exe"


def parameters(file: str, notes: Notes, bcs: str = "4") -> list[str]:
    """The program's arguments; /s, which resets the server, only while there are no results."""
    with opened(file, file, notes) as database:
        results = database.find("ReceivedData")
        fresh = results is None or not results.live_rows()
        hands = _sections_with_hands(database.find("HandRecord"))
    words = [f"/f:[{os.path.abspath(file)}]", *(["/s"] if fresh else []), "/r"]
    if fresh and hands and bcs == "4":
        words.append(f"/h:[{','.join(map(str, hands))}]")
    return words


def _sections_with_hands(table: jet.AccessTable | None) -> list[int]:
    if table is None:
        return []
    try:
        at = table.columns.index(table.column("Section"))
    except KeyError:
        return []
    return sorted({row[at] for row in table.rows() if row[at] is not None})
