"""Rank an evening, and publish it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bmconv.codecs import detect, load
from bmconv.conversion import decode, encode_whole, open_output
from bmconv.errors import BadInput, DataError, FileTrouble, file_errors
from bmconv.event import Event
from bmconv.io.files import refuse_inputs, replace_file
from bmconv.io.source import Input, open_input
from bmconv.library.arguments import Data, Path, open_event
from bmconv.library.events import join, part
from bmconv.notes import LOSS, Note, Notes
from bmconv.records import Hand, Result
from bmconv.registry import FORMATS

if TYPE_CHECKING:
    from bmconv.ranking import Ranked


def rank(
    data: Data,
    *,
    method: str | None = None,
    winners: int | None = None,
    group: str = "auto",
    scale: int | None = None,
    factor: str | None = None,
    averages: str | None = None,
    average_imps: int | None = None,
    datum_drop: str | None = None,
    datum_round: str | None = None,
    cross: str | None = None,
    round: str | None = None,
    vp_scale: Input | None = None,
    total: bool = False,
    adjust: Input | None = None,
    keep: bool = False,
    format: str | None = None,
    notes: Notes | None = None,
) -> Ranked:
    """Rank the pairs, players or teams of an event; the options are those of `bmconv rank`.

    If the event already has points and places, differences from them are noted; `keep` keeps them.
    `rankings()` of the result has a record for everybody, `records()` the event with points.
    """
    from bmconv.ranking import rank
    from bmconv.ranking.options import method_fields, refuse_useless

    options = {
        "method": method, "winners": winners, "group": group, "scale": scale, "factor": factor,
        "averages": averages, "average_imps": average_imps, "datum_drop": datum_drop,
        "datum_round": datum_round, "cross": cross, "round": round, "total": total,
    }  # fmt: skip
    chosen, adjustments = method_fields(options), None
    event = open_event(data, format, notes)
    if vp_scale is not None:
        from bmconv.ranking.vp_scale import scale_fields

        options["vp_scale"] = "given"
        with open_input(vp_scale) as source:
            chosen |= scale_fields(source.name, source.text_lines())
    if adjust is not None:
        from bmconv.ranking.adjust import HEADER_EXPECTED, Adjustments

        with open_input(adjust) as source:
            if b"\0" in source.head():
                problem = f"a file of the format {detect(source)}"
                raise BadInput(source.name, problem, f"CSV with {HEADER_EXPECTED}")
            adjustments = Adjustments(source.name, source.text_lines())
    ranked = rank(event, chosen, group=group, winners=winners, adjustments=adjustments)
    refuse_useless(options, ranked.fields)
    if keep:
        from bmconv.ranking.from_records import published_ranking

        return published_ranking(ranked)
    return ranked


class Publication(Struct, frozen=True):
    """What was published."""

    files: list[str]
    oddities: list[str]
    """What looks odd, in one line each, for the person who publishes."""
    adjusted: str = ""
    """How many awards and penalties were applied, in words."""


_ORDER = "the file with the results comes first, then that of the hands"
DEALS = ("hand", "evaluation")
"""The record types that are taken from a file of hands."""

PUBLISHED: dict[str, dict[str, Any]] = {
    "html": {},
    "xlsx": {"sheets": "people"},
    "usebio": {},
    "pbn": {},
}
"""The formats in which an evening is published, with the options that `rank -o` gives them."""


def publish(
    data: Input,
    hands: Input | None = None,
    *,
    out: Path | None,
    club: Path | None = None,
    language: str = "",
    adjust: Input | None = None,
    strict: bool = False,
    notes: Notes | None = None,
) -> Publication:
    """Write page, workbook, USEBIO and PBN of an evening into a folder, all or none.

    Of `hands` only hands and evaluations are taken. Without `out` nothing is written. The files are
    the same as from `rank`, and named like the input. `language` is the language of page and
    workbook, instead of the language in the file `club`. What a format cannot hold is not noted;
    `strict` refuses to write anything if there is any other loss or an error.
    """
    from bmconv.checks.oddities import oddities
    from bmconv.reports.club import language_code

    notes = Notes() if notes is None else notes
    if out is not None and os.path.isfile(out):
        raise FileTrouble(f"{out} is a file; expected a folder")
    with open_input(data) as source:
        name = os.path.splitext(os.path.basename(source.name))[0]
        event = Event(decode(source, detect(source), {}, notes), notes)
    if hands is not None:
        deals = part(hands, only=DEALS, notes=notes)
        if not any(isinstance(record, Hand) for record in deals.records):
            if not event.of(Result):
                raise DataError(f"no results in {source.name}", hint=_ORDER)
            raise DataError(f"no hands in {deals.name}; publish one evening, with its hands")
        event = join(event, deals, notes=notes)
    ranked = rank(event, adjust=adjust, notes=notes)
    if ranked.without_results:
        raise DataError(f"no results in {source.name}", hint=_ORDER)
    if out is None:
        return Publication([], oddities(event), ranked.adjusted)
    contents = {}
    path = "" if club is None else str(os.fspath(club))
    club_options = {"club": path, "language": language_code(language, path)}

    def listen(note: Note) -> None:
        if note.level != LOSS:  # no losses, as none of the formats holds everything
            notes.take(note)

    for format, options in PUBLISHED.items():
        known = {option.name for option in load(format).info.options}
        chosen = {name: value for name, value in club_options.items() if name in known and value}
        with open_output(None) as (sink, buffer):
            encode_whole(ranked.records(), format, sink, options | chosen, Notes(listen), ranked)
        path = os.path.join(os.fspath(out), name + FORMATS[format].extensions[0])
        contents[path] = buffer.getvalue() if buffer else b""
    refuse_inputs(contents, (data, hands, club, adjust), "folder")
    if strict:
        notes.refuse_losses()
    _write_folder(out, contents)
    return Publication(list(contents), oddities(event), ranked.adjusted)


def _write_folder(folder: Path, contents: dict[str, bytes]) -> None:
    """Write files into a folder, which is made if it does not exist."""
    with file_errors(str(folder)):
        os.makedirs(folder, exist_ok=True)
    for path, content in contents.items():
        replace_file(path, content)
