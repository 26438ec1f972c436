"""The club's file: one reading for pages, cards, workbooks, sites and USEBIO."""

from pathlib import Path

import pytest

from bmconv.errors import BadInput, UsageError
from bmconv.reports.club import language_code, name_of_club, path_of_club, read_club_file
from tests.helpers.running import quick, samples

TEXT = """
Club_Name = "Oak"
language = "nl"
numbers = "club"
[Event]
P2P_CHARGE_RATE = 10
[contact]
email = "a@example.org"
"""


def written(folder: Path, text: str) -> str:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_names_are_taken_in_upper_and_lower_case(tmp_path):
    club = read_club_file(written(tmp_path, TEXT))
    assert (club.name, club.language, club.numbers) == ("Oak", "nl", "club")
    assert club.tables == {
        "": {"club_name": "Oak"},
        "event": {"p2p_charge_rate": "10"},
        "contact": {"email": "a@example.org"},
    }


def test_the_mark_of_windows_editor_is_no_mistake(tmp_path):
    assert read_club_file(written(tmp_path, "\ufeff" + TEXT)).name == "Oak"


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8"])
def test_it_can_be_saved_in_any_way_of_windows_editor(tmp_path, encoding):
    path = tmp_path / "club.toml"
    path.write_bytes('club_name = "Brückenkopf"\r\nlanguage = "de"\r\n'.encode(encoding))
    assert read_club_file(str(path)).name == "Brückenkopf"


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_the_quotes_of_a_word_processor_are_named(tmp_path, encoding):
    path = tmp_path / "club.toml"
    path.write_bytes('language = "de"\nclub_name = “Oak”\n'.encode(encoding))
    with pytest.raises(BadInput, match="toml: line 2: curly quotes; type straight ones"):
        read_club_file(str(path))


def test_a_number_that_begins_with_0_needs_quotes(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('language = "de"\n\nclub_id_number = 0123456\n')
    message = 'line 3: a number that begins with 0 needs quotes: "0123456"'
    with pytest.raises(BadInput, match=message):
        read_club_file(str(path))


def test_an_option_with_a_name_or_a_file(tmp_path):
    path = written(tmp_path, TEXT)
    assert (name_of_club(path), name_of_club("Elm"), name_of_club("")) == ("Oak", "Elm", "")
    assert [path_of_club(text) for text in (path, "Elm", "", None)] == [path, None, None, None]
    assert [language_code(code, path) for code in ("de", "", None)] == ["de", "nl", "nl"]
    assert language_code(None, None) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('languge = "nl"', "unknown name 'languge'; the nearest is 'language'"),
        ("[x]\na = 1", "no table [x]"),
        ("club_name = 1.5", "expected text or a whole number"),
        ('numbers = "all"', "expected national or club"),
    ],
)
def test_a_mistake_is_refused_by_whatever_reads_the_file(text, message, tmp_path):
    path, night = written(tmp_path, text), samples(tmp_path) / "night.bws"
    with pytest.raises(UsageError) as error:
        read_club_file(path)
    for words in (
        ("rank", night, "-o", tmp_path / "x.html"),
        ("rank", night, "-o", tmp_path / "x.xml"),
        ("rank", night, "-o", tmp_path / "x.xlsx"),
        ("to", "html", night, "-o", tmp_path / "x.html"),
        ("publish", night, "--out", tmp_path / "public"),
        ("movement", "cards", night, "-o", tmp_path / "x.html"),
        ("bws", "follow", night, "--page", tmp_path / "x.html"),
        ("export", night, "--to", "site", "--out", tmp_path / "site"),
    ):
        done = quick(*words, "--club", path)
        assert (done.code, message in done.err) == (2, True), (words, done.err)
        assert str(error.value) in done.err
    assert not any(tmp_path.glob("x.*"))
