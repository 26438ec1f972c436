"""Read the list of --club-names: names of clubs, for labels that are names of folders."""

import csv
import re

from bmconv.errors import BadInput
from bmconv.io.source import open_source


def read_club_names(path: str) -> dict[str, str]:
    """The names of clubs by folder, from a list with two columns: folder and name.

    The columns are separated by a comma, a semicolon or a tab.
    """
    with open_source(path) as source:
        lines = list(source.text_lines())
    first = re.search("[,;\t]", next(filter(str.strip, lines), ""))
    delimiter = first[0] if first else ","
    rows = csv.reader(lines, delimiter=delimiter)
    names: dict[str, str] = {}
    try:
        for cells in rows:
            if not delimiter.join(cells).strip():
                continue
            place = f"{path}:{rows.line_num}"
            folder, name, *more = (*map(str.strip, cells), "", "")
            if folder and name and any(more):
                quoted = delimiter.join([name, *cells[2:]]).replace('"', '""')
                expected = f'a name with {delimiter!r} in quotes: {folder}{delimiter}"{quoted}"'
                raise BadInput(place, f"{delimiter.join(cells)[:60]!r}", expected)
            if not folder or not name:
                expected = "a folder and the name of its club, such as north,Northtown Bridge Club"
                raise BadInput(place, f"{delimiter.join(cells)[:60]!r}", expected)
            if names.setdefault(folder, name) != name:
                raise BadInput(place, f"{folder!r} appears twice")
    except csv.Error as error:
        raise BadInput(path, str(error), "CSV") from None
    return names
