"""Facts about club, event and charges that a federation wants, from options or the club's file."""

from bmconv.codecs import Option, Options, write_option
from bmconv.reports.club import CLUB, CONTACT, EVENT, NUMBERS, read_club_file

_OPTIONS = {
    "club_name": (CLUB, "CLUB_NAME", "name of the club", "NAME"),
    "club_number": (CLUB, "CLUB_ID_NUMBER", "number of the club at its federation", "TEXT"),
    "event_id": (EVENT, "EVENT_IDENTIFIER", "number of the event at the federation", "TEXT"),
    "mp_scale": (EVENT, "MASTER_POINT_SCALE", "scale of master points, such as CLUB", "TEXT"),
    "mps_awarded": (EVENT, "MPS_AWARDED_FLAG", "Y if master points were awarded, else N", "Y|N"),
    "charge": (EVENT, "P2P_CHARGE_RATE", "code of the charge for the session, such as 10", "CODE"),
    "contact": (CONTACT, "FULL_NAME", "name of the scorer or secretary", "NAME"),
    "email": (CONTACT, "EMAIL", "address of the scorer or secretary", "ADDRESS"),
}
"""For each option: part of the club's file, element that the option sets, help, placeholder."""
OPTIONS = (
    Option(
        "club",
        "TOML file with the data of the club, and of the event",
        "",
        writes=True,
        metavar="FILE",
    ),
    *(
        write_option(name, help, metavar=metavar)
        for name, (_, _, help, metavar) in _OPTIONS.items()
    ),
    Option(
        "numbers",
        "kind of player numbers: national or club (default: national, with a note)",
        "",
        choices=NUMBERS,
        writes=True,
    ),
)


def club_data(options: Options) -> dict[str, dict[str, str]]:
    """The elements with facts about the club (by the key `""`), the event and the contact."""
    tables = read_club_file(options.text("club")).tables
    elements = {
        part: {name.upper(): text for name, text in values.items()}
        for part, values in tables.items()
    }
    for name, (part, element, *_) in _OPTIONS.items():
        if text := options.text(name):
            elements[part][element] = text
    return elements


def player_numbers(options: Options) -> str:
    """The kind of player numbers, `national` or `club`: from the option or the club's file."""
    return options.text("numbers") or read_club_file(options.text("club")).numbers
