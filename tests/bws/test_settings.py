"""Settings of sections: every section has its own complete row, as soon as there are several."""

from pathlib import Path
from typing import Any

import pytest

from bmconv.records import Section, Session, Settings, Table
from tests.bws.test_read import rows, written
from tests.helpers import bcs
from tests.helpers.guide_files import guide_file, guide_layout, two_sections
from tests.helpers.jet_judges import jackcess
from tests.helpers.running import quick

TWO = (
    Session(id=1, name="Club night"),
    Section(id=1, letter="A"),
    Section(id=2, letter="B"),
    Table(section=1, table=1),
    Table(section=2, table=1),
)


def settings_by_jackcess(path: Path) -> list[dict[str, Any]]:
    """The rows of Settings as another engine reads them."""
    (verdict,) = jackcess(f"read={path}")
    table = verdict["tables"]["Settings"]
    names = [column["name"] for column in table["columns"]]
    return [dict(zip(names, row, strict=True)) for row in table["rows"]]


def test_a_section_s_own_settings_are_completed_by_those_for_all() -> None:
    data, notes = written(
        *TWO,
        Settings(values={"LeadCard": True, "MaximumResults": 7, "GroupSections": True}),
        Settings(section=2, values={"LeadCard": False, "BM2Ranking": 2, "MaximumResults": 9}),
        computer="DESK",
    )
    assert rows(data, "Settings") == [
        {"Section": 1, "LeadCard": True, "MaximumResults": 7, "GroupSections": True,
         "BM2Ranking": 0},
        {"Section": 2, "LeadCard": False, "MaximumResults": 9, "GroupSections": True,
         "BM2Ranking": 2},
    ]  # fmt: skip
    assert notes == [("repair", "setting-filled", "settings A BM2Ranking")]


def test_settings_of_one_section_do_not_become_those_of_all() -> None:
    data, notes = written(*TWO, Settings(section=2, values={"LeadCard": True}), computer="DESK")
    assert {row["Section"]: row["LeadCard"] for row in rows(data, "Settings")} == {
        2: True,
        1: False,
    }
    assert notes == [("repair", "setting-filled", "settings A LeadCard")]


def test_the_first_row_has_the_global_settings_of_the_event() -> None:
    data, _ = written(
        *TWO,
        Settings(values={"GroupSections": True, "LeadCard": True}),
        Settings(section=1, values={"GroupSections": False}),
    )
    assert rows(data, "Settings")[0]["GroupSections"] is True


def test_rows_of_all_sections_keep_their_order_and_values() -> None:
    data, notes = written(
        *TWO,
        Settings(section=2, values={"GroupSections": True, "LeadCard": True}),
        Settings(section=1, values={"GroupSections": False, "LeadCard": True}),
        computer="DESK",
    )
    assert rows(data, "Settings") == [
        {"Section": 2, "GroupSections": True, "LeadCard": True},
        {"Section": 1, "GroupSections": False, "LeadCard": True},
    ]
    assert notes == []


def test_all_settings_can_be_written_with_the_guide_s_defaults(
    shared: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.bws"
    data, notes = written(*TWO, Settings(values={"LeadCard": True}), settings="defaults",
                          computer="DESK")  # fmt: skip
    path.write_bytes(data)
    guide = {cells[0]: cells[-1] for cells in guide_layout(shared)["Settings"][1:]}
    for row in settings_by_jackcess(path):
        assert row.pop("LeadCard") is True
        section = row.pop("Section")
        assert section in (1, 2)
        texts = {
            name: f'"{v}"' if isinstance(v, str) else str(v).lower() for name, v in row.items()
        }
        expected = {name: value for name, value in guide.items() if name != "LeadCard"}
        assert texts == expected
    assert notes == []
    blank, _ = written(settings="defaults")
    assert rows(blank, "Settings") == []


@pytest.mark.parametrize("section", ["A", "B"])
def test_set_for_one_section_leaves_the_others_as_they_were(
    section: str, shared: Path, tmp_path: Path
) -> None:
    before = {"LeadCard": False, "MaximumResults": 5, "GroupSections": True, "BM2Ranking": 2}
    tables = two_sections() | {"Settings": [{"Section": 0, **before}]}
    path = guide_file(tmp_path / "g.bws", shared, tables)
    new = tmp_path / "h.bws"
    done = quick("set", path, f"settings[{section}].LeadCard=true", "-o", new)
    line = f"bmconv: settings {section}: LeadCard false → true\n"
    assert (done.code, done.err) == (0, line)
    assert settings_by_jackcess(new) == [
        {**row, "LeadCard": letter == section}
        for letter, row in (("A", {"Section": 1, **before}), ("B", {"Section": 2, **before}))
    ]


def test_set_for_one_of_two_sections_without_rows_is_for_that_section(
    shared: Path, tmp_path: Path
) -> None:
    path = guide_file(tmp_path / "g.bws", shared, two_sections())
    new = tmp_path / "h.bws"
    done = quick("set", path, "settings[B].LeadCard=true", "-o", new)
    assert done.code == 0
    assert "setting-filled" in done.err
    assert {row["Section"]: row["LeadCard"] for row in settings_by_jackcess(new)} == {
        1: False,
        2: True,
    }


def test_set_for_all_sections_changes_every_row(shared: Path, tmp_path: Path) -> None:
    rows = [{"Section": 1, "LeadCard": False, "BM2Ranking": 1},
            {"Section": 2, "LeadCard": False, "BM2Ranking": 2}]  # fmt: skip
    path = guide_file(tmp_path / "g.bws", shared, two_sections() | {"Settings": rows})
    new = tmp_path / "h.bws"
    assert quick("set", path, "settings.LeadCard=true", "-o", new).code == 0
    assert settings_by_jackcess(new) == [{**row, "LeadCard": True} for row in rows]


def test_clearing_a_setting_of_one_section_leaves_the_others(shared: Path, tmp_path: Path) -> None:
    rows = [{"Section": 0, "LeadCard": True, "BM2Ranking": 2}]
    path = guide_file(tmp_path / "g.bws", shared, two_sections() | {"Settings": rows})
    new = tmp_path / "h.bws"
    done = quick("set", path, "settings[B].BM2Ranking=", "-o", new)
    assert done.code == 0
    assert "setting-filled" in done.err
    assert settings_by_jackcess(new) == [
        {"Section": 1, "LeadCard": True, "BM2Ranking": 2},
        {"Section": 2, "LeadCard": True, "BM2Ranking": 0},
    ]


def test_a_global_setting_is_not_set_for_one_section(shared: Path, tmp_path: Path) -> None:
    path = guide_file(tmp_path / "g.bws", shared, two_sections())
    for name, value in (
        ("GroupSections", "true"),
        ("AutoShutDownBPC", "true"),
        ("MaximumResults", "5"),
    ):
        done = quick("set", path, f"settings[B].{name}={value}", "-o", tmp_path / "h.bws")
        assert done.code == 2
        assert f"{name} applies to all sections: expected settings.{name}={value}" in done.err


def test_a_name_that_is_set_is_the_scoring_program_s(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    for seat in tables["PlayerNumbers"]:
        seat |= {"Number": "17", "Name": "Ada", "EntrySource": 2}
    path = guide_file(tmp_path / "g.bws", shared, tables)
    new = tmp_path / "h.bws"
    assert quick("set", path, "seat[A1N].name=Eve", "seat[A1S].number=18", "-o", new).code == 0
    sources = {
        (row["Section"], row["Table"], row["Direction"]): row["EntrySource"]
        for row in bcs.rows(new, "PlayerNumbers")
    }
    assert [at for at, source in sources.items() if source != 2] == [(1, 1, "N")]
    assert sources[1, 1, "N"] == 0


def test_a_movement_is_made_with_the_computer_of_its_tables(tmp_path: Path) -> None:
    words = ("movement", "make", "howell", "--tables", "2", "--boards", "12", "-o")
    done = quick(*words, tmp_path / "a.bws")
    assert "repair no-client: 1 file without the name of the computer" in done.err
    done = quick(*words, tmp_path / "b.bws", "--computer", "DESK")
    assert "no-client" not in done.err
    assert bcs.rows(tmp_path / "b.bws", "Clients") == [{"ID": 1, "Computer": "DESK"}]
    assert {row["ComputerID"] for row in bcs.rows(tmp_path / "b.bws", "Tables")} == {1}
