"""What triggers each note of PBN."""

from typing import Any

from bmconv.records import (
    Bid,
    Card,
    Evaluation,
    Game,
    Hand,
    Player,
    Ranking,
    Result,
    Seat,
    Section,
    Session,
)
from tests.codecs.every_note import read, written

DEAL = "N:6.K87642.T765.K5 832.J9.K943.AJ32 AJT75.AT3.QJ82.8 KQ94.Q5.A.QT9764"
HEAD = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
"""Four lines."""
PLAYED = HEAD + '[Declarer "S"]\n[Contract "4H"]\n[Result "9"]\n'
"""Seven lines."""


PLACE = {"section": 1, "table": 1, "round": 1, "board": 1}
HAND = Hand(
    board=1,
    north="AKQJT98765432...",
    east=".AKQJT98765432..",
    south="..AKQJT98765432.",
    west="...AKQJT98765432",
)


def result(**fields: Any) -> Result:
    usual = PLACE | {"pair_ns": 1, "pair_ew": 2, "declarer": "N", "contract": "4 S", "result": "="}
    return Result(**(usual | {"score": 420} | fields))


def game(*tags: tuple[str, ...], **fields: Any) -> Game:
    return Game(board=1, tags=[*tags], **fields)


LISTED = game(
    ("Board",),
    ("ScoreTable", "Contract;Declarer;Result"),
    sections=[("2", "ScoreTable", ["4S", "N", "10"])],
)
AT = "result A1 round 1 board 1"


NOTES = [
    read(
        HEAD + "[Site Club]\n",
        "error bad-text: 1 place skipped: not PBN "
        "(file:5: '[Site Club]': expected a tag such as [Name \"value\"])",
    ),
    read(
        '[Board "1"]\n[Dealer "#"]\n',
        "error bad-inheritance: 1 tag that cannot inherit a value from another game "
        '(file:2: Dealer "#")',
    ),
    read(
        '[Board "1"]\n[Deal "N:AK.Q.J.T AK.2.2.2 - -"]\n',
        "error bad-deal: 1 deal left out: not a deal (file:2: SA is dealt twice)",
    ),
    read(
        '[Board "1"]\n[Dealer "Q"]\n', "error bad-dealer: 1 dealer left out: not a seat (file:2: Q)"
    ),
    read(
        '[Board "1"]\n[Vulnerable "some"]\n',
        "error bad-vulnerable: 1 value of Vulnerable left out: not one of None, NS, EW, All "
        "(file:2: some)",
    ),
    read(
        HEAD + '[Declarer "Q"]\n', "error bad-declarer: 1 declarer left out: not a seat (file:5: Q)"
    ),
    read(
        HEAD + '[Contract "8H"]\n',
        "error bad-contract: 1 contract left out: not a contract (file:5: 8H)",
    ),
    read(
        HEAD + '[Declarer "S"]\n[Contract "4H"]\n[Result "14"]\n',
        "error bad-result: 1 result left out: not a number of tricks (file:7: 14 tricks)",
    ),
    read(
        HEAD + '[DoubleDummyTricks "123"]\n',
        "error bad-double-dummy: 1 evaluation left out: not double-dummy tricks "
        "(file:5: not twenty digits from 0 to d)",
    ),
    read(
        HEAD + '[TotalScoreTable "Rank;;Names"]\n',
        "error bad-table: 1 table not read: the rows do not fit the columns "
        "(file:5: TotalScoreTable: '' names no column)",
    ),
    read(
        HEAD + '[ScoreTable "Contract;Declarer;Result"]\n4H S 9\n4Z S 9\n',
        "error bad-row: 1 table row without a result: values do not fit the columns "
        "(file:7: ScoreTable: '4Z' is not a contract)",
    ),
    read(
        HEAD + '[Auction "Q"]\nPass\n',
        "error bad-auction: 1 auction left out: the tag does not name a seat (file:5: Q)",
    ),
    read(
        HEAD + '[Auction "E"]\nPass Pass\n',
        "error auction-dealer: 1 auction left out: the dealer does not call first (file:6: Pass)",
    ),
    read(
        HEAD + '[Auction "N"]\nPass\n8C\n',
        "error bad-call: 1 auction left out: a word is not a call (file:7: 8C)",
    ),
    read(
        HEAD + '[Play "W"]\nDA\n',
        "error bad-play: 1 play left out: no leader or no contract (file:5: no contract)",
    ),
    read(
        PLAYED + '[Play "W"]\nDA D5\nD9 ZZ\n',
        "error bad-card: 1 play left out: a word is not a card (file:10: ZZ)",
    ),
    read(
        HEAD + '[ScoreMP "lots"]\n',
        "error bad-value: 1 value kept as written: cannot be interpreted "
        "(file:5: ScoreMP 'lots': not a score)",
    ),
    read(
        HEAD + '[Note "1:weak"]\n',
        "error note-outside: 1 note outside an auction or a play (file:5: 1:weak)",
    ),
    read(
        HEAD + '[Site "Club"]\nwhatever here\n',
        "repair stray-text: 1 text kept outside tags and sections (file:6: whatever)",
    ),
    read(
        HEAD + '[Site "Club"]\n[Site "Pub"]\n',
        "repair tag-twice: 1 repeated tag: the first counts (file:6: Site)",
    ),
    read(
        HEAD + f'[Room "{"a" * 45}\tb"]\n',
        "repair odd-value: 1 value kept as written: not in the form of PBN "
        f"(file:5: Room '{'a' * 40}': a tab)",
    ),
    read(
        HEAD + '[ScoreIMP "3 or 4"]\n',
        "repair odd-value: 1 value kept as written: not in the form of PBN "
        "(file:5: ScoreIMP '3 or 4': not a score)",
    ),
    read(
        HEAD + '[Date "yesterday"]\n',
        "repair odd-date: 1 date kept as written: not in the form of PBN "
        "(file:5: Date 'yesterday')",
    ),
    read(
        '[Board "one"]\n',
        "repair odd-board: 1 board number kept as written: not a whole number (file:1: one)",
    ),
    read(
        HEAD + '[TotalScoreTable "Rank;Names"]\n1 50%\n',
        "repair odd-table: 1 table with characters that PBN does not allow "
        "(file:6: TotalScoreTable: 50%)",
    ),
    read(
        HEAD + '[Auction "N"]\nPass $999 Pass Pass Pass\n',
        "repair odd-mark: 1 suffix, NAG or note kept as written: not in the form of PBN "
        "(file:6: $999)",
    ),
    read(
        HEAD + '[Auction "N"]\n1C\n1C Pass Pass Pass\n',
        "repair odd-call: 1 call kept although the laws or PBN do not allow it (file:7: 1C)",
    ),
    read(
        PLAYED + '[Play "W"]\nDA D5\nD9 HA\n',
        "repair odd-card: 1 card kept although the laws or the deal do not allow it (file:10: HA)",
    ),
    read(
        HEAD + '[Declarer ""]\n[Contract "Pass"]\n[Result "7"]\n',
        "repair odd-result: 1 result kept in the game record only: nothing was played (file:7: 7)",
    ),
    read(
        f'[Site "Club"]\n[Deal "{DEAL}"]\n',
        "repair no-board: 1 game kept as game records only: no board number (file:2)",
    ),
    read(
        PLAYED + '[Room "Open"]\n\n[Room "Closed"]\n[Contract "4H"]\n[Declarer "N"]\n',
        "repair board-omitted: 1 game without a board number taken as the previous board "
        "in another room (file:10: board 1)",
    ),
    read(
        '[Board "1"]\n[Deal "N:... ... ... ..."]\n',
        "repair no-cards: 1 deal without cards kept in the game record only (file:2)",
    ),
    read(
        '[Board "1"]\n[Auction "N"]\nPass Pass Pass Pass\n',
        "repair no-dealer: 1 auction without a dealer (file:2)",
    ),
    read(
        '[Board "1"]\n[Contract "4H"]\n[Play "W"]\nDA\n',
        "repair play-alone: 1 play without deal or declarer (file:3)",
    ),
    read(
        f'{HEAD}\n[Board "1"]\n[Deal "E{DEAL[1:]}"]\n',
        "repair board-twice: 1 deal kept in the game record only: the board has another "
        "(file:7: board 1)",
    ),
    read(
        HEAD + f'[DoubleDummyTricks "{"7" * 20}"]\n[Ability "N:66666"]\n',
        "repair double-dummy-differs: 1 evaluation given twice with different tricks "
        "(file:6: Ability)",
    ),
    read(
        f"{PLAYED}\n{PLAYED}",
        "repair place-unknown: 1 game given a table number: the file does not give the place "
        "(file:14: table 2001)",
    ),
    read(
        PLAYED + '[Auction "N"]\n1S Pass Pass Pass\n',
        "repair contract-differs: 1 contract or declarer different from the auction (file:6: 4H)",
    ),
    read(
        HEAD
        + '[Declarer "S"]\n[Contract "4H"]\n[Result "13"]\n[Play "W"]\nDA D5 D9 DJ\nCT CK CA C8\n',
        "repair result-differs: 1 result different from the play (file:7: 13)",
    ),
    read(
        f"a page\n<PBN>\n{HEAD}</PBN>\n",
        "repair embedded: 1 document read only between <PBN> and </PBN> (file)",
    ),
    written(
        [result(id=1), result(id=2, result="+1", score=450)],
        f"loss history-lost: 1 result left out: erased or replaced ({AT})",
    ),
    written(
        [HAND, result()], f"loss result-lost: 1 result left out as requested ({AT})", results="none"
    ),
    written(
        [result(), Bid(**PLACE, counter=1, direction="N", bid="1C")],
        "loss auction-lost: 1 call or card left out as requested (bid A1 N round 1 board 1)",
        auction=False,
    ),
    written(
        [HAND, Evaluation(board=1, north_spades=13)],
        "loss evaluation-lost: 1 evaluation left out as requested (evaluation board 1)",
        double_dummy=False,
    ),
    written(
        [result(), Seat(section=1, table=2, round=1, direction="N", name="Ann")],
        "loss seat-lost: 1 seat left out: no name, or a table without a game that names players "
        "(seat A2 N round 1)",
    ),
    written(
        [Session(id=1, name="One"), Session(id=2, name="Two"), HAND],
        "loss session-lost: 1 session left out: a PBN file holds one (session 2)",
    ),
    written(
        [result(declarer_pair=2)],
        "loss declarer-pair-lost: 1 declaring pair left out: not the pair of the declarer's seat "
        f"({AT})",
    ),
    written(
        [result(declarer="NS")],
        f"loss side-lost: 1 declarer left out: only the side is known ({AT})",
        results="per-result",
    ),
    written(
        [HAND, Evaluation(board=1, par_score=50, par_contract="2 hearts")],
        "loss par-lost: 1 par contract not read back: expected contracts such as NS 4SX-1 "
        "(evaluation board 1)",
    ),
    written(
        [HAND, Evaluation(board=1, north_hcp=11)],
        "loss hcp-lost: 1 set of high-card points left out: not those of the cards (evaluation "
        "board 1)",
    ),
    written(
        [LISTED, Result(board=1, contract="4 H", declarer="N", result="=", score=420)],
        "loss score-table-changed: 1 score table rewritten with other columns: the results have "
        "changed (game board 1)",
    ),
    written(
        [
            Game(
                board=1,
                tags=[("Board",), ("TotalScoreTable", "Rank;PairId")],
                sections=[("2", "TotalScoreTable", ["1", "7"])],
            ),
            Ranking(pair=8, place=1),
        ],
        "loss ranking-changed: 1 ranking table rewritten: the ranking has changed (game board 1)",
    ),
    written(
        [Ranking(place=1)],
        "loss ranking-lost: 1 ranking that cannot be read back: pairs without numbers, or twice "
        "(ranking)",
    ),
    written(
        [Ranking(pair=7, boards=-3)],
        "loss ranking-value-lost: 1 value of a ranking that cannot be read back (ranking boards)",
    ),
    written(
        [HAND, Section(id=2, letter="B")],
        "loss section-lost: 1 section left out: no game or result there (section B)",
    ),
    written(
        [Section(id=1, letter="?"), result()],
        "loss section-name: 1 section that PBN cannot name: expected letters from A on, or a "
        "number (section ?)",
    ),
    written(
        [game(("Board",), ("Foo",))],
        "loss tag-lost: 1 tag left out: no text here or in another record (Foo)",
    ),
    written(
        [game(("Board",), ("Foo", "x"), sections=[("9", "Foo", ["a"])])],
        "loss section-words-lost: 1 section of a game left out: no tag has this number, name and "
        "text (9 Foo)",
    ),
    written(
        [game(("Board", "7"))],
        "loss place-lost: 1 place of a game left out: its tags give another (game board 1: Board)",
    ),
    written(
        [game(("Board",), comments=[("9", "{here}")])],
        "repair comment-moved: 1 comment written at the end of the game: it has no such place "
        "(place 9)",
    ),
    written(
        [game(("Board",), comments=[("a name of more than twenty", "{here}")])],
        "repair comment-moved: 1 comment written at the end of the game: it has no such place "
        "(place a name of more than )",
    ),
    written(
        [HAND, result(board=None)],
        "loss board-unknown: 1 record kept in the game only: the board has no valid number "
        "(result A1 round 1)",
    ),
    written(
        [result(table=10**6)],
        "loss number-lost: 1 record with a number that cannot be read back: expected 0 to 999999 "
        "(result A1000000 round 1 board 1)",
    ),
    written(
        [result(contract="4Z")],
        f"loss odd-contract: 1 contract written unchanged but not read back: not a contract ({AT})",
    ),
    written(
        [result(result="+4")],
        f"loss tricks-lost: 1 result left out: not a possible number of tricks ({AT})",
    ),
    written(
        [result(declarer="Q")],
        f"loss declarer-lost: 1 declarer left out: not a seat or a side ({AT})",
    ),
    written(
        [result(score=10**6)],
        f"loss score-lost: 1 score that cannot be read back: no contract gives such a score ({AT})",
    ),
    written(
        [Result(section=1, board=1)],
        "loss score-alone: 1 result that cannot be read back: no contract, remark or score of a "
        "pair (result A board 1)",
    ),
    written(
        [Card(**PLACE, counter=1, direction="E", card="H2")],
        "loss play-alone: 1 play that cannot be read back: the contract is unknown (board 1)",
    ),
    written(
        [Bid(**PLACE, counter=1, direction="E", bid="1C")],
        "loss auction-dealer: 1 auction that cannot be read back: the dealer does not call first "
        "(board 1)",
    ),
    written(
        [HAND, Evaluation(board=1, north_spades=14)],
        "loss double-dummy-lost: 1 evaluation with numbers left out: expected 0 to 13 tricks "
        "(evaluation board 1)",
    ),
    written(
        [result(remarks="?")],
        "loss text-changed: 1 text that PBN cannot hold: empty, `?`, `-`, `#` or control "
        f"characters ({AT})",
    ),
    written(
        [Hand(board=1, north="AK")],
        "error bad-deal: 1 hand left out of the deal: not four suits (hand board 1: north AK)",
    ),
    written(
        [Hand(board=1, north=HAND.north, dealer="Q")],
        "error bad-dealer: 1 dealer left out: not a seat (hand board 1: Q)",
    ),
    written(
        [Hand(board=1, north=HAND.north, vulnerable="some")],
        "error bad-vulnerable: 1 value of vulnerable left out: not one of None, NS, EW, All "
        "(hand board 1: some)",
    ),
    written(
        [Bid(**PLACE, counter=1, direction="N", bid="8C")],
        "error bad-call: 1 auction left out: a call or its seat is not valid "
        "(bid A1 N round 1 board 1)",
    ),
    written(
        [Card(**PLACE, counter=1, direction="Q", card="H2")],
        "error bad-play: 1 play left out: the cards are not tricks of four seats in turn "
        "(card A1 Q round 1 board 1)",
    ),
    written(
        [game(("Board",), ("A b", "x"))],
        "error bad-tag-name: 1 tag left out: a name can only have letters, digits and underscores "
        "(A b)",
    ),
    written(
        [Session(id=1, name="Łódź"), HAND],
        "loss not-latin-1: 1 file written as UTF-8: PBN's own character set lacks a character "
        "('Ł')",
    ),
    written(
        [Session(id=1, name="Łódź"), HAND],
        "loss character-replaced: 1 line with a character that iso8859-1 lacks, written as ? "
        "(line 3: 'Ł')",
        encoding="latin-1",
    ),
    written(
        [HAND, Player(number="1", name="Ann")],
        "loss record-lost: 1 player record left out: pbn does not hold it (player 1)",
    ),
    written(
        [result(processed=True)],
        f"loss field-lost: 1 result.processed value left out: pbn does not hold it ({AT})",
    ),
]
