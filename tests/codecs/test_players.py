"""Player lists: separators, headers, quotes, zeros, and what is noted."""

import pytest
import strategies as some
from coding import codes, decoded, encoded
from hypothesis import given
from hypothesis import strategies as st
from running import quick

from bmconv.codecs import load
from bmconv.errors import BadInput
from bmconv.records import Player

LIST = b"firstname;lastname;playernumber\nAnna;Berg;007\nBo;de Vries;12345\n"
PLAYERS = [
    Player(first_name="Anna", last_name="Berg", number="007"),
    Player(first_name="Bo", last_name="de Vries", number="12345"),
]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LIST, id="semicolon"),
        pytest.param(LIST.replace(b";", b","), id="comma"),
        pytest.param(LIST.replace(b";", b"\t"), id="tab"),
        pytest.param(LIST.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(LIST.rstrip(), id="no last line end"),
        pytest.param(LIST.split(b"\n", 1)[1], id="no header"),
        pytest.param(LIST.upper().split(b"\n")[0] + b"\n" + LIST.split(b"\n", 1)[1], id="capitals"),
        pytest.param(b"First Name;Last-Name;Player number" + LIST[31:], id="other words"),
        pytest.param(b'"Anna";"Berg";"007"\n"Bo";"de Vries";"12345"', id="quotes"),
        pytest.param(b"Anna ; Berg ; 007\n Bo; de Vries ;12345 \n", id="blanks"),
        pytest.param(b"\xef\xbb\xbf" + LIST, id="UTF-8 BOM"),
        pytest.param(LIST.replace(b"\n", b"\n\n;;\n"), id="blank rows"),
        pytest.param(b"\r\n \n" + LIST.replace(b";", b","), id="blank rows first"),
        pytest.param("Prénom;Nom;No".encode() + LIST[31:], id="French"),
        pytest.param(b"No;Surname;Forename\n007;Berg;Anna\n12345;de Vries;Bo\n", id="other order"),
    ],
)
def test_spellings_of_the_same_list_are_read_as_the_same(data):
    assert decoded(data, "players") == (PLAYERS, [])


def test_quotes_may_hold_the_separator_and_quotes():
    records, notes = decoded(b'Anna;"Berg; ""Bea""";7\n', "players")
    assert records == [Player(first_name="Anna", last_name='Berg; "Bea"', number="7")]
    assert notes == []


def test_a_number_given_again_and_one_missing_are_noted_and_kept():
    records, notes = decoded(LIST + b"Cas;Dam;007\nEva;Fox;\n", "players")
    assert records == [
        *PLAYERS,
        Player(first_name="Cas", last_name="Dam", number="007"),
        Player(first_name="Eva", last_name="Fox"),
    ]
    assert codes(notes) == [
        ("repair", "duplicate-number", "file:4: 007"),
        ("repair", "no-number", "file:5"),
    ]


@pytest.mark.parametrize("head", [b"", b"\x0c", b"\x0cx", b"\n\x1c\n", "\u2028;".encode()])
def test_anything_may_be_asked_whether_it_is_a_list(head):
    assert load("players").probe(head, "x.txt") == 0


def test_a_cell_without_an_end_is_bad_input():
    with pytest.raises(BadInput, match=r"file:\d+: field larger than field limit"):
        decoded(LIST + b'"Cas;Dam;8\n' + b"Eva;Fox;9\n" * 20_000, "players")


def test_places_count_blank_lines():
    assert codes(decoded(b"\n\nA;B;7\n\nC;D;\n", "players")[1]) == [
        ("repair", "no-number", "file:5")
    ]


def test_7_and_007_are_two_numbers():
    assert decoded(b"A;B;7\nC;D;007\n", "players")[1] == []


MEMBERS = b"Name,Number,Country,Telephone,Born\nAnna Berg,7,NL,555,1950-01-02\nBo Ek,8,SE,,\n"


def test_columns_that_nobody_asked_for_are_left_out_with_a_note():
    known = [Player(name="Anna Berg", number="7", country="NL")]
    known.append(Player(name="Bo Ek", number="8", country="SE"))
    players, notes = decoded(MEMBERS, "players")
    assert players == known
    assert [(note.code, note.place, note.what) for note in notes] == [
        ("column-left-out", "file:2", "Telephone value{s}"),
        ("column-left-out", "file:2", "Born value{s}"),
    ]


def test_columns_that_are_asked_for_go_to_extra():
    players, notes = decoded(MEMBERS, "players", extra=True)
    assert players[0].extra == {"Telephone": "555", "Born": "1950-01-02"}
    assert notes == []


def test_a_members_telephone_number_is_not_in_the_database_unless_asked_for(tmp_path):
    (tmp_path / "members.csv").write_bytes(MEMBERS)
    words = ("convert", tmp_path / "members.csv", tmp_path / "members.bws")
    done = quick(*words)
    assert done.code == 0
    assert "column-left-out: 1 Telephone value, 1 Born value left out" in done.err
    for options, found in (((), False), (("--extra",), True)):
        assert quick(*words, *options, "-q").code == 0
        records = quick("from", "bws", tmp_path / "members.bws").out
        assert (b"Anna Berg" in records, b"555" in records) == (True, found)


def test_cells_beyond_the_columns_are_a_loss_and_a_lone_word_an_error():
    records, notes = decoded(LIST + b"Cas;Dam;8;x\nnonsense\n", "players")
    assert records == [*PLAYERS, Player(first_name="Cas", last_name="Dam", number="8")]
    assert codes(notes) == [
        ("loss", "extra-fields", "file:4"),
        ("error", "bad-line", "file:5: 'nonsense'"),
    ]


def test_a_list_is_written_with_a_header_unless_not_wanted():
    assert encoded(PLAYERS, "players") == (LIST, [])
    assert encoded(PLAYERS, "players", header=False) == (LIST.split(b"\n", 1)[1], [])


def test_a_name_in_one_piece_is_written_as_last_name():
    data, notes = encoded([Player(name="Anna Berg", number="7")], "players", header=False)
    assert (data, notes) == (b";Anna Berg;7\n", [])


def test_a_name_that_says_something_else_is_a_loss():
    player = Player(name="Annie", first_name="Anna", last_name="Berg", number="7", country="NL")
    data, notes = encoded([player], "players", header=False)
    assert data == b"Anna;Berg;7\n"
    assert [note.what.split(" value")[0] for note in notes] == ["player.country", "player.name"]


CELL = some.texts()


@given(
    st.lists(
        some.records(
            "player", only={"first_name", "number"}, need={"last_name", "number"},
            first_name=CELL, last_name=CELL, number=CELL,
        ),
        max_size=5,
    )
)  # fmt: skip
def test_what_is_written_is_read_again_as_the_same(players):
    again, notes = decoded(encoded(players, "players")[0], "players")
    assert again == players
    assert {note.code for note in notes} <= {"duplicate-number"}


def test_what_a_spreadsheet_would_evaluate_is_guarded_and_comes_back():
    texts = ["=1+1", "+49", "-x", "@SUM(A1)", "'=1", "''=1", "'t Hart", "O'Neill", "'"]
    players = [Player(number=text, first_name="Ada", last_name=text) for text in texts]
    data, notes = encoded(players, "players")
    assert notes == []
    assert data.decode().splitlines()[1:4] == ["Ada;'=1+1;'=1+1", "Ada;'+49;'+49", "Ada;'-x;'-x"]
    assert "Ada;'t Hart;'t Hart" in data.decode()
    cells = [cell for line in data.decode().splitlines() for cell in line.split(";")]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert decoded(data, "players")[0] == players
