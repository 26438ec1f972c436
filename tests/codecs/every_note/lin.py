"""What triggers each note of LIN."""

from typing import Any

from bmconv.records import Bid, Card, Hand, Player, Result, Seat, Session
from tests.codecs.every_note import PENALISED, penalty_lost, read, written

DEAL = "SAQ3HJ42DKQ63CT85,ST84HAT763D98CAJ7,S9765HK98DA54CQ96,SKJ2HQ5DJT72CK432"
OTHER = "ST84HAT763D98CAJ7,SAQ3HJ42DKQ63CT85,S9765HK98DA54CQ96,SKJ2HQ5DJT72CK432"
BOARD = f"qx|o7|md|1{DEAL}|sv|b|"
"""Board 7 in the open room, dealt by South."""
NOTRUMP = "mb|1N|mb|p|mb|p|mb|p|"
"""South's contract."""
HAND = Hand(
    board=7,
    north="9765.K98.A54.Q96",
    east="KJ2.Q5.JT72.K432",
    south="AQ3.J42.KQ63.T85",
    west="T84.AT763.98.AJ7",
)
PLACE = {"table": 1, "board": 7}


def result(**fields: Any) -> Result:
    usual = PLACE | {"declarer": "S", "contract": "1 NT", "result": "="}
    return Result(**(usual | fields))


def calls(*words: str) -> list[Bid]:
    """An auction, begun by South."""
    return [
        Bid(**PLACE, counter=at, direction="SWNE"[(at - 1) % 4], bid=word)
        for at, word in enumerate(words, 1)
    ]


AUCTION = calls("1NT", "PASS", "PASS", "PASS")

NOTES = [
    read(
        f"{BOARD}{NOTRUMP}hello|",
        "error bad-text: 1 text skipped: expected a code of two letters (file: 'hello')",
    ),
    read(
        f"qx|o7|md|1SAQ3,SAQ3|sv|b|{NOTRUMP}",
        "error bad-deal: 1 deal left out: cards twice or not understood (file: board 7)",
    ),
    read(
        f"{BOARD}mb|1N|mb|zz|",
        "error bad-call: 1 auction cut at a call not understood (file: board 7: 'zz')",
    ),
    read(
        f"{BOARD}{NOTRUMP}pc|H3|pc|zz|",
        "error bad-card: 1 play cut at a card not understood (file: board 7: 'zz')",
    ),
    read(
        f"vg|Match,1,P,7,7,A,0,B,0|rs|zz|{BOARD}{NOTRUMP}",
        "error bad-result: 1 result in the head skipped (file: 'zz')",
    ),
    read(
        f"{BOARD}{NOTRUMP}mc|many|",
        "error bad-claim: 1 claim left out: not a number of tricks, or no contract (file: "
        "board 7: 'many')",
    ),
    read(
        f"qx|o7|md|1{DEAL}|sv|z|{NOTRUMP}",
        "error bad-vulnerable: 1 vulnerability not understood, left out (file: board 7: 'z')",
    ),
    read(
        f"{BOARD}{NOTRUMP}pc|H3|pc|S3|",
        "repair odd-card: 1 card played by a hand that does not hold it (file: board 7 S3)",
    ),
    read(
        f"qx|room|md|1{DEAL}|sv|b|{NOTRUMP}",
        "repair odd-place: 1 place not understood: boards numbered by their label or "
        "position (file: 'room')",
    ),
    read(
        f"{BOARD}{NOTRUMP}qx|c7|md|1{OTHER}|sv|b|{NOTRUMP}",
        "repair board-twice: 1 board renumbered: the number has another deal (file: board 7 as 8)",
    ),
    read(
        f"{BOARD}{NOTRUMP}{BOARD}{NOTRUMP}",
        "repair place-unknown: 1 board repeated in the same room: read as another table, "
        "with a new number (file: board 7, table 2001)",
    ),
    read(
        f"vg|Match,1,P,7,7,A,0,B,0|rs|2SN=|{BOARD}{NOTRUMP}mc|7|",
        "repair result-differs: 1 result in the head different from the board: the board "
        "counts (file: board 7)",
    ),
    read(
        f"zz|head|{BOARD}{NOTRUMP}",
        "loss code-lost: 1 value left out: no record holds it (file: zz)",
    ),
    read(
        f"{BOARD}nt|hello|",
        "loss chat-lost: 1 board that was not played: chat, claim and other codes left out "
        "(file: board 7)",
    ),
    written(
        [Hand(board=7, north="AK...", east="AK...")],
        "error bad-deal: 1 hand not written: not a deal (hand board 7)",
    ),
    written(
        [Hand(board=7, north=HAND.north, dealer="Q")],
        "error bad-dealer: 1 dealer left out: expected N, E, S or W (hand board 7)",
    ),
    written(
        [Hand(board=7, north=HAND.north, vulnerable="some")],
        "error bad-vulnerable: 1 vulnerability not understood, left out (hand board 7)",
    ),
    written(
        [HAND, result(), *calls("1NT", "SKIP", "PASS", "PASS")],
        "loss auction-cut: 1 auction cut at a call that is skipped, unknown or out of turn "
        "(bid 1 W board 7)",
    ),
    written(
        [HAND, result(), *AUCTION, Card(**PLACE, counter=1, direction="W", card="Hx")],
        "loss play-cut: 1 play cut at a card that is missing, small or unknown (card 1 W board 7)",
    ),
    written(
        [HAND, result()],
        "loss result-lost: 1 result left out as requested (result 1 board 7)",
        auction=False,
    ),
    written(
        [HAND, result(pair_ns=1, pair_ew=2), result(pair_ns=3, pair_ew=4), *AUCTION],
        "loss field-lost: 2 result.pair_ns values, 2 result.pair_ew values left out: lin does not "
        "hold them (first: result 1 board 7)",
        "loss result-lost: 1 result left out: the place has another (result 1 board 7)",
    ),
    written(
        [
            HAND,
            *(result(table=at) for at in (1, 5)),
            *(Bid(table=at, board=7, counter=1, direction="S", bid="1NT") for at in (1, 5)),
        ],
        "loss table-lost: 1 table number left out: LIN has an open and a closed room (table 5)",
        "loss result-lost: 2 results left out: the auction has no end (first: result 1 board 7)",
    ),
    written(
        [HAND, result(result="+9"), *AUCTION],
        "loss result-lost: 1 result left out: tricks not understood (result 1 board 7)",
    ),
    written(
        [HAND, result(), *AUCTION, Bid(**PLACE, counter=5, direction="S", bid="X", erased=True)],
        "loss history-lost: 1 erased call or card left out (bid 1 S board 7)",
    ),
    written(
        [HAND, *AUCTION[:1]],
        "loss auction-lost: 1 call or card left out as requested (bid 1 S board 7)",
        auction=False,
    ),
    written(
        [HAND, result(contract="2 NT"), *AUCTION],
        "loss contract-differs: 1 result written with the contract of the auction, which "
        "differs (result 1 board 7)",
    ),
    written(
        [HAND, result(), *AUCTION, Card(**PLACE, counter=1, direction="E", card="H5")],
        "loss direction-lost: 1 card out of turn, which will be read as the other seat's "
        "(card 1 E board 7)",
    ),
    written(
        [HAND, result(score=400), *AUCTION],
        "loss score-lost: 1 score left out: not that of the contract (result 1 board 7)",
    ),
    written(
        [
            HAND,
            result(lead_card="S2"),
            *AUCTION,
            Card(**PLACE, counter=1, direction="W", card="H3"),
        ],
        "loss lead-lost: 1 lead left out: the play starts with another card (result 1 board 7)",
    ),
    written(
        [HAND, result(id=1, score=90), result(id=2), *AUCTION],
        "loss history-lost: 1 corrected or erased result left out (result 1 board 7)",
    ),
    written(
        [HAND, Bid(table=5, board=7, counter=1, direction="S", bid="1C")],
        "loss table-lost: 1 table number left out: LIN has an open and a closed room (table 5)",
    ),
    written(
        [HAND, Seat(table=1, direction="N", name="Ann")],
        "loss seat-lost: 1 player left out where no auction was written (seat 1 N)",
    ),
    written(
        [Session(id=1), Session(id=2), HAND],
        "loss session-lost: 1 further session left out (session 2)",
    ),
    written(
        [HAND, Hand(section=2, board=7, north=HAND.east)],
        "loss field-lost: 1 hand.section value left out: lin does not hold it (hand B board 7)",
        "loss deal-lost: 1 deal of a section written only with its play (hand B board 7)",
    ),
    written(
        [HAND, Hand(north=HAND.north)],
        "loss board-unknown: 1 record without a board number left out (hand)",
    ),
    written(
        [Session(id=1, name="A|B"), HAND],
        "loss text-changed: 1 text changed: bars, line ends, and commas in a list are not "
        "possible in LIN (session 1)",
    ),
    written(
        [Session(id=1, name="Łuk"), HAND],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 1: 'Ł')",
        encoding="cp1252",
    ),
    written([HAND, PENALISED], *penalty_lost("lin")),
    written(
        [HAND, Player(number="7")],
        "loss record-lost: 1 player record left out: lin does not hold it (player 7)",
    ),
    written(
        [Hand(board=7, north=HAND.north, extra={"other": 1})],
        "loss field-lost: 1 hand.extra value left out: lin does not hold it (hand board 7)",
    ),
]
