"""Records for the tests of Data Connector documents, and the documents made from them."""

import datetime
import json
from collections.abc import Iterable
from typing import Any

from bmconv import records as rec
from bmconv.notes import Note
from bmconv.rules.settings import COLUMNS
from tests.helpers import coding
from tests.helpers.coding import decode_bytes


def encode_records(
    records: Iterable[rec.Record], format: str, **options: Any
) -> tuple[bytes, list[Note]]:
    """Records as bytes of a format; a document that starts an event has the reset it needs."""
    reset = {"reset": True} if format == "dto" else {}
    return coding.encode_records(records, format, **(reset | options))


GUID = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"
DAY = datetime.date(2026, 1, 2)
SESSION = rec.Session(id=1, guid=GUID, name="Friday", date=DAY)
DEAL = {"north": "AKQJT98765432...", "east": ".AKQJT98765432..", "south": "..AKQJT98765432."}
DEAL["west"] = "...AKQJT98765432"
ALL = {s.name: s.default for s in COLUMNS}
TRICKS = {
    f"{seat}_{strain}": 5
    for seat in ("north", "east", "south", "west")
    for strain in ("spades", "hearts", "diamonds", "clubs", "notrump")
}


def section(id=1, letter="A", **fields):
    return rec.Section(
        id=id, letter=letter, session=1, **{"winners": 1, "scoring_type": 1} | fields
    )


def table(number=1, section=1, **fields):
    return rec.Table(section=section, table=number, **{"group": 1} | fields)


def round(number=1, table=1, section=1, **fields):
    usual = {"ns_pair": 1, "ew_pair": 2, "low_board": 1, "high_board": 2} | fields
    return rec.Round(section=section, table=table, round=number, **usual)


def init_and_notes(*records, **options):
    """The InitDTO of some records, and the level and code of each note."""
    session = [] if any(isinstance(r, rec.Session) for r in records) else [copy_of(SESSION)]
    text, notes = encode_records([*session, *records], "dto", no_validate=True, **options)
    return json.loads(text), [(n.level, n.code) for n in notes]


def copy_of(record):
    """A copy of a record, which a codec may change."""
    return type(record)(**{n: getattr(record, n) for n in record.__struct_fields__})


def groups_of(document):
    """Number, method and sections of each scoring group."""
    return [
        (g["ScoringGroupNumber"], g["ScoringMethod"], [s["Letters"] for s in g["Sections"]])
        for s in document["Sessions"]
        for g in s["ScoringGroups"]
    ]


def only_section(document):
    """The first section of a document."""
    return document["Sessions"][0]["ScoringGroups"][0]["Sections"][0]


def two_sections(first, second, **settings):
    """Two sections of one table each, in these groups; with settings, the sections are grouped."""
    more = [rec.Settings(values={"GroupSections": True})] if settings else []
    return [
        section(), section(2, "B"), *more, table(group=first), table(section=2, group=second),
        round(), round(section=2),
    ]  # fmt: skip


def through_bws(text):
    """The records of a document after writing them to a .bws, and the codes of the notes."""
    records, _ = decode_bytes(text, "dto")
    data, notes = encode_records(records, "bws")
    return decode_bytes(data, "bws")[0], [n.code for n in notes if n.code != "no-client"]
