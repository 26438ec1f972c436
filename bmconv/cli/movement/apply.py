"""bmconv movement apply: a movement as the records of a session."""

from __future__ import annotations

import re

import click

from bmconv.bridge.movement_plan import Setup, apply, pairs_of
from bmconv.bridge.movements import letters, ordinal
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.movement.input import CHOICE, LIBRARY, Chosen, choose_one, read
from bmconv.errors import UsageError


@options(*FILTER)
@click.command("apply", params=[LIBRARY, *CHOICE])
@click.option("--boards-per-set", type=click.IntRange(1, 999), required=True, metavar="N",
              help="boards in a set")  # fmt: skip
@click.option("--first-board", type=click.IntRange(1, 9999), default=1, show_default=True,
              metavar="N", help="the first board of set 1")  # fmt: skip
@click.option("--section", default="A", show_default=True, metavar="LETTER",
              help="the section, by letter or id")  # fmt: skip
@click.option("--missing-pair", metavar="PAIR",
              help="a pair that does not come; NS3 or EW3 where numbers repeat")  # fmt: skip
def command(
    job: Job,
    library: str | None,
    folder: str | None,
    number: int | None,
    boards_per_set: int,
    first_board: int,
    section: str,
    missing_pair: str | None,
) -> None:
    """Make section, table, round and seat records from a movement, ready for a session. Arrow
    switches are made; a pair that sits nowhere in a round is N-S at an extra table, as rovers are.

    \b
      bmconv movement apply --boards-per-set 3 M00007.mvt | bmconv to bminput
    """
    id = int(section) if section.isdecimal() else ordinal(section)
    if not id:
        raise UsageError(f"--section {section}: expected a letter as A or AA, or an id")
    chosen = choose_one(read(job, library), folder, number)
    chosen.need_rounds()
    pair, side = _missing(chosen, missing_pair)
    setup = Setup(id, letters(id), boards_per_set, first_board, pair, side)
    job.emit(apply(chosen.movement, chosen.plan, setup))


def _missing(chosen: Chosen, text: str | None) -> tuple[int, str]:
    """The missing pair and, where numbers repeat, its side."""
    if not text:
        return 0, ""
    match = re.fullmatch(r"(NS|EW)?(\d{1,4})", text.strip().upper())
    if match is None:
        raise UsageError(f"--missing-pair {text}: expected a pair as 6, NS6 or EW6")
    side, pair = match[1] or "", int(match[2])
    apart = chosen.apart
    if apart and not side:
        raise UsageError(f"pair {pair} sits on both sides: say NS{pair} or EW{pair}")
    if (side if apart else "", pair) not in pairs_of(chosen.plan, apart):
        raise UsageError(f"{chosen.name()} has no pair {text}")
    return pair, side if apart else ""
