"""Guide cards, compared with cards written by hand."""

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
    text = cards("howell", "--tables", "2", "--boards", "6", "--missing", "4")
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


def test_the_cards_as_a_page_have_the_same_rows():
    from html.parser import HTMLParser

    class Cells(HTMLParser):
        found: list[str]

        def handle_starttag(self, tag, attrs):
            if tag in ("h3", "td"):
                self.found.append("")

        def handle_data(self, data):
            if self.found:
                self.found[-1] += data.strip()

    made = quick("movement", "make", "howell", "--tables", "2", "--boards", "6")
    done = quick("movement", "cards", "--html", "--kind", "pairs", stdin=made.out)
    reader = Cells()
    reader.found = []
    reader.feed(done.out.decode())
    headings = "RoundTableSitsAgainstBoards"
    first = reader.found[: reader.found.index(f"Section A, pair 2{headings}")]
    assert first == [
        f"Section A, pair 1{headings}",
        *("1", "1", "E-W", "4", "1-2"),
        *("2", "2", "E-W", "3", "3-4"),
        *("3", "2", "N-S", "2", "5-6"),
    ]
