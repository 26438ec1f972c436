"""Plan changes to the Settings of a database.

A single row applies to all sections. As soon as one section differs, every section gets a full
row of its own (guide, Settings).
"""

from typing import Any

from bmconv.bws.live.change import ADD_COLUMN, INSERT, UPDATE, Change
from bmconv.bws.live.refusals import Refusal, no_section
from bmconv.bws.live.requests import Edit
from bmconv.bws.live.view import Row, View, int_of
from bmconv.errors import Flag, Wording
from bmconv.notes import Notes
from bmconv.rules.settings import COLUMNS, has_column, name_as_in_guide, setting

DEFAULTS = {known.name: known.default for known in COLUMNS}
Values = dict[str, Any]


class SettingsRow:
    """A row of Settings, in the file or new, with the values it is to have.

    `section` is None for a row that applies to all sections; `at` names the row in messages.
    """

    def __init__(self, section: int | None, pointer: int, row: Row | None, at: str) -> None:
        self.section, self.pointer, self.row, self.at = section, pointer, row, at
        self.values: Values = {}
        self.source: SettingsRow | None = None
        """The row from which a new row is copied."""

    def current(self, name: str) -> Any:
        """The value in the file."""
        return self.row[name.lower()] if self.row else None

    def differs(self, name: str, value: Any) -> bool:
        """Whether a value differs from that in the file; false is the same as no value."""
        old = self.current(name)
        return old != value and not (old in (None, False) and value in (None, False))


class SettingsChanges:
    """Plans the changes of Settings, and finds the sections whose terminals must reload them."""

    def __init__(self, edits: list[Edit], view: View, notes: Notes, *, closed: bool) -> None:
        self.view, self.notes, self.closed = view, notes, closed
        self.sections = [int_of(row["id"]) for _, row in view.rows("Section")]
        self.file_rows = view.rows("Settings")
        self.wanted = [
            (edit.record.section, name_as_in_guide(edit.record.values)) for edit in edits
        ]
        self.concerned: set[int | None] = set()
        """The sections whose settings change; None: all."""

    def plan(self) -> list[Change]:
        """The changes: new columns first, then rows."""
        if not self.wanted:
            return []
        if self.view.table("Settings") is None:
            raise Refusal("no-table", "", "the file has no table Settings", hint="make a new file")
        for section, values in self.wanted:
            self._refuse_unknown(section, values)
        rows = self._rows()
        for row in rows:
            for section, values in self.wanted:
                if section is None or row.section in (None, section):
                    self._set(row, section, values)
        columns = self._new_columns(rows)
        return [*columns, *(change for row in rows for change in self._changes(row, columns))]

    def _refuse_unknown(self, section: int | None, values: Values) -> None:
        if section is not None and section not in self.sections:
            raise no_section(section)
        for name in values:
            if not has_column(name):
                why = "a .bws has no such setting" if setting(name) else "unknown setting"
                raise Refusal("no-setting", name, why)

    def _rows(self) -> list[SettingsRow]:
        """The rows after the change: first the rows in the file, then new rows."""
        rows = [
            SettingsRow(row["section"], pointer, row, self.view.place(row["section"]))
            for pointer, row in self.file_rows
        ]
        first = rows[0] if rows else None
        if len(rows) > 1:
            missing = {section for section, _ in self.wanted if section is not None}
            missing -= {row.section for row in rows}
            return rows + [self._new_row(section, None) for section in sorted(missing)]
        if first and not self._sections_differ(first):
            first.section, first.at = None, "all"
            return rows
        if first and first.section not in self.sections:
            first.section = self.sections[0]
            first.values["Section"] = first.section
            first.at = self.view.place(first.section)
        known = {first.section} if first else set()
        rows += [self._new_row(s, first) for s in self.sections if s not in known]
        return rows or [self._new_row(None, None)]

    def _sections_differ(self, only: SettingsRow | None) -> bool:
        """Whether one section is to have a value that the row for all sections does not have."""
        return len(self.sections) > 1 and any(
            section is not None
            and any(only is None or only.differs(n, v) for n, v in values.items())
            for section, values in self.wanted
        )

    def _new_row(self, section: int | None, source: SettingsRow | None) -> SettingsRow:
        """A new row with the values that applied to its section so far, or the guide's defaults."""
        at = "all" if section is None else self.view.place(section)
        row = SettingsRow(section, 0, None, at)
        row.source = source
        for name, default in DEFAULTS.items():
            if self.view.has_column("Settings", name):
                old = source.current(name) if source else None
                row.values[name] = default if old is None else old
                if old is None and not any(
                    name in values
                    for s, values in self.wanted
                    if section is None or s in (None, section)
                ):
                    self._note_default(row, name)
        row.values["Section"] = section or 0
        return row

    def _note_default(self, row: SettingsRow, name: str) -> None:
        text = "setting{s} not given, written with the guide's default"
        self.notes.repair("setting-default", f"{row.at} {name}", text)

    def _set(self, row: SettingsRow, section: int | None, values: Values) -> None:
        """Give a row the values requested for it."""
        for name, value in values.items():
            known = setting(name)
            if known and known.everywhere and section is not None and len(self.sections) > 1:
                if row.differs(name, value):
                    raise Refusal(
                        "global-setting",
                        f"{row.at} {name}",
                        "the first row counts for all sections",
                        hint="give it in a record without section",
                    )
                continue
            row.values[name] = value

    def _new_columns(self, rows: list[SettingsRow]) -> list[Change]:
        """The columns to be added to the file; rows without a value there get the default."""
        names = {name for row in rows for name in row.values if name != "Section"}
        lacking = sorted(n for n in names if not self.view.has_column("Settings", n))
        if lacking and not self.closed:
            raise Refusal(
                "no-column",
                "",
                f"the table Settings of the file has no column {', '.join(lacking)}",
                hint=Wording("add it in a closed file, or with ", Flag("copy", "FILE")),
                remedy=Flag("copy", "FILE"),
            )
        for row in rows:
            for name in (name for name in lacking if name not in row.values):
                row.values[name] = DEFAULTS[name]
                self._note_default(row, name)
        return [Change(ADD_COLUMN, "Settings", name, {}) for name in lacking]

    def _changes(self, row: SettingsRow, columns: list[Change]) -> list[Change]:
        new = {change.place for change in columns}
        if row.row is None:
            names = {*row.values} - {"Section"}
            if row.source is None or any(row.source.differs(n, row.values[n]) for n in names):
                self.concerned.add(row.section)
            values = {n: v for n, v in row.values.items() if n in new or self._has_column(n)}
            values.setdefault("Section", row.section or 0)
            return [Change(INSERT, "Settings", row.at, values)]
        other = {n: v for n, v in row.values.items() if n in new or row.differs(n, v)}
        if not other:
            return []
        if {*other} - {"Section"}:
            self.concerned.add(row.section)
        cells = {name: row.current(name) for name in other}
        return [Change(UPDATE, "Settings", row.at, other, row.pointer, cells)]

    def _has_column(self, name: str) -> bool:
        return self.view.has_column("Settings", name)
