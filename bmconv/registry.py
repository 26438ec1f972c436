"""The table of formats: what is known about each without loading it, and formats of plug-ins.

Another package adds a format with an entry point of the group `bmconv.formats`: the name of the
format, and an `Entry` like those below. Plug-ins are looked up only when a name is not one of ours,
when no format of ours fits a file, or when all formats are listed.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from bmconv.errors import BmconvError, BrokenPlugin


class Entry(NamedTuple):
    """A format: its codec, a line of help, file name endings, and what its files begin with."""

    module: str
    help: str
    extensions: tuple[str, ...]
    magic: bytes
    """A pattern for the first bytes. A file is probed if this pattern or the ending fits."""
    sample: str
    """A file in formats/NAME/samples, for examples in the help; its records are beside it. For a
    plug-in, any file name with its ending."""
    reads: bool = True
    """Whether the format can be read. Write-only formats are for people; what they omit is no
    loss."""
    writes: bool = True
    """Whether the format can be written."""


RECORDS = "records"
"""The canonical stream, which every command can read and write."""
DATABASE = "bws"
"""The Bridgemate database, the most common format."""
PAGE = "html"
"""The page of results, which people open in a browser."""

OWN: dict[str, Entry] = {
    RECORDS: Entry(
        "bmconv.codecs.records",
        "canonical records, one JSON object a line",
        (".jsonl", ".ndjson"),
        rb"(?:\xef\xbb\xbf)?\s*\{",
        "event.jsonl",
    ),
    "bws": Entry(
        "bmconv.bws.codec",
        "Bridgemate database, Access 97 or Access 2000",
        (".bws", ".mdb"),
        rb"\x00\x01\x00\x00Standard Jet DB\x00",
        "night.bws",
    ),
    "bminput": Entry(
        "bmconv.codecs.bmpftp.bminput",
        "BMInput.txt: movement and seats for the control software",
        (".txt",),
        rb'(?:\xef\xbb\xbf)?\s*"?(?i:Clients|Section|Tables|RoundData|PlayerNumbers)"?\s*,',
        "BMInput.txt",
    ),
    "bmrdata": Entry(
        "bmconv.codecs.bmpftp.bmrdata",
        "BMRData.txt: results from the control software",
        (".txt",),
        rb"(?:\xef\xbb\xbf)?\s*-?\d+\s*,\s*-?\d+\s*,\s*-?\d+\s*,",
        "BMRData.txt",
    ),
    "bmpnums": Entry(
        "bmconv.codecs.bmpftp.bmpnums",
        "BMPNums.txt: player numbers by seat",
        (".txt",),
        rb'(?:\xef\xbb\xbf)?\s*-?\d+\s*,\s*-?\d+\s*,\s*"?[NESWnesw]',
        "BMPNums.txt",
    ),
    "dto": Entry(
        "bmconv.codecs.dto",
        "Data Connector JSON: DTOs, bare or in envelopes",
        (".json",),
        rb"(?:\xef\xbb\xbf)?\s*[\[{]",
        "init.json",
    ),
    "pbn": Entry(
        "bmconv.codecs.pbn",
        "hand records, with results, auctions and play",
        (".pbn",),
        rb"(?:\xef\xbb\xbf)?\s*[\[%;{]",
        "hands.pbn",
    ),
    "players": Entry(
        "bmconv.codecs.players",
        "a list of players as CSV: firstname;lastname;playernumber",
        (".csv", ".txt"),
        rb"[^\x00{\[,;\t\r\n][^,;\t\r\n]*[,;\t]",
        "players.csv",
    ),
    "csv": Entry(
        "bmconv.codecs.tables.csv",
        "records of one type as CSV, a column per field",
        (".csv", "/"),
        rb"(?:\xef\xbb\xbf)?\s*[\",;]?[A-Za-z]",
        "result.csv",
    ),
    "xlsx": Entry(
        "bmconv.codecs.xlsx",
        "Excel workbook: sheets for people, and a sheet per record type",
        (".xlsx", ".xlsm"),
        rb"PK\x03\x04",
        "evening.xlsx",
    ),
    "parquet": Entry(
        "bmconv.codecs.tables.parquet",
        "records of one type as Parquet, or all types in a folder",
        (".parquet", "/"),
        rb"PAR1",
        "slams.parquet",
    ),
    "arrow": Entry(
        "bmconv.codecs.tables.arrow",
        "records of one type as Arrow IPC, or all types in a folder",
        (".arrow", ".feather", "/"),
        rb"ARROW1\x00\x00|\xff\xff\xff\xff",
        "boards.arrow",
    ),
    "bridgescore": Entry(
        "bmconv.codecs.bridgescore",
        "BridgeScore's traveller file, and its report",
        (".txt",),
        rb"\s*\d+\s*\n\s*\d+\s*\n\s*\d+\s*\n",
        "travellers.txt",
    ),
    "bridgegem": Entry(
        "bmconv.codecs.bridgegem",
        "Bridge Gem movements: one .mvt file, or a library folder",
        (".mvt", ".idx", "/"),
        rb"(?:\xef\xbb\xbf)?(?:0000|\d{5})\t",
        "M00007.mvt",
    ),
    "lin": Entry(
        "bmconv.codecs.lin",
        "BBO's text of deals, auctions, play and matches",
        (".lin",),
        rb"(?i)(?:\xef\xbb\xbf)?\s*(?:[a-z]{2}(?:\||%7c)|https?://\S*[?&]lin=)",
        "match.lin",
    ),
    "rbn": Entry(
        "bmconv.codecs.rbn",
        "Richard's Bridge Notation: deals, auctions, play and results",
        (".rbn",),
        rb"(?:\xef\xbb\xbf)?\s*(?:[DTLESFKNBHACPR] |\{)",
        "league.rbn",
    ),
    "usebio": Entry(
        "bmconv.codecs.usebio",
        "results of a session for federations and club sites, as XML",
        (".xml",),
        rb"(?:\xef\xbb\xbf)?\s*<",
        "federation.xml",
    ),
    "dup": Entry(
        "bmconv.codecs.deals.dup",
        "deals of dealing machines: Duplimate for DOS",
        (".dup",),
        rb"\d{78}(?:\x06|\r?\n)",
        "machine.dup",
    ),
    "dlm": Entry(
        "bmconv.codecs.deals.dlm",
        "deals of dealing machines: Duplimate for Windows",
        (".dlm",),
        rb"(?i)(?:\xef\xbb\xbf)?\s*\[document\]",
        "windows.dlm",
    ),
    "bri": Entry(
        "bmconv.codecs.deals.bri",
        "deals of dealing machines: numbers of cards",
        (".bri",),
        rb"\d{78}[\x00 \r\n]",
        "numbers.bri",
    ),
    "dge": Entry(
        "bmconv.codecs.deals.dge",
        "deals of dealing machines: suit signs and ranks",
        (".dge",),
        rb"\x06[AKQJT98765432]*\x03",
        "signs.dge",
    ),
    "ber": Entry(
        "bmconv.codecs.deals.ber",
        "deals as digits, one for each card",
        (".ber",),
        rb"\s*[1-4]{52}",
        "digits.ber",
    ),
    "bhg": Entry(
        "bmconv.codecs.deals.bhg",
        "deals as letters, one for each card",
        (".bhg",),
        rb"\s*[A-Za-z]{52}\r?\n",
        "letters.bhg",
    ),
    "cds": Entry(
        "bmconv.codecs.deals.cds",
        "deals in 13 bytes, with board numbers",
        (".cds",),
        rb"(?s)\x01.{13}",
        "numbered.cds",
    ),
    "rzd": Entry(
        "bmconv.codecs.deals.rzd",
        "deals in 13 bytes, counted",
        (".rzd",),
        rb"(?s)..\x20{11}",
        "counted.rzd",
    ),
    "dealcsv": Entry(
        "bmconv.codecs.deals.suits_csv",
        "deals as CSV, a column for each suit",
        (".csv",),
        rb'(?:"?[AKQJT2-9]{0,13}"?,){16}',
        "suits.csv",
    ),
    "gib": Entry(
        "bmconv.codecs.deals.gib",
        "deals with double-dummy tricks, one on a line",
        (".gib", ".asc"),
        rb"[AKQJT2-9.]{16} [AKQJT2-9.]{16} ",
        "solved.gib",
    ),
    "acblscore": Entry(
        "bmconv.codecs.acblscore",
        "game files of ACBLscore (only read)",
        (".aca", ".acm", ".ace"),
        rb"\x12\x0a\x03AC3",
        "game.aca",
        writes=False,
    ),
    "acblpage": Entry(
        "bmconv.codecs.acblpage",
        "results of an ACBL club game: the saved page or its JSON (only read)",
        (".html", ".htm", ".json"),
        rb"(?:\xef\xbb\xbf)?\s*[<{]",
        "club-results.html",
        writes=False,
    ),
    "jannersten": Entry(
        "bmconv.codecs.jannersten",
        "results.txt for Jannersten's hand records (only read)",
        (".txt",),
        rb"(?i)(?:\xef\xbb\xbf)?\s*\[GAME\]",
        "results.txt",
        writes=False,
    ),
    "bridgewebs": Entry(
        "bmconv.codecs.bridgewebs",
        "results of a ranked session for BridgeWebs, as CSV",
        (".csv",),
        rb"(?i)(?:\xef\xbb\xbf)?\s*#version",
        "upload.csv",
    ),
    "html": Entry(
        "bmconv.codecs.html",
        "a page of results for a browser (only written)",
        (".html", ".htm"),
        rb"(?!)",
        "page.html",
        reads=False,
    ),
}

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".eml")
"""The endings of files that hold other files; io/archives.py reads them."""

PRINTED = (".pdf", ".doc", ".docx", ".odt", ".rtf", ".ps", ".png", ".xps")
"""Endings of files for printing."""


def why_not_written(stem: str, ending: str) -> str:
    """What to write instead of a file with this ending; empty if there is no advice."""
    if ending in PRINTED:
        page = f"write {stem}.html and print it from a browser, to paper or PDF"
        return f"bmconv does not write {ending[1:]}; {page}"
    return "bmconv writes .xlsx, which every Excel since 2007 opens" if ending == ".xls" else ""


class PluginWarning(UserWarning):
    """A plug-in cannot be used; the message names it."""


class Plugins(NamedTuple):
    """The formats of other packages, by name."""

    entries: dict[str, Entry]
    packages: dict[str, str]
    """Name and version of the package of each format."""
    faults: dict[str, PluginWarning]
    """What is wrong with each format that cannot be loaded."""


@lru_cache(None)
def find_plugins() -> Plugins:
    """The formats of other packages, and what is wrong with formats that cannot be loaded."""
    from importlib.metadata import entry_points

    known = Plugins({}, {}, {})
    for point in entry_points(group="bmconv.formats"):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        try:
            entry = point.load()
            if point.name in OWN or point.name in known.entries:
                raise BrokenPlugin("there is a format of this name already")
            known.entries[point.name] = _checked_entry(entry, point.value)
            known.packages[point.name] = package
        except Exception as error:
            fault = PluginWarning(cannot_load(point.name, package, error, point.value))
            fault.__cause__ = error
            known.faults[point.name] = fault
    return known


@lru_cache(None)
def plugins() -> dict[str, Entry]:
    """The formats of other packages; one that cannot be loaded is warned about and left out."""
    known = find_plugins()
    warn_about(known.faults.values())
    return known.entries


def _checked_entry(entry: object, place: str) -> Entry:
    """The entry of a plug-in, which must be valid: a wrong pattern would fail for every file."""
    import re

    if not isinstance(entry, Entry):
        raise BrokenPlugin(f"{place} is not a bmconv.registry.Entry")
    endings = entry.extensions
    if not isinstance(endings, tuple) or not all(isinstance(ending, str) for ending in endings):
        raise BrokenPlugin(f"{place}: extensions is not a tuple of endings")
    if not isinstance(entry.magic, bytes):
        problem = "the pattern for the first bytes is not bytes, such as rb'DEAL'"
        raise BrokenPlugin(f"{place}: {problem}")
    try:
        re.compile(entry.magic)
    except re.error as error:
        raise BrokenPlugin(
            f"{place}: the pattern for the first bytes does not compile: {error}"
        ) from error
    return entry


def warn_about(faults: Iterable[PluginWarning]) -> None:
    """Warn in one line of each plug-in that cannot be used."""
    from warnings import warn

    for fault in faults:
        warn(fault, stacklevel=3)


def cannot_load(format: str, package: str, error: Exception, module: str) -> str:
    """The message about a plug-in that cannot be loaded."""
    return f"format {format!r} of {package} cannot be loaded: {describe_error(error, module)}"


_NOT_GIVEN = "Missing required argument "
"""How the message of msgspec begins if a Format, Codec or Option lacks a field."""
_LONGEST = 300
"""The number of characters to which the error of a plug-in is cut."""


def describe_error(error: Exception, module: str) -> str:
    """The error of a plug-in in one line, with the line of its code that raised it.

    The class of the error is named unless it is one of ours. A missing field or CODEC is reported
    in plain words.
    """
    text = str(error)
    if isinstance(error, TypeError) and text.startswith(_NOT_GIVEN):
        name = text.removeprefix(_NOT_GIVEN).strip("'")
        text = f"it makes a Format, Codec or Option without {name}"
    elif isinstance(error, AttributeError) and error.name == "CODEC":
        text = "its module has no CODEC"
    elif not isinstance(error, BmconvError):
        text = " ".join(f"{type(error).__name__}: {error}".split())
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}..."
    line = _line_of(error, module)
    return f"{text} ({line})" if line else text


def _line_of(error: Exception, module: str) -> str:
    """File and line of the last call in a package that led to an error; empty if there is none."""
    import os
    from traceback import walk_tb

    package = module.partition(":")[0].partition(".")[0]
    lines = [
        f"{os.path.basename(frame.f_code.co_filename)}:{number}"
        for frame, number in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package
    ]
    return lines[-1] if lines else ""


BROKEN = Entry("", "cannot be loaded", (), rb"(?!)", "")
"""Stands for a plug-in that cannot be loaded: its name is known, and using it is an error."""


class Formats(Mapping[str, Entry]):
    """All formats, ours first; plug-ins are looked up for other names and for lists.

    Plug-ins that cannot be loaded are not listed.
    """

    def __getitem__(self, name: str) -> Entry:
        if name in OWN:
            return OWN[name]
        known = find_plugins()
        return BROKEN if name in known.faults else known.entries[name]

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from plugins()

    def __len__(self) -> int:
        return len(OWN) + len(plugins())


FORMATS = Formats()
