"""bmconv bws follow: keep a page of results up to date during play."""

import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import click
from msgspec import json

from bmconv.bws.follower import Contents, FollowedEvent, Follower
from bmconv.bws.live.snapshot import snapshot
from bmconv.bws.lock_file import is_live
from bmconv.cli import READ, WRITTEN, Command, NumberRange
from bmconv.cli.connector.options import with_address
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.codecs import detect
from bmconv.connector.channel import open_channel
from bmconv.connector.client import QUEUES, Service, poll_queue
from bmconv.conversion import write
from bmconv.errors import BadInput, DataError, UsageError
from bmconv.event import Event
from bmconv.event.progress import EveningState
from bmconv.io.source import from_bytes
from bmconv.library.events import join, part
from bmconv.library.rankings import DEALS, rank
from bmconv.notes import ERROR, Notes, quantity
from bmconv.records import Hand
from bmconv.registry import FORMATS, RECORDS
from bmconv.reports.club import language_code

FETCHED = ("results", "players", "participations", "hands")
"""The queues of a service that have data for a page."""


@with_address
@click.command("follow", cls=Command, groups={
    "Data Connector": ["url", "pipe", "club_id", "licence_key", "timeout", "session_guid"],
})  # fmt: skip
@click.argument("file", type=READ)
@click.option("--page", required=True, metavar="FILE", type=WRITTEN,
              help="the page to write, such as public/night.html")  # fmt: skip
@click.option("--hands", metavar="FILE", type=READ,
              help="file with the hands, in any format")  # fmt: skip
@click.option("--interval", type=NumberRange(0.1), default=15.0, show_default=True,
              metavar="SECONDS", help="time between two looks")  # fmt: skip
@click.option("--refresh", type=click.IntRange(1), metavar="SECONDS",
              help="reload the page at this interval, during play")  # fmt: skip
@click.option("--rounds", type=click.IntRange(0), default=0, metavar="N",
              help="number of rounds, if rounds are added during play")  # fmt: skip
@click.option("--language", metavar="CODE", help="language, such as nl, as in rank")
@click.option("--club", metavar="FILE", type=READ,
              help="TOML file with the data of the club, as for rank --club")  # fmt: skip
@click.option("--parts", metavar="PART,...", help="only these parts, as in rank")
@click.option("--session-guid", default="", metavar="GUID",
              help="guid of the session, to fetch results from a Data Connector")  # fmt: skip
@click.option("-q", "quiet", is_flag=True, help="do not print notes")
def command(
    file: str, page: str, hands: str | None, interval: float, refresh: int | None,
    rounds: int, parts: str | None, language: str | None, club: str | None,
    session_guid: str, quiet: bool,
    **address: Any,
) -> int:  # fmt: skip
    """Rewrite the page of an evening whenever results arrive, and end with the final page. A page
    is written whole or not at all. FILE is the .bws of the control software, which is only read.

    The page says after which round it was made. It shows no cards, double dummy or leads of boards
    that somebody still has to play according to the movement; contracts and scores are shown, so
    use --parts ranking if players could look at the page during play.

    The command ends when all results are there and the control software has closed the file, or if
    results of a closed file stay missing, after 40 intervals. Ctrl-C or SIGTERM stops it earlier;
    while results are missing, phones then keep reloading the page, for when it is followed again.
    With --session-guid, results are fetched from a Data Connector without accepting them, and FILE
    is the event as it was sent there, with the movement.

    \b
      bmconv bws follow night.bws --page public/night.html --hands hands.pbn --refresh 60
      bmconv bws follow init.json --session-guid GUID --page public/night.html
    """
    if not page.lower().endswith(FORMATS["html"].extensions):
        raise UsageError(f"--page {page}: expected a name that ends with .html")
    for name in (file, hands):
        if name == "-":
            raise UsageError("bws follow needs files, not a pipe")
    files = [name for name in (file, hands) if name]
    read = partial(_read_event, night="" if session_guid else file, deals=hands)
    fetch: Callable[[], Contents] = _from_files(files)
    is_open: Callable[[], bool] | None = partial(is_live, file)
    if session_guid:
        outlive_broken_pipes()  # the service may close its connection at any time
        channel = open_channel(address.pop("url"), address.pop("pipe"), address["timeout"])
        service = Service(channel, notes=Notes(), **address)  # closed when the command ends
        fetch, is_open = _from_service(files, service, session_guid), None
    chosen = {"parts": parts, "language": language_code(language, club), "club": club}
    options = {name: value for name, value in chosen.items() if value}
    pages = LivePage(page, options, refresh, quiet=quiet)
    follower = Follower(FollowedEvent(fetch, read, is_open, rounds), pages.show)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, follower.stop)
    follower.again_and_again(interval, _say)
    follower.finish()
    if follower.state is None:
        _say("no results arrived, so there is no page")
    elif not follower.state.is_over:
        missing = f"{quantity(follower.state.missing, 'result')} missing (bmconv missing {file})"
        _say(f"{page}: {missing}; the cards of their boards are hidden")
    return 1 if pages.failed else 0


def _say(text: str) -> None:
    click.echo(f"bmconv: {text}", err=True)


def _from_files(files: list[str]) -> Callable[[], Contents]:
    return lambda: {name: snapshot(name) for name in files}


def _from_service(files: list[str], service: Service, session: str) -> Callable[[], Contents]:
    """A function that fetches the files and the data of a service, without accepting them."""
    read = _from_files(files)

    def fetch() -> Contents:
        answers = {
            f"{name}.json": poll_queue(service, QUEUES[name], session, service.notes, every=True)
            for name in FETCHED
        }
        return read() | {name: json.encode(answer) for name, answer in answers.items() if answer}

    return fetch


def _read_event(contents: Contents, notes: Notes, night: str, deals: str | None) -> Event:
    """The event in all files and answers; from the file of deals, only the deals."""
    parts = []
    for name, data in contents.items():
        source = from_bytes(data, name)
        format = detect(source)
        if name == night and format not in ("bws", RECORDS):
            raise BadInput(name, f"is {format}", "the .bws of the control software")
        only = DEALS if name == deals else ()
        parts.append(part(source, format=format, only=only, name=name, notes=notes))
        if name == deals and not any(isinstance(record, Hand) for record in parts[-1].records):
            raise DataError(f"no hands in {name}")
    return join(*parts, notes=notes)


class LivePage:
    """Writes the page of each state of an event, and prints each note once."""

    def __init__(
        self, page: str, options: dict[str, str], refresh: int | None, *, quiet: bool
    ) -> None:
        self.page, self.options, self.refresh, self.quiet = page, options, refresh, quiet
        self.failed = False
        self._printed: set[str] = set()

    def show(self, event: Event, state: EveningState, *, last: bool) -> None:
        """Write the page of this event; `last`: it will not be written again."""
        options: dict[str, Any] = dict(self.options)
        if not state.is_over:
            options["playing"] = state.rounds + 1
        if self.refresh and not last:
            options["refresh"] = self.refresh
        notes = Notes(keep=True)
        ranked = rank(event, notes=notes)
        write(ranked, self.page, "html", **options)
        self.failed = bool(notes.count(ERROR) or event.log.count(ERROR))
        for line in () if self.quiet else (*event.log.lines(), *notes.lines()):
            if line not in self._printed:
                self._printed.add(line)
                _say(line)
