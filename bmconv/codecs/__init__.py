"""What a format is: the typed interface of all codecs, their options, and detection.

A format is a module or package whose `CODEC` names its functions; registry.py lists all of them.
"""

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from bmconv.errors import (
    BadInput,
    BrokenPlugin,
    Flag,
    NotOurs,
    UsageError,
    Wording,
    brief,
    like,
)
from bmconv.io.sink import Output
from bmconv.io.source import BOM, Source
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.registry import (
    FORMATS,
    OWN,
    RECORDS,
    Entry,
    PluginWarning,
    cannot_load,
    find_plugins,
    warn_about,
)

if TYPE_CHECKING:
    from pyarrow import RecordBatch

    from bmconv.ranking import Ranked

OptionValue = str | int | bool | None
UserOptions = Mapping[str, object]
"""The options that a caller gives, not yet checked or completed with defaults."""


class Options(dict[str, OptionValue]):
    """All options of a format by name, each with a value of its default's type."""

    def text(self, name: str) -> str:
        """The value of an option that is a text."""
        value = self[name]
        if not isinstance(value, str):
            raise TypeError(f"option {name} is not a text")
        return value

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        value = self[name]
        if not isinstance(value, int):
            raise TypeError(f"option {name} is not a number")
        return value

    def flag(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(self[name])


CERTAIN = 100
"""The probe result that ends detection: no other format is asked."""


class Option(Struct, frozen=True):
    """An option of a format. Its value has the type of the default; None makes it a switch."""

    name: str
    help: str
    default: OptionValue = ""
    choices: tuple[str, ...] = ()
    reads: bool = False
    writes: bool = False
    metavar: str = ""
    """What help shows in place of a text value; the option's name if empty."""
    group: str = ""
    """The heading in help under which the option is listed."""


def write_option(
    name: str,
    help: str,
    default: OptionValue = "",
    choices: tuple[str, ...] = (),
    *,
    metavar: str = "",
    group: str = "",
) -> Option:
    """An option for writing only."""
    return Option(name, help, default, choices, writes=True, metavar=metavar, group=group)


SETTINGS = write_option(
    "settings",
    "settings to write: those given, or all, with the guide's defaults for the rest",
    "given",
    ("given", "defaults"),
)
"""The option of formats that can fill in missing settings of terminals."""


class Format(Struct, frozen=True):
    """The description of a format: what it holds, and its options."""

    title: str
    holds: Mapping[str, tuple[str, ...] | None]
    """The record types it can hold, each with its fields; None means all fields."""
    consults: tuple[str, ...] = ()
    """Record types it cannot hold, but needs for writing others."""
    binary: bool = False
    encoding: str | None = None
    """The character set it is written in; None for binary formats."""
    options: tuple[Option, ...] = ()
    table: str = ""
    """The option that chooses a record type, for formats with one type per file."""
    scope: str = ""
    """The rules that limit its values: `bws`, `dto`, or if empty, only the rules of records."""
    folder: str = ""
    """The option that names a folder to write into, for formats with `encode_folder`."""
    joined: str = ""
    """The option of formats of tables that makes the writer join all records into one event."""
    part: str = ""
    """The option that chooses one of several events in a file, as `#2` after a file name does."""


class Wanted(Struct, frozen=True):
    """The record types a writer needs: a reader may leave out the rest, with a note."""

    format: str
    types: frozenset[str]
    asked: bool
    """Whether the user chose these types, so that leaving out the rest is not a loss."""
    consults: frozenset[str] = frozenset()
    """Types that are not written themselves, but are needed to write the others."""


class Codec(Struct, frozen=True):
    """A format's functions; those with a default are optional."""

    info: Format
    probe: Callable[[bytes, str], int]
    """(first bytes, file name): how much a file looks like the format, 0 to 100."""
    decode: Callable[[Source, Options, Notes], Iterator[Record]]
    """Read records."""
    encode: Callable[[Iterable[Record], Output, Options, Notes], None]
    """Write records, of the types and fields in `info.holds` and `info.consults`."""
    encode_folder: (
        Callable[[Iterable[Record], Callable[[str], Output], Options, Notes], None] | None
    ) = None
    """Write several files, each opened with the function that is passed; see `Format.folder`."""
    encode_ranking: Callable[["Ranked", Iterable[Record], Output, Options, Notes], None] | None = (
        None
    )
    """Write a ranked event with its records, for formats that show rankings to people."""
    decode_wanted: Callable[[Source, Options, Notes, Wanted], Iterator[Record]] | None = None
    """Read only the records that a writer wants, for formats where this saves work."""
    wanted: Callable[[Options], Wanted | None] | None = None
    """What the writer needs with these options; without this function, all types in `info`."""
    decode_columns: (
        Callable[[Source, str, Options, Notes, Wanted | None], "Iterator[RecordBatch] | None"]
        | None
    ) = None
    """Read one record type by columns (columns/batches.py), for large files.

    None if this file has to be read by records.
    """
    encode_columns: (
        Callable[[str, "Iterator[RecordBatch]", Output, Options, Notes], None] | None
    ) = None
    """Write batches of one record type."""
    info_for: Callable[[Options], Format] | None = None
    """What the format holds with these options, where that differs from `info`."""
    version: Callable[[bytes], str] | None = None
    """The version of a file, from its first bytes."""
    like: Callable[[bytes], UserOptions] | None = None
    """The options that write a file like the one with these first bytes."""
    like_file: Callable[[str], UserOptions] | None = None
    """Further options for writing a file like the one at this path, found by reading all of it."""
    schema: Callable[[str], Mapping[str, object]] | None = None
    """The JSON Schema, by name, of a type that only this format has."""

    def format(self, options: Options) -> Format:
        """What the format holds with these options."""
        return self.info_for(options) if self.info_for else self.info

    def needs(self, name: str, options: Options) -> Wanted | None:
        """What the writer of this format needs from a reader; None means everything."""
        if self.wanted:
            return self.wanted(options)
        types, consulted = frozenset(self.info.holds), frozenset(self.info.consults)
        return Wanted(name, types, asked=False, consults=consulted)


def read_only(format: str) -> UsageError:
    """The error for writing a format that is only read."""
    return UsageError(f"{format} is only read, not written; choose another format")


def note_lost(kind: str, format: str, place: str, notes: Notes, count: int = 1) -> None:
    """Note that records of a type are left out because the format does not hold them."""
    text = f"left out: {format} does not hold {{it|them}}"
    notes.loss("record-lost", place, text, count, f"{kind} record{{s}}")


def note_field_lost(
    kind: str, field: str, format: str, place: str, notes: Notes, count: int = 1
) -> None:
    """Note that values of a field are left out because the format does not hold them."""
    text = f"left out: {format} does not hold {{it|them}}"
    notes.loss("field-lost", place, text, count, f"{kind}.{field} value{{s}}")


def note_encodings(source: Source, notes: Notes) -> None:
    """Note that a file that was read has lines in several encodings."""
    if source.odd_lines:
        text = "line{s} of UTF-8 in a file that is not, read as cp1252"
        hint = "save the file in one encoding"
        notes.loss("mixed-encodings", source.name, text, source.odd_lines, hint=hint)


ENCODING = Option("encoding", "character set of the text", reads=True, writes=True, metavar="NAME")
"""The option that every text format has."""


def load(name: str) -> Codec:
    """The codec of a format."""
    if not isinstance(name, str) or name not in FORMATS:
        raise UsageError(
            f"unknown format {brief(name)}{like(str(name), FORMATS)}; the installed formats are "
            f"{', '.join(FORMATS)}"
        )
    if name in OWN:
        codec: Codec = import_module(OWN[name].module).CODEC
        return codec
    if fault := find_plugins().faults.get(name):
        raise UsageError(str(fault)) from fault.__cause__
    from bmconv.codecs.plugin_guard import check_codec, guard

    module = FORMATS[name].module
    try:
        codec = import_module(module).CODEC
        check_codec(codec)
    except Exception as error:
        package = find_plugins().packages[name]
        raise BrokenPlugin(cannot_load(name, package, error, module)) from error
    return guard(name, codec, module)


def options_of(info: Format, *, reading: bool) -> tuple[Option, ...]:
    """The options of a format for reading or for writing; text formats have `encoding`."""
    choices = tuple(o for o in info.options if (o.reads if reading else o.writes))
    return choices if info.binary else (*choices, ENCODING)


def fill_options(info: Format, values: UserOptions, *, reading: bool) -> Options:
    """Options completed with defaults; an unknown option or a wrong value is an error."""
    known = {o.name: o for o in options_of(info, reading=reading)}
    filled = Options({o.name: o.default for o in known.values()})
    for name, value in values.items():
        if value is None:
            continue
        if name not in known:
            offered = ", ".join(known) or "none"
            raise UsageError(f"{info.title} has no option {name!r}; its options are {offered}")
        filled[name] = _parse_option(known[name], value)
    if filled.get("encoding"):
        filled["encoding"] = _standard_encoding(filled.text("encoding"))
    return filled


def _parse_option(option: Option, value: object) -> OptionValue:
    """The value of an option, as text or as a Python value, in the type of its default."""
    text = str(value)
    if option.choices and text not in option.choices:
        raise UsageError(f"{option.name}={text}: expected {', '.join(option.choices)}")
    if isinstance(option.default, str):
        return text
    if isinstance(option.default, bool) or option.default is None:
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.lower() in words:
            return words[text.lower()]
        raise UsageError(f"{option.name}={text}: expected true or false")
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    raise UsageError(f"{option.name}={value}: expected a whole number")


def _standard_encoding(name: str) -> str:
    """Python's standard name of a character set."""
    try:
        known = codecs.lookup(name).name
        "".encode(known)  # not every Python codec is for text
    except (LookupError, ValueError):
        raise UsageError(
            f"unknown encoding {name!r}: expected for example utf-8 or cp1252"
        ) from None
    return known


def reading_options(info: Format, options: UserOptions, source: Source) -> Options:
    """The options for reading a source, including the event that `#2` in its name chooses."""
    if source.part and not info.part:
        file = source.name.rpartition("#")[0]
        raise BadInput(source.name, "not a file of several events", f"{file} alone")
    chosen = {info.part: source.part} if source.part else {}
    return fill_options(info, {**options, **chosen}, reading=True)


def refuse_blank(source: Source, format: str) -> None:
    """Refuse an empty input, so that a failed download does not become an empty database.

    Only a stream of records that is not a file may be empty.
    """
    if format != RECORDS or source.file_name:
        source.require_content()


_CHOOSE_FORMAT = Wording(
    "name the format with ",
    Flag("format", "NAME", "-f NAME (join, diff: NAME:FILE); bmconv formats lists the names"),
)
_UNREADABLE_FILES: tuple[tuple[bytes, str], ...] = (
    (
        rb"\x00\x01\x00\x00Standard ACE DB\x00",
        "an Access 2007 database (.accdb); save it in Access as a 2002-2003 database (.mdb)",
    ),
    (
        rb"(?i)(?:\xef\xbb\xbf)?\s*(?:section|board|pair|ns|ew)\s*[,;\t][^\r\n]*\b(?:award|penalty)\b",
        "awards or penalties, which rank takes beside the results: rank RESULTS --adjust FILE",
    ),
    (rb"\s*%PDF-", "a PDF, made for printing; ask for the file it was printed from"),
    (
        rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "an old Word or Excel file (.doc, .xls); save it as .xlsx, or as plain text",
    ),
    (
        rb"(?i)(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)",
        "a web page, made for reading; ask for the file it was made from",
    ),
    (
        rb"(?s)\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0{4}|II\*\0|MM\0\*|RIFF.{4}WEBP",
        "a picture; ask for the file of results or hands that it shows",
    ),
    (rb"\{\\rtf", "a Word file (RTF); save it as plain text"),
    (
        rb"(?:\xef\xbb\xbf)?\s*(?:-?\d+\s*;\s*){6}",
        "BMRData with semicolons; replace them with commas (tr ';' ',' < FILE > BMRData.txt)",
    ),
)
"""Files that no format reads: a pattern for their first bytes, what they are and what to do."""


def detect(source: Source) -> str:
    """The format that a source most looks like; a tie or no match is an error."""
    name = source.file_name
    if os.path.isdir(name):
        for entry, row in OWN.items():
            if row.extensions[-1:] == ("/",) and load(entry).probe(b"", name):
                _refuse_mixed_folder(source, entry)
                return entry
    head = source.head()  # fails for a folder that no format reads
    if not name and source.is_blank():
        return RECORDS  # an empty stream
    _refuse_recoded(source, head)
    faults: dict[str, PluginWarning] = {}
    """The errors of plug-ins, by format."""
    scores = _scores(OWN, head, name, faults)
    winners = _best(scores)
    if CERTAIN not in scores.values():
        for magic, description in _UNREADABLE_FILES:
            if re.match(magic, head):
                raise NotOurs(source.name, description)
    ending = os.path.splitext(name.lower())[1]
    foreign = ending and not any(ending in row.extensions for row in OWN.values())
    if len(winners) != 1 or (foreign and scores[winners[0]] < CERTAIN):
        faults |= find_plugins().faults
        winners = _best(scores | _scores(find_plugins().entries, head, name, faults))
    if winners:
        warn_about(faults.values())
    if len(winners) == 1:
        return winners[0]
    source.require_content()
    if winners:
        raise BadInput(source.name, f"could be {' or '.join(winners)}", hint=_CHOOSE_FORMAT)
    _refuse_damaged(source, head)
    if faults:
        raise BadInput(source.name, f"unknown format; {'; '.join(map(str, faults.values()))}")
    unread = f": no installed format reads {ending} files" if foreign else ""
    raise BadInput(source.name, f"unknown format{unread}", hint=_CHOOSE_FORMAT)


def _refuse_damaged(source: Source, head: bytes) -> None:
    """Refuse a file of a known format that is damaged, packed or laid out in another way."""
    if source.file_name.lower().endswith(OWN["bws"].extensions):
        if not any(head):
            raise BadInput(
                source.name,
                "the beginning of the file is lost, there are only zeros; copy it again from where "
                "it was made",
            )
        raise BadInput(source.name, "not a Bridgemate database: it has no Access header")
    if typed := re.match(rb'\s*\{\s*"type"\s*:\s*"([^"]*)"', head):
        from bmconv.io.stream import unknown_type
        from bmconv.records import TYPES

        if typed[1].decode(errors="replace") not in TYPES:
            raise unknown_type(f"{source.name}:1", typed[1])
        raise BadInput(source.name, "records over several lines", "one object per line (jq -c)")
    if re.match(rb'\s*\[\s*\{\s*"type"', head):
        raise BadInput(source.name, "a list of records", "one object per line (jq -c '.[]')")
    line = head.removeprefix(BOM).split(b"\n", 1)[0].strip()
    may_be_records = not source.file_name or source.file_name.lower().endswith(
        OWN[RECORDS].extensions
    )
    if may_be_records and line.startswith(b"{") and line.endswith(b"}"):
        from bmconv.io.stream import type_of

        type_of(line, lambda: f"{source.name}:1")  # raises an error about the line
    if head.startswith((b"PK\x03\x04", b"\x1f\x8b")):
        raise BadInput(source.name, "an archive; give it by a name that ends in .zip or .gz")


_BINARY = re.compile(rb"\x00\x01\x00\x00Standard (Jet|ACE) DB|PK\x03\x04|PAR1|ARROW1")
"""The first bytes of the binary files that we write."""
_RECODED_CHARACTERS = 20
"""A binary file whose head is UTF-8 with at least this many non-ASCII characters was recoded."""


def _refuse_recoded(source: Source, head: bytes) -> None:
    """Refuse a binary file that a shell recoded as text: its head is valid UTF-8."""
    if not _BINARY.match(head):
        return
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return
    if source.recoded or sum(character > "\x7f" for character in text) >= _RECODED_CHARACTERS:
        problem = "a binary file that went through PowerShell's > and is ruined"
        raise BadInput(source.name, problem, hint="make it again with -o")


def _refuse_mixed_folder(source: Source, format: str) -> None:
    """Refuse a folder with files of other formats, which would not be read.

    Text files are ignored: they may be somebody's notes.
    """
    known = {ending for row in OWN.values() for ending in row.extensions}
    others = tuple(known - {*OWN[format].extensions, ".txt"})
    unread = sorted(name for name in os.listdir(source.file_name) if name.lower().endswith(others))
    if unread:
        problem = f"a folder of several formats, with {unread[0]} and {format} files"
        chosen = Flag("format", format, f"-f {format}")
        raise BadInput(
            source.name, problem, hint=Wording("name one file, or read the folder with ", chosen)
        )


def _scores(
    formats: Mapping[str, Entry], head: bytes, name: str, faults: dict[str, PluginWarning]
) -> dict[str, int]:
    """The probe results of the formats that the name or the first bytes suggest.

    Stops at a format that is certain. Plug-ins that fail are added to `faults`, with the message.
    """
    scores: dict[str, int] = {}
    for entry, row in formats.items():
        if name.lower().endswith(row.extensions or ("\0",)) or re.match(row.magic, head):
            try:
                scores[entry] = load(entry).probe(head, name)
            except BrokenPlugin as error:
                faults[entry] = PluginWarning(str(error))
                continue
            if scores[entry] == CERTAIN:
                break
    return scores


def _best(scores: dict[str, int]) -> list[str]:
    """The formats with the highest score above 0."""
    best = max(scores.values(), default=0)
    return [entry for entry, score in scores.items() if score == best and best > 0]
