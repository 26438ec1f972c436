"""Rules of `check`: rounds, boards and pairs of a movement, as in RoundData."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import pairwise

from bmconv.bridge.movements import boards_of, custom_boards, spans
from bmconv.bridge.winners import pairs_at
from bmconv.checks.findings import ERROR, INFO, WARNING, CheckedEvent, Finding, table_of
from bmconv.records import Round, Section, Table
from bmconv.rules.triggers import REMOVE_TABLE


def round_gaps(checked: CheckedEvent) -> Iterator[Finding]:
    """Rounds are numbered 1, 2, 3 ... at every table."""
    for rounds in checked.event.by_table(Round).values():
        numbers = sorted(round.round or 0 for round in rounds)
        for before, number in pairwise([0, *numbers]):
            if number > before + 1:
                text = "table{s} whose rounds have a gap"
                value = f"no round {before + 1} before round {number}"
                yield checked.find(ERROR, "round-gap", table_of(rounds[0]), text, value)
                break


def all_rounds(checked: CheckedEvent) -> Iterator[Finding]:
    """Every table has as many rounds as the others of its section; for gaps see `round_gaps`."""
    if not checked.event.of(Round):
        return
    for section, tables in checked.tables.items():
        last = {round.round or 0 for round in checked.event.rounds(section)}
        for table in tables:
            numbers = {round.round or 0 for round in checked.event.rounds_at(section, table.table)}
            # the rounds of a table that is being removed are already deleted
            if not numbers and table.update_from_round != REMOVE_TABLE:
                yield checked.find(
                    WARNING, "table-without-rounds", table, "table{s} without rounds"
                )
            elif lacks := {number for number in last if number > max(numbers, default=number)}:
                text = "table{s} without a round that others of the section have"
                value = f"round {spans(lacks)}"
                yield checked.find(WARNING, "round-missing", table, text, value)


def table_count(checked: CheckedEvent) -> Iterator[Finding]:
    """Section.Tables is the number of tables of the section."""
    for section in checked.event.of(Section) if checked.event.of(Table) else ():
        have = len(checked.event.tables(section.id))
        if section.tables is not None and section.tables != have:
            text = "section{s} whose number of tables is not Section.Tables"
            value = f"Section.Tables {section.tables}, tables {have}"
            yield checked.find(WARNING, "table-count", section, text, value)


def board_lists(checked: CheckedEvent) -> Iterator[Finding]:
    """CustomBoards is in ascending order; LowBoard is not above HighBoard."""
    for round in checked.event.of(Round):
        if round.custom_boards:
            boards = custom_boards(round.custom_boards)
            if any(after <= before for before, after in pairwise(boards or ())):
                text = "CustomBoards list{s} not in ascending order"
                yield checked.find(ERROR, "custom-boards-order", round, text, round.custom_boards)
        elif (round.low_board or 0) > (round.high_board or 0):
            value = f"{round.low_board}-{round.high_board or 0}"
            text = "round{s} with LowBoard above HighBoard"
            yield checked.find(ERROR, "board-order", round, text, value)
        elif round.high_board and not round.low_board and round.ns_pair and round.ew_pair:
            text = "round{s} with HighBoard and without LowBoard"
            yield checked.find(ERROR, "low-board-zero", round, text, f"0-{round.high_board}")


def low_high_zero(checked: CheckedEvent) -> Iterator[Finding]:
    """Low and High are above zero even if CustomBoards is used (guide, Filling the tables)."""
    for round in checked.event.of(Round):
        low, high = round.low_board or 0, round.high_board or 0
        if round.custom_boards and (low < 1 or high < 1):
            text = "round{s} with Low/High 0 beside CustomBoards"
            value = f"{low}-{high} beside {round.custom_boards}"
            yield checked.find(WARNING, "low-high-zero", round, text, value)


def sit_out_boards(checked: CheckedEvent) -> Iterator[Finding]:
    """A round in which a pair is 0 has no boards; the Data Connector refuses them."""
    for round in checked.event.of(Round):
        if round.ns_pair and round.ew_pair:
            continue
        if round.low_board or round.high_board or round.custom_boards:
            value = f"{round.ns_pair or 0} v {round.ew_pair or 0}, boards " + (
                round.custom_boards or f"{round.low_board or 0}-{round.high_board or 0}"
            )
            text = "sit-out{s} with boards"
            yield checked.find(checked.for_target("dto"), "sit-out-boards", round, text, value)


def played_boards(checked: CheckedEvent) -> Iterator[Finding]:
    """A round in which two pairs meet has boards."""
    for round in checked.event.of(Round):
        if not checked.schedule.sits_out(round) and not (
            round.low_board or round.high_board or round.custom_boards
        ):
            value = f"{round.ns_pair} v {round.ew_pair}"
            yield checked.find(
                WARNING, "round-without-boards", round, "round{s} without boards", value
            )


def missing_pairs(checked: CheckedEvent) -> Iterator[Finding]:
    """The missing pair has a place in the movement."""
    for section in checked.event.of(Section):
        missing, rounds = section.missing_pair, checked.event.rounds(section.id)
        if not missing or not rounds:
            continue
        ns = section.missing_side != "EW" and any(round.ns_pair == missing for round in rounds)
        ew = section.missing_side != "NS" and any(round.ew_pair == missing for round in rounds)
        if not ns and not ew:
            text = "section{s} with a missing pair that sits nowhere, so that no boards are skipped"
            yield checked.find(WARNING, "missing-pair", section, text, missing)


def shared_missing_pairs(checked: CheckedEvent) -> Iterator[Finding]:
    """If N-S and E-W share numbers, a missing pair is given as 0 in the rounds, not MissingPair."""
    for section in checked.event.of(Section):
        rounds, missing = checked.event.rounds(section.id), section.missing_pair
        if not missing or section.missing_side or not checked.event.winners(section.id).by_side:
            continue
        if {r.ns_pair for r in rounds} & {r.ew_pair for r in rounds} & {missing}:
            text = "section{s} whose MissingPair is on both sides: use pair 0 in the rounds"
            yield checked.find(WARNING, "missing-pair-of-both-sides", section, text, missing)


def pairs_that_never_play(checked: CheckedEvent) -> Iterator[Finding]:
    """A pair of the movement without any result is declared missing."""
    for absent in checked.schedule.absent.values():
        section = Section(id=absent.section, letter=checked.event.letter(absent.section))
        text, level = "pair{s} without any result so far, to be declared if missing", INFO
        if absent.is_certain:  # every other result is in
            text, level = "pair{s} without any result, to be declared as missing", WARNING
        value = f"{absent.name}: {absent.command}" if absent.command else absent.name
        yield checked.find(level, "pair-never-plays", section, text, value)


def pair_twice(checked: CheckedEvent) -> Iterator[Finding]:
    """A pair sits once in a round; with two winners a number is one pair on each side."""
    for section, rounds in checked.event.by_section(Round).items():
        by_side = checked.event.winners(section).by_side and not _is_slip(checked, section)
        at: dict[tuple[int | None, str, int], Round] = {}
        for round in rounds:
            for side, pair in pairs_and_players(round, by_side=by_side):
                key = (round.round, side, pair)
                if key in at:
                    value = f"pair {pair}{side and ' ' + side}, also at table {at[key].table}"
                    text = "pair{s} twice in one round"
                    yield checked.find(ERROR, "pair-twice", round, text, value)
                at[key] = round


def _is_slip(checked: CheckedEvent, section: int) -> bool:
    """Whether few numbers are on both sides of a section that does not have Winners 2."""
    known, rounds = checked.event.section(section), checked.event.rounds(section)
    declared = known is not None and known.winners == 2
    return not declared and _few_shared({r.ns_pair for r in rounds}, {r.ew_pair for r in rounds})


def _few_shared(ns: Collection[int | None], ew: Collection[int | None]) -> bool:
    """Whether few numbers are on both sides; most are if a number means a pair on each side."""
    numbers = ({*ns} | {*ew}) - {0, None}
    return 4 * len({*ns} & {*ew} & numbers) <= len(numbers)


def pairs_change_sides(checked: CheckedEvent) -> Iterator[Finding]:
    """With Winners 2 every pair keeps its side, or a number means one pair on each side."""
    for section in checked.event.of(Section):
        if section.winners != 2:
            continue
        ns: dict[int, set[int | None]] = defaultdict(set)
        ew: dict[int, set[int | None]] = defaultdict(set)
        for round in checked.event.rounds(section.id):
            ns[round.ns_pair or 0].add(round.round)
            ew[round.ew_pair or 0].add(round.round)
        both = (ns.keys() & ew.keys()) - {0}
        if both and (_few_shared(ns, ew) or not any(ns[pair] & ew[pair] for pair in both)):
            text = "section{s} with Winners 2 in which pairs change sides"
            yield checked.find(ERROR, "pairs-change-sides", section, text, f"pair {spans(both)}")


def board_twice(checked: CheckedEvent) -> Iterator[Finding]:
    """A pair plays a board once."""
    for section, rounds in checked.event.by_section(Round).items():
        by_side = checked.event.winners(section).by_side
        played: dict[tuple[str, int], dict[int, Round]] = {}
        for round in rounds:
            if checked.schedule.sits_out(round):
                continue
            boards = boards_of(round)
            for side, pair in pairs_and_players(round, by_side=by_side):
                known = played.setdefault((side, pair), {})
                again = [b for b in boards if known.get(b, round) is not round]
                if again:
                    first = known[again[0]]
                    value = f"pair {pair}{side and ' ' + side}, board {spans(again)}"
                    value += f", also at table {first.table} round {first.round}"
                    text = "pair{s} playing a board twice"
                    yield checked.find(WARNING, "board-twice", round, text, value)
                for board in boards:
                    known[board] = round


def pairs_and_players(round: Round, *, by_side: bool) -> Iterator[tuple[str, int]]:
    """The pairs of a round; in an individual the four numbers are players."""
    yield from pairs_at(round.ns_pair, round.ew_pair, by_side=by_side)
    for player in (round.south, round.west):
        if player:
            yield "", player
