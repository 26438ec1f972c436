"""Check a requested export, and make the plan of a run and the destination of its rows."""

import datetime
import os
import re
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bmconv.errors import Flag, UsageError, Wording
from bmconv.exporting.archive import Label, parse_label
from bmconv.exporting.run import Destination, ExportPlan, Progress
from bmconv.exporting.treatment import Treatment
from bmconv.notes import Notes

KINDS = ("parquet", "sql", "site")
"""Parquet files in a folder, tables in a database, a site of web pages."""
SITE_ONLY = (
    *("title", "language", "indexed", "no_players", "min_nights"),
    *("css", "accent", "logo", "club"),
)
"""The fields of RequestedTarget that are only for a site."""


class RequestedTarget(NamedTuple):
    """Where the rows of an export go, and how a site looks."""

    to: str
    """One of KINDS."""
    out: str | None = None
    """The folder of a dataset or site."""
    db: str | None = None
    schema: str | None = None
    title: str | None = None
    css: str | None = None
    indexed: bool = False
    """Whether search engines may list the pages."""
    no_players: bool = False
    accent: str | None = None
    logo: str | None = None
    club: str | None = None
    min_nights: int | None = None
    """The fewest nights with which a player gets a place in a ranking."""
    club_names: str | None = None
    """A file with names of clubs."""
    language: str | None = None


class RequestedTreatment(NamedTuple):
    """What is to be changed in records, and added to them."""

    anonymise: bool = False
    key: str | None = None
    """A file with the key of pseudonyms."""
    hide: str | None = None
    """A file that lists people."""
    evaluate: bool = False


def make_plan(
    paths: Iterable[str],
    labels: Iterable[str] = (),
    since: str | None = None,
    jobs: int | None = None,
) -> ExportPlan:
    """The plan of a run; labels are `NAME=TEXT`, `since` is a date or a number of days: `7d`."""
    columns = [parse_label(text) for text in labels]
    if len({one.column for one in columns}) < len(columns):
        raise UsageError(Wording(Flag("label"), ": two labels have the same name"))
    return ExportPlan(tuple(paths), columns, _parse_since(since), jobs or os.cpu_count() or 1)


def with_treatment(
    plan: ExportPlan, requested: RequestedTreatment, target: RequestedTarget
) -> ExportPlan:
    """The plan with what is requested: people replaced or hidden, hands solved, clubs named."""
    if requested.key and not requested.anonymise:
        raise UsageError(Wording(Flag("key"), " is for ", Flag("anonymise")))
    for name, path in (("hide", requested.hide), ("club_names", target.club_names)):
        if path and requested.anonymise:
            raise UsageError(Wording(Flag(name), " cannot be used with ", Flag("anonymise")))
    treatment = Treatment(evaluate=requested.evaluate)
    if requested.anonymise:
        from bmconv.exporting.anonymity import make_anonymity

        anonymity = make_anonymity(requested.key, plan.labels)
        treatment = treatment._replace(anonymity=anonymity)
    if requested.hide:
        from bmconv.filters.hide import read_hidden

        hidden = read_hidden(requested.hide)
        if hidden.people:  # an empty list is like no list, which the ledger can refuse
            treatment = treatment._replace(hidden=hidden)
    if requested.evaluate:
        from bmconv.filters.evaluate import require_solver

        require_solver()
    if target.club_names:
        names = _club_names(target.club_names, plan.labels)
        plan = plan._replace(club_names=names)
        if target.to != "site":  # a site makes its addresses from names of folders
            plan = plan._replace(labels=[label._replace(names=names) for label in plan.labels])
    return plan._replace(treatment=treatment)


def _club_names(path: str, labels: list[Label]) -> tuple[tuple[str, str], ...]:
    """Folders, each with the name of its club, which replaces it in labels."""
    from bmconv.exporting.club_names import read_club_names

    if not labels:
        needed = (Flag("club_names"), " needs a label, such as ", Flag("label", "club={1}"))
        raise UsageError(Wording(*needed))
    return tuple(sorted(read_club_names(path).items()))


def open_destination(
    target: RequestedTarget, plan: ExportPlan, notes: Notes, progress: Callable[[], Progress]
) -> Destination:
    """The destination of the rows; `progress` starts a progress bar for the pages of a site."""
    if target.to == "site":
        return _site(target, plan, notes, progress)
    for name in SITE_ONLY:
        if getattr(target, name):
            option = "index" if name == "indexed" else name
            raise UsageError(Wording(Flag(option), " is for ", Flag("to", "site")))
    if target.out and target.db:
        other = Flag("db" if target.to == "parquet" else "out")
        raise UsageError(Wording(other, " cannot be used with ", Flag("to", target.to)))
    if target.to == "sql":
        return _database(target.db, target.schema, notes)
    if target.db and not target.out:
        raise UsageError(Wording(Flag("db"), " is for ", Flag("to", "sql")))
    if not target.out:
        raise UsageError(Wording(Flag("to", "parquet"), " needs a folder: ", Flag("out", "FOLDER")))
    from bmconv.exporting.parquet import ParquetDestination

    return ParquetDestination(target.out)


def _database(db: str | None, schema: str | None, notes: Notes) -> Destination:
    from bmconv.exporting.sql.database_file import URLS

    if not db:
        raise UsageError(Wording(Flag("to", "sql"), " needs a database: ", Flag("db", URLS)))
    if db.startswith(("postgresql://", "postgres://")):
        from bmconv.exporting.sql.postgres import PostgresDestination

        return PostgresDestination(db, schema) if schema else PostgresDestination(db)
    if schema:
        raise UsageError(Wording(Flag("schema"), " is for PostgreSQL"))
    if db.startswith("duckdb:"):
        from bmconv.exporting.sql.duck import DuckDbDestination

        return DuckDbDestination(db)
    from bmconv.exporting.sql.sqlite import SqliteDestination

    return SqliteDestination(db, notes)


def _site(
    target: RequestedTarget, plan: ExportPlan, notes: Notes, progress: Callable[[], Progress]
) -> Destination:
    to_site = Flag("to", "site")
    if target.db or target.schema:
        both = (Flag("db"), " and ", Flag("schema"))
        raise UsageError(Wording(*both, " cannot be used with ", to_site))
    if not target.out:
        raise UsageError(Wording(to_site, " needs a folder: ", Flag("out", "FOLDER")))
    from bmconv.exporting.site.destination import SiteDestination
    from bmconv.exporting.site.pages import SiteLook
    from bmconv.reports.club import language_code, path_of_club
    from bmconv.reports.html.look import page_look
    from bmconv.reports.language import chosen_language

    page = page_look(
        accent=target.accent or "",
        logo=target.logo or "",
        club=target.club or "",
        css=target.css or "",
    )
    language = chosen_language(language_code(target.language, path_of_club(target.club)))
    title = target.title or language.gettext("Results")
    look = SiteLook(title, page, target.indexed, not target.no_players, language.code)
    if target.min_nights:
        look = look._replace(min_nights=target.min_nights)
    look = look._replace(club_names=plan.club_names)
    return SiteDestination(target.out, look, plan.jobs, notes, progress)


def _parse_since(text: str | None) -> float:
    """A date, or a number of days ago, as a timestamp."""
    if text is None:
        return 0
    if match := re.fullmatch(r"(\d{1,5})d", text):
        return time.time() - int(match[1]) * 86400
    try:
        return datetime.datetime.fromisoformat(text).timestamp()
    except ValueError:
        problem = ": expected a date such as 2026-01-31, or 7d"
        raise UsageError(Wording(Flag("since", text), problem)) from None
