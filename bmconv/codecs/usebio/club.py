"""What stays the same for a club: club, event and charges, from a TOML file or from options.

club_name = "Northtown Bridge Club"
club_id_number = "123456"

[event]
master_point_scale = "CLUB"
p2p_charge_rate = 10

[contact]
full_name = "Sven Ulrich"
"""

from typing import Any

from bmconv.codecs import Option, Options
from bmconv.errors import BadInput, FileTrouble, UsageError, like, reason_of

CLUB = ("CLUB_NAME", "CLUB_ID_NUMBER")
EVENT = (
    *("PROGRAM_NAME", "PROGRAM_VERSION", "TITLE", "EVENT_DESCRIPTION", "VENUE", "COUNTRY"),
    *("EVENT_IDENTIFIER", "MASTER_POINT_SCALE", "MASTER_POINT_TYPE", "MPS_AWARDED_FLAG"),
    *("P2P_CHARGE_RATE", "MATCH_SCORING_METHOD", "SCORING_METHOD", "BOARDS_PER_ROUND"),
)
CONTACT = ("FULL_NAME", "TELEPHONE", "EMAIL", "SCORER")
_OPTIONS = {
    "club_name": ("", "CLUB_NAME", "name of the club"),
    "club_id": ("", "CLUB_ID_NUMBER", "number of the club at its federation"),
    "event_id": ("event", "EVENT_IDENTIFIER", "number of the event at the federation"),
    "scale": ("event", "MASTER_POINT_SCALE", "scale of master points, such as CLUB"),
    "mps_awarded": ("event", "MPS_AWARDED_FLAG", "Y if master points were awarded, else N"),
    "charge": ("event", "P2P_CHARGE_RATE", "code of the charge for the session, such as 10"),
    "contact": ("contact", "FULL_NAME", "name of the scorer or secretary"),
    "email": ("contact", "EMAIL", "address of the scorer or secretary"),
}
"""For each option, the part of the file and the element that it sets, and its help."""

NUMBERS = ("national", "club")
"""What the numbers of players can be."""
OPTIONS = (
    Option("club", "TOML file with the club and event data of all sessions", "", writes=True),
    *(Option(name, help, "", writes=True) for name, (_, _, help) in _OPTIONS.items()),
    Option(
        "numbers",
        "what player numbers are: national or club (default: national, with a note)",
        "",
        choices=NUMBERS,
        writes=True,
    ),
)


def club_data(options: Options) -> dict[str, dict[str, str]]:
    """Elements by part: the club's under an empty name, then event and contact."""
    elements: dict[str, dict[str, str]] = {"": {}, "event": {}, "contact": {}}
    if options.text("club"):
        _read_file(options.text("club"), elements)
    for name, (part, element, _) in _OPTIONS.items():
        if text := options.text(name):
            elements[part][element] = text
    return elements


def club_file(text: str | None) -> str | None:
    """The club's file, where an option takes the name of the club or its file."""
    return text if text and text.lower().endswith(".toml") else None


def language_code(code: str | None, path: str | None) -> str:
    """The language asked for, else that of the club's pages and workbooks in its file, else ''."""
    if code or not path:
        return code or ""
    value = {name.lower(): value for name, value in _load(path).items()}.get("language", "")
    return _text(value, "language", path)


def player_numbers(options: Options) -> str:
    """What player numbers are, national or club: by option, else as the club's file has it."""
    path = options.text("club")
    if options.text("numbers") or not path:
        return options.text("numbers")
    value = {name.lower(): value for name, value in _load(path).items()}.get("numbers", "")
    if value not in ("", *NUMBERS):
        raise UsageError(f"{path}: numbers is {value!r}; expected {' or '.join(NUMBERS)}")
    return str(value)


def _load(path: str) -> dict[str, Any]:
    """The content of a TOML file."""
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise FileTrouble(f"{path}: {reason_of(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(path, "not a text file", 'TOML such as club_name = "Oak"') from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(path, str(error), 'TOML such as club_name = "Oak"') from None


def _read_file(path: str, elements: dict[str, dict[str, str]]) -> None:
    """Add the elements of a TOML file; its tables are the parts."""
    data = _load(path)
    known = {"": CLUB, "event": EVENT, "contact": CONTACT}
    tables = {"": {k: v for k, v in data.items() if not isinstance(v, dict)}}
    tables |= {k.lower(): v for k, v in data.items() if isinstance(v, dict)}
    for part, values in tables.items():
        if part not in known:
            raise UsageError(f"{path}: no table [{part}]; expected [event] or [contact]")
        for name, value in values.items():
            if part == "" and name.lower() in ("language", "numbers"):
                continue  # the language of pages and workbooks, and what player numbers are
            elements[part][_element_name(name, known[part], path)] = _text(value, name, path)


def _element_name(name: str, names: tuple[str, ...], path: str) -> str:
    """The element for a name in the TOML file, in upper or lower case."""
    if name.upper() in names:
        return name.upper()
    hint = like(name, map(str.lower, names))
    offered = ", ".join(map(str.lower, names))
    raise UsageError(f"{path}: unknown name {name!r}{hint}; expected {offered}")


def _text(value: Any, name: str, path: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UsageError(f"{path}: {name} is {value!r}; expected text or a whole number")
    return str(value)
