"""Columns that the guide does not have stay when a filter writes a database anew."""

from pathlib import Path

import pytest

from bmconv import jet
from tests.helpers.guide_files import guide_file, two_sections
from tests.helpers.jet_judges import jackcess
from tests.helpers.running import quick


def test_columns_without_values_stay(shared: Path, tmp_path: Path) -> None:
    custom = {
        "ReceivedData": {"custom_Ours": "BOOLEAN"},
        "Session": {"OnlineEventGUID": "TEXT", "OnlineEventRoundDuration": "LONG"},
    }
    path = guide_file(tmp_path / "g.bws", shared, two_sections(), custom=custom)
    new = tmp_path / "h.bws"
    done = quick("set", path, "session.name=Friday", "-o", new)
    line = 'bmconv: session 1: name "Club night" → "Friday"\n'
    assert (done.code, done.err) == (0, line)
    before, after = jackcess(f"read={path}", f"read={new}")
    for table, names in custom.items():
        columns = {c["name"]: c["type"] for c in after["tables"][table]["columns"]}
        assert list(columns)[-len(names) :] == list(names)
        assert names.items() <= columns.items()
        old = before["tables"][table]["columns"]
        assert [c["name"] for c in old] == list(columns)


@pytest.mark.parametrize("name", ["RoundData", "ROUNDDATA"])
def test_the_players_of_an_individual_keep_their_columns_in_a_pairs_event(
    name: str, tmp_path: Path
) -> None:
    numbers = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")
    columns = [jet.ColumnSpec(n, "integer") for n in (*numbers, "South", "West", "custom_Ours")]
    rows = [(1, 1, 1, 1, 2, 1, 2, None, None, None)]
    session = jet.TableSpec("Session", [jet.ColumnSpec("ID", "integer")], [(1,)])
    old, new = tmp_path / "old.bws", tmp_path / "new.bws"
    with old.open("wb") as file:
        jet.write([session, jet.TableSpec(name, columns, rows)], file)
    assert quick("set", old, "session.name=Friday", "-o", new, "-q").code == 0
    with jet.open(new) as database:
        kept = [column.name for column in database.tables["RoundData"].columns]
    assert kept == [*numbers, "CustomBoards", "South", "West", "custom_Ours"]


def test_a_new_file_can_have_a_column_of_one_s_own(tmp_path: Path) -> None:
    new = tmp_path / "h.bws"
    words = ("to", "bws", "-o", new, "--columns")
    assert quick(*words, "ReceivedData.custom_Ours:boolean", stdin=b"").code == 0
    (verdict,) = jackcess(f"read={new}")
    last = verdict["tables"]["ReceivedData"]["columns"][-1]
    assert (last["name"], last["type"]) == ("custom_Ours", "BOOLEAN")
    new.unlink()
    done = quick(*words, "Results.custom_Ours:boolean", stdin=b"")
    assert done.code == 2
    assert "'Results.custom_Ours:boolean': expected TABLE.NAME:TYPE" in done.err
