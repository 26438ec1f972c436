"""Settings of the terminals: records with the names of a .bws, and DTOs with their properties."""

from typing import Any

from bmconv.bridge.movements import letters
from bmconv.connector.schema import DTO, Bridgemate2SettingsDTO, Bridgemate3SettingsDTO
from bmconv.errors import Flag, Wording
from bmconv.event import Event
from bmconv.masking import mask
from bmconv.notes import Notes
from bmconv.records import Settings
from bmconv.rules import DTO as RULES
from bmconv.rules import Verdict
from bmconv.rules.settings import SETTINGS, has_column, name_as_in_guide, setting

_COLUMN = {
    "NumberValidation": "BM2NumberValidation",
    "BM3ScoreColum": "BM3ScoreColumn",
    "BMViewPercentages": "BM3ViewPercentages",
}
"""The .bws column of each property that is spelled differently there."""

CONNECTION_MODE = "BM3ConnectionMode"
"""In a .bws this is a setting, in the DTOs a property of tables."""
IGNORED = frozenset(
    (
        *("GroupSections", "IntermediateResults", "HandRecordValidation", "BM2RecordBidding"),
        *("BM2RecordPlay", "BM2ValidateRecording", "BM2ShowHands", "BM2NameSource"),
        *("BM2TextBasedNumber", "BM2NumberValidation"),
    )
)
"""Settings that are sent, but ignored by BCS in Data Connector mode."""

_NOT_SETTINGS = ("SessionGuid", "SectionLetters", "ValidationMessages")


def _properties(kind: type[DTO]) -> list[str]:
    """The settings in a DTO, by their property names."""
    return [name for name in kind.__struct_fields__ if name not in _NOT_SETTINGS]


def settings_of(dto: DTO, section: int) -> Settings:
    """The settings of a section; 0 and 1 become false and true where .bws has a yes/no column."""
    values: dict[str, bool | int | str] = {}
    for name in _properties(type(dto)):
        value = getattr(dto, name)
        column = _COLUMN.get(name, name)
        known = setting(column)
        if value is None:
            continue
        values[column] = known.judge(value, RULES).value if known else value
    return Settings(section=section, values=values)


class TerminalSettings:
    """Makes the settings DTOs of the sections of an event."""

    def __init__(self, event: Event, notes: Notes, *, defaults: bool) -> None:
        self.event, self.defaults, self.notes = event, defaults, notes
        self.values_by_section = [
            (record.section, name_as_in_guide(record.values)) for record in event.of(Settings)
        ]

    def note_globals(self) -> None:
        """Note event-wide settings that have different values in different sections."""
        for name in (s.name for s in SETTINGS if s.everywhere):
            rows = [values for _, values in self.values_by_section if name in values]
            if len({str(values[name]) for values in rows}) > 1:
                text = "event-wide setting{s} that {differs|differ} between sections"
                self.notes.loss("global-setting", name, text)

    def note_unknown(self, *, with_tables: bool) -> None:
        """Note settings that no DTO can hold; the connection mode is a property of tables."""
        known = {*_TYPES, CONNECTION_MODE} if with_tables else _TYPES.keys()
        for section, values in self.values_by_section:
            for name in values:
                if name not in known:
                    place = f"settings {'' if section is None else letters(section)} {name}"
                    text = "setting{s} left out: not part of this document"
                    self.notes.loss("setting-lost", " ".join(place.split()), text)

    def dto(self, kind: type[DTO], section: int | None, guid: str, name: str) -> DTO | None:
        """The DTO of a section; None if there are no settings or some are missing."""
        values = self.event.settings(section)
        names = {name: _COLUMN.get(name, name) for name in _properties(kind)}
        needed = [column for column in names.values() if has_column(column)]
        missing = [column for column in needed if column not in values]
        if missing == needed:
            return None
        place = f"settings {name} {'BM2' if kind is Bridgemate2SettingsDTO else 'BM3'}"
        if missing and not self.defaults:
            text = "incomplete set{s} of settings left out"
            hint = Wording(Flag("settings", "defaults"), " fills them in")
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            incomplete_at = f"{place}: no {missing[0]}{more}"
            self.notes.loss("settings-incomplete", incomplete_at, text, hint=hint)
            return None
        try:
            filled = {n: self._value(column, values, place) for n, column in names.items()}
        except _OddSetting as odd:
            text = "set{s} of settings skipped: a value is out of range"
            self.notes.error("range", f"{place} {odd}", text)
            return None
        return kind(**filled, SessionGuid=guid, SectionLetters=name)

    def _value(self, column: str, values: dict[str, Any], place: str) -> Any:
        """The value of a setting in the form used by a DTO."""
        known = setting(column)
        if column not in values:
            if not has_column(column):
                text = "setting{s} unknown to the source sent as 0"
                self.notes.repair("bm3-new", f"{place} {column}", text)
                return 0
            text = "setting{s} filled in with the guide's default"
            self.notes.repair("setting-default", f"{place} {column}", text)
            value: Any = known.default if known else 0
        else:
            value = values[column]
        if column in IGNORED and known and value != known.default:
            text = "setting{s} sent that BCS ignores in this mode"
            self.notes.loss("ignored-by-bcs", f"{place} {column}", text)
        verdict = known.judge(value, RULES) if known else Verdict(value)
        if not verdict.is_valid:
            raise _OddSetting(f"{column}: {mask(value, column)}")
        value = verdict.value
        if isinstance(value, str):
            return value
        return bool(value) if _TYPES[column] is bool else int(value)


class _OddSetting(Exception):
    """A value that a DTO cannot hold."""


_TYPES = {
    _COLUMN.get(name, name): kind.__annotations__[name]
    for kind in (Bridgemate2SettingsDTO, Bridgemate3SettingsDTO)
    for name in _properties(kind)
}
"""The type of each setting in the DTOs, by column."""
