"""A page of results for a browser, in one file that loads nothing else. It is only written."""

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

PARTS = ("ranking", "glance", "travellers", "scorecards", "hands")
DEALS = ("12", "16")
"""The possible numbers of deals on a printed sheet."""

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
        Option("parts", f"only these parts: {', '.join(PARTS)}", writes=True, metavar="PART,..."),
        Option(
            "deals",
            "deals per printed sheet, in the part hands (default: 12)",
            choices=DEALS,
            writes=True,
        ),
        Option(
            "title",
            "title (default: name and date of the session)",
            writes=True,
            metavar="TEXT",
        ),
        Option(
            "club", "name of the club, or its TOML file with club_name", writes=True, metavar="NAME"
        ),
        Option("logo", "picture of the club", writes=True, metavar="FILE"),
        Option("accent", "colour of the club, such as #7a1f5c", writes=True, metavar="COLOUR"),
        Option(
            "css", "style sheet of your own, added to the built-in one", writes=True, metavar="FILE"
        ),
        Option("no_hands", "leave out hands, double dummy and leads", False, writes=True),
        Option("index", "allow search engines to list the pages", False, writes=True),
        Option(
            "playing", "the first round that is not over, for a page during play", 0, writes=True
        ),
        LANGUAGE,
        Option(
            "refresh",
            "reload the page at this interval",
            0,
            writes=True,
            metavar="SECONDS",
        ),
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
    """The options as the page takes them, with the contents of the files that they name."""
    from bmconv.reports.html.look import page_look
    from bmconv.reports.html.page import PageFrame
    from bmconv.reports.html.results import USUAL, PageOptions
    from bmconv.reports.language import chosen_language

    chosen = tuple(part.strip() for part in options.text("parts").split(",") if part.strip())
    for part in chosen:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} in a page; the parts are {', '.join(PARTS)}")
    names = ("accent", "logo", "club", "css")
    look = page_look(**{name: options.text(name) for name in names})
    return PageOptions(
        chosen or USUAL,
        options.text("title"),
        PageFrame(
            chosen_language(options.text("language")),
            look,
            listed=options.flag("index"),
            refresh=options.number("refresh"),
        ),
        hands=not options.flag("no_hands"),
        deals=options.text("deals") or DEALS[0],
        playing=options.number("playing"),
    )


CODEC = Codec(INFO, probe, decode, encode, encode_ranking=encode_ranking)
