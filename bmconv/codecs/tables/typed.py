"""The codecs of Parquet and Arrow files, which differ in little; Arrow is imported on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bmconv.codecs import Codec, Format, Options, Wanted
from bmconv.codecs.tables.shared import OPTIONS, folder_files, wanted_by
from bmconv.columns import TABLES
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Output
from bmconv.source import Source


def typed_codec(name: str, title: str, marks: dict[bytes, int]) -> Codec:
    """The codec of a format whose files have typed columns.

    `marks` has the first bytes of its files, each with what the probe returns for them.
    """

    def probe(head: bytes, path: str) -> int:
        if path.endswith("/"):
            return 80 if folder_files(path, f".{name}") else 0
        return next((score for mark, score in marks.items() if head.startswith(mark)), 0)

    def wanted(options: Options) -> Wanted | None:
        return wanted_by(name, options)

    def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
        from bmconv.codecs.tables import columnar

        return columnar.decode(columnar.FILES[name], source, options, notes)

    def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
        from bmconv.codecs.tables import columnar

        columnar.encode(columnar.FILES[name], records, sink, options, notes)

    def encode_folder(
        records: Iterable[Record],
        open_file: Callable[[str], Output],
        options: Options,
        notes: Notes,
    ) -> None:
        from bmconv.codecs.tables import columnar

        columnar.encode_folder(columnar.FILES[name], records, open_file, options, notes)

    def encode_table(batches: Iterator[Any], sink: Output, options: Options, notes: Notes) -> None:
        from bmconv.codecs.tables import columnar

        columnar.encode_table(columnar.FILES[name], batches, sink, options, notes)

    info = Format(title, holds=dict.fromkeys(TABLES), binary=True, options=OPTIONS, folder="dir")
    return Codec(
        info,
        probe,
        decode,
        encode,
        encode_folder=encode_folder,
        encode_table=encode_table,
        wanted=wanted,
    )
