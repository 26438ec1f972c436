"""bmconv bws simulate: play an evening in a copy of an event, as the control software would."""

import signal
import threading
from collections.abc import Iterable
from typing import Any

import click

from bmconv.bws.simulation.running import (
    EveningFile,
    Stream,
    announce_solving,
    check_set_up,
    play_in_file,
    read_event,
    read_set_up,
)
from bmconv.cli import READ, WRITTEN, Command
from bmconv.cli.bws.simulation_options import (
    RATES,
    SIMULATION_GROUP,
    make_course,
    with_simulation_options,
)
from bmconv.cli.job import FORMAT, Job, ending_of_another, options
from bmconv.errors import NeedsHelp, UsageError
from bmconv.io.stream import encode_lines
from bmconv.records import Record
from bmconv.registry import DATABASE


@options(FORMAT)
@click.command("simulate", cls=Command, groups=SIMULATION_GROUP)
@click.argument("file", metavar="IN", type=READ)
@click.option("-o", "path", metavar="FILE", type=WRITTEN,
              help="write to FILE (a .bws that does not exist yet)")  # fmt: skip
@click.option("--records", is_flag=True, help="print the evening as records, without a file")
@click.option("--resume", is_flag=True, help="continue in FILE after the command was stopped")
@click.option("--date", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
              help="date of the session, YYYY-MM-DD (default: that of IN, else "
              "today)")  # fmt: skip
@with_simulation_options(*RATES)
def command(
    job: Job, file: str, path: str | None, records: bool, resume: bool, **course_options: Any
) -> None:
    """Play an evening in a copy of an event, as Bridgemate Control Software would: terminals log
    on, players enter their numbers, results arrive round by round.

    IN is an event before play, in any format, and is only read. Contracts and tricks follow the
    double-dummy evaluations, else the hands (solved if the extra `dd` is installed), else deals
    made from the seed. Rounds, tables, names, settings and scores that a scoring program writes
    into FILE meanwhile take effect once their trigger is set, and the trigger is cleared. FILE.ldb
    exists while the command runs. Ctrl-C and SIGTERM end it with exit code 0.

    \b
      bmconv bws simulate BMInput.txt -o evening.bws --speed 6000
      bmconv bws simulate BMInput.txt --records --speed 0 | bmconv rank
    """
    if records == (path is not None):
        raise NeedsHelp("name the file to play in with -o FILE, or use --records")
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())

    def say(text: str) -> None:
        if not job.quiet:
            click.echo(f"bmconv: {text}", err=True)

    if path is not None:
        if ending := ending_of_another(path, DATABASE):
            raise UsageError(f"{path}: expected the name of a .bws, not {ending}")
        with job.input_with_content(file) as source:
            set_up = read_set_up(source, job.format, job.notes)
        files = EveningFile(set_up, path, resume)
        count = play_in_file(files, make_course(course_options), stop, say, job.notes)
        say(f"{path}: {count} result{'s' * (count != 1)} entered")
        return
    with job.input_with_content(file) as source:
        event, _ = read_event(source, job.format, job.notes)
    check_set_up(event, file)
    announce_solving(event, say)
    with job.stream() as sink:

        def emit(records: Iterable[Record]) -> None:
            for block in encode_lines(records):
                sink.write(block)
            sink.stream.flush()

        Stream(event, make_course(course_options), emit).play(stop)
