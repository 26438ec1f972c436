"""Change a table definition: replace numbers in place, or add a column at the end."""

import struct

from .. import codes
from ..build import tdef as built
from ..build.spec import ColumnSpec
from ..build.values import is_variable
from ..errors import JetError
from ..layout import Layout
from ..read.tdef import Definition, fixed_end
from .maps import Allocator
from .pages import EditablePages


class TdefPages:
    """The pages of one definition; a change is visible completely or not at all."""

    def __init__(self, pages: EditablePages, allocator: Allocator, number: int) -> None:
        self.pages, self.allocator, self.number = pages, allocator, number
        self.layout = pages.layout
        self.read()

    def read(self) -> None:
        """Read the definition from the file."""
        self.data = self.pages.tdef(self.number)
        self.numbers = [self.number]
        while follows := struct.unpack_from("<I", self.pages.page(self.numbers[-1]), 4)[0]:
            self.numbers.append(follows)

    def patch(self, *changes: tuple[int, bytes]) -> None:
        """Change bytes at these offsets."""
        data = bytearray(self.data)
        for at, raw in changes:
            data[at : at + len(raw)] = raw
        old = [self.pages.page(number) for number in self.numbers]
        bodies = built.tdef_bodies(self.layout, bytes(data))
        new = [page[:8] + body for page, body in zip(old, bodies, strict=True)]
        differing = [i for i, page in enumerate(new) if page != old[i]]
        if len(differing) == 1:
            self.pages.write(self.numbers[differing[0]], new[differing[0]])
        elif differing:
            self._replace(new)
        self.data = bytes(data)

    def rewrite(self, data: bytes) -> None:
        """Replace the definition by a definition of another length."""
        self._replace(built.tdef_pages(self.layout, data))
        self.read()

    def _replace(self, pages: list[bytes]) -> None:
        """Write new pages after the first, then the first page itself, which makes them visible."""
        old = self.numbers[1:]
        self.numbers = [self.number, *(self.allocator.allocate() for _ in pages[1:])]
        first, *rest = built.link_pages(pages, self.numbers)
        for number, page in zip(self.numbers[1:], rest, strict=True):
            self.allocator.put(number, page)
        self.allocator.settle()
        self.pages.write(self.number, first)
        if old:
            self.allocator.give_back(old)


def with_column(
    layout: Layout, data: bytes, definition: Definition, column: ColumnSpec, codec: str
) -> bytes:
    """The definition with another column at the end; existing rows stay without a value for it."""
    if column.type not in codes.TYPE_CODES or column.type in codes.LONG_TYPES or column.autonumber:
        raise JetError(f"a column of type {column.type} cannot be added to a table")
    if definition.max_columns >= codes.COLUMNS_MAX:
        raise JetError(f"the table has {codes.COLUMNS_MAX} columns: no more can be added")
    if any(c.name.casefold() == column.name.casefold() for c in definition.columns):
        raise JetError(f"there is already a column {column.name}")
    (length,) = struct.unpack_from("<I", data, codes.TDEF_LENGTH_AT)
    if data[length - 2 : length] != codes.TDEF_END:
        raise JetError("the table definition does not end as expected: it is not changed")
    number = definition.max_columns
    variable = is_variable(column.type)
    fixed_at = 0
    if not variable and column.type != "boolean":
        fixed_at = fixed_end(layout, definition.columns, number) - layout.count_size
    flags = codes.COLUMN_NULLABLE if variable else codes.COLUMN_NULLABLE | codes.COLUMN_FIXED
    position = max((c.position for c in definition.columns), default=-1) + 1
    head = (codes.TYPE_CODES[column.type], number, definition.variable_columns, position)
    tail = (flags, fixed_at, built.column_width(layout, column))
    code_page = next((c.code_page for c in definition.columns if c.code_page), 1252)
    record = built.column_record(layout, column, head, tail, code_page)
    name = built.counted_name(layout, column.name, codec)
    grown = bytearray(
        data[: definition.column_names_at]
        + record
        + data[definition.column_names_at : definition.real_indexes_at]
        + name
        + data[definition.real_indexes_at : length]
    )
    at = layout.tdef_type_at + 1
    counts = (number + 1, definition.variable_columns + variable, len(definition.columns) + 1)
    struct.pack_into("<HHH", grown, at, *counts)
    struct.pack_into("<I", grown, codes.TDEF_LENGTH_AT, len(grown))
    return bytes(grown)
