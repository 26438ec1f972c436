"""BMRData.txt: the results that BMPFTP returns to a scoring program, with their N-S scores.

One line per row of ReceivedData. The guide lists 22 fields starting with ID; its example has 21,
without ID. Both are read, line by line.
"""

import datetime
from collections.abc import Iterable, Iterator
from functools import lru_cache

from bmconv.bridge.outcomes import Kind, Scorer, entered_outcome
from bmconv.bridge.places import place
from bmconv.codecs import Codec, Format, Option, Options, Wanted, note_lost, write_option
from bmconv.codecs.bmpftp import lines
from bmconv.codecs.shared.characters import write_lines
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity
from bmconv.records import Hand, Intermediate, Record, Result, type_name

_KINDS = {"result": Result, "intermediate": Intermediate}
_FLAGS = ("processed", "processed1", "processed2", "processed3", "processed4", "erased")
_YES, _NO = ("#TRUE#", "TRUE", "1", "-1"), ("#FALSE#", "FALSE", "0", "", lines.NULL)
_NO_FLAGS = ["#FALSE#"] * len(_FLAGS)
_FIELDS = (
    *("id", "section", "table", "round", "board", "pair_ns", "pair_ew", "declarer_pair"),
    *("declarer", "contract", "result", "lead_card", "score", "remarks", "date", "time"),
    *_FLAGS,
)

INFO = Format(
    "BMRData.txt (BMPFTP results)",
    holds={"result": _FIELDS, "intermediate": _FIELDS},
    scope="bws",
    consults=("hand",),
    encoding="cp1252",
    options=(
        Option("table", "record type", "result", tuple(_KINDS), reads=True, writes=True),
        write_option("id", "write the ID field (default: where a record has one)", None),
        lines.PAD,
    ),
)

_NUMBERS = ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer")


def probe(head: bytes, name: str) -> int:
    """21 or 22 fields, the first seven of them numbers."""
    try:
        fields = lines.first_fields(head)
        for text in fields[:7]:
            lines.parse_int(text, "")
    except lines.BadField:
        return 0
    return 80 if len(fields) in (21, 22) else 0


def wanted(options: Options) -> Wanted:
    """The record types needed: results or intermediate results, and hands for vulnerability."""
    table = options.text("table")
    return Wanted("bmrdata", frozenset((table,)), asked=False, consults=frozenset(("hand",)))


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A result or intermediate record per line."""
    kind = _KINDS[options.text("table")]
    rows = lines.TextRows(source, options.text("encoding"), notes)
    yield from rows.records(lambda line: _result(kind, line, rows))
    rows.close("the 21 or 22 fields of BMRData.txt on each line")


def _plain_row(line: str) -> list[str] | None:
    """The fields of a line exactly as BMPFTP writes it, split faster than by `lines.split`.

    None for any other line.
    """
    parts = line.split('"')
    if len(parts) != 11 or not parts[2] == parts[4] == parts[6] == ",":
        return None
    numbers, score, tail = parts[0], parts[8], parts[10]
    if not (numbers[-1:] == "," and numbers.replace(",", "").isdigit()):
        return None
    if not (score[:1] == score[-1:] == "," and score[1:-1].removeprefix("-").isdigit()):
        return None
    if not (tail[:2] == ",#" and tail[-1] == "#" and tail.count(",") == tail.count("#,#") + 1):
        return None
    texts = parts[1:9:2]
    return [*numbers[:-1].split(","), *texts, score[1:-1], parts[9], *tail[1:].split(",")]


def _result(kind: type[Result], line: str, rows: lines.TextRows) -> Result:
    """The record of a line."""
    row = _plain_row(line) or lines.split(line)
    if len(row) not in (21, 22):
        raise lines.BadField(f"{quantity(len(row), 'field')}, expected 21, or 22 with ID")
    id = lines.parse_int(row.pop(0), "ID") if len(row) == 22 else None
    if row[7].isdigit():  # a line with ID and a missing quote, so one field short
        raise lines.BadField(f"NS/EW is {row[7]!r}, expected a direction")
    numbers = [lines.parse_int(text, name) for text, name in zip(row, _NUMBERS, strict=False)]
    date, time = _date_and_time(row[13], row[14], rows)
    result = kind(
        id=id,
        section=numbers[0],
        table=numbers[1],
        round=numbers[2],
        board=numbers[3],
        pair_ns=numbers[4],
        pair_ew=numbers[5],
        declarer_pair=numbers[6],
        declarer=lines.parse_text(row[7]),
        contract=lines.parse_text(row[8]),
        result=lines.parse_text(row[9]),
        lead_card=lines.parse_text(row[10]),
        score=lines.parse_int(row[11], "Score"),
        remarks=lines.parse_text(row[12]),
        date=date,
        time=time,
    )
    if row[15:] != _NO_FLAGS:
        for name, text in zip(_FLAGS, row[15:], strict=True):
            setattr(result, name, _flag(text, rows))
    if not result.score and result.contract is None:
        result.score = None  # 0 is written when there is nothing to score
    return result


def _date_and_time(
    day: str, clock: str, rows: lines.TextRows
) -> tuple[datetime.date | None, datetime.time | None]:
    """DateLog and TimeLog; an invalid one is left out with a note."""
    first, second = lines.moment(day), lines.moment(clock)
    if first is None or second is None:
        bad = day if first is None else clock
        text = "invalid date{s} or time{s} left out"
        rows.notes.repair("odd-date", f"{rows.place()}: {bad!r}", text)
    date, time_beside = first or (None, None)
    day_beside, time = second or (None, None)
    if day_beside not in (None, lines.NO_DAY, date):
        rows.notes.repair("odd-date", f"{rows.place()}: {clock!r}", "day{s} of a time left out")
    return date, time_beside if time is None else time


def _flag(text: str, rows: lines.TextRows) -> bool:
    """The value of a flag; an invalid one is noted."""
    word = text.strip().upper()
    if word not in _YES and word not in _NO:
        message = "invalid flag{s} read as false"
        rows.notes.repair("odd-flag", f"{rows.place()}: {text!r}", message)
    return word in _YES


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a line per result, or per intermediate result."""
    write_lines(_lines(records, options, notes), sink, options.text("encoding"), notes)


def _lines(records: Iterable[Record], options: Options, notes: Notes) -> Iterator[str]:
    """A line for each record of the chosen type."""
    scorer = Scorer()
    pad = " " if options.flag("pad") else ""
    kind, id_option = _KINDS[options.text("table")], options["id"]
    for record in records:
        if type(record) is kind:
            with_id = record.id is not None if id_option is None else bool(id_option)
            yield _line(record, _score(record, scorer, notes), pad, notes, with_id=with_id)
        elif isinstance(record, Hand):
            scorer.learn(record)
        else:
            note_lost(type_name(record), "bmrdata", place(record), notes)


def _line(result: Result, score: int, pad: str, notes: Notes, *, with_id: bool) -> str:
    """A row in the spelling of BMPFTP."""
    cells = (
        result.section,
        result.table,
        result.round,
        result.board,
        result.pair_ns,
        result.pair_ew,
        result.declarer_pair,
        result.declarer + pad if result.declarer else "",
        result.contract or "",
        result.result or "",
        result.lead_card or "",
        score,
        result.remarks or "",
    )
    entry = lines.cells((result.id, *cells) if with_id else cells, result, notes)
    time = result.time
    if time is not None and time.microsecond:
        notes.loss("fraction-lost", place(result), "time{s} written without parts of a second")
    marks = _marks(
        result.processed,
        result.processed1,
        result.processed2,
        result.processed3,
        result.processed4,
        result.erased,
    )
    return f"{entry},{lines.day(result.date)},{lines.clock(time)},{marks}"


@lru_cache
def _marks(*flags: bool) -> str:
    """The flags of a row; few combinations occur, so they are remembered."""
    return ",".join(["#TRUE#" if flag else "#FALSE#" for flag in flags])


def _score(result: Result, scorer: Scorer, notes: Notes) -> int:
    """The score of the contract that was entered, even in an erased row; 0 if there is none."""
    score = scorer.score(result)
    if score is None and entered_outcome(result).kind is Kind.UNKNOWN:
        return result.score or 0
    score = score or 0
    if result.score is not None and result.score != score:
        text = "score{s} replaced: not what the contract gives"
        notes.repair("score-differs", place(result), text)
    return score


CODEC = Codec(INFO, probe, decode, encode, wanted=wanted)
