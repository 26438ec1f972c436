"""What triggers each note of records, and of the commands that work on them."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import structs

from bmconv.io.stream import encode_lines
from bmconv.records import Evaluation, Hand, Player, Record, Result, Round, Section, Table
from tests.codecs.every_note import PENALISED, command, done, penalty_lost, printed, read
from tests.helpers.running import judge, quick

PLACE = {"section": 1, "table": 1, "round": 1, "board": 1}
SECTION = Section(id=1, letter="A")
PAIRS = Section(id=1, letter="A", winners=2)
COLD = Hand(
    board=1,
    north="AKQJT98765432...",
    east=".AKQJT98765432..",
    south="..AKQJT98765432.",
    west="...AKQJT98765432",
)


def result(**fields: Any) -> Result:
    usual = PLACE | {"pair_ns": 1, "pair_ew": 2, "declarer": "N", "contract": "4 S", "result": "="}
    return Result(**(usual | {"score": 420} | fields))


def mixed_encodings(folder: Path) -> list[str]:
    """Reading a list of players that is half in cp1252."""
    (folder / "players.csv").write_bytes(b"number;name\n1;Zo\xeb\n2;Zo\xc3\xab\n3;Ann\n")
    done = quick("from", "players", folder / "players.csv")
    return [line.replace(f"{folder}{os.sep}", "") for line in printed(done.err)]


def joined(*parts: list[Record]):
    """Joining files of records, called 1.jsonl, 2.jsonl and so on."""

    def note_lines(folder: Path) -> list[str]:
        names = [folder / f"{number}.jsonl" for number, _ in enumerate(parts, 1)]
        for name, records in zip(names, parts, strict=True):
            name.write_bytes(b"".join(encode_lines(records)))
        return printed(quick("join", *names).err)

    return note_lines


def evaluated(*records: Record, check: bool = False):
    def note_lines(folder: Path) -> list[str]:
        judge("endplay.dds")
        words = ["evaluate", "--check"] if check else ["evaluate"]
        return printed(quick(*words, stdin=b"".join(encode_lines(records))).err)

    return note_lines


def howell(turns: Iterable[tuple[int, int, int, int]]) -> list[Record]:
    """Rounds of a movement: round, table, N-S pair and E-W pair."""
    return [
        Round(section=1, table=table, round=turn, ns_pair=ns, ew_pair=ew, low_board=turn,
              high_board=turn)
        for turn, table, ns, ew in turns
    ]  # fmt: skip


def played(turns: Iterable[tuple[int, int, int, int]]) -> list[Record]:
    return [
        Result(
            section=1, table=table, round=turn, board=turn, pair_ns=ns, pair_ew=ew, score=50 * ns
        )
        for turn, table, ns, ew in turns
    ]


HOWELL = [(1, 1, 4, 1), (1, 2, 3, 2), (2, 1, 4, 2), (2, 2, 1, 3), (3, 1, 4, 3), (3, 2, 2, 1)]
MITCHELL = [(1, 1, 1, 3), (1, 2, 2, 4), (2, 1, 1, 4), (2, 2, 2, 3)]
MATCH: list[Record] = [
    Section(id=1, letter="A", scoring_type=4),
    *(Table(section=1, table=table, group=1) for table in (1, 2)),
    *howell([(1, 1, 1, 2), (1, 2, 2, 1)]),
]
"""A match of two teams over one board."""

NOTES = [
    read(
        '{"type":"settings","values":{"ShowResults":"true"}}\n',
        "repair setting-kind: 1 setting converted to the type of the column (settings "
        "ShowResults: 'true' as True)",
    ),
    read(
        '{"type":"settings","values":{"ShowResults":true,"showresults":false}}\n',
        "repair setting-twice: 1 setting given twice in different letter case, the last one "
        "kept (settings)",
    ),
    read(
        '{"type":"event","guid":"{01234567-89ab-cdef-0123-456789abcdef}"}\n',
        "repair guid-form: 1 guid written without braces and dashes (event: "
        "{01234567-89ab-cdef-0123-456789abcdef})",
    ),
    done(
        joined(
            [SECTION], [Section(id=1, letter="A", tables=3)], [Section(id=1, letter="A", tables=4)]
        ),
        "loss value-replaced: 1 value replaced by a later one that differs (section A tables)",
    ),
    done(
        joined([SECTION, result()], [SECTION, result(contract="4 H")]),
        "loss result-differs: 1 result that two files report differently: the first file's "
        "stays (result A1 round 1 board 1)",
    ),
    done(
        joined([SECTION, result()], [SECTION, result(erased=True)]),
        "loss result-erased: 1 result erased in one file but not in another: still "
        "erased (bmconv set with erased=false brings it back) (result A1 round 1 board 1)",
    ),
    done(
        joined([Hand(1, 1, COLD.north, COLD.south, COLD.east, COLD.west)], [COLD, Hand(board=2)]),
        "loss hand-unused: 1 hand of a board that has others in its section (board 1)",
    ),
    done(
        joined(
            [SECTION, *(result(board=b, table=b, lead_card="SA") for b in range(1, 6))],
            [structs.replace(COLD, board=b) for b in range(1, 6)],
        ),
        "repair hands-doubtful: 5 leads not in the leader's hand: hands of another evening? "
        "(first: result A1 round 1 board 1)",
    ),
    command(
        "rank --winners 1",
        "repair pairs-mixed: 1 section ranked with one winner, but N-S and E-W pairs share "
        "numbers (two winners keep them apart) (section A)",
        records=[
            SECTION,
            *howell([(1, 1, 1, 1), (1, 2, 2, 2), (2, 1, 1, 2), (2, 2, 2, 1)]),
            *played([(1, 1, 1, 1), (1, 2, 2, 2), (2, 1, 1, 2), (2, 2, 2, 1)]),
        ],
    ),
    done(
        mixed_encodings,
        "loss mixed-encodings: 1 line of UTF-8 in a file that is not, read as cp1252 (save the "
        "file in one encoding) (players.csv)",
    ),
    command(
        "to records",
        "repair two-evenings: 1 input of two evenings: results of one may look like corrections "
        "of the other (5 of 5 places of play have results of other pairs, such as A1 round 1 "
        "board 1: 1 v 2 and 2 v 2)",
        records=[result(board=board, pair_ns=pair) for board in range(1, 6) for pair in (1, 2)],
    ),
    done(
        joined([Player(number="7", name="Ann"), Player(number="7", name="Bob")], [SECTION]),
        "repair number-shared: 1 player with a number that another one has too: all kept "
        "(player 7)",
    ),
    done(
        joined([Section(id=5, letter="A")], [Section(id=1, letter="A", derived=True), result()]),
        "repair section-rekeyed: 1 section 1 is 5 here (section A)",
    ),
    command(
        "to bmrdata -o FOLDER/BMRData.txt",
        *penalty_lost("bmrdata"),
        records=[result(score=420), PENALISED],
    ),
    command(
        "to csv",
        "loss record-lost: 1 player record left out: a table of result records does not hold "
        "it (player 7)",
        records=[result(), Player(number="7")],
    ),
    command(
        "to players",
        "loss field-lost: 1 player.country value left out: players does not hold it (player 7)",
        records=[Player(number="7", last_name="Berg", country="NL")],
    ),
    command(
        "score",
        "repair score-differs: 1 score replaced: not what the contract gives (result A1 "
        "round 1 board 1)",
        records=[result(score=430)],
    ),
    command(
        "rank --winners 2",
        "repair score-differs: 1 score ignored: the contract gives another (result A1 round "
        "1 board 1)",
        records=[SECTION, result(score=430)],
    ),
    command(
        "rank --winners 2",
        "loss no-pair: 1 result skipped: no pair or no board (result A1 round 1 board 2)",
        records=[SECTION, result(), result(board=2, pair_ns=None)],
    ),
    command(
        "rank --winners 2",
        "loss no-section: 1 result not ranked: of a section that does not exist (result B1 round "
        "1 board 2)",
        records=[SECTION, result(), result(board=2, section=2)],
    ),
    command(
        "rank --winners 2",
        "loss no-score: 1 result skipped: neither a contract nor a score (result A1 round 1 "
        "board 2)",
        records=[SECTION, result(), Result(**PLACE | {"board": 2}, pair_ns=1, pair_ew=2)],
    ),
    command(
        "rank",
        "repair winners-guessed: 1 section ranked with two winners: every pair keeps its "
        "side (section A)",
        records=[SECTION, *played(MITCHELL)],
    ),
    command(
        "rank",
        "repair winners-by-results: 1 section ranked as the results show: the movement has "
        "other winners (section A)",
        records=[SECTION, *howell(HOWELL), *played(MITCHELL)],
    ),
    command(
        "rank",
        "repair pair-never-plays: 1 pair without any result taken as missing (see bmconv "
        "check) (section A pair 3)",
        records=[SECTION, *howell(HOWELL), *played(t for t in HOWELL if 3 not in t[2:])],
    ),
    command(
        "rank",
        "loss group-size: 1 group without exactly two tables skipped: no match (group 9: 3 tables)",
        records=[
            *MATCH,
            *(Table(section=1, table=table, group=9) for table in (3, 4, 5)),
            *played([(1, 1, 1, 2), (1, 2, 2, 1)]),
        ],
    ),
    command(
        "rank",
        "loss wrong-direction: 1 board skipped: both pairs of a team sat the same way "
        "(result A1 round 1 board 1)",
        records=[
            *MATCH,
            result(pair_ns=1, pair_ew=2),
            result(table=2, pair_ns=2, pair_ew=1, remarks="Wrong direction"),
        ],
    ),
    done(
        evaluated(Hand(board=3, north="A..."), COLD),
        "error hand-incomplete: 1 incomplete hand not evaluated (hand board 3)",
    ),
    done(
        evaluated(COLD, Evaluation(board=1, north_spades=12), check=True),
        "error evaluation-differs: 1 evaluation contradicted by the solver (evaluation board "
        "1: north_spades 12, solver 13)",
    ),
]
