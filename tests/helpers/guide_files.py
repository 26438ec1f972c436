"""Bridgemate databases that Jackcess wrote, with the tables and columns of the guide."""

import datetime
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.helpers.jet_judges import HERE, jackcess_jars

TYPES = {
    "long integer, autonumber": "LONG", "long integer": "LONG", "integer": "INT",
    "true/false": "BOOLEAN", "text": "TEXT", "date/time": "SHORT_DATE_TIME",
}  # fmt: skip

Rows = list[dict[str, Any]]


def guide_layout(shared: Path) -> dict[str, list[list[str]]]:
    """The columns of the guide's tables: name, type, size, AllowZeroLength and default of each."""
    (guide,) = shared.glob("seeds/000_*.txt")
    text = guide.read_text(encoding="utf-8")
    text = text[text.index("Database type, table and field definitions") :]
    text = text[: text.index("Filling the tables with session data")]
    layouts: dict[str, list[list[str]]] = {}
    for part in re.split(r"^Table (?=\w)", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        cells = [
            [cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in body.splitlines()
            if line.startswith("|") and "Field name" not in line and "---" not in line
        ]
        for name in title.split("/"):
            layouts[name.strip()] = [c for c in cells if any(c)]
    return layouts


def guide_file(
    path: Path,
    shared: Path,
    rows: dict[str, Rows],
    *,
    custom: dict[str, dict[str, str]] | None = None,
) -> Path:
    """Let Jackcess write a database with these rows, and `custom` columns after the guide's.

    Settings has only the columns that a row has a value for, as the guide recommends.
    """
    lines = []
    for table, columns in guide_layout(shared).items():
        specs = {c[0]: (TYPES[c[1]], next((s for s in c[2:] if s.isdigit()), "")) for c in columns}
        if table == "Settings":
            used = {name for row in rows.get(table, []) for name in row}
            specs = {name: spec for name, spec in specs.items() if name in {"Section", *used}}
        specs |= {name: (type, "") for name, type in (custom or {}).get(table, {}).items()}
        lines.append(f"table\t{table}")
        lines += [
            f"column\t{name}\t{type}\t{size if type == 'TEXT' else ''}"
            for name, (type, size) in specs.items()
        ]
        for row in rows.get(table, []):
            assert row.keys() <= specs.keys(), row.keys() - specs.keys()
            lines.append("\t".join(["row", *(_cell(row.get(name)) for name in specs)]))
    command = ["java", "-cp", jackcess_jars(), str(HERE / "Maker.java"), str(path)]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return path


def _cell(value: Any) -> str:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return "" if value is None else str(value)


def two_sections(boards: int = 2) -> dict[str, Rows]:
    """The rows of an event before play: sections A and B with two tables and two rounds each."""
    places = [(section, table) for section in (1, 2) for table in (1, 2)]
    return {
        "Clients": [{"ID": 1, "Computer": "DESK"}],
        "Session": [{"ID": 1, "Name": "Club night", "Status": 0,
                     "Date": datetime.datetime(2026, 3, 5), "GUID": "A" * 31 + "1"}],
        "Section": [{"ID": id, "Letter": letter, "Tables": 2, "MissingPair": 0, "Session": 1,
                     "EWMoveBeforePlay": 0, "ScoringType": 1, "Winners": 2}
                    for id, letter in ((1, "A"), (2, "B"))],
        "Tables": [{"Section": section, "Table": table, "ComputerID": 1, "Status": 0,
                    "LogOnOff": 2, "UpdateFromRound": 0, "CurrentRound": 0, "CurrentBoard": 0,
                    "Group": 0} for section, table in places],
        "RoundData": [{"Section": section, "Table": table, "Round": round, "NSPair": table,
                       "EWPair": 11 + (table + round) % 2,
                       "LowBoard": (table + 2 * round - 3) * boards + 1,
                       "HighBoard": (table + 2 * round - 2) * boards}
                      for section, table in places for round in (1, 2)],
        "PlayerNumbers": [{"Section": section, "Table": table, "Direction": direction, "Round": 0,
                           "EntrySource": 0}
                          for section, table in places for direction in "NSEW"],
    }  # fmt: skip
