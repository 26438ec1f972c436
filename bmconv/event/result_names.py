"""Names for results: `A board 14 NS 5`, `board 14 NS A5`, `A3 round 2 board 14`, `id=14`."""

import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from bmconv.bridge.outcomes import outcome
from bmconv.bridge.places import place
from bmconv.errors import UsageError
from bmconv.event.sections import find_section
from bmconv.records import Result, Section

EXAMPLES = "result[A board 14 NS 5] or result[A3 round 2 board 14]"
_SHORT = re.compile(r"([A-Z]+)(\d+),(\d+),(\d+)", re.IGNORECASE)
"""Section, table, round and board, such as `A5,3,19`."""
_WORDS = "SECTION|TABLE|ROUND|BOARD|PAIR|ID|N-?S|E-?W"
_TERM = re.compile(
    r"(?:SECTION[ =]*([A-Z]+|\d+)(?![^ ,])"
    r"|TABLE[ =]*([A-Z]*)(\d{1,9})(?!\d)"
    rf"|(PAIR|N-?S|E-?W)[ =]*(?!{_WORDS})([A-Z]{{1,3}})(\d{{1,9}})(?![^ ,])"
    r"|(ROUND|BOARD|PAIR|ID|N-?S|E-?W)[ =]*(\d{1,9})(?!\d)"
    rf"|(?!(?:{_WORDS})(?![A-Z\d]))([A-Z]{{1,3}})(\d{{1,9}})?(?![^ ,]))[ ,]*",
    re.IGNORECASE,
)
"""One term of a name, such as `section A`, `table 3`, `NS A5`, `board 14` or `A3`."""
_NO_TERM = re.compile(rf"(?:(?:{_WORDS})[ =]+)?(,|[^ ,]+)", re.IGNORECASE)
"""Text that is not a term; the group is the part to quote in the error."""


class ResultName(Struct, frozen=True):
    """The facts that name a result; a fact that is not given is None."""

    section: int | None = None
    table: int | None = None
    round: int | None = None
    board: int | None = None
    ns: int | None = None
    ew: int | None = None
    pair: int | None = None
    """A pair on either side."""
    id: int | None = None

    def fits(self, result: Result) -> bool:
        """Whether a result has this name; pairs are compared as they sat, as on travellers."""
        ns, ew = result.pair_ns, result.pair_ew
        if outcome(result).wrong_direction:
            ns, ew = ew, ns
        return (
            self.section in (None, result.section)
            and self.table in (None, result.table)
            and self.round in (None, result.round)
            and self.board in (None, result.board)
            and self.id in (None, result.id)
            and self.ns in (None, ns)
            and self.ew in (None, ew)
            and self.pair in (None, ns, ew)
        )


def parse_result_name(text: str, sections: Iterable[Section]) -> ResultName:
    """The name of a result in a text, with terms in any order; UsageError for other text."""
    known = list(sections)
    words = " ".join(text.split())
    if short := _SHORT.fullmatch(words.replace(" ", "")):
        table, round, board = (int(number) for number in short.groups()[1:])
        return ResultName(find_section(short[1], known), table, round, board)
    facts: dict[str, int] = {}
    position = 0
    while position < len(words):
        term = _TERM.match(words, position)
        if term is None:
            wrong = _NO_TERM.findall(words, position)[0]
            raise UsageError(f"{wrong!r} is not understood: expected {EXAMPLES}")
        for name, value in _facts_of_term(term, known).items():
            if facts.setdefault(name, value) != value:
                raise UsageError(f"{text!r}: two values for {name}")
        position = term.end()
    return ResultName(**facts)


def _facts_of_term(term: re.Match[str], sections: list[Section]) -> dict[str, int]:
    """The fields of ResultName that one term gives: `board 14`, `A3`, `section A`."""
    section, letters_of_table, table, side, letters_of_pair, pair, *others = term.groups()
    word, number, bare_letters, bare_table = others
    word, number = side or word, pair or number
    facts = {}
    if letters := section or letters_of_table or letters_of_pair or bare_letters:
        try:
            facts["section"] = find_section(letters, sections)
        except UsageError as error:
            wrong = term[0].strip(" ,")
            raise UsageError(f"{wrong!r} is not understood: {error}; expected {EXAMPLES}") from None
    if word:
        facts[word.replace("-", "").lower()] = int(number)
    elif table or bare_table:
        facts["table"] = int(table or bare_table)
    return facts


def result_name(result: Result, letter: Callable[[int], str]) -> str:
    """A result in words that `parse_result_name` takes: `A3 round 2 board 14 NS 5`."""
    words = place(result, letter).partition(" ")[2]
    pair = result.pair_ew if outcome(result).wrong_direction else result.pair_ns
    return f"{words} NS {pair}" if pair else words
