"""The properties of DTOs: their names, the guide's spellings, and which DTO an object is."""

from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from bmconv.connector.parsing import printable
from bmconv.connector.schema import DTO, DTOS
from bmconv.errors import close_to
from bmconv.notes import Notes

SPELLINGS: dict[str, dict[str, str]] = {
    "AddSessionDTO": {
        "Bridgmate2Settings": "Bridgemate2Settings",
        "Bridgmate3Settings": "Bridgemate3Settings",
    },
    "SessionDTO": {"PairsMoveAcrossField": "PairsMoveAccrossField"},
    "Bridgemate2SettingsDTO": {
        "Intermediate results": "IntermediateResults",
        "MemberNumber": "MemberNumbers",
        "BM2NextSeating": "BM2NextSeatings",
        "BM2EnterHandrecord": "BM2EnterHandRecord",
        "BM2EnterHandrecordWhen": "BM2EnterHandRecordWhen",
        "BM2NumberValidation": "NumberValidation",
    },
    "Bridgemate3SettingsDTO": {
        "BM3PinCode": "BM3PINcode",
        "Bm3ViewResults": "BM3ViewResults",
        "BM3ScoreColumn": "BM3ScoreColum",
        "BM3ViewPercentages": "BMViewPercentages",
    },
}
"""The guide's spellings of properties that the clients spell differently."""

FORMER: dict[str, tuple[str, ...]] = {
    "SectionDTO": ("IsDeleted",),
    "ResultDTO": ("EventQueueId",),
    "Bridgemate3SettingsDTO": ("BM3ConnectionMode",),
}
"""Properties in the guide that no longer exist; without a value, they are ignored silently."""

AUTO_BOARD = "BM2AutoBoardNumber"
"""A property that is a number in the guide (0 no, 1 yes, 2 yes but the first board by hand), but a
boolean in what the clients send."""
CONNECTION_MODE = "BM3ConnectionMode"
"""A property of the settings in the guide, but of each table in what the clients send."""
SETTINGS = ("Bridgemate2SettingsDTO", "Bridgemate3SettingsDTO")
"""The DTOs that must be sent with all their properties."""
_OPTIONAL = ("ValidationMessages",)


class PropertyNames(NamedTuple):
    """The names of the properties of a DTO."""

    known: frozenset[str]
    nested: dict[str, str]
    """The properties that contain DTOs, each with the name of its DTO."""


@cache
def properties(name: str) -> PropertyNames:
    """The properties of a DTO."""
    cls = DTOS[name]
    nested = {}
    for key, hint in get_type_hints(cls).items():
        for part in (hint, *get_args(hint)):
            for kind in (part, *get_args(part)):
                if isinstance(kind, type) and issubclass(kind, DTO):
                    nested[key] = kind.__name__
    return PropertyNames(frozenset(cls.__struct_fields__), nested)


def closest_dto(keys: Any) -> str:
    """The DTO with the most of these keys and, of several such, the fewest other keys; or empty."""
    best, name = (0, 0), ""
    for candidate in DTOS:
        likely = (count_shared(candidate, keys), -len(properties(candidate).known))
        if likely[0] and likely > best:
            best, name = likely, candidate
    return name


def count_shared(name: str, keys: Any) -> int:
    """The number of these keys that a DTO has, including the guide's spellings."""
    if not name:
        return 0
    spellings = SPELLINGS.get(name, {})
    return len(properties(name).known.intersection(spellings.get(key, key) for key in keys))


class Cleaner:
    """Reduces parsed JSON to the properties that the clients write; other properties are noted.

    With `exact`, only the clients' spelling is accepted, as by the service.
    """

    def __init__(self, place: str, notes: Notes, *, exact: bool) -> None:
        self.place, self.notes, self.exact = place, notes, exact
        self.modes: dict[tuple[str | None, str | None], int] = {}
        """Connection modes found in settings, as in the guide, by session and section."""

    def clean(self, value: Any, name: str, path: str = "$") -> Any:
        """The known properties of a value, in the clients' spelling."""
        if isinstance(value, list):
            return [self.clean(v, name, f"{path}[{n}]") for n, v in enumerate(value)]
        if not isinstance(value, dict):
            return value
        known, nested = properties(name)
        clean: dict[str, Any] = {}
        for key, content in value.items():
            here = f"{self.place}: {printable(f'{path}.{key}')}"
            if not self.exact:
                key = self._respell(value, key, name, here)
            if key in nested:
                content = self.clean(content, nested[key], f"{path}.{key}")
            if key in known:
                clean[key] = content
            elif key == CONNECTION_MODE and not self.exact and type(content) is int and content:
                self._note_guide(here)
                self.modes[value.get("SessionGuid"), value.get("SectionLetters")] = content
            elif content or key not in FORMER.get(name, ()):
                self._note_unknown(key, name, here)
        if not self.exact and name == SETTINGS[0]:
            self._read_number(clean, path)
        return clean

    def _respell(self, value: dict[str, Any], key: str, name: str, here: str) -> str:
        """The clients' spelling of a name in the guide's spelling, with a note; else the name."""
        wire = SPELLINGS.get(name, {}).get(key)
        if key in properties(name).known or not wire or wire in value:
            return key
        self._note_guide(here)
        return wire

    def _note_guide(self, here: str) -> None:
        text = "property name{s} read in the guide's spelling"
        self.notes.repair("guide-spelling", here, text)

    def _note_unknown(self, key: str, name: str, here: str) -> None:
        wire = SPELLINGS.get(name, {}).get(key) or close_to(key, properties(name).known)
        hint = f"the clients write {wire}" if wire else ""
        text = "unknown property name{s} ignored"
        self.notes.loss("unknown-property", here, text, hint=hint)

    def _read_number(self, clean: dict[str, Any], path: str) -> None:
        """Replace the number that the guide has in place of a boolean of the clients."""
        number = clean.get(AUTO_BOARD)
        if type(number) is int and 0 <= number <= 2:
            place = f"{self.place}: {path}.{AUTO_BOARD}: {number}"
            self.notes.repair("guide-number", place, "number{s} of the guide read as true or false")
            clean[AUTO_BOARD] = number > 0
            if number == 2:
                clean["BM2FirstBoardManually"] = True


def note_missing(value: Any, name: str, place: str, notes: Notes, path: str = "$") -> None:
    """Note missing settings, which are read as 0 or false, as by the service."""
    if isinstance(value, list):
        for at, item in enumerate(value):
            note_missing(item, name, place, notes, f"{path}[{at}]")
    elif isinstance(value, dict):
        known, nested = properties(name)
        present = {SPELLINGS.get(name, {}).get(key, key) for key in value}
        missing = sorted(known - present - {*_OPTIONAL}) if name in SETTINGS else []
        if missing:
            text = "setting{s} read as 0 or false: not given"
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            first = f"{place}: {path}: {missing[0]}{more}"
            notes.repair("settings-missing", first, text, len(missing))
        for key in nested.keys() & value.keys() if _has_settings(name) else ():
            note_missing(value[key], nested[key], place, notes, f"{path}.{key}")


def _has_settings(name: str) -> bool:
    return not set(SETTINGS).isdisjoint(properties(name).nested.values())
