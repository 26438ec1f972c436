"""The TOML file of a club: its name and language, and what its federation wants to know.

club_name = "Northtown Bridge Club"
club_id_number = "123456"
language = "nl"

[event]
master_point_scale = "CLUB"
p2p_charge_rate = 10

[contact]
full_name = "Sven Ulrich"
"""

import re
from typing import Any, NamedTuple

from bmconv.errors import BadInput, UsageError, like
from bmconv.io.source import open_source

CLUB, EVENT, CONTACT = "", "event", "contact"
"""The tables of the file; what comes before the first one is about the club."""
NUMBERS = ("national", "club")
"""What player numbers can be: numbers of the federation, or of the club."""
_NAMES = {
    CLUB: ("club_name", "club_id_number", "language", "numbers"),
    EVENT: (
        *("program_name", "program_version", "title", "event_description", "venue", "country"),
        *("event_identifier", "master_point_scale", "master_point_type", "mps_awarded_flag"),
        *("p2p_charge_rate", "match_scoring_method", "scoring_method", "boards_per_round"),
    ),
    CONTACT: ("full_name", "telephone", "email", "scorer"),
}
"""The names that each table can have."""
_LEADING_ZERO = re.compile(r"^\s*\w+ *= *(0\d+)", re.MULTILINE)
"""A value that begins with 0, which TOML does not allow for a number."""
_CURLY = re.compile("= *[“”„‘’]")
"""A value in the quotes of a word processor."""


class ClubFile(NamedTuple):
    """The facts about a club that are the same every evening."""

    tables: dict[str, dict[str, str]]
    """The values of each table by name in lower case, without the language and `numbers`."""
    language: str = ""
    """The code of the language of pages and workbooks."""
    numbers: str = ""
    """What player numbers are: one of NUMBERS, or empty if the file does not say."""

    @property
    def name(self) -> str:
        """The name of the club."""
        return self.tables[CLUB].get("club_name", "")


NO_FILE = ClubFile({CLUB: {}, EVENT: {}, CONTACT: {}})
"""A club without a file."""


def read_club_file(path: str | None) -> ClubFile:
    """The content of a club's file; an unknown name in it is an error."""
    if not path:
        return NO_FILE
    content = _load(path)
    parts = {CLUB: {name: v for name, v in content.items() if not isinstance(v, dict)}}
    parts |= {name.lower(): v for name, v in content.items() if isinstance(v, dict)}
    tables: dict[str, dict[str, str]] = {part: {} for part in _NAMES}
    for part, values in parts.items():
        if part not in _NAMES:
            raise UsageError(f"{path}: no table [{part}]; expected [event] or [contact]")
        for name, value in values.items():
            tables[part][_known_name(name, part, path)] = _text(value, name, path)
    club = tables[CLUB]
    language, numbers = club.pop("language", ""), club.pop("numbers", "")
    if numbers not in ("", *NUMBERS):
        raise UsageError(f"{path}: numbers is {numbers!r}; expected {' or '.join(NUMBERS)}")
    return ClubFile(tables, language, numbers)


def path_of_club(name_or_path: str | None) -> str | None:
    """The path, if an option for the club's name or its file names a file; else None."""
    is_path = name_or_path and name_or_path.lower().endswith(".toml")
    return name_or_path if is_path else None


def name_of_club(name_or_path: str) -> str:
    """The name of the club, from an option that takes the name itself or the club's file."""
    path = path_of_club(name_or_path)
    return read_club_file(path).name if path else name_or_path


def language_code(code: str | None, path: str | None) -> str:
    """The language chosen by an option, or else in the club's file; empty without both."""
    return code or read_club_file(path).language


def _load(path: str) -> dict[str, Any]:
    import tomllib  # needed only with a file

    try:
        with open_source(path) as source:  # Windows' editor may write cp1252 or UTF-16
            text = "".join(source.text_blocks())
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if "\0" in text:
            raise BadInput(path, "not a text file", 'TOML such as club_name = "Oak"') from None
        if curly := _CURLY.search(text):
            line = text.count("\n", 0, curly.start()) + 1
            raise BadInput(f"{path}: line {line}", "curly quotes; type straight ones") from None
        if zero := _LEADING_ZERO.search(text):
            line = text.count("\n", 0, zero.start(1)) + 1
            problem = f'a number that begins with 0 needs quotes: "{zero[1]}"'
            raise BadInput(f"{path}: line {line}", problem) from None
        raise BadInput(path, str(error), 'TOML such as club_name = "Oak"') from None


def _known_name(name: str, part: str, path: str) -> str:
    """A name of the file in lower case; an error if its table cannot have the name."""
    names = _NAMES[part]
    if name.lower() in names:
        return name.lower()
    hint = like(name, names)
    raise UsageError(f"{path}: unknown name {name!r}{hint}; expected {', '.join(names)}")


def _text(value: Any, name: str, path: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UsageError(f"{path}: {name} is {value!r}; expected text or a whole number")
    return str(value)
