"""Anything that looks odd in the results of an evening, in plain words for those who publish it."""

from collections import Counter
from collections.abc import Iterator

from bmconv.bridge.outcomes import Kind, outcome
from bmconv.bridge.places import place_in_section
from bmconv.checks import check
from bmconv.checks.findings import Finding
from bmconv.event import Event
from bmconv.event.schedule import Schedule
from bmconv.event.seating import Names, idle_seats
from bmconv.event.travellers import TravellerLine, by_board, traveller_lines
from bmconv.notes import agree
from bmconv.records import Hand, Round, Seat

SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
FEWEST = 3
"""The least number of other results on a board with which a result is compared."""
PART_SCORE, LARGE = 300, 800
"""A score below 300 is a part score or a small penalty; one of 800 or more is large."""
RULES = frozenset(
    {
        *("impossible-tricks", "result-unclear", "remark-beside-contract", "suspicious-contract"),
        *("lead-not-in-hand", "score-differs", "declarer-pair", "result-not-in-movement"),
        *("two-results", "pair-at-two-tables", "bad-deal", "player-at-two-seats"),
    }
)
"""The rules of `check` about problems that readers of the results would notice."""


def oddities(event: Event) -> list[str]:
    """Lines about everything that looks odd in an event that is to be published."""
    return [
        *_missing_results(event),
        *_undecided(event),
        *_seats_without_names(event),
        *boards_without_hands(event),
        *_scores(event),
        *(_describe(finding) for finding in check(event) if finding.rule in RULES),
    ]


def _missing_results(event: Event) -> Iterator[str]:
    """Lines about tables without all results, and about absent pairs."""
    schedule = Schedule(event)
    for place in schedule.expected if event.of(Round) else ():
        if place.missing:
            boards = ", ".join(map(str, place.missing))
            noun = "board" if len(place.missing) == 1 else "boards"
            table = place_in_section(event.letter(place.section), place.table)
            yield f"table {table} round {place.round}: no result of {noun} {boards}"
    for absent in schedule.absent.values() if event.of(Round) else ():
        yield f"section {event.letter(absent.section)}: {absent.text}"


def _undecided(event: Event) -> Iterator[str]:
    """Lines about boards that the director still has to decide."""
    for result in event.standing_results():
        if outcome(result).kind is Kind.UNDECIDED:
            pairs = f"pairs {result.pair_ns} and {result.pair_ew}"
            board = f"board {event.letter(result.section)}{result.board}"
            yield f"{board}: not decided yet ({pairs}); the ranking is provisional"


def _seats_without_names(event: Event) -> Iterator[str]:
    """A line for each seat at which a nameless player played; one line if nobody has a name."""
    names, idle = Names(event), idle_seats(event)
    seats = [seat for seat in event.of(Seat) if not seat.removed]
    if not any(names.of(seat) for seat in seats):
        if event.standing_results():
            yield "nobody has a name"
        return
    for seat in seats:
        if not names.of(seat) and id(seat) not in idle:
            place = place_in_section(event.letter(seat.section), seat.table)
            yield f"seat {place} {SEAT_NAMES.get(seat.direction or '', '?')} has no name"


def boards_without_hands(event: Event) -> Iterator[str]:
    """A line about boards with results but without hands, if other boards have hands."""
    if event.of(Hand):
        played = {(result.section, result.board) for result in event.standing_results()}
        boards = sorted({board or 0 for section, board in played if not event.hand(section, board)})
        if boards:
            noun = "board has" if len(boards) == 1 else "boards have"
            listed = ", ".join(map(str, boards))
            yield f"{len(boards)} {noun} results but no hands: {listed}"


def _scores(event: Event) -> Iterator[str]:
    """Lines about scores that differ strikingly from all other scores on the board."""
    for (_, board), lines in by_board(traveller_lines(event)).items():
        for line in lines:
            others = [other for other in lines if other is not line]
            if len(others) >= FEWEST:
                yield from _odd_score(event, board, line, others)


def _odd_score(
    event: Event, board: int, line: TravellerLine, others: list[TravellerLine]
) -> Iterator[str]:
    """A large score among small ones; or a contract that the other side plays everywhere else."""
    result = line.result
    table = f"{event.letter(result.section)}{result.table}" if result.table else "one table"
    scores = [LARGE if other.score is None else other.score for other in others]
    if abs(line.score or 0) >= LARGE and all(abs(score) < PART_SCORE for score in scores):
        yield f"board {board}: {abs(line.score or 0):g} at {table}, part scores elsewhere"
    plays = Counter((_strain(other), _side(other)) for other in others)
    (strain, side), count = plays.most_common(1)[0]
    if count == len(others) and strain and _strain(line) == strain and _side(line) != side:
        played = f"{result.contract} by {line.outcome.declarer}"
        yield f"board {board}: {played} at {table}, everywhere else by the other side"


def _strain(line: TravellerLine) -> str:
    return line.outcome.contract.strain if line.outcome.contract else ""


def _side(line: TravellerLine) -> str:
    return "NS" if line.outcome.declarer in ("N", "S") else "EW"


def _describe(finding: Finding) -> str:
    value = f" ({finding.value})" if finding.value != "" else ""
    return f"{finding.place}: {agree(finding.message, 1)}{value}"
