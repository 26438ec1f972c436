"""A small night without mistakes, and the findings of check on changed ones."""

from bmconv import records as rec
from bmconv.checks import check
from bmconv.io.stream import encode_lines
from tests.helpers.running import quick


def night(*more, section=None, rounds=None, tables=(1, 2)):
    """Two tables, two rounds, four pairs, one winner; then the records of `more`."""
    return [
        rec.Section(**({"id": 1, "letter": "A", "tables": 2, "winners": 1} | (section or {}))),
        *(rec.Table(section=1, table=number) for number in tables),
        *(rounds if rounds is not None else movement()),
        *more,
    ]


def movement():
    """The rounds of the night."""
    return [
        play(1, 1, 1, 2, 1, 2),
        play(2, 1, 3, 4, 3, 4),
        play(1, 2, 1, 3, 5, 6),
        play(2, 2, 2, 4, 7, 8),
    ]


def play(table, round, ns, ew, low, high, custom=None, section=1, **more):
    return rec.Round(
        section=section, table=table, round=round, ns_pair=ns, ew_pair=ew,
        low_board=low, high_board=high, custom_boards=custom, **more,
    )  # fmt: skip


def result(**fields):
    """4 S just made by North at table 1, round 1, board 1, with some fields changed."""
    usual = {
        "section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1, "pair_ew": 2,
        "declarer": "N", "declarer_pair": 1, "contract": "4 S", "result": "=",
    }  # fmt: skip
    return rec.Result(**(usual | fields))


def seats(table, *numbers, section=1, **more):
    """The seats of a table, N, E, S and W, for as many as numbers are given."""
    return [
        rec.Seat(section=section, table=table, direction=d, number=n, **more)
        for d, n in zip("NESW", numbers, strict=False)
    ]


def findings(records, terminal="bm2", target=None):
    """Level, rule, place and value of every finding."""
    return [(f.level, f.rule, f.place, f.value) for f in check(records, terminal, target)]


def broken_rules(records, terminal="bm2", target=None):
    """The rules that are broken."""
    return {finding.rule for finding in check(records, terminal, target)}


def run(command, records, *args):
    """Exit code and output of a command on these records."""
    done = quick(command, *args, stdin=b"".join(encode_lines(records)))
    return done.code, done.out.decode()
