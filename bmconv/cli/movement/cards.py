"""bmconv movement cards: table cards and pair guides."""

import click

from bmconv.cli import READ, Command
from bmconv.cli.job import FORMAT, INPUT, PLAIN_OUTPUT, Job, options
from bmconv.cli.report import need_text, system_language, write_text
from bmconv.io.sink import Sink
from bmconv.movements.cards import contestant_cards, table_cards
from bmconv.registry import FORMATS
from bmconv.reports.club import language_code, path_of_club
from bmconv.reports.language import chosen_language


@options(INPUT, FORMAT, PLAIN_OUTPUT)
@click.command("cards", cls=Command)
@click.option("--kind", type=click.Choice(["tables", "pairs"]),
              help="only the cards of tables, or of pairs (default: both)")  # fmt: skip
@click.option("--html", is_flag=True, help="print a page for a browser and its printer "
              "(default for -o cards.html)")  # fmt: skip
@click.option("--language", metavar="CODE",
              help="language, such as nl (default: that of --club club.toml, else en)")  # fmt: skip
@click.option("--title", metavar="TEXT", help="title, on the page")
@click.option("--club", metavar="NAME", help="name of the club, or its TOML file, on the page")
@click.option("--logo", metavar="FILE", help="picture of the club", type=READ)
@click.option("--accent", metavar="COLOUR", help="colour of the club, such as #7a1f5c")
@click.option("--css", metavar="FILE", help="style sheet of your own, added to the built-in one",
              type=READ)  # fmt: skip
def command(
    job: Job, kind: str | None, html: bool, language: str | None, title: str | None,
    **files: str | None,
) -> None:  # fmt: skip
    """Print the guide cards of a session: for each table who comes in which round and with which
    boards, and for each pair (in an individual each player) where to go. As a page they are four
    to a sheet, with marks for cutting; tables and pairs are on separate sheets.

    \b
      bmconv movement cards night.bws
      bmconv movement make howell --tables 4 --boards 28 | bmconv movement cards --kind pairs
      bmconv movement cards night.bws --language nl -o cards.html
    """
    code = language_code(language, path_of_club(files["club"]))
    html = html or (job.output or "").lower().endswith(FORMATS["html"].extensions)
    if not html:
        need_text(job.output)
    event = job.event()
    tables = [] if kind == "pairs" else list(table_cards(event))
    pairs = [] if kind == "tables" else list(contestant_cards(event))
    if html:
        from bmconv.reports.guides import guide_page  # jinja2 is slow to import
        from bmconv.reports.html.look import page_look
        from bmconv.reports.html.page import PageFrame

        look = page_look(**{name: value or "" for name, value in files.items()})
        text = guide_page((tables, pairs), title or "", PageFrame(chosen_language(code), look))
        job.settle()
        with Sink(job.output) as sink:
            sink.write(text.encode())
        return
    from bmconv.reports.guides import guide_lines

    words = chosen_language(code or system_language(job.output))
    write_text(job, guide_lines((*tables, *pairs), words))
