"""The properties of DTOs: known names, the guide's spellings, and which DTO an object is."""

from functools import cache
from typing import Any, get_args, get_type_hints

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
"""Properties of the guide that no longer exist; without a value they are no loss."""

AUTO_BOARD = "BM2AutoBoardNumber"
"""A number in the guide (0 no, 1 yes, 2 yes but the first board by hand), a boolean on the wire."""
CONNECTION_MODE = "BM3ConnectionMode"
"""In the guide a property of the settings; now each table has it."""
SETTINGS = ("Bridgemate2SettingsDTO", "Bridgemate3SettingsDTO")
"""The DTOs of which all properties must be sent."""
_OPTIONAL = ("ValidationMessages",)


@cache
def properties(name: str) -> tuple[frozenset[str], dict[str, str]]:
    """The properties of a DTO, and the DTOs inside by property."""
    cls = DTOS[name]
    inner = {}
    for key, hint in get_type_hints(cls).items():
        for part in (hint, *get_args(hint)):
            for kind in (part, *get_args(part)):
                if isinstance(kind, type) and issubclass(kind, DTO):
                    inner[key] = kind.__name__
    return frozenset(cls.__struct_fields__), inner


def likeness(keys: Any) -> str:
    """The DTO with most of these keys and, among equals, the fewest others."""
    best, name = (0, 0), ""
    for candidate in DTOS:
        likely = (count_shared(candidate, keys), -len(properties(candidate)[0]))
        if likely[0] and likely > best:
            best, name = likely, candidate
    return name


def count_shared(name: str, keys: Any) -> int:
    """The number of keys that a DTO has, including the guide's spellings."""
    if not name:
        return 0
    spellings = SPELLINGS.get(name, {})
    return len(properties(name)[0].intersection(spellings.get(key, key) for key in keys))


class Cleaner:
    """Makes the properties of parsed JSON those that the clients write; all others are noted.

    `exact`: nothing but the clients' own spelling counts, as for the service.
    """

    def __init__(self, place: str, notes: Notes, *, exact: bool) -> None:
        self.place, self.notes, self.exact = place, notes, exact
        self.modes: dict[tuple[str | None, str | None], int] = {}
        """Connection modes that settings have as in the guide, by guid and letters."""

    def clean(self, value: Any, name: str, path: str = "$") -> Any:
        """The known properties of a value, in the clients' spelling."""
        if isinstance(value, list):
            return [self.clean(v, name, f"{path}[{n}]") for n, v in enumerate(value)]
        if not isinstance(value, dict):
            return value
        known, inner = properties(name)
        clean: dict[str, Any] = {}
        for key, content in value.items():
            here = f"{self.place}: {printable(f'{path}.{key}')}"
            if not self.exact:
                key = self._respell(value, key, name, here)
            if key in inner:
                content = self.clean(content, inner[key], f"{path}.{key}")
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
        """The clients' spelling of a name that the guide spells otherwise."""
        wire = SPELLINGS.get(name, {}).get(key)
        if key in properties(name)[0] or not wire or wire in value:
            return key
        self._note_guide(here)
        return wire

    def _note_guide(self, here: str) -> None:
        text = "property name{s} read in the guide's spelling"
        self.notes.repair("guide-spelling", here, text)

    def _note_unknown(self, key: str, name: str, here: str) -> None:
        wire = SPELLINGS.get(name, {}).get(key) or close_to(key, properties(name)[0])
        hint = f"the clients write {wire}" if wire else ""
        text = "unknown property name{s} ignored"
        self.notes.loss("unknown-property", here, text, hint=hint)

    def _read_number(self, clean: dict[str, Any], path: str) -> None:
        """Read the number that the guide has where the clients write a boolean."""
        number = clean.get(AUTO_BOARD)
        if type(number) is int and 0 <= number <= 2:
            place = f"{self.place}: {path}.{AUTO_BOARD}: {number}"
            self.notes.repair("guide-number", place, "number{s} of the guide read as true or false")
            clean[AUTO_BOARD] = number > 0
            if number == 2:
                clean["BM2FirstBoardManually"] = True


def note_missing(value: Any, name: str, place: str, notes: Notes, path: str = "$") -> None:
    """Note settings that are not given; they are read as 0 or false, as the service does."""
    if isinstance(value, list):
        for at, item in enumerate(value):
            note_missing(item, name, place, notes, f"{path}[{at}]")
    elif isinstance(value, dict):
        known, inner = properties(name)
        present = {SPELLINGS.get(name, {}).get(key, key) for key in value}
        missing = sorted(known - present - {*_OPTIONAL}) if name in SETTINGS else []
        if missing:
            text = "setting{s} read as 0 or false: not given"
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            first = f"{place}: {path}: {missing[0]}{more}"
            notes.repair("settings-missing", first, text, len(missing))
        for key in inner.keys() & value.keys() if _has_settings(name) else ():
            note_missing(value[key], inner[key], place, notes, f"{path}.{key}")


def _has_settings(name: str) -> bool:
    return not set(SETTINGS).isdisjoint(properties(name)[1].values())
