"""Names of clubs in the label columns of a dataset, from a list."""

import pytest

import bmconv
from bmconv.exporting.club_names import read_club_names
from tests.exporting.test_site import CLUB
from tests.helpers.datasets import write_event
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import quick

NORTH = "Bridge Club „Nord“, 1952"


@pytest.fixture
def folder(tmp_path):
    write_event(tmp_path / "archive/north/a.jsonl", 1)
    write_event(tmp_path / "archive/south/b.jsonl", 2, results=5)
    (tmp_path / "clubs.csv").write_text(f'north;"{NORTH}"\nwest;Nobody\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("kind", TARGETS)
def test_names_replace_labels_also_in_rows_of_earlier_runs(kind, folder, make_target):
    target, new = make_target(kind), make_target(kind)
    assert target.run(folder / "archive", *CLUB).code == 0
    assert {club for (club,) in target.rows_of("result", "club")} == {"north", "south"}
    words = (*CLUB, "--club-names", folder / "clubs.csv")
    for each in (target, new):
        assert each.run(folder / "archive", *words).code == 0
        for table in ("result", "session", "events", "sources"):
            assert {club for (club,) in each.rows_of(table, "club")} == {NORTH, "south"}
    assert target.everything(["club"]) == new.everything(["club"])
    if kind != "parquet":
        clubs = target.ask("SELECT DISTINCT club FROM {}standing_result ORDER BY 1")
        assert clubs == [(NORTH,), ("south",)]
    done = target.run(folder / "archive", *CLUB)
    assert (done.code, "made with --club-names" in done.err) == (2, True)


def test_a_folder_that_does_not_exist_is_reported(folder):
    words = (*CLUB, "--club-names", folder / "clubs.csv")
    for kind in ("parquet", "site"):
        out = folder / kind
        for _ in range(2):
            done = quick("export", folder / "archive", "--to", kind, "--out", out, *words)
            assert done.err == (
                "bmconv: loss club-unknown: 1 name of a club whose folder no file is in "
                "(check the spelling) (west)\n"
            )


def test_names_need_a_label(folder):
    done = quick("export", folder / "archive", "--to", "parquet", "--out", folder / "d",
                 "--club-names", folder / "clubs.csv")  # fmt: skip
    assert (done.code, "needs a label, such as --label club={1}" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("north\n", ":1: 'north'; expected a folder and the name of its club, such as north,"),
        ("north,A,B\n", ":1: 'north,A,B'; expected a name with ',' in quotes: north,\"A,B\""),
        (
            'east,E "Aces", Ltd\n',
            """:1: 'east,E "Aces", Ltd'; expected a name with ',' in quotes: """
            'east,"E ""Aces"", Ltd"',
        ),
        ("north,A\n,B\n", ":2: ',B'; expected a folder and the name of its club"),
        ("north,A\nnorth,B\n", ":2: 'north' appears twice"),
        ("\nnorth,A\n \t\n\nnorth,B\n", ":5: 'north' appears twice"),
        ('north,"A"\nsouth,"' + "x" * 200_000 + '"\n', ": field larger than field limit"),
    ],
)
def test_a_list_with_a_mistake_names_the_line(text, problem, tmp_path):
    (tmp_path / "clubs.csv").write_text(text)
    with pytest.raises(bmconv.BmconvError) as caught:
        read_club_names(str(tmp_path / "clubs.csv"))
    assert str(caught.value).startswith(f"{tmp_path / 'clubs.csv'}{problem}")


def test_a_list_can_be_empty_or_repeat_a_club_with_the_same_name(tmp_path):
    for text, names in (("north,A\nnorth, A \n", {"north": "A"}), ("", {}), ("\n", {})):
        (tmp_path / "clubs.csv").write_text(text)
        assert read_club_names(str(tmp_path / "clubs.csv")) == names


def test_a_list_is_separated_by_commas_semicolons_or_tabs(tmp_path):
    for delimiter in ",;\t":
        (tmp_path / "clubs.csv").write_text(f"north{delimiter} Nord \n\nsouth{delimiter}Süd\n")
        assert read_club_names(str(tmp_path / "clubs.csv")) == {"north": "Nord", "south": "Süd"}
