"""Load many files into one dataset."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from bmconv.library.arguments import Path, as_list, one_of
from bmconv.notes import Notes

if TYPE_CHECKING:
    from bmconv.exporting.run import Summary


def export(
    paths: Path | Iterable[Path],
    to: str,
    *,
    out: Path | None = None,
    db: str | None = None,
    schema: str | None = None,
    labels: Iterable[str] = (),
    since: str | None = None,
    jobs: int | None = None,
    prune: bool = False,
    anonymise: bool = False,
    key: Path | None = None,
    hide: Path | None = None,
    evaluate: bool = False,
    club_names: Path | None = None,
    dry_run: bool = False,
    title: str | None = None,
    css: Path | None = None,
    index: bool = False,
    no_players: bool = False,
    min_nights: int | None = None,
    accent: str | None = None,
    logo: Path | None = None,
    club: str | None = None,
    language: str | None = None,
    notes: Notes | None = None,
    progress: Callable[[str], Callable[[int, int], None]] = lambda _: lambda done, wanted: None,
) -> Summary:
    """Bring a dataset up to date with all files below some paths, and return what was done.

    `to` is `parquet` or `site` (into the folder `out`) or `sql` (into `db`). `rejects` of the
    summary has the files that could not be read. The options are those of `bmconv export`.
    `progress` is called with "files" or "pages"; the function that it returns is called with the
    number of those done and the total.
    """
    from bmconv.exporting import request
    from bmconv.exporting.run import run

    target = request.RequestedTarget(
        one_of("to", to, request.KINDS), out=_path_text(out), db=db, schema=schema, title=title,
        css=_path_text(css), indexed=index, no_players=no_players, accent=accent,
        logo=_path_text(logo), club=club, min_nights=min_nights,
        club_names=_path_text(club_names), language=language,
    )  # fmt: skip
    names = [paths] if isinstance(paths, str | os.PathLike) else paths
    files = [str(os.fspath(name)) for name in names]
    plan = request.make_plan(files, as_list("labels", labels, "texts"), since, jobs)
    treatment = request.RequestedTreatment(anonymise, _path_text(key), _path_text(hide), evaluate)
    plan = request.with_treatment(plan, treatment, target)
    plan = plan._replace(dry_run=dry_run, prune=prune)
    notes = Notes(keep=True) if notes is None else notes
    destination = request.open_destination(target, plan, notes, lambda: progress("pages"))
    return run(plan, destination, notes, progress("files"))


def _path_text(path: Path | None) -> str | None:
    return None if path is None else str(os.fspath(path))
