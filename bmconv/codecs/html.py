"""A page of results to read in a browser: one file that fetches nothing. It is only written."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bmconv.codecs import Codec, Format, Option, Options
from bmconv.codecs.shared.language import LANGUAGE
from bmconv.errors import UsageError
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

if TYPE_CHECKING:
    from bmconv.ranking import Ranked
    from bmconv.reports.html.results import PageOptions

PARTS = ("ranking", "travellers", "scorecards")

INFO = Format(
    "a page of results for a browser",
    holds={
        "event": ("name",),
        "session": ("id", "name", "date"),
        "section": None,
        "round": None,
        "player": None,
        "seat": None,
        "hand": None,
        "evaluation": None,
        "result": None,
        "ranking": None,
    },
    consults=("scoring_group", "table", "settings"),
    binary=True,
    options=(
        Option("parts", f"only these parts: {', '.join(PARTS)}", writes=True),
        Option("title", "title of the page (default: name and date of the session)", writes=True),
        Option("css", "file with a style sheet of your own, added to the built-in", writes=True),
        Option("no_hands", "leave out hands, double dummy and leads", False, writes=True),
        Option("index", "let search engines list the page", False, writes=True),
        Option(
            "playing", "the first round that is not over, for a page during play", 0, writes=True
        ),
        LANGUAGE,
        Option("refresh", "seconds after which the page loads itself again", 0, writes=True),
    ),
)


def probe(head: bytes, name: str) -> int:
    """Pages are never read."""
    return 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Refuse: a page does not hold the records it was made from."""
    raise UsageError(f"{source.name}: html is only written; read the file the page was made from")


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write the page of an event."""
    from bmconv.reports.html.results import results  # jinja2 is slow to import

    sink.write(results(records, _page_options(options), notes).encode())


def encode_ranking(
    ranked: "Ranked", records: Iterable[Record], sink: Output, options: Options, notes: Notes
) -> None:
    """Write the page of a ranking."""
    from bmconv.reports.html.results import ranking_page

    sink.write(ranking_page(ranked, _page_options(options)).encode())


def _page_options(options: Options) -> "PageOptions":
    """The options of a page, with the text of the style sheet."""
    from bmconv.reports.html.results import PageOptions, style_sheet
    from bmconv.reports.language import chosen_language

    chosen = tuple(part.strip() for part in options.text("parts").split(",") if part.strip())
    for part in chosen:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} in a page; they are {', '.join(PARTS)}")
    css = style_sheet(options.text("css")) if options.text("css") else ""
    return PageOptions(
        chosen or PARTS,
        options.text("title"),
        css,
        listed=options.flag("index"),
        hands=not options.flag("no_hands"),
        playing=options.number("playing"),
        refresh=options.number("refresh"),
        language=chosen_language(options.text("language")),
    )


CODEC = Codec(INFO, probe, decode, encode, encode_ranking=encode_ranking)
