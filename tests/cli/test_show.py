"""bmconv show: choice of boards and sections, layout, and output files."""

from bmconv import records as rec
from bmconv.errors import for_shell
from bmconv.io.stream import encode_lines
from tests.helpers.checking import night, result, seats
from tests.helpers.running import quick


def show(records: list[rec.Record], *words: object) -> list[str]:
    done = quick("show", *words, stdin=b"".join(encode_lines(records)))
    assert (done.code, done.err) == (0, "")
    return done.out.decode().splitlines()


def two_sections() -> list[rec.Record]:
    other = rec.Section(id=2, letter="B")
    results = [result(board=board, section=section) for section in (1, 2) for board in (1, 2, 3)]
    names = [seat for section in (1, 2) for seat in seats(1, *"1234", section=section)]
    return night(other, *results, *names)


def test_show_prints_only_the_chosen_boards_and_sections():
    boards = [line[:18] for line in show(two_sections(), "--board", "1,3") if "Board" in line]
    assert boards == [f"Section {s}  Board {b}" for s in "AB" for b in (1, 3)]
    lines = show(two_sections(), "--section", "b", "--board", "2-3")
    assert [line[:18] for line in lines if "Board" in line] == [
        "Section B  Board 2",
        "Section B  Board 3",
    ]
    assert [line.split() for line in lines[-2:]] == [
        ["Table", "North", "South", "East", "West"],
        ["B1", "1", "3", "2", "4"],
    ]


def test_an_unknown_section_and_an_invalid_board_are_usage_errors():
    data = b"".join(encode_lines(two_sections()))
    assert quick("show", "--section", "X", stdin=data).code == 2
    assert quick("show", "--board", "one", stdin=data).code == 2


def test_a_table_without_names_is_left_out():
    empty = [rec.Seat(section=1, table=1, direction=d, round=0) for d in "NESW"]
    assert "North" not in " ".join(show(night(result(), *empty)))
    without_movement = [r for r in night(*empty) if not isinstance(r, rec.Round)]
    assert show(without_movement) == [
        "no results, hands or names in this input (bmconv info shows what it contains)"
    ]


def test_an_evening_before_play_is_described_by_its_movement(tmp_path):
    rounds = [
        rec.Round(section=1, table=t, round=r, ns_pair=t, ew_pair=10 + t, low_board=1, high_board=2)
        for t in (1, 2, 3)
        for r in (1, 2)
    ]
    week = tmp_path / "next week.jsonl"
    week.write_bytes(b"".join(encode_lines([*rounds, rec.Player(number="1", name="Ann Berg")])))
    summary = "no results yet, a movement of 2 rounds at 3 tables"
    cards = f"bmconv movement cards {for_shell(str(week))}"
    lines = quick("show", week).out.decode().splitlines()
    assert lines == [f"{summary} ({cards} prints the guide cards)"]
    assert quick("movement", "cards", week).code == 0
    done = quick("show", stdin=week.read_bytes()).out.decode()
    assert done == f"{summary} (bmconv movement cards prints the guide cards)\n"


def test_show_writes_to_a_text_file_only(tmp_path):
    data, path = b"".join(encode_lines(two_sections())), tmp_path / "travellers.txt"
    done = quick("show", "-o", path, stdin=data)
    assert (done.code, done.out) == (0, b"")
    assert path.read_bytes() == quick("show", stdin=data).out
    done = quick("show", "-o", tmp_path / "night.pbn", stdin=data)
    assert (
        done.code,
        done.err.endswith("night.pbn: a report is text; name it .txt or .md\n"),
    ) == (
        2,
        True,
    )


def test_hands_are_printed_also_without_results():
    hand = rec.Hand(board=1, north="AKQ...", east="J.T..", south="-", dealer="N")
    lines = quick("show", stdin=b"".join(encode_lines([hand]))).out.decode().splitlines()
    assert lines == [
        "Board 1  Dealer N  Vulnerable None",
        "              ♠ AKQ",
        "              ♥ -",
        "              ♦ -",
        "              ♣ -",
        "                          ♠ J",
        "                          ♥ 10",
        "                          ♦ -",
        "                          ♣ -",
        "              -",
        "",
    ]


def test_markdown_has_tables_and_drawn_hands():
    hand = rec.Hand(board=1, north="AKQJ.T98.765.432", east="", south="", west="")
    line = result(board=1, remarks="a | b")
    lines = show(night(hand, line, *seats(1, *"1234")), "--markdown")
    assert lines[0] == "## Section A Board 1 Dealer N Vulnerable None"
    assert lines[2:8] == [
        "```",
        "              ♠ AKQJ",
        "              ♥ 1098",
        "              ♦ 765",
        "              ♣ 432",
        "```",
    ]
    assert lines[9].startswith("| Table | Round |  NS |  EW | Contract |")
    assert lines[11].endswith(r"| a \| b |")
    assert {len(line) for line in lines[9:12]} == {len(lines[9])}
    assert lines[-1] == "|    A1 | 1     | 3     | 2    | 4    |"
