"""The table of formats: what is known about each without loading it, and formats of plug-ins.

Another package adds a format with an entry point of the group `bmconv.formats`: the name of the
format, and an `Entry` like those below. Plug-ins are looked up only when a name is not one of ours,
when no format of ours fits a file, or when all formats are listed.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple


class Entry(NamedTuple):
    """A format: its codec, a line of help, file name endings, and what its files begin with."""

    module: str
    help: str
    extensions: tuple[str, ...]
    magic: bytes
    """A pattern for the first bytes; with the ending it decides which formats are asked."""
    sample: str
    """A file in formats/NAME/samples, for the examples in the help; its records lie beside it."""
    reads: bool = True
    """Whether it is also read. Write-only formats are for people; what they omit is not a loss."""
    writes: bool = True
    """Whether it is also written."""


RECORDS = "records"
"""The canonical stream, which every command can read and write."""
DATABASE = "bws"
"""The Bridgemate database, which people have most of."""

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
"""The endings of files that hold other files; archives.py reads them."""


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


@lru_cache(None)
def plugins() -> dict[str, Entry]:
    """The formats of other packages; one that cannot be loaded is warned about and left out."""
    import re
    from importlib.metadata import entry_points

    entries: dict[str, Entry] = {}
    for point in entry_points(group="bmconv.formats"):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        try:
            entry = point.load()
            if point.name in OWN or point.name in entries:
                raise ValueError("there is a format of this name already")
            if not isinstance(entry, Entry):
                raise TypeError(f"{point.value} is not a bmconv.registry.Entry")
            if not isinstance(entry.extensions, tuple):
                raise TypeError(f"{point.value}: extensions is not a tuple of endings")
            re.match(entry.magic, b"")  # a wrong pattern would fail for every unknown file
            entries[point.name] = entry
        except Exception as error:
            warn_about(f"{point.name!r} of {package}", error)
    return entries


def warn_about(plugin: str, error: Exception) -> None:
    """Warn in one line that a plug-in cannot be used."""
    from warnings import warn

    warn(PluginWarning(f"format {plugin} cannot be loaded: {one_line(error)}"), stacklevel=3)


_NOT_GIVEN = "Missing required argument "
"""How msgspec begins to say that a Format, Codec or Option lacks a field."""


def one_line(error: Exception) -> str:
    """The kind and text of an error of a plug-in; in plain words what it does not give."""
    text = str(error)
    if isinstance(error, TypeError) and text.startswith(_NOT_GIVEN):
        name = text.removeprefix(_NOT_GIVEN).strip("'")
        return f"it makes a Format, Codec or Option without {name}"
    if isinstance(error, AttributeError) and error.name == "CODEC":
        return "its module has no CODEC"
    return " ".join(f"{type(error).__name__}: {error}".split())


class Formats(Mapping[str, Entry]):
    """All formats, ours first; plug-ins are looked up for other names and for lists."""

    def __getitem__(self, name: str) -> Entry:
        return OWN[name] if name in OWN else plugins()[name]

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from plugins()

    def __len__(self) -> int:
        return len(OWN) + len(plugins())


FORMATS = Formats()
