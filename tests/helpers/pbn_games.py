"""Text of PBN games, and the records that come out of them."""

from bmconv.records import Record

DEAL = "N:6.K87642.T765.K5 832.J9.K943.AJ32 AJT75.AT3.QJ82.8 KQ94.Q5.A.QT9764"
RESULT_TAGS = (
    '[Dealer "N"]',
    '[Declarer "S"]',
    '[Contract "4H"]',
    '[Result "9"]',
    '[Score "NS -50"]',
)
"""The tags of a result: 4 H by South, one down, not vulnerable."""


def records_of_type(kind: type[Record], records: list[Record]) -> list[Record]:
    """The records of one type."""
    return [record for record in records if isinstance(record, kind)]


def game_text(*tags: str, board: int = 1) -> str:
    """A game with a deal and some tags."""
    return "\n".join((f'[Board "{board}"]', f'[Deal "{DEAL}"]', *tags)) + "\n"
