"""bmconv set: set fields to given values."""

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, OUTPUT, Job, format_of_output, matching_files, options
from bmconv.codecs import load
from bmconv.errors import UsageError
from bmconv.filters.set import SYNTAX, parse_assignments, set_values
from bmconv.rules import SCOPES


@options(FORMAT, OUTPUT)
@click.command("set", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="[INPUT] TARGET=VALUE...")
def command(job: Job, words: tuple[str, ...]) -> None:
    """Set fields to given values. TARGET is a record type, in brackets which record, and a field;
    without brackets it is all records of the type. Quote brackets and spaces for the shell.

    \b
      'section[A].winners=2'          a section by its letter or id; settings[A] too
      'table[A5].group=1'             table 5 of section A
      'seat[A5N].name=A. Berg'        North at that table
      'round[A5,3].ns_pair=7'         round 3 at that table
      'result[A5,3,19].contract=4 S'  the standing result of board 19; by id result[412]
      'player[0017].country=NL'       a player by number; hand[7] by board, session[1] by id
      'seat A5 N.name=A. Berg'        a place as in notes; also result A5 round 3 board 19

    An empty value removes the field. A missing event, session or settings record is created. The
    name of a player or seat replaces its first and last name, and these replace the name. The name
    of a player also goes to the seats with that number that have a name of their own. Declarer's
    seat and pair number follow each other. Impossible values are refused.

    \b
      bmconv set night.bws section.winners=2 -o pairs.bws
      bmconv set night.bws session.name="Thursday pairs" 'section[A].winners=2' -o pairs.bws
    """
    inputs = [name for word in words if "=" not in word for name in matching_files(word)]
    scope = load(format_of_output(job.output)).info.scope
    assignments = parse_assignments((word for word in words if "=" in word), SCOPES[scope])
    if not assignments:
        raise UsageError(f"nothing to set: give {SYNTAX}")
    if len(inputs) > 1:
        raise UsageError(f"{inputs[-1]!r}: expected {SYNTAX}")
    job.rewrite(lambda records: set_values(records, assignments), inputs[0] if inputs else None)
