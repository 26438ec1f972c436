"""bmconv movement cards: table cards and pair guides."""

from collections.abc import Iterator

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, PLAIN_OUTPUT, Job, options
from bmconv.cli.report import need_text, write_text
from bmconv.movements.cards import GuideCard, guides, table_cards
from bmconv.reports.layout import columns


@options(INPUT, FORMAT, PLAIN_OUTPUT)
@click.command("cards", cls=Command)
@click.option("--kind", type=click.Choice(["tables", "pairs"]),
              help="only the cards of tables, or of pairs (default: both)")  # fmt: skip
@click.option("--html", is_flag=True, help="print a page for a browser and its printer "
              "(default for a .html file)")  # fmt: skip
def command(job: Job, kind: str | None, html: bool) -> None:
    """Print the guide cards of a session: for each table who comes in which round and with which
    boards, and for each pair (in an individual each player) where to go.

    \b
      bmconv movement cards night.bws
      bmconv movement make howell --tables 4 --boards 28 | bmconv movement cards --kind pairs
      bmconv movement cards night.bws -o cards.html
    """
    html = html or (job.output or "").lower().endswith((".html", ".htm"))
    if not html:
        need_text(job.output)
    event = job.event()
    cards = [] if kind == "pairs" else list(table_cards(event))
    cards += [] if kind == "tables" else list(guides(event))
    if html:
        from bmconv.reports.html.page import page  # jinja2 is slow to import
        from bmconv.reports.language import ENGLISH

        write_text(job, [page("guides.html", ENGLISH, title="Guide cards", cards=cards)])
        return
    write_text(job, (line for card in cards for line in card_lines(card)))


def card_lines(card: GuideCard) -> Iterator[str]:
    """A card as text, with a blank line after it."""
    yield card.title
    yield from columns(card.header, card.rows, ("Round", "Table"))
    yield ""
