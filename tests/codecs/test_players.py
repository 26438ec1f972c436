"""Player lists: separators, headers, quotes, zeros, and what is noted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.codecs import load
from bmconv.errors import BadInput, UsageError
from bmconv.records import Player
from tests.helpers import strategies as some
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick

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
    assert decode_bytes(data, "players") == (PLAYERS, [])


def test_quotes_may_hold_the_separator_and_quotes():
    records, notes = decode_bytes(b'Anna;"Berg; ""Bea""";7\n', "players")
    assert records == [Player(first_name="Anna", last_name='Berg; "Bea"', number="7")]
    assert notes == []


def test_a_quote_may_follow_a_blank_and_the_first_line_gives_the_separator():
    records, notes = decode_bytes(b'Anna; "Berg; Bea"; 7\nBo,Jan,Piet;de Vries;8\n', "players")
    assert records == [
        Player(first_name="Anna", last_name="Berg; Bea", number="7"),
        Player(first_name="Bo,Jan,Piet", last_name="de Vries", number="8"),
    ]
    assert notes == []


def test_a_list_may_have_one_column_and_a_number_may_be_missing_in_any():
    assert decode_bytes(b"Anna Berg\nBo Ek\n", "players", columns="name")[0] == [
        Player(name="Anna Berg"), Player(name="Bo Ek"),
    ]  # fmt: skip
    assert decode_bytes(b";Berg\n", "players", columns="number,last_name")[0] == [
        Player(last_name="Berg")
    ]
    _, notes = decode_bytes(b"Anna;7\nBerg\n", "players", columns="name,number")
    assert codes_and_places(notes) == [("error", "bad-line", "file:2: 'Berg'")]


def test_a_number_given_again_and_one_missing_are_noted_and_kept():
    records, notes = decode_bytes(LIST + b"Cas;Dam;007\nEva;Fox;\n", "players")
    assert records == [
        *PLAYERS,
        Player(first_name="Cas", last_name="Dam", number="007"),
        Player(first_name="Eva", last_name="Fox"),
    ]
    assert codes_and_places(notes) == [
        ("repair", "duplicate-number", "file:4: 007"),
        ("repair", "no-number", "file:5"),
    ]


@pytest.mark.parametrize("head", [b"", b"\x0c", b"\x0cx", b"\n\x1c\n", "\u2028;".encode()])
def test_anything_may_be_asked_whether_it_is_a_list(head):
    assert load("players").probe(head, "x.txt") == 0


def test_a_cell_without_an_end_is_bad_input():
    with pytest.raises(BadInput, match=r"file:\d+: field larger than field limit"):
        decode_bytes(LIST + b'"Cas;Dam;8\n' + b"Eva;Fox;9\n" * 20_000, "players")


def test_places_count_blank_lines():
    assert codes_and_places(decode_bytes(b"\n\nA;B;7\n\nC;D;\n", "players")[1]) == [
        ("repair", "no-number", "file:5")
    ]


def test_7_and_007_are_two_numbers():
    assert decode_bytes(b"A;B;7\nC;D;007\n", "players")[1] == []


MEMBERS = b"Name,Number,Country,Telephone,Born\nAnna Berg,7,NL,555,1950-01-02\nBo Ek,8,SE,,\n"


def test_columns_that_nobody_asked_for_are_left_out_with_a_note():
    known = [Player(name="Anna Berg", number="7", country="NL")]
    known.append(Player(name="Bo Ek", number="8", country="SE"))
    players, notes = decode_bytes(MEMBERS, "players")
    assert players == known
    assert [(note.code, note.place, note.what) for note in notes] == [
        ("column-left-out", "file:2", "Telephone value{s}"),
        ("column-left-out", "file:2", "Born value{s}"),
    ]


def test_columns_that_are_asked_for_go_to_extra():
    players, notes = decode_bytes(MEMBERS, "players", extra=True)
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
    records, notes = decode_bytes(LIST + b"Cas;Dam;8;x\nnonsense\n", "players")
    assert records == [*PLAYERS, Player(first_name="Cas", last_name="Dam", number="8")]
    assert codes_and_places(notes) == [
        ("loss", "extra-fields", "file:4"),
        ("error", "bad-line", "file:5: 'nonsense'"),
    ]


def test_a_list_is_written_with_a_header_unless_not_wanted():
    assert encode_records(PLAYERS, "players") == (LIST, [])
    assert encode_records(PLAYERS, "players", header=False) == (LIST.split(b"\n", 1)[1], [])


def test_a_name_in_one_piece_is_written_as_last_name():
    data, notes = encode_records([Player(name="Anna Berg", number="7")], "players", header=False)
    assert (data, notes) == (b";Anna Berg;7\n", [])


def test_an_id_that_says_the_same_as_the_number_is_no_loss():
    for number, id in (("007", 7), ("0", 0), ("000", 0)):
        player = Player(number=number, id=id, last_name="Berg")
        assert encode_records([player], "players", header=False) == (
            f";Berg;{number}\n".encode(),
            [],
        )


def test_a_name_that_says_something_else_is_a_loss():
    player = Player(name="Annie", first_name="Anna", last_name="Berg", number="7", country="NL")
    data, notes = encode_records([player], "players", header=False)
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
    again, notes = decode_bytes(encode_records(players, "players")[0], "players")
    assert again == players
    assert {note.code for note in notes} <= {"duplicate-number"}


def test_what_a_spreadsheet_would_evaluate_is_guarded_and_comes_back():
    texts = ["=1+1", "+49", "-x", "@SUM(A1)", "'=1", "''=1", "'t Hart", "O'Neill", "'"]
    players = [Player(number=text, first_name="Ada", last_name=text) for text in texts]
    data, notes = encode_records(players, "players")
    assert notes == []
    assert data.decode().splitlines()[1:4] == ["Ada;'=1+1;'=1+1", "Ada;'+49;'+49", "Ada;'-x;'-x"]
    assert "Ada;'t Hart;'t Hart" in data.decode()
    cells = [cell for line in data.decode().splitlines() for cell in line.split(";")]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert decode_bytes(data, "players")[0] == players


CENTRAL = ["Łukasz Wiśniewski", "Jiří Dvořák", "Éva Fenyőházi", "Ľuboš Šťastný", "Ivan Kovačić"]
WESTERN = [
    *("Bjørn Hélène", "João Simões", "Mª Carmen Núñez", "Jürgen Weiß", "Kõiv Põldmäe", "Æbler Åse"),
    *("Agnès Forlì", "Noël Çelik"),
]


@pytest.mark.parametrize("name", CENTRAL)
def test_names_of_central_europe_are_read_in_their_code_page(name):
    data = f"firstname;lastname;playernumber\n{name.replace(' ', ';')};17\n".encode("cp1250")
    players, notes = decode_bytes(data, "players")
    assert f"{players[0].first_name} {players[0].last_name}" == name
    assert codes_and_places(notes) == [("repair", "code-page", "file")]
    assert decode_bytes(data, "players", encoding="cp1252")[1] == []


@pytest.mark.parametrize("name", WESTERN)
def test_names_of_western_europe_stay_in_theirs(name):
    for charset in ("cp1252", "utf-8"):
        data = f"firstname;lastname;playernumber\n{name.replace(' ', ';', 1)};17\n".encode(charset)
        players, notes = decode_bytes(data, "players")
        assert f"{players[0].first_name} {players[0].last_name}" == name
        assert notes == []


HEADERS = [
    ("Vorname;Name;Mitgliedsnummer", "first_name last_name number"),
    ("Name;Vorname;DBV-Nr.", "last_name first_name number"),
    ("Förnamn;Efternamn;Medlemsnummer", "first_name last_name number"),
    ("Imię;Nazwisko;PID", "first_name last_name number"),
    ("Jméno;Příjmení;Číslo", "first_name last_name number"),
    ("Nome,Cognome,Tessera", "first_name last_name number"),
    ("Nom;Prénom;N° licence", "last_name first_name number"),
    ("ACBL #,First Name,Last Name", "number first_name last_name"),
    ("Member ID,Name", "number name"),
    ("Naam;Bondsnummer", "name number"),
    ("Voornaam;Achternaam;Nummer", "first_name last_name number"),
    ("Prénom;Nom;Licence", "first_name last_name number"),
    ("Nombre;Apellidos;Número", "first_name last_name number"),
    ("Vorname;Nachname;Nummer", "first_name last_name number"),
    ("Fornavn;Etternavn;Nummer", "first_name last_name number"),
    ("Etunimi;Sukunimi;Jäsennumero", "first_name last_name number"),
    ("Keresztnév;Vezetéknév;Szám", "first_name last_name number"),
    ("Ime;Prezime;Broj", "first_name last_name number"),
]


@pytest.mark.parametrize(("header", "fields"), HEADERS)
@pytest.mark.parametrize("charset", ["utf-8", "cp1250"])
def test_headers_of_other_federations_are_known(header, fields, charset):
    separator = ";" if ";" in header else ","
    values = ["Ada", "Lind", "17"][: len(fields.split())]
    data = f"{header}\n{separator.join(values)}\n".encode(charset)
    assert load("players").probe(data, "list.csv") == 70
    (player,) = decode_bytes(data, "players")[0]
    assert [getattr(player, field) for field in fields.split()] == values


@pytest.mark.parametrize(
    ("line", "is_list"),
    [
        ("pair,878,341", False),
        ("Ada;Lind;0017", True),
        ("Ada Lind;;17", True),
        ("Ada;Lind;A7", True),
        ("Ada;Lind;7A", False),
        ("1,2,3", False),
        ("board 1,420,17", False),
    ],
)
def test_three_cells_are_a_list_only_if_they_are_names_and_a_number(line, is_list):
    assert bool(load("players").probe(line.encode(), "x.csv")) is is_list


@pytest.mark.parametrize(
    "header",
    ["Alpha;Beta;Gamma", "Vorname;Nachname;Gamma", "Number;Gamma;Telephone", "Nr;Name;Pass;Number"],
)
def test_a_list_with_an_unknown_header_is_refused(header, tmp_path):
    path = tmp_path / "members.csv"
    path.write_text(f"{header}\nAda;Lind;17;x\n", encoding="utf-8")
    done = quick("from", "players", path)
    assert (done.code, b'"type":"player"' in done.out) == (3, False)
    words = header.replace(";", " ")
    assert f"members.csv:1: unknown header {words!r}; expected columns such as" in done.err
    assert "--columns first_name,last_name,number" in done.err


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        (b"Alpha;Beta;Gamma\nLind;Ada;0017\n", "last_name,first_name,number"),
        (b"Lind;Ada;0017\n", "last_name,first_name,number"),
        (b"Nr;Alpha;Name;Pass\n0017;-;Lind;Ada\n", "number,,Nachname,vorname"),
        (b"firstname;lastname;playernumber\nLind;Ada;0017\n", "lastname, firstname, number"),
    ],
)
def test_columns_that_the_user_names_count(data, columns):
    players, _ = decode_bytes(data, "players", columns=columns)
    assert players == [Player(first_name="Ada", last_name="Lind", number="0017")]


@pytest.mark.parametrize("columns", ["first_name,shoe", "number,number"])
def test_columns_that_are_unknown_or_named_twice_are_refused(columns):
    with pytest.raises(UsageError, match="columns"):
        decode_bytes(LIST, "players", columns=columns)


def test_a_player_with_an_id_alone_is_written_with_it_as_number():
    # guide: the number of PlayerNames is in ID or in strID
    data, notes = encode_records([Player(id=17, name="Ada Lind")], "players", header=False)
    assert (data, notes) == (b";Ada Lind;17\n", [])
