"""The evening at a glance: small pictures, each with a sentence that says the same."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bmconv.bridge.contracts import Contract
from bmconv.ranking import Ranked
from bmconv.ranking.plays import Play
from bmconv.reports.html.boards import tricks_beyond
from bmconv.reports.html.pictures import Bar, HistogramColumn, histogram
from bmconv.reports.labels import Labels
from bmconv.reports.people import board_id

STEP = 5
"""The width of a column of the histogram, in percent."""
SWINGS = 5
"""How many boards with large swings are listed."""
SLAM = 6
"""The level of a small slam."""
GOOD, EVEN, BAD = "s1", "s2", "s3"
"""Classes of the style sheet."""
FEWEST = 4
"""The least number of pairs for a histogram."""


class Swing(NamedTuple):
    """A board whose scores are far apart."""

    title: str
    id: str
    low: str
    high: str
    bar: Bar


class Share(NamedTuple):
    """A part of a bar."""

    kind: str
    """GOOD, EVEN or BAD, which gives its colour."""
    name: str
    times: int
    start: str
    length: str


class Glance(NamedTuple):
    """What stood out: pictures, and a sentence for each."""

    percentages: list[HistogramColumn]
    spread: str
    swings: list[Swing]
    slams: list[Share]
    slams_text: str
    tricks: list[Share]
    tricks_text: str


def glance(ranked: Ranked, labels: Labels, *, hands: bool) -> Glance | None:
    """The evening at a glance; None if there is nothing to show."""
    columns, spread = _percentages(ranked, labels)
    slams, slams_text = _slams(ranked, labels)
    tricks, tricks_text = _tricks(ranked, labels) if hands else ([], "")
    view = Glance(columns, spread, _swings(ranked, labels), slams, slams_text, tricks, tricks_text)
    return view if columns or view.swings or slams or tricks else None


def _percentages(ranked: Ranked, labels: Labels) -> tuple[list[HistogramColumn], str]:
    """A histogram of the percentages of all pairs, and its sentence."""
    language = labels.language
    ordered = sorted(
        tally.percentage
        for standings in ranked.standings
        if not standings.method.in_imps and not standings.method.of_teams
        for tally in standings.tallies
        if tally.percentage is not None
    )
    if len(ordered) < FEWEST:
        return [], ""
    steps = Counter(int(value // STEP) for value in ordered)
    counts = [(str(step * STEP), steps[step]) for step in range(min(steps), max(steps) + 1)]
    middle = ordered[len(ordered) // 4 : len(ordered) - len(ordered) // 4]
    text = language.gettext(
        "Percentages from {low} to {high}; the middle half between {from_} and {to}."
    )
    return histogram(counts), text.format(
        low=language.number(ordered[0]),
        high=language.number(ordered[-1]),
        from_=language.number(middle[0]),
        to=language.number(middle[-1]),
    )


def _swings(ranked: Ranked, labels: Labels) -> list[Swing]:
    """The boards with the largest difference between scores."""
    spans, title_of = [], labels.language.gettext("Board {board}")
    for field in ranked.fields:
        for board, plays in field.boards.items():
            scores = [play.ns.score for play in plays if play.ns.score is not None]
            if len(scores) > 1 and max(scores) > min(scores):
                place = board_id(field, board, ranked.fields)
                title = title_of.format(board=labels.short_board(field, board))
                span = max(scores) - min(scores)
                spans.append((span, board, place, title, min(scores), max(scores)))
    spans.sort(key=lambda swing: (-swing[0], *swing[1:]))
    largest = spans[0][0] if spans else 1
    signed = labels.language.signed
    return [
        Swing(title, place, signed(low), signed(high), Bar("0", f"{100 * span / largest:.0f}"))
        for span, _board, place, title, low, high in spans[:SWINGS]
    ]


def _contracts(ranked: Ranked) -> Iterator[tuple[Play, Contract]]:
    for field in ranked.fields:
        for play in field.plays():
            if play.outcome.contract:
                yield play, play.outcome.contract


def _slams(ranked: Ranked, labels: Labels) -> tuple[list[Share], str]:
    """Slams that were bid, made or not."""
    _, ngettext = labels.language.gettext, labels.language.ngettext
    results = [play.outcome.tricks >= 0 for play, bid in _contracts(ranked) if bid.level >= SLAM]
    bid, made_count = len(results), sum(results)
    if not bid:
        some = any(True for _ in _contracts(ranked))
        return [], _("Nobody bid a slam.") if some else ""
    text = ngettext("{bid} slam was bid", "{bid} slams were bid", bid).format(bid=bid)
    text = _("{slams}; made: {made}.").format(slams=text, made=made_count)
    shares = [(GOOD, _("made"), made_count), (BAD, _("down"), bid - made_count)]
    return _shares(shares), text


def _tricks(ranked: Ranked, labels: Labels) -> tuple[list[Share], str]:
    """How many declarers took more, as many or fewer tricks than double dummy."""
    _ = labels.language.gettext
    by_sign: Counter[int] = Counter()
    for play, _bid in _contracts(ranked):
        known = ranked.event.evaluation(play.result.section, play.result.board)
        more = tricks_beyond(play.outcome, known) if known else None
        if more is not None:
            by_sign[(more > 0) - (more < 0)] += 1
    if not by_sign:
        return [], ""
    text = _(
        "Against double dummy, declarers took more tricks {more} times, as many {same} times, "
        "fewer {fewer} times."
    )
    shares = [
        (GOOD, _("more"), by_sign[1]),
        (EVEN, _("as many"), by_sign[0]),
        (BAD, _("fewer"), by_sign[-1]),
    ]
    return _shares(shares), text.format(more=by_sign[1], same=by_sign[0], fewer=by_sign[-1])


def _shares(counts: list[tuple[str, str, int]]) -> list[Share]:
    """Parts of one bar, from left to right."""
    total, begun, shares = sum(count for *_, count in counts), 0.0, []
    for kind, name, count in counts:
        length = 100 * count / total
        shares.append(Share(kind, name, count, f"{begun:.1f}", f"{length:.1f}"))
        begun += length
    return shares
