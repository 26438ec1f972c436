"""The lines of Bridge Gem's files: fields separated by tabs; all other lines are comments.

Lines are kept as read, and written unchanged if the records still agree with them.
"""

import re
from collections.abc import Iterable
from itertools import groupby

from bmconv.codecs.shared.cells import parse_int
from bmconv.movements.types import is_individual
from bmconv.notes import Notes
from bmconv.records import Movement, MovementRound

FIRST_INDEX_LINE = "00000\t0\t0\t0\t0\t4\t0\t0\t0\t"
"""Bridge Gem ignores this line but requires it."""
INDEX_HEADER = "\tClass Tbl Rnd Team W. Bal Type"

HEADER = (
    *("title", "movement_type", "instructions", "tables", "rounds", "winners", None, None),
    *("teams", "board_sets", "source", "details"),
)
"""The fields of line 0000 after its number; two are unknown. Bridge Gem uses only instructions."""

INDEX = (
    *("class_", "tables", "rounds", "teams", "winners", "balance", "movement_type"),
    *("source", "description", "details", "board_sets"),
)
"""The fields of an index line after its number."""
INDEX_ONLY = ("class_", "balance", "description")
"""Fields that a movement file cannot hold."""

TEXT_FIELDS = {"title", "instructions", "source", "description", "details"}
QUOTED = {"title", "description", "instructions"}
"""Fields written between quotation marks."""
_DIFFERENCES = {
    "index-differs": "number{s} of the index that {differs|differ} from the description",
    "lines-differ": "number{s} that the table lines contradict",
    "directions-differ": "movement{s} without one direction line per table",
}
"""The texts of notes on differences, by code."""
_ARROW_SWITCH = {"t": True, "true": True, "f": False, "false": False, "": False}


def split_line(line: str, digits: int) -> list[str] | None:
    """The fields of a line if the first has exactly this number of digits; None for a comment."""
    fields = [field.strip() for field in _raw_fields(line)]
    known = not line[:1].isspace() and fields and re.fullmatch(rf"[0-9]{{{digits}}}", fields[0])
    return fields if known else None


def _raw_fields(line: str) -> list[str]:
    """The fields between tabs; in a line without tabs, between blanks.

    Without tabs, line 0000 has two fields: its text is not split further.
    """
    if "\t" in line:
        return line.split("\t")
    return line.split(None, 1 if line.startswith("0000 ") else -1)


def has_dummy_line(lines: list[str]) -> bool:
    """Whether an index begins with the line that Bridge Gem ignores, not with a movement."""
    fields = split_line(lines[0], 5) if lines else None
    return fields is None or int(fields[0]) == 0


def read_index(lines: list[str], path: str, notes: Notes) -> list[Movement]:
    """The movements of an index; Bridge Gem ignores its first line."""
    movements: list[Movement] = []
    if not has_dummy_line(lines):
        text = "ind{ex|exes} without a first line for Bridge Gem to ignore"
        notes.repair("no-dummy-line", path, text)
    for number, line in enumerate(lines, 1):
        fields = split_line(line, 5)
        if fields is None or (number == 1 and has_dummy_line(lines)):
            continue
        if movement := _index_line(fields):
            movements.append(movement)
        else:
            text = "index line{s} skipped: not a number"
            notes.error("bad-index-line", f"{path}:{number}", text)
    return movements


def _index_line(fields: list[str]) -> Movement | None:
    """The movement in an index line; None if a number is invalid."""
    movement = Movement(number=int(fields[0]))
    for name, text in zip(INDEX, fields[1:], strict=False):
        if name in TEXT_FIELDS:
            setattr(movement, name, _unquote(text) or None)
        elif text:
            number = _parse_int(text)
            if number is None:
                return None
            setattr(movement, name, number)
    return movement


def index_lines(known: list[str], movements: Iterable[Movement]) -> list[str]:
    """The lines of an index: existing lines where still valid, then new ones."""
    rest = {movement.number: movement for movement in movements}
    if known and not has_dummy_line(known):
        known = [FIRST_INDEX_LINE, *known]
    out = known[:1] or [FIRST_INDEX_LINE, INDEX_HEADER]
    for line in known[1:]:
        fields = split_line(line, 5)
        if fields is None:
            out.append(line)
            continue
        if movement := rest.pop(int(fields[0]), None):
            listed = _index_line(fields)
            # what is blank in the index comes from the movement file
            was = MovementFile(movement.lines or [], "", Notes(), listed).settle()
            kept = listed and all(getattr(was, name) == getattr(movement, name) for name in INDEX)
            out.append(line if kept else _new_index_line(movement))
    new = sorted(rest.values(), key=lambda movement: movement.number or 0)
    return out + [_new_index_line(movement) for movement in new]


def _new_index_line(movement: Movement) -> str:
    cells = (_cell(name, getattr(movement, name)) for name in INDEX)
    return f"{movement.number or 0:05}\t" + "\t".join(cells) + "\t"


class MovementFile:
    """Reads a movement file; `listed` is the movement as the index has it."""

    def __init__(
        self, lines: list[str], path: str, notes: Notes, listed: Movement | None = None
    ) -> None:
        self.movement = Movement(lines=lines, class_=listed.class_ if listed else None)
        self.rounds: list[MovementRound] = []
        self.recognised = 0
        """The number of lines that are not comments."""
        self._listed, self._path, self._notes = listed, path, notes
        self._announced: dict[int, int] = {}
        """The number of tables that a round should have, by round."""
        self._directions: dict[int, str] = {}
        """Where players go, by table."""
        for self._line, line in enumerate(lines, 1):
            fields = split_line(line, 4)
            if fields is not None:
                self.recognised += 1
                self._take(fields)
        if self._directions:
            self.movement.directions = [text for _, text in sorted(self._directions.items())]

    def _take(self, fields: list[str]) -> None:
        code = fields[0]
        if code == "0000":
            self._header(fields)
        elif code.startswith("00"):
            self._direction(fields)
        elif not code.endswith("00"):
            self._table(fields)
        elif len(fields) > 2 and (tables := _parse_int(fields[2])) is not None:
            self._announced[int(code[:2])] = tables

    def _header(self, fields: list[str]) -> None:
        """Read line 0000; instructions are field 3 in the guide, but field 4 in its examples."""
        if _lacks_type(fields):
            self._repair("header-layout", "description{s} without a movement type")
            fields.insert(2, "")
        if len(fields) == 2:
            self._repair("no-tabs", "description{s} without tabs read as {a title|titles}")
        for name, text in zip(HEADER, fields[1:], strict=False):
            if name == "instructions" and text:
                self.movement.instructions = sentences(text)
            elif name and text:
                setattr(
                    self.movement,
                    name,
                    (_unquote(text) or None) if name in TEXT_FIELDS else _parse_int(text),
                )

    def _direction(self, fields: list[str]) -> None:
        """Read where the players of a table go: the table is field 2, or else the label."""
        number = _parse_int(fields[1]) if len(fields) > 1 else None
        if number is not None and number != int(fields[0]):
            self._repair("direction-label", "direction line{s} labelled with another number")
        texts = [_unquote(text) for text in fields[2:] if _unquote(text)]
        place = int(fields[0]) if number is None else number
        if place in self._directions:
            self._repair("direction-twice", "direction line{s} in place of one with its number")
        self._directions[place] = "\t".join(texts)

    def _table(self, fields: list[str]) -> None:
        """Read a table in a round: the numbers in its fields take precedence over the label."""
        if is_individual(self.movement):
            return  # the meaning of its lines is unknown: kept as text
        label = int(fields[0][:2]), int(fields[0][2:])
        numbers = [_parse_int(text) if text else None for text in fields[1:6]]
        if len(fields) < 6 or None in numbers[2:]:
            text = "table line{s} skipped: not a round, a table, two pairs and a board set"
            self._notes.error("bad-table-line", f"{self._path}:{self._line}", text)
            return
        round, table = numbers[0] or label[0], numbers[1] or label[1]
        if (round, table) != label:
            self._repair("table-label", "table line{s} labelled with another round or table")
        word = next((text for text in fields[6:8] if text), "").lower()
        if word not in _ARROW_SWITCH:
            self._repair("odd-arrow-switch", "arrow switch{s} read as no: neither T nor F")
        row = MovementRound(round=round, table=table)
        row.ns, row.ew, row.board_set = numbers[2:5]
        row.arrow_switch = _ARROW_SWITCH.get(word, False)
        self.rounds.append(row)

    def settle(self) -> Movement:
        """Complete the movement: with the index, which takes precedence, then by counting tables.

        Differences are noted.
        """
        movement = self.movement
        for name in INDEX if self._listed else ():
            value, in_file = getattr(self._listed, name), getattr(movement, name)
            if value is not None:
                if in_file is not None and in_file != value and name not in TEXT_FIELDS:
                    self._note_difference("index-differs", f"{name.strip('_')} {value}, {in_file}")
                setattr(movement, name, value)
        if self.rounds:
            self._check_counts(movement, self.rounds)
        return movement

    def _check_counts(self, movement: Movement, rounds: list[MovementRound]) -> None:
        """Fill in missing numbers from the table lines; note numbers that differ from them."""
        pairs = {pair for row in rounds for pair in (row.ns, row.ew) if pair}
        counts = {
            "tables": max(row.table or 0 for row in rounds),
            "rounds": max(row.round or 0 for row in rounds),
            "teams": len(pairs),
            "board_sets": len({row.board_set for row in rounds if row.board_set}),
        }
        for name, count in counts.items():
            stated = getattr(movement, name)
            if stated is None:
                setattr(movement, name, count)
            elif stated != count and not (name == "teams" and movement.winners == 2):
                self._note_difference("lines-differ", f"{name} {stated}, by the lines {count}")
        for round, tables in self._announced.items():
            have = sum(row.round == round for row in rounds)
            if have != tables:
                self._note_difference(
                    "lines-differ", f"round {round} of {tables} tables has {have}"
                )
        directions = len(movement.directions or ())
        if directions and directions != movement.tables:
            per = "per round" if directions == movement.rounds else f"{directions} lines"
            self._note_difference("directions-differ", f"{per}, {movement.tables} tables")

    def _repair(self, code: str, text: str) -> None:
        self._notes.repair(code, f"{self._path}:{self._line}", text)

    def _note_difference(self, code: str, difference: str) -> None:
        self._notes.repair(code, f"{self._path}: {difference}", _DIFFERENCES[code])


def movement_lines(movement: Movement, rounds: list[MovementRound], *, alone: bool) -> list[str]:
    """The lines of a movement file: existing lines where still valid, otherwise new ones.

    If the file is `alone`, without an index, line 0000 gets all changed values; otherwise only
    title and instructions.
    """
    known = movement.lines or []
    if is_individual(movement):
        if known:
            return known
        rounds = []
    before = MovementFile(known, "", Notes())
    was = before.settle()
    rows = {(row.round, row.table): row for row in rounds}
    same = [(s.round, s.table) for s in before.rounds] == [(s.round, s.table) for s in rounds]
    out: list[str] = []
    directed = False
    for line in known:
        fields = split_line(line, 4)
        if fields is None:
            out.append(line)
        elif fields[0] == "0000":
            out.append(_updated_header(line, was, movement, alone=alone))
        elif fields[0].startswith("00"):
            if was.directions == movement.directions:
                out.append(line)
            elif not directed:
                out += _direction_lines(movement)
            directed = True
        elif same and fields[0].endswith("00"):
            out.append(line)
        elif same:
            for row_in_file in MovementFile([line], "", Notes()).rounds:
                now = rows[row_in_file.round, row_in_file.table]
                line = line if _plays(now) == _plays(row_in_file) else _table_line(now)
            out.append(line)
    if not any(line.startswith("0000") for line in out):
        cells = (_cell(name or "", getattr(movement, name) if name else None) for name in HEADER)
        out.insert(0, "0000\t" + "\t".join(cells) + "\t")
    if not directed:
        out += _direction_lines(movement)
    return out if same else out + _round_lines(rounds)


def _plays(row: MovementRound) -> tuple[object, ...]:
    """The facts that a table line states about its round and table."""
    return (row.ns, row.ew, row.board_set, row.arrow_switch)


def _lacks_type(fields: list[str]) -> bool:
    """Whether the instructions of a description directly follow its title."""
    return len(fields) > 2 and bool(fields[2].strip()) and _parse_int(fields[2]) is None


def _updated_header(line: str, was: Movement, now: Movement, *, alone: bool) -> str:
    """Line 0000 with its changed values; with an index, only title and instructions change."""
    changed = {
        at: _cell(name, getattr(now, name))
        for at, name in enumerate(HEADER, 1)
        if name and (alone or name in ("title", "instructions"))
        if getattr(now, name) not in (None, getattr(was, name))
    }
    if not changed:
        return line
    fields = _raw_fields(line)
    if _lacks_type(fields):
        fields.insert(2, "")
    fields += [""] * (max(changed) + 1 - len(fields))
    return "\t".join(changed.get(at, field) for at, field in enumerate(fields))


def _direction_lines(movement: Movement) -> list[str]:
    return [
        f"{number:04}\t{number}\t" + "".join(f'"{part}"\t' for part in text.split("\t"))
        for number, text in enumerate(movement.directions or (), 1)
    ]


def _round_lines(rounds: list[MovementRound]) -> list[str]:
    out: list[str] = []
    ordered = sorted(rounds, key=lambda row: (row.round or 0, row.table or 0))
    for round, rows in groupby(ordered, key=lambda row: row.round or 0):
        lines = [_table_line(row) for row in rows]
        out += [f"{round:02}00\t{round}\t{len(lines)}\t", *lines]
    return out


def _table_line(row: MovementRound) -> str:
    numbers = (row.round, row.table, row.ns, row.ew, row.board_set)
    cells = "\t".join(str(number or 0) for number in numbers)
    switch = "T" if row.arrow_switch else "F"
    return f"{row.round or 0:02}{row.table or 0:02}\t{cells}\t{switch}\t"


def sentences(text: str) -> str:
    """Instructions as running text; files have them as quoted pieces separated by commas."""
    pieces = re.split(r'"\s*,\s*"', text.strip())
    words = " ".join(piece.strip().strip('"').strip() for piece in pieces)
    return re.sub(r"\s+", " ", words.rstrip(",").rstrip().rstrip('"')).strip()


def _unquote(text: str) -> str:
    """Text without surrounding quotation marks, even if only one is present."""
    return text.strip().removeprefix('"').removesuffix('"').strip()


def _parse_int(text: str) -> int | None:
    return parse_int(_unquote(text))


def _cell(name: str, value: object) -> str:
    """A value as text; tabs and line ends become blanks, because they would split the field."""
    if value is None:
        return ""
    text = re.sub(r"[\t\r\n]+", " ", str(value))
    return f'"{text}"' if name in QUOTED else text
