"""Excel workbooks: sheets for people first, then one sheet per record type with all fields."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bmconv.codecs import Codec, Format, Option, Options, write_option
from bmconv.codecs.shared.language import LANGUAGE
from bmconv.codecs.shared.player_list import EXTRA
from bmconv.columns import TABLES
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

if TYPE_CHECKING:
    from bmconv.ranking import Ranked

INFO = Format(
    "an Excel workbook",
    holds=dict.fromkeys(TABLES),
    binary=True,
    options=(
        write_option(
            "sheets",
            "sheets to write, for people or of records",
            "all",
            ("people", "records", "all"),
        ),
        Option(
            "sheet",
            "sheet to read (default: those of records, or else of players)",
            reads=True,
            metavar="NAME",
        ),
        EXTRA,
        LANGUAGE,
    ),
)


def probe(head: bytes, name: str) -> int:
    """A zip file; more likely if its name or its first parts are those of a workbook."""
    if not head.startswith(b"PK\x03\x04"):
        return 0
    named = name.lower().endswith((".xlsx", ".xlsm"))
    return 90 if named else 60 if b"[Content_Types].xml" in head or b"xl/" in head else 40


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Read the sheets of records that bmconv writes, or else a list of players."""
    from bmconv.codecs.xlsx.read import read  # openpyxl is slow to import

    return read(source, options.text("sheet"), notes, extra=options.flag("extra"))


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a workbook."""
    _write(records, sink, options, notes)


def encode_ranking(
    ranked: "Ranked", records: Iterable[Record], sink: Output, options: Options, notes: Notes
) -> None:
    """Write a workbook with a ranking."""
    _write(records, sink, options, notes, ranked)


def _write(
    records: Iterable[Record],
    sink: Output,
    options: Options,
    notes: Notes,
    ranked: "Ranked | None" = None,
) -> None:
    from bmconv.codecs.xlsx.write import write
    from bmconv.reports.language import chosen_language

    sheets = options.text("sheets")
    people, tables = sheets != "records", sheets != "people"
    language = chosen_language(options.text("language"))
    write(records, sink, notes, people=people, tables=tables, ranked=ranked, language=language)


CODEC = Codec(INFO, probe, decode, encode, encode_ranking=encode_ranking)
