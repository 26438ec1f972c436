"""A section is ranked alike whether its method comes from a .bws or from a DTO."""

import datetime

import pytest

import bmconv
from bmconv.bridge.scoring_methods import CODES
from bmconv.connector.rules import METHODS
from bmconv.event import Event
from bmconv.ranking import rank
from bmconv.records import Record, Section, Session
from bmconv.reports.labels import Labels
from bmconv.reports.language import ENGLISH
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.pages import seats
from tests.helpers.sessions import places_of, uneven_session
from tests.ranking.test_teams import match

WORDS = {
    1: "matchpoints 2/1/0, Neuberg",
    2: "Butler IMPs, datum without 1 at each end",
    3: "cross-IMPs per comparison",
    4: "teams, IMPs and WBF continuous victory points",
}


def night(scoring_type: int) -> list[Record]:
    """An evening whose section has a ScoringType."""
    played = match() if scoring_type == 4 else uneven_session(winners=2)
    next(r for r in played if isinstance(r, Section)).scoring_type = scoring_type
    for record in played:
        if hasattr(record, "table") and record.table is None:
            record.table, record.round = record.pair_ns, record.board
    day = datetime.date(2026, 11, 12)
    return [Session(id=1, name="Thursday", date=day), *played, *seats(4)]


@pytest.mark.parametrize("scoring_type", WORDS)
def test_a_scoring_type_is_ranked_alike_from_a_database_and_from_documents(scoring_type, tmp_path):
    database = tmp_path / "night.bws"
    database.write_bytes(encode_records(night(scoring_type), "bws")[0])
    records = list(bmconv.read(database))
    init, results = tmp_path / "init.json", tmp_path / "results.json"
    init.write_bytes(encode_records(records, "dto")[0])
    known, _ = decode_bytes(init.read_bytes(), "dto")
    guid = next(r.guid for r in known if isinstance(r, Session))
    results.write_bytes(encode_records(records, "dto", kind="results", session_guid=guid)[0])
    first = rank(Event(records))
    second = rank(bmconv.join(init, results))
    assert places_of(first) == places_of(second)
    assert places_of(first)
    (line,), (other,) = Labels(first, ENGLISH).methods(), Labels(second, ENGLISH).methods()
    assert line == other
    assert WORDS[scoring_type] in str(line)


def test_every_scoring_method_that_the_vendor_accepts_has_a_name():
    assert set(METHODS) <= set(CODES)
