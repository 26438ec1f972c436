"""bmconv movement cards: table cards and pair guides."""

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.movements.cards import guides, table_cards
from bmconv.reports.layout import columns


@options(INPUT, FORMAT)
@click.command("cards", cls=Command)
@click.option("--kind", type=click.Choice(["tables", "pairs"]),
              help="only the cards of tables, or of pairs (default: both)")  # fmt: skip
@click.option("--html", is_flag=True, help="print a page for a browser and its printer")
def command(job: Job, kind: str | None, html: bool) -> None:
    """Print the guide cards of a session: for each table who comes in which round and with which
    boards, and for each pair (in an individual each player) where to go.

    \b
      bmconv movement cards night.bws
      bmconv movement make howell --tables 4 --boards 28 | bmconv movement cards --kind pairs
      bmconv movement cards --html night.bws > cards.html
    """
    event = job.event()
    cards = [] if kind == "pairs" else list(table_cards(event))
    cards += [] if kind == "tables" else list(guides(event))
    if html:
        from bmconv.reports.html.page import page  # jinja2 is slow to import
        from bmconv.reports.language import ENGLISH

        click.echo(page("guides.html", ENGLISH, title="Guide cards", cards=cards))
        return
    for card in cards:
        click.echo(card.title)
        for line in columns(card.header, card.rows, ("Round", "Table")):
            click.echo(line)
        click.echo()
