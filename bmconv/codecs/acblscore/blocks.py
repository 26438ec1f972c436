"""The bytes of a game file: little-endian numbers, texts with their length, blocks and pointers."""

from datetime import date

CODE_PAGE = "cp437"
MASTER_SIZE = 2580
"""The size of the first block, which leads to all others."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Damaged(ValueError):
    """An impossible pointer, length or number in a file."""


class Block:
    """A part of a file; reading beyond its end raises Damaged."""

    def __init__(self, data: bytes, start: int = 0, size: int | None = None) -> None:
        self.data, self.start = data, start
        self.size = len(data) - start if size is None else size

    def _bytes(self, at: int, size: int) -> bytes:
        """Some bytes at an offset from the start of the block."""
        if at < 0 or at + size > self.size:
            raise Damaged(f"byte {self.start + at}")
        return self.data[self.start + at : self.start + at + size]

    def byte(self, at: int) -> int:
        """A number of one byte."""
        return self._bytes(at, 1)[0]

    def word(self, at: int) -> int:
        """A number of two bytes."""
        return int.from_bytes(self._bytes(at, 2), "little")

    def signed_word(self, at: int) -> int:
        """A signed number of two bytes."""
        return int.from_bytes(self._bytes(at, 2), "little", signed=True)

    def long(self, at: int) -> int:
        """A signed number of four bytes."""
        return int.from_bytes(self._bytes(at, 4), "little", signed=True)

    def hundredths(self, at: int) -> float:
        """A signed number of four bytes, given in hundredths."""
        return self.long(at) / 100

    def text(self, at: int, size: int) -> str:
        """A text of at most this size, after a byte with its length."""
        length = min(self.byte(at), size)
        return self._bytes(at + 1, length).decode(CODE_PAGE).strip()

    def letter(self, at: int) -> str:
        """A single character; empty if there is none."""
        return self._bytes(at, 1).decode(CODE_PAGE).strip("\0 ")

    def part(self, at: int, size: int) -> "Block":
        """A part of this block, as a block of its own."""
        self._bytes(at, size)
        return Block(self.data, self.start + at, size)

    def follow(self, at: int) -> "Block | None":
        """The block that a pointer leads to; None if the pointer is 0."""
        pointer = int.from_bytes(self._bytes(at, 4), "little")
        if not pointer:
            return None
        size = 2 + int.from_bytes(self.data[pointer : pointer + 2], "little", signed=True)
        if pointer < MASTER_SIZE or size < 4 or pointer + size > len(self.data):
            raise Damaged(f"pointer at byte {self.start + at}")
        return Block(self.data, pointer, size)


def parse_date(text: str) -> date | None:
    """A date such as `July 25, 2017`; None for other text."""
    words = text.replace(",", " ").lower().split()
    if len(words) != 3 or words[0][:3] not in _MONTHS:
        return None
    try:
        return date(int(words[2]), _MONTHS.index(words[0][:3]) + 1, int(words[1]))
    except ValueError:
        return None
