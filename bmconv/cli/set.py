"""bmconv set: set fields to given values."""

import os
import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click
from msgspec import structs

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, OUTPUT, Job, format_of_output, matching_files, options
from bmconv.codecs import load
from bmconv.errors import NeedsHelp, UsageError, for_shell
from bmconv.filters import Records
from bmconv.filters.assignments import SYNTAX, parse_assignments
from bmconv.filters.set import Plan, plan_changes
from bmconv.notes import quantity
from bmconv.records import Error, Hand, Player, Record, Result, Round, Seat, Section, Settings
from bmconv.rules import SCOPES

if TYPE_CHECKING:
    from bmconv.event import Event

MOST = 20
"""The number of changes that are printed one by one."""
MOST_RANKED = 50_000
"""The most records for which ranking and findings before and after the change are compared; more
would take much memory."""


@options(FORMAT, OUTPUT)
@click.command("set", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="[INPUT] TARGET=VALUE...")
@click.option(
    "--all",
    "all_matches",
    is_flag=True,
    help="change all results, people or hands that match, or enter all missing results that do",
)
def command(job: Job, words: tuple[str, ...], all_matches: bool) -> None:
    """Set fields to given values. TARGET is TYPE[RECORD].FIELD, or TYPE.FIELD for all records of
    the type. Quote brackets and spaces for the shell.

    \b
      'result[A board 14 NS 5].contract=3 NT'  a result by its board and a pair
      'result[A3 round 2 board 14].result=-1'  or by table, round and board
      'result[board 14 EW 7].remarks=60/40'    award, N-S first: A+/A-, +620/-650
      'result[board 14 EW 7].remarks=7.5/8.5 points'  weighted score in matchpoints
      'result[A board 14 NS 5].remarks=Not played'    or Wrong direction
      'result[A3 round 2 board 14].table=4'    moved to table 4
      'result[id=412].declarer=E'              an entry by its id
      'section[A].winners=2'     a section by its letter or id; settings[A] too
      'table[A5].group=1'        table 5 of section A
      'seat[A5N].name=A. Berg'   North at that table
      'round[A5,3].ns_pair=7'    round 3 at that table
      'player[0017].country=NL'  by number; hand[7] by board, session[1] by id
      'seat A5 N.name=A. Berg'   as in notes; also result A5 round 3 board 19

    A result that bmconv missing lists is entered, with the pairs of its round, if the input has the
    movement: give contract, declarer and result in one command. The same goes for an erased result,
    whose old entry stays; erased=false brings that one back instead.

    An empty value removes the field. An event, session or settings record is created if there is
    none. A new name of a player or seat replaces the first and last name, and the other way round.
    A player's new name also replaces the one at seats with that number; a seat's new number brings
    its name. When the declarer changes, the declaring pair follows, and vice versa. A moved result
    gets the pairs of its new table. Impossible values are refused.

    Every change is printed, with its effect on the ranking and the new findings of bmconv check;
    with more than 50,000 records, only the change.

    \b
      bmconv set night.bws 'result[board 4 NS 1].result=+1' -o corrected.bws
      bmconv set night.bws section.winners=2 -o pairs.bws
      bmconv set night.bws session.name="Thursday pairs" -o thursday.bws
    """
    _refuse_cut(words)
    inputs = [name for word in words if "=" not in word for name in matching_files(word)]
    scope = load(format_of_output(job.output)).info.scope
    takes_scores = not scope  # not for Bridgemates, which work scores out themselves
    changes = (word for word in words if "=" in word)
    assignments = parse_assignments(changes, SCOPES[scope])
    if not assignments:
        raise NeedsHelp(f"nothing to set: give {SYNTAX}")
    if len(inputs) > 1:
        _refuse_several(words, inputs)
    lines: list[str] = []

    def edit(records: Records) -> Iterator[Record]:
        plan = plan_changes(
            records, assignments, all_matches=all_matches, takes_scores=takes_scores
        )
        if not job.quiet:
            lines.extend(_lines(plan, records, counted=all_matches))
        yield from plan.apply(records)

    job.rewrite(edit, inputs[0] if inputs else None)
    for line in lines:
        click.echo(f"bmconv: {line}", err=True)


def _refuse_cut(words: tuple[str, ...]) -> None:
    """Refuse a change without its bracket or equals sign, and one that the shell has cut."""
    for word in words:
        if " " in word and "[" in word and ("]" not in word or "=" not in word):
            lacking = "=" if "]" in word else "]"
            raise UsageError(f"{word!r}: the {lacking} is missing; expected {SYNTAX}")
    if cut := [at for at, word in enumerate(words) if "[" in word and "]" not in word]:
        raise UsageError(f"put each change in quotes, for the shell: {_quoted(words[cut[0] :])}")


def _refuse_several(words: tuple[str, ...], inputs: list[str]) -> None:
    """Refuse several inputs, which may be a value that the shell has cut into words."""
    for at, word in enumerate(words[1:], 1):
        if "=" in words[at - 1] and "=" not in word and not os.path.exists(word):
            end = next((n for n in range(at, len(words)) if "=" in words[n]), len(words))
            cut = _quoted(words[at - 1 : end])
            raise UsageError(f"put each change in quotes, for the shell: {cut}")
    raise UsageError(f"{inputs[-1]!r}: expected {SYNTAX}")


def _quoted(words: tuple[str, ...]) -> str:
    """A change that the shell has cut into words, joined and quoted. Windows' cmd leaves single
    quotes in the words."""
    return for_shell(" ".join(words).strip("'"))


def _entered_line(result: Result, event: "Event") -> str:
    """An entered result in one line: `A7 round 5 board 9: entered 3 NT+1 by N, N-S 430`."""
    from bmconv.bridge.outcomes import Kind, known_score, outcome
    from bmconv.reports.changes import outcome_text

    kind = outcome(result).kind
    texts = [outcome_text(result)] if kind is not Kind.UNKNOWN else []
    vulnerable = event.vulnerability(result.section, result.board) if result.board else None
    score = known_score(result, vulnerable)
    if kind in (Kind.PLAYED, Kind.UNKNOWN) and score is not None:
        texts.append(f"N-S {score}")
    return f"{event.place(result).partition(' ')[2]}: entered {', '.join(texts)}"


def _lines(plan: Plan, records: Records, *, counted: bool) -> Iterator[str]:
    """The changes, their effect on the ranking, and the new findings of `check`.

    `counted`: print the number of changes even if all of them are listed.
    """
    from bmconv.checks import new_findings
    from bmconv.event import Event
    from bmconv.notes import Notes
    from bmconv.ranking.effects import place_changes
    from bmconv.reports.changes import change_text

    changes = plan.changes()
    if not changes:
        yield "nothing changes: the values are there already"
        return
    of_results = any(isinstance(new, Result) for _, new in changes)
    # the types from which the lines take letters, names and scores
    context = (Section, Hand, Round) if of_results else (Section, Settings, Seat, Player)
    after = plan.apply(records)
    event = Event((structs.replace(r) for r in after if isinstance(r, context)), Notes())
    arrow = "→" if (sys.stderr.encoding or "").lower().startswith("utf") else "->"
    new_ids = {id(new) for _, new in plan.entered}
    listed = [
        _entered_line(new, event)
        if isinstance(new, Result) and id(new) in new_ids
        else change_text(old, new, event, arrow)
        for old, new in changes[:MOST]
    ]
    effect = ""
    is_small = next(islice(records(), MOST_RANKED, None), None) is None
    if of_results:
        unranked = f"places are not compared with more than {MOST_RANKED:,} records"
        effect = place_changes(records(), plan.apply(records)) if is_small else unranked
    if effect and len(listed) == 1:
        listed, effect = [f"{listed[0]}; {effect}"], ""
    yield from listed
    if counted or len(changes) > MOST:
        yield f"{quantity(len(changes), 'record')} changed"
    if effect:
        yield f"ranking: {effect}"
    if is_small and not any(isinstance(record, Error) for record in records()):
        for finding in new_findings(records(), plan.apply(records)):
            yield finding.after_change()
