"""PBN in: a corpus of small files, legal variations of a file, and what is not PBN."""

import re
from pathlib import Path

import pytest

from bmconv.codecs import load
from bmconv.codecs.pbn import text as pbn_text
from bmconv.codecs.pbn.text import Blocks
from bmconv.errors import BadInput
from bmconv.event import Event
from bmconv.io.source import from_bytes
from bmconv.io.stream import decode
from bmconv.records import Bid, Card, Evaluation, Game, Hand, Result, Section, Session
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.pbn_games import game_text, records_of_type
from tests.helpers.running import ROOT

CORPUS = ROOT / "tests" / "material" / "pbn"
READABLE = sorted(path for path in CORPUS.glob("*.pbn") if path.stem != "invalid")

DEAL = Hand(
    board=1, north="3.AT.KT987.AQJ83", east="JT942.6543.AJ5.2",
    south="K5.K9872.63.T976", west="AQ876.QJ.Q42.K54",
)  # fmt: skip
HEAD = '[Board "1"]\n[Dealer "N"]\n'
EXPORT = b"""\
% PBN 2.1
% EXPORT
[Event "Club night"]
[Site "?"]
[Date "2024.05.07"]
[Board "1"]
[West "Vos, A."]
[North "Berg, B."]
[East "Dal, C."]
[South "Ek, D."]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54"]
[Scoring "MP"]
[Declarer "E"]
[Contract "2S"]
[Result "9"]
[Room "Open"]
[Auction "N"]
1D 1S 2H 2S
Pass Pass Pass
[Play "S"]
D6 D2 DT DJ
C6 C4 CA C2
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT  7
S  H 10
[ScoreTable "PairId_NS;Contract\\4L;Declarer;Result\\2R;Names_NS\\10L;Score_NS\\5R"]
1 2S   E  9 "Berg; Ek"  -140
2 3NTX N  8 "A very long name"  -100

[Event "Club night"]
[Site "?"]
[Date "2024.05.07"]
[Board "2"]
[West "?"]
[North "?"]
[East "?"]
[South "?"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:J983.AT3..AQJ974 AQ.K9872.JT9764. K.J64.AK52.T8653 T76542.Q5.Q83.K2"]
[Scoring "?"]
[Declarer ""]
[Contract "Pass"]
[Result ""]
""".replace(b"\n", b"\r\n")
"""A file in the export format, in the order of bridge.md 1.2."""


def expected(path: Path) -> list:
    """The records beside a file of the corpus."""
    return list(decode(from_bytes(path.with_suffix(".jsonl").read_bytes())))


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_corpus_gives_its_records(path):
    assert decode_bytes(path.read_bytes(), "pbn")[0] == expected(path)


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_corpus_comes_back_from_its_records(path):
    data, _ = encode_records(decode_bytes(path.read_bytes(), "pbn")[0], "pbn")
    assert decode_bytes(data, "pbn")[0] == expected(path)


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_same_tags_and_comments_come_out_in_order(path):
    """Judged by a pattern of its own: comments, then tags, in the order of the text."""
    token = re.compile(
        r'\{[^}]*\}|^%[^\n]*|;[^\n]*|\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]|"[^"]*"', re.M
    )

    def tokens(data: bytes) -> list:
        text = (
            data.decode()
            .replace("\r\n", "\n")
            .replace("\nGen", "\n; Gen")
            .replace("\nPro", "\n; Pro")
        )
        return [m.groups() if m[1] else m[0] for m in token.finditer(text)]

    before = path.read_bytes()
    after, _ = encode_records(decode_bytes(before, "pbn")[0], "pbn", encoding="utf-8")
    assert tokens(after) == tokens(before)


def test_an_export_file_comes_back_as_the_same_bytes():
    records, notes = decode_bytes(EXPORT, "pbn")
    assert (encode_records(records, "pbn"), notes) == ((EXPORT, []), [])
    longer = EXPORT + b"\r\n"
    assert encode_records(decode_bytes(longer, "pbn")[0], "pbn") == (longer, [])


VARIATIONS = {
    "LF": lambda t: t.replace("\r\n", "\n"),
    "CR": lambda t: t.replace("\r\n", "\r"),
    "mixed line ends": lambda t: t.replace("]\r\n", "]\n"),
    "blank lines": lambda t: t.replace("\r\n\r\n", "\r\n \t\r\n\r\n\r\n"),
    "tags on one line": lambda t: re.sub(r'"\]\r\n(?=\[)', '"] ', t),
    "no blank in tags": lambda t: re.sub(r'\[(\w+) "', r'[\1"', t),
    "tags over lines": lambda t: re.sub(r'\[(\w+) ("[^"]*")\]', r"[ \1\r\n\t\2 ]", t),
    "indented": lambda t: re.sub(r"\r\n(?=[\[1-9A-Z])", "\r\n   ", t),
    "calls one a line": lambda t: t.replace("1D 1S 2H 2S", "1D\r\n1S\r\n2H\r\n2S"),
    "calls on one line": lambda t: t.replace("2S\r\nPass", "2S Pass"),
    "cards in columns": lambda t: t.replace("D6 D2 DT DJ", "D6  D2\tDT   DJ"),
    "rows run together": lambda t: t.replace("7\r\nS  H", "7 S H"),
    "rows broken": lambda t: t.replace("2 3NTX", "2\r\n3NTX"),
    "no blank line between games": lambda t: t.replace("\r\n\r\n", "\r\n"),
    "DOS end": lambda t: t + "\x1a",
    "BOM": lambda t: "\ufeff" + t,
}


@pytest.mark.parametrize("name", VARIATIONS)
def test_each_legal_variation_gives_the_same_records(name):
    data = VARIATIONS[name](EXPORT.decode()).encode()
    assert data != EXPORT
    assert decode_bytes(data, "pbn")[0] == decode_bytes(EXPORT, "pbn")[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Dealer "N"]', '[Dealer "n"]'),
        ('[Vulnerable "None"]', '[Vulnerable "Love"]'),
        ('[Vulnerable "None"]', '[Vulnerable "-"]'),
        ('[Contract "2S"]', '[Contract "2s"]'),
        ('[Result "9"]', '[Result "EW 9"]'),
        ('[Result "9"]', '[Result "NS 4"]'),
        ('[Result "9"]', '[Result "EW 9 NS 4"]'),
        ("Pass Pass Pass", "AP"),
        ("Pass Pass Pass", "pass pass pass"),
        ('[Auction "N"]\r\n', '[Auction "W"]\r\n- '),
        ("1D 1S", "1D! 1S $13 {a comment}"),
        ("3.AT.KT987.AQJ83", "3.TA.789KT.AQJ83"),
        ("N:3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54",
         "W:AQ876.QJ.Q42.K54 3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976"),
    ],
)  # fmt: skip
def test_other_words_for_the_same_give_the_same_records_but_for_the_games(old, new):
    assert old in EXPORT.decode()
    records, _ = decode_bytes(EXPORT.decode().replace(old, new, 1).encode(), "pbn")
    plain = [record for record in decode_bytes(EXPORT, "pbn")[0] if not isinstance(record, Game)]
    assert [record for record in records if not isinstance(record, Game)] == plain


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252"])
def test_every_usual_character_set_is_read(encoding):
    data = EXPORT.decode().replace("Club night", "Réveillé").encode(encoding)
    assert decode_bytes(data, "pbn")[0][0] == Session(id=1, name="Réveillé", date=SESSION.date)


def test_a_character_set_that_is_said_is_used():
    data = EXPORT.decode().replace("Club night", "Łódź").encode("cp1250")
    records, _ = decode_bytes(data, "pbn", encoding="cp1250")
    assert records[0].name == "Łódź"


SESSION = decode_bytes(EXPORT, "pbn")[0][0]


def test_an_invalid_file_gives_errors_with_lines_and_the_other_boards():
    data = (CORPUS / "invalid.pbn").read_bytes()
    lines = data.decode().split("\n")
    wanted = {(line.split()[2], n) for n, line in enumerate(lines, 2) if "% expect" in line[:8]}
    records, notes = decode_bytes(data, "pbn")
    found = {(note.code, int(note.place.split(":")[1])) for note in notes}
    assert wanted <= found
    assert {code for code, _ in found - wanted} <= {"no-board"}
    assert [r.board for r in records if isinstance(r, Hand)] == [1, 3, 4, 9, 6]


def test_a_section_that_is_said_is_that_of_all_records():
    records, _ = decode_bytes(EXPORT, "pbn", section="B")
    sections = {r.section for r in records if not isinstance(r, Session)}
    assert sections == {2}


def test_a_deal_holds_for_all_sections_although_the_game_names_one():
    data = (
        b'[Section "C"]\n[Board "1"]\n[Deal "%s"]\n[Contract "1C"]\n[Declarer "N"]\n[Result "7"]\n'
    )
    data %= b"N:3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54"
    records, _ = decode_bytes(data, "pbn")
    assert records[:3] == [
        Section(id=3, letter="C", derived=True),
        DEAL,
        Result(section=3, board=1, declarer="N", contract="1 C", result="="),
    ]


def test_explicit_dealer_and_vulnerability_are_kept_when_they_are_not_the_boards():
    data = b'[Board "1"]\n[Dealer "S"]\n[Vulnerable "All"]\n[Deal "N:3.AT.KT987.AQJ83 - - -"]\n'
    hand = Hand(board=1, north="3.AT.KT987.AQJ83", dealer="S", vulnerable="All")
    assert decode_bytes(data, "pbn")[0][0] == hand


def test_another_deal_of_a_board_stays_in_its_game():
    hands = b"AQ876.QJ.Q42.K54 3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976"
    other = b'[Board "1"]\n[Deal "N:%s"]\n' % hands
    records, notes = decode_bytes(EXPORT + b"\n" + other, "pbn")
    assert [r.board for r in records if isinstance(r, Hand)] == [1, 2]
    assert codes_and_places(notes) == [("repair", "board-twice", "file:50: board 1")]
    assert other.split(b"\n")[1] in encode_records(records, "pbn")[0]


def test_results_of_one_board_without_a_place_are_told_apart():
    game = b'[Board "1"]\n[Contract "%s"]\n[Declarer "N"]\n[Result "9"]\n\n'
    records, notes = decode_bytes(game % b"3NT" + game % b"2C" + game % b"2C", "pbn")
    results = [(r.table, r.contract) for r in records if isinstance(r, Result)]
    assert results == [(None, "3 NT"), (2001, "2 C"), (2002, "2 C")]
    assert [note.code for note in notes] == ["place-unknown"] * 2


def test_dummy_who_became_declarer_and_an_agreed_result_are_read():
    data = b'[Board "1"]\n[Declarer "^S"]\n[Contract "5HX"]\n[Result "^5"]\n'
    assert decode_bytes(data, "pbn")[0][0] == Result(
        board=1, declarer="S", contract="5 H x", result="-6"
    )


def test_pbn_inside_another_document_is_found():
    game = b'[Board "1"]\n[Deal "N:3.AT.KT987.AQJ83 - - -"]\n'
    data = b'<html>\n<p>"Deals"</p>\n<PBN>\n' + game + b"</PBN>\n</html>"
    records, notes = decode_bytes(data, "pbn")
    assert records[0] == Hand(board=1, north="3.AT.KT987.AQJ83")
    assert codes_and_places(notes) == [("repair", "embedded", "file")]


@pytest.mark.parametrize("data", [b"hello\n", b"<html>[]</html>\n", b'{"type":"hand"}\n'])
def test_what_has_no_tag_is_refused(data):
    with pytest.raises(BadInput, match="not PBN; expected tags such as"):
        decode_bytes(data, "pbn")


def test_binary_is_refused_as_such():
    with pytest.raises(BadInput, match="binary, not text"):
        decode_bytes(b"\x00" * 99, "pbn")


def test_the_three_ways_to_write_tricks_double_dummy_agree():
    digits = b"6799567995362283622" + b"8"
    seats = {"N": "67995", "S": "67995", "E": "36228", "W": "36228"}
    table = b'[OptimumResultTable "Declarer;Denomination;Result"]\n' + b"\n".join(
        f"{seat} {strain} {int(n, 16)}".encode()
        for seat, tricks in seats.items()
        for strain, n in zip(("NT", "S", "H", "D", "C"), tricks, strict=True)
    )
    ability = b'[Ability "%s"]' % " ".join(f"{s}:{n}" for s, n in seats.items()).encode()
    found = [
        decode_bytes(b'[Board "1"]\n' + way, "pbn")[0][0]
        for way in (b'[DoubleDummyTricks "%s"]' % digits, table, ability)
    ]
    assert found[0] == found[1] == found[2]
    assert isinstance(found[0], Evaluation)
    assert (found[0].north_notrump, found[0].east_clubs, found[0].south_hearts) == (6, 8, 9)


def test_a_table_of_tricks_is_compared_with_another_notation_seat_by_seat():
    ability = b'[Board "1"]\n[Ability "N:11111 E:22222 S:33333 W:44444"]\n'
    table = b'[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'
    for tricks, expected in (("1324", []), ("1234", ["double-dummy-differs"])):
        rows = (
            f"{seat} {strain} {count}\n".encode()
            for seat, count in zip("NSEW", tricks, strict=True)
            for strain in ("NT", "S", "H", "D", "C")
        )
        records, notes = decode_bytes(ability + table + b"".join(rows), "pbn")
        assert [note.code for note in notes] == expected
        assert (records[0].east_spades, records[0].south_spades) == (2, 3)


def test_a_tag_is_read_the_same_wherever_it_stands_on_its_line():
    games = b"".join(_many())
    indented = games.replace(b"[", b" [")
    assert decode_bytes(indented, "pbn") == decode_bytes(games, "pbn")


AUCTION = b"1NT X XX Pass\nPass 2C Pass 2H\n3NT X Pass Pass Pass"


def _many():
    """Games of the usual kinds, each some times."""
    head = b'[Event "E"]\n[Board "%d"]\n[Dealer "%s"]\n[Vulnerable "%s"]\n[Deal "%s:%s"]\n'
    deal = b"3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54"
    tail = [
        b"",
        b'[Declarer "N"]\n[Contract "3NTX"]\n[Result "7"]\n',
        b'[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n',
        b'[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n',
        b'[DoubleDummyTricks "67995679953622836228"]\n',
        b'[DoubleDummyTricks "6799567995362283622D"]\n',
        b'[Date "2024.05.07"]\n[Scoring "MP"]\n[Own "x"]\n',
        b'[Date "yesterday"]\n',
        b'[Event "#"]\n',
        b'[Declarer "N"]\n[Contract "3NTX"]\n[Result "7"]\n[Auction "N"]\n%s\n' % AUCTION,
        b'[Declarer "E"]\n[Contract "3NTX"]\n[Result "7"]\n[Auction "E"]\n%s\n' % AUCTION,
        b'[Declarer "S"]\n[Contract "2C"]\n[Result "7"]\n[Auction "S"]\n%s\n' % AUCTION,
        b'[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n[Auction "W"]\nPass Pass Pass Pass\n',
        b'[Declarer "N"]\n[Contract "1C"]\n[Result "7"]\n[Auction "N"]\n1C X X Pass\n',
        b'[Declarer "N"]\n[Contract "1C"]\n[Result "7"]\n[Auction "N"]\n1C Pass Pass\n',
        b"{ a comment }\n",
    ]
    for number in range(1, 200):
        seat = b"NESW"[number % 4 :][:1]
        words = (
            number,
            seat,
            [b"None", b"NS", b"All", b"Both"][number % 4],
            b"NESW"[number % 3 :][:1],
        )
        yield head % (*words, deal) + tail[number % len(tail)] + b"\n"


@pytest.mark.parametrize(
    ("line", "games"),
    [("% a { in an escaped line", 2), ("{ a comment\n% } ends", 2), ("{ a comment\n% goes on", 1)],
)
def test_a_brace_opens_a_comment_except_in_an_escaped_line(line, games):
    text = f'[Board "1"]\n{line}\n\n[Board "2"]\n'
    assert sum(map(len, Blocks([text]))) == games


def test_calls_and_cards_come_in_order_with_their_seats():
    records, _ = decode_bytes(EXPORT, "pbn")
    calls = [(r.counter, r.direction, r.bid) for r in records if isinstance(r, Bid)]
    assert calls[:5] == [
        (1, "N", "1D"), (2, "E", "1S"), (3, "S", "2H"), (4, "W", "2S"), (5, "N", "PASS"),
    ]  # fmt: skip
    cards = [(r.direction, r.card) for r in records if isinstance(r, Card)]
    assert cards == [
        ("S", "D6"), ("W", "D2"), ("N", "DT"), ("E", "DJ"),
        ("E", "C2"), ("S", "C6"), ("W", "C4"), ("N", "CA"),
    ]  # fmt: skip


def test_other_pairs_of_the_same_round_need_no_table_to_be_told_apart():
    game = '[Board "1"]\n[Round "1"]\n[PairNS "{}"]\n[PairEW "{}"]\n[Declarer "N"]\n'
    game += '[Contract "4S"]\n[Result "10"]\n'
    records, notes = decode_bytes(
        "\n".join(game.format(*p) for p in ((1, 2), (3, 4))).encode(), "pbn"
    )
    results = [record for record in records if isinstance(record, Result)]
    assert [(r.table, r.pair_ns) for r in results] == [(None, 1), (None, 3)]
    assert notes == []
    assert len(Event(records).standing_results()) == 2


def test_notes_of_tags_and_of_records_come_in_the_order_of_the_games():
    played = '[Board "1"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n[Lead "H"]\n'
    _, notes = decode_bytes(f'{played}\nstray\n\n[Board "x"]\n'.encode(), "pbn")
    assert [note.code for note in notes] == ["odd-lead-card", "stray-text", "odd-board"]


@pytest.mark.parametrize(
    ("head", "name", "score"),
    [
        (b"% PBN 2.1\n", "", 95),
        (b'[Board "1"]\n', "x.txt", 90),
        (b'\xef\xbb\xbf\n [ Board\t"1"]\n', "x.txt", 90),
        (b'{ hands }\n[Board "1"]\n', "", 90),
        (b'; hands\n[Board "1"]\n', "", 90),
        (b'<p>\n<PBN>\n[Board "1"]\n', "x.html", 90),
        (b"[Board 1]\n", "x.pbn", 0),
        (b'Hands\n[Board "1"]\n', "X.PBN", 60),
        (b'Hands\n[Board "1"]\n', "x.txt", 0),
        (b"Hands\n", "x.pbn", 0),
    ],
)
def test_a_file_is_known_by_a_tag_at_its_start(head, name, score):
    assert load("pbn").probe(head, name) == score


@pytest.mark.parametrize(
    ("words", "calls", "noted"),
    [
        ("1C! Pass !? Pass $13 Pass =1=", 4, []),
        ("1C $1 Pass $6 Pass $13 Pass $255 =1=", 4, []),
        ("1C ! ? Pass Pass Pass =1=", 4, ["?"]),
        ("1C ! $2 Pass Pass Pass =1=", 4, ["$2"]),
        ("1C $7 Pass $12 Pass Pass =1=", 4, ["$7", "$12"]),
        ("1C $256 Pass Pass Pass =1=", 4, ["$256"]),
        ("1C =1= =1= Pass Pass Pass", 4, ["=1="]),
        ("1C =1= Pass =2= Pass =1= Pass", 4, ["=2="]),
        ("1C Pass Pass Pass", 4, ["note 1 is not used"]),
        ("1C * Pass =1=", 1, []),
    ],
)
def test_a_call_has_one_suffix_one_note_and_marks_for_calls(words, calls, noted):
    text = f'{HEAD}[Auction "N"]\n{words}\n[Note "1:weak"]\n'
    records, notes = decode_bytes(text.encode(), "pbn")
    assert len(records_of_type(Bid, records)) == calls
    place = {"note 1 is not used": "file:3: "}
    odd = [note.place for note in notes if note.code == "odd-mark"]
    assert odd == [place.get(text, "file:4: ") + text for text in noted]


def test_calls_after_the_end_of_an_auction_are_noted_and_left_out():
    records, notes = decode_bytes(f'{HEAD}[Auction "N"]\n1C * Pass\n2C\n'.encode(), "pbn")
    assert [bid.bid for bid in records_of_type(Bid, records)] == ["1C"]
    assert codes_and_places(notes) == [
        ("repair", "odd-call", "file:4: Pass"),
        ("repair", "odd-call", "file:5: 2C"),
    ]


def test_only_an_auction_that_is_over_is_compared_with_the_contract():
    tags = '[Declarer "N"]\n[Contract "2C"]\n[Result "8"]\n[Auction "N"]\n'
    assert decode_bytes(f"{HEAD}{tags}1C Pass *\n".encode(), "pbn")[1] == []
    notes = decode_bytes(f"{HEAD}{tags}1C Pass Pass Pass\n".encode(), "pbn")[1]
    assert codes_and_places(notes) == [("repair", "contract-differs", "file:4: 2C")]


def test_a_second_auction_at_a_place_is_one_of_another_table():
    auction = f'{HEAD}[Auction "N"]\nPass Pass Pass Pass\n'
    records, notes = decode_bytes(f"{auction}\n{auction}".encode(), "pbn")
    assert [bid.table for bid in records_of_type(Bid, records)] == [None] * 4 + [2001] * 4
    assert codes_and_places(notes) == [("repair", "place-unknown", "file:9: table 2001")]
    assert (
        encode_records(records, "pbn")[0].decode().replace("\r\n", "\n") == f"{auction}\n{auction}"
    )


@pytest.mark.parametrize(
    ("tag", "pair"), [("12", 12), ("NS 12", 12), ("A1", 1), ("1 to 2", None), ("1234567", None)]
)
def test_the_number_of_a_pair_is_what_its_letters_surround(tag, pair):
    text = game_text(f'[PairNS "{tag}"]', '[Declarer "N"]', '[Contract "1C"]', '[Result "7"]')
    (result,) = records_of_type(Result, decode_bytes(text.encode(), "pbn")[0])
    assert result.pair_ns == pair


@pytest.mark.parametrize(
    "texts",
    [
        ["{ never closed\n\n" + "x\n\n" * 40 + '[Board "2"]\n\n[Board "3"]\n'],
        ["no blank line\n" * 10] * 5,
        ["{ closed\n\n}\n\n" * 20, "one\n", "two\n"],
    ],
)
def test_games_keep_their_lines_where_a_file_is_cut_to_save_memory(texts, monkeypatch):
    monkeypatch.setattr(pbn_text, "GAME_LIMIT", 50)
    games = [game for part in Blocks(texts) for game in part]
    lines = "".join(texts).split("\n")
    assert len(games) > 2
    for line, text in games:
        parts = text.split("\n")
        assert lines[line - 1 : line - 1 + len(parts)] == parts
    kept = [line for _, text in games for line in text.split("\n") if line]
    assert kept == [line for line in lines if line]


@pytest.mark.parametrize(("comment", "games"), [("{}", 2), ("{}{", 1), ("{} ; {", 2), ('"{"', 2)])
def test_an_empty_comment_is_closed(comment, games):
    assert sum(map(len, Blocks([f'[Board "1"]\n{comment}\n\n[Board "2"]\n']))) == games


def test_tricks_of_one_side_leave_at_most_13():
    text = game_text('[Declarer "N"]', '[Contract "1C"]', '[Result "EW 14"]')
    records, notes = decode_bytes(text.encode(), "pbn")
    assert [r.result for r in records_of_type(Result, records)] == [None]
    assert codes_and_places(notes) == [("error", "bad-result", "file:5: -1 tricks")]
