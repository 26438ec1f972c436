"""The page of one event: its rankings, its boards, and a card for everybody."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from bmconv import records as rec
from bmconv.errors import DataError, FileTrouble
from bmconv.event import Event
from bmconv.event.summary import known_date
from bmconv.notes import Notes
from bmconv.ranking import Ranked, rank
from bmconv.ranking.from_records import ranking_from_records
from bmconv.ranking.standings import Standings
from bmconv.records import Record
from bmconv.reports.cards import CardView, cards
from bmconv.reports.html.boards import BoardView, boards
from bmconv.reports.html.page import page
from bmconv.reports.labels import Labels, place_text, units
from bmconv.reports.language import ENGLISH, Language
from bmconv.reports.people import PeopleLinks, PersonLink


class PageOptions(NamedTuple):
    """What a page shows, and how."""

    parts: tuple[str, ...]
    title: str = ""
    """If empty, name and date of the session."""
    css: str = ""
    """The text of a style sheet that is added to the built-in one."""
    listed: bool = False
    """Whether search engines may list the page."""
    hands: bool = True
    """Whether hands, double dummy and leads are on it."""
    language: Language = ENGLISH
    playing: int = 0
    """The first round that is not over; 0 if all are."""
    refresh: int = 0
    """Seconds after which the page loads itself again; 0: never."""


class RankingRow(NamedTuple):
    """A line of a ranking list."""

    place: str
    who: PersonLink
    boards: int
    values: tuple[str, ...]


class RankingList(NamedTuple):
    """A ranking list."""

    title: str
    provisional: list[str]
    contestant: str
    units: tuple[str, ...]
    rows: list[RankingRow]


class Surroundings(NamedTuple):
    """The site that a page is part of."""

    trail: list[tuple[str, str]]
    """Names and links of the pages above it."""
    persons: dict[str, list[tuple[str, str]]]
    """The players of each card with links to their pages, by the card's anchor."""


ALONE = Surroundings([], {})


def results(
    records: Iterable[Record], options: PageOptions, notes: Notes, around: Surroundings = ALONE
) -> str:
    """The page of an event as text, with its ranking as it is, or else as `rank` has it."""
    event = Event(records, notes)
    return ranking_page(ranking_from_records(event) or rank(event, notes=notes), options, around)


def ranking_page(ranked: Ranked, options: PageOptions, around: Surroundings = ALONE) -> str:
    """The page of a ranking as text."""
    parts = options.parts
    contents = view(ranked, parts, options.language, hands=options.hands)
    if not (contents["lists"] or contents["boards"] or contents["cards"]):
        raise DataError("no results, ranking or hands in the input for a page")
    title = options.title or title_of(ranked.event, options.language)
    if options.playing:
        title = f"{title}, {during_play(options.playing, options.language)}"
    return page(
        "results.html", options.language, css=options.css, index=options.listed, title=title,
        refresh=options.refresh, parts=parts, **contents, **around._asdict(),
    )  # fmt: skip


def during_play(round: int, language: Language) -> str:
    """When a page was made while a round was played."""
    _ = language.gettext
    if round > 1:
        return _("after round {number}").format(number=round - 1)
    return _("during round {number}").format(number=round)


def view(
    ranked: Ranked, parts: tuple[str, ...], language: Language, *, hands: bool
) -> dict[str, Any]:
    """The values of the template."""
    people = PeopleLinks(ranked, language)
    labels = people.labels
    on_page = boards(ranked, people, hands=hands) if "travellers" in parts else []
    card_views: list[CardView] = list(cards(ranked, people)) if "scorecards" in parts else []
    lists = [_list(labels, people, s) for s in ranked.standings] if "ranking" in parts else []
    return {
        "lists": lists,
        "matches": list(_matches(labels, people)) if "ranking" in parts else [],
        "match_units": labels.match_units(),
        "decisions": list(labels.decisions()) if "ranking" in parts else [],
        "methods": list(labels.methods(hints=False)),
        "boards": on_page,
        "cards": card_views,
        "linked": {card.who.id for card in card_views},
        "steps": _steps(on_page),
    }


def title_of(event: Event, language: Language) -> str:
    """The name and date of the sessions, else the name of the event."""
    sessions = (
        ", ".join(filter(None, (s.name, language.date(known_date(s)))))
        for s in event.of(rec.Session)
    )
    named = [info.name for info in event.of(rec.EventInfo) if info.name]
    return (
        "; ".join(dict.fromkeys(filter(None, sessions)))
        or "; ".join(named)
        or language.gettext("Results")
    )


def _list(labels: Labels, people: PeopleLinks, standings: Standings) -> RankingList:
    columns = units(standings)
    rows = [
        RankingRow(
            place_text(tally),
            people.link(tally.who),
            tally.boards,
            labels.values(tally, standings, columns),
        )
        for tally in standings.tallies
    ]
    return RankingList(
        labels.title(standings),
        list(labels.provisional(standings, hints=False)),
        labels.contestant(standings),
        columns,
        rows,
    )


def _matches(labels: Labels, people: PeopleLinks) -> Iterator[tuple[Any, ...]]:
    """Round, table, home, away, boards and result of each match."""
    for match in labels.ranked.matches:
        yield (
            match.place[2],
            f"{labels.event.letter(match.place[0])}{match.place[1]}",
            people.link(match.home),
            people.link(match.away),
            f"{match.played}/{match.boards}",
            labels.match_values(match),
        )


def _steps(views: list[BoardView]) -> dict[str, tuple[str, str]]:
    """The boards before and after each board, by their anchors."""
    ids = ["", *(board.id for board in views), ""]
    return {here: (before, after) for (before, here), (_, after) in pairwise(pairwise(ids))}


def style_sheet(path: str) -> str:
    """The text of a style sheet of the user's own."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise FileTrouble(f"{path}: {why}") from None
