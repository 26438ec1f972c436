"""What triggers the notes that the formats of dealing machines share."""

from bmconv.records import Hand, Player, Session
from tests.codecs.every_note import Case, written

DEALT = {
    "north": "9762.2.JT98.KQJ3",
    "east": "QJT83.A4.AK62.A4",
    "south": "K5.QJ875.Q73.T85",
    "west": "A4.KT963.54.9762",
}
HAND = Hand(board=1, **DEALT)
TURNED = dict(zip(DEALT, [*list(DEALT.values())[1:], DEALT["north"]], strict=True))
"""Another deal: the same hands, each one seat further."""


def listed_notes(format: str, *, has_dealer: bool = False) -> list[Case]:
    """The notes that all of them make when they write."""
    cases = [
        written(
            [HAND, Hand(board=2, north="AK")],
            "error bad-deal: 1 incomplete deal skipped (hand board 2: north is 'AK': expected four "
            "suits of AKQJT98765432 with dots between)",
        ),
        written(
            [HAND, Hand(**DEALT)],
            "loss board-unknown: 1 deal without a board number left out (hand)",
        ),
        written(
            [HAND, Hand(section=2, board=1, **TURNED)],
            "loss deal-lost: 1 deal left out: another one of the same board comes first "
            "(hand B board 1)",
        ),
        written(
            [HAND, Player(number="7")],
            f"loss record-lost: 1 player record left out: {format} does not hold it (player 7)",
        ),
        written(
            [Hand(board=1, extra={"other": 1}, **DEALT)],
            f"loss field-lost: 1 hand.extra value left out: {format} does not hold it "
            "(hand board 1)",
        ),
    ]
    if has_dealer:
        return cases
    return [
        *cases,
        written(
            [Hand(board=1, dealer="E", **DEALT)],
            "loss dealer-lost: 1 dealer left out: the board number gives another one "
            "(hand board 1)",
        ),
        written(
            [Hand(board=1, vulnerable="All", **DEALT)],
            "loss vulnerability-lost: 1 vulnerability left out: the board number gives another one "
            "(hand board 1)",
        ),
    ]


def machine_notes(format: str) -> list[Case]:
    """The notes that files of dealing machines make when they write."""
    return [
        *listed_notes(format),
        written(
            [Session(id=1), Session(id=2), HAND],
            "loss session-lost: 1 further session left out (session 2)",
        ),
        written(
            [Session(id=1, date=None, guid="0" * 32), HAND],
            f"loss field-lost: 1 session.guid value left out: {format} does not hold it "
            "(session 1)",
        ),
    ]
