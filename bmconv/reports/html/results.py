"""The page of one event: rankings, the evening at a glance, boards, a card per contestant."""

from collections.abc import Callable, Iterable, Set
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from markupsafe import Markup

from bmconv import records as rec
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.event.summary import known_date
from bmconv.notes import Notes
from bmconv.ranking import Ranked, rank
from bmconv.ranking.from_records import ranking_from_records
from bmconv.records import Record
from bmconv.reports.html.boards import BoardView, boards
from bmconv.reports.html.evening import EveningView, evenings
from bmconv.reports.html.glance import glance
from bmconv.reports.html.page import PageFrame, page
from bmconv.reports.html.ranking import ranking_list
from bmconv.reports.html.teams import cross_table, matches
from bmconv.reports.language import Language
from bmconv.reports.people import PeopleLinks, PersonLink

RANKING, GLANCE, TRAVELLERS, SCORECARDS, HANDS = (
    *("ranking", "glance", "travellers", "scorecards", "hands"),
)
"""The parts of a page."""
USUAL = (RANKING, GLANCE, TRAVELLERS, SCORECARDS)
"""The parts unless others are chosen; travellers already include the hands."""


class PageOptions(NamedTuple):
    """What a page shows."""

    parts: tuple[str, ...] = USUAL
    title: str = ""
    """The title; if empty, the name and date of the session."""
    frame: PageFrame = PageFrame()
    hands: bool = True
    """Whether hands, double dummy and leads are shown."""
    deals: str = "12"
    """How many deals of the part `hands` are on a printed sheet."""
    playing: int = 0
    """The first unfinished round; 0 if there is none."""


Persons = dict[str, list[tuple[str, str]]]
"""The players of each card with links to their pages on a site, by the card's anchor."""


def results(
    records: Iterable[Record], options: PageOptions, notes: Notes, persons: Persons | None = None
) -> str:
    """The page of an event as text, with its own ranking, or else the ranking by `rank`."""
    event = Event(records, notes)
    return ranking_page(ranking_from_records(event) or rank(event, notes=notes), options, persons)


def ranking_page(ranked: Ranked, options: PageOptions, persons: Persons | None = None) -> str:
    """The page of a ranking as text."""
    contents = template_values(ranked, options)
    if not any(contents[part] for part in ("lists", "boards", "evenings", "records")):
        if options.parts != USUAL and (ranked.standings or ranked.event.of(rec.Hand)):
            parts = f"the part{'s' * (len(options.parts) > 1)} {', '.join(options.parts)}"
            hint = Wording("choose others with ", Flag("parts"))
            raise DataError(f"nothing to show in {parts}", hint=hint)
        raise DataError("no results, ranking or hands in the input for a page")
    title = options.title or title_of(ranked.event, options.frame.language)
    if options.playing:
        title = f"{title}, {during_play(options.playing, options.frame.language)}"
    return page(
        "results.html", options.frame, title=title, parts=options.parts, deals=options.deals,
        persons=persons or {}, **contents,
    )  # fmt: skip


def during_play(round: int, language: Language) -> str:
    """The words in a title for a page that is made while a round is played."""
    _ = language.gettext
    if round > 1:
        return _("after round {number}").format(number=round - 1)
    return _("during round {number}").format(number=round)


def template_values(ranked: Ranked, options: PageOptions) -> dict[str, Any]:
    """The values for the template: the contents of the page."""
    parts, hands = options.parts, options.hands
    people = PeopleLinks(ranked, options.frame.language)
    labels = people.labels
    all_boards: list[BoardView] = []
    if TRAVELLERS in parts or HANDS in parts:
        all_boards = boards(ranked, people, hands=hands)
    on_page = all_boards if TRAVELLERS in parts else []
    cards: list[EveningView] = evenings(ranked, people) if SCORECARDS in parts else []
    linked = {evening.card.who.id for evening in cards}
    is_ranking = RANKING in parts
    return {
        "lists": [ranking_list(people, s) for s in ranked.standings] if is_ranking else [],
        "matches": matches(ranked, people) if is_ranking else [],
        "match_units": labels.match_units(),
        "cross": cross_table(ranked, people) if is_ranking else [],
        "decisions": list(labels.decisions()) if is_ranking else [],
        "methods": list(labels.methods(hints=False)),
        "glance": glance(ranked, labels, hands=hands) if GLANCE in parts else None,
        "boards": on_page,
        "records": [b for b in all_boards if b.deals] if HANDS in parts else [],
        "evenings": cards,
        "linked": linked,
        "people": people_marker(linked, options.frame.language),
        "steps": _steps(on_page),
    }


def people_marker(linked: Set[str], language: Language) -> Callable[[list[PersonLink]], Markup]:
    """A function that turns those who sat on a side into markup, with links to their cards.

    A printed traveller with many results leaves out names, except those of the class `only`: the
    words for contestants without names, such as `Pair 5`.
    """

    @lru_cache(4096)
    def person(who: PersonLink) -> Markup:
        before = Markup("{} ").format(who.number) if who.names else ""
        text = who.names or f"{language.gettext(who.word)} {who.number}"
        only = Markup("" if who.names else " class=only")
        if who.id in linked:
            return before + Markup('<a href="#{}"{}>{}</a>').format(who.id, only, text)
        return before + Markup("<span{}>{}</span>").format(only, text)

    def people(side: list[PersonLink]) -> Markup:
        if len(side) == 1:
            return person(side[0])
        return Markup(" + ").join(map(person, side))

    return people


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


def _steps(views: list[BoardView]) -> dict[str, tuple[str, str]]:
    """The anchors of the boards before and after each board, by its anchor."""
    ids = ["", *(board.id for board in views), ""]
    return {here: (before, after) for (before, here), (_, after) in pairwise(pairwise(ids))}
