"""Guide cards, compared with cards written by hand."""

from tests.helpers.pages import Page
from tests.helpers.running import quick


def cards(*words: str) -> str:
    made = quick("movement", "make", *words)
    done = quick("movement", "cards", stdin=made.out)
    assert (made.code, done.code, done.err) == (0, 0, "")
    return done.out.decode()


def test_cards_of_the_2_table_howell():
    text = cards("howell", "--tables", "2", "--boards", "6")
    assert text.startswith(
        """Section A, table 1
  Round  N-S  E-W  Boards
      1  4    1    1-2
      2  4    2    3-4
      3  4    3    5-6

Section A, table 2
  Round  N-S  E-W  Boards
      1  2    3    1-2
      2  3    1    3-4
      3  1    2    5-6

Section A, pair 1
  Round  Table  Sits  Against  Boards
      1      1  E-W   4        1-2
      2      2  E-W   3        3-4
      3      2  N-S   2        5-6
"""
    )
    assert text.count("Section A, pair") == 4


def test_a_missing_pair_gets_no_card_and_its_opponents_sit_out():
    text = cards("howell", "--tables", "2", "--boards", "6", "--missing-pair", "4")
    assert text.count("Section A, pair") == 3
    assert (
        """Section A, pair 2
  Round  Table  Sits  Against  Boards
      1      2  N-S   3        1-2
      2                        sit out
      3      2  E-W   1        5-6
"""
        in text
    )


def test_a_card_of_an_individual_names_the_partner():
    text = cards("individual", "--tables", "2", "--boards", "14")
    assert text.count("Section A, player") == 8
    assert "      1      1  N with 1  3+4      1-2\n" in text


def test_both_pairs_of_a_team_have_a_card():
    text = cards("teams", "--tables", "4", "--boards", "12")
    assert text.count("Section A, NS pair") == text.count("Section A, EW pair") == 4


def test_without_rounds_there_are_no_cards():
    done = quick("movement", "cards", stdin=b'{"type":"section","id":1}\n')
    assert (done.code, "make or apply a movement first" in done.err) == (1, True)


def page(*words: object, kind: str = "pairs") -> Page:
    made = quick("movement", "make", *words)
    done = quick("movement", "cards", "--html", "--kind", kind, stdin=made.out)
    assert done.code == 0
    return Page(done.out.decode())


def test_the_cards_as_a_page_have_the_same_rows():
    shown = page("howell", "--tables", "2", "--boards", "6")
    assert [[cell.strip() for cell in row] for row in shown.tables[0]["rows"]] == [
        ["Round", "Table", "Sits", "Against", "Boards"],
        ["1", "1", "E-W", "4", "1-2"],
        ["2", "2", "E-W", "3", "3-4"],
        ["3", "2", "N-S", "2", "5-6"],
    ]
    assert "PAIR 1" in shown.text
    assert "Begin at table 1, East-West" in shown.text


def test_a_sit_out_is_one_line():
    shown = page("howell", "--tables", "2", "--boards", "6", "--missing-pair", "4")
    rows = [[cell.strip() for cell in row] for row in shown.tables[1]["rows"]]
    assert rows[2] == ["2", "sit out"]
    assert "You sit out first; then table 2, East-West" in shown.text  # pair 1


def test_four_cards_are_on_a_sheet_and_kinds_are_not_mixed(tmp_path):
    out = tmp_path / "cards.html"
    made = quick("movement", "make", "howell", "--tables", "3", "--boards", "15")
    assert quick("movement", "cards", "-o", out, stdin=made.out).code == 0
    text = out.read_text(encoding="utf-8")
    sheets = [sheet.count("<section class=guide>") for sheet in text.split("<div class=sheet>")[1:]]
    assert sheets == [3, 4, 2]  # three tables, six pairs
    plain = tmp_path / "cards.txt"
    assert quick("movement", "cards", "-o", plain, stdin=made.out).code == 0
    assert plain.read_text().startswith("Section A, table 1\n")


def test_cards_in_the_language_of_the_club_or_another(tmp_path):
    made = quick("movement", "make", "mitchell", "--tables", "3", "--boards", "6")
    club, out = tmp_path / "club.toml", tmp_path / "cards.html"
    club.write_text('club_name = "Eikendal"\nlanguage = "nl"\n')
    words = ("movement", "cards", "--club", str(club))
    assert quick(*words, "-o", str(out), stdin=made.out).code == 0
    assert "Begin aan tafel 1, Noord-Zuid" in out.read_text(encoding="utf-8")
    assert quick(*words, "--language", "de", "-o", str(out), stdin=made.out).code == 0
    assert '<html lang="de">' in out.read_text(encoding="utf-8")
    plain = quick("movement", "cards", "--language", "nl", stdin=made.out).out.decode()
    assert plain.startswith("Lijn A, tafel 1\n")
    wrong = quick("movement", "cards", "--language", "xx", stdin=made.out)
    assert (wrong.code, "no language 'xx'" in wrong.err) == (2, True)
