"""Rules of `check`: numbers of tables, rounds, pairs and boards within a terminal's limits."""

from collections.abc import Iterator

from bmconv.bridge.movements import boards_of
from bmconv.checks.findings import ERROR, WARNING, CheckedEvent, Finding, table_of
from bmconv.notes import quantity
from bmconv.records import TYPES, Round, Section
from bmconv.rules.fields import NUMBERED, rules_of


def known_numbers(checked: CheckedEvent) -> Iterator[Finding]:
    """Sections, tables, rounds, boards and pairs count from 1; a 0 is reported once per section."""
    reported: set[tuple[int | None, str]] = set()
    for kind, names in NUMBERED.items():
        for record in checked.results if kind == "result" else checked.event.of(TYPES[kind]):
            for name in names:
                rule = rules_of(kind)[name]
                key = (getattr(record, "section", None), rule.code)
                if getattr(record, name) == 0 and key not in reported:
                    reported.add(key)
                    yield checked.find(ERROR, rule.code, record, f"{rule.noun}{{s}} 0", 0)


def boards_per_round(checked: CheckedEvent) -> Iterator[Finding]:
    """A round has no more boards than the terminal allows."""
    most = checked.limits.boards_per_round
    for round in checked.event.of(Round):
        boards = len(boards_of(round))
        if boards > most:
            text = f"round{{s}} with more than {most} boards ({checked.limits.name})"
            yield checked.find(ERROR, "boards-per-round", round, text, boards)


def rounds_and_boards(checked: CheckedEvent) -> Iterator[Finding]:
    """The rounds and boards of a table are within the formula; sit-outs count as rounds."""
    limits = checked.limits
    for rounds in checked.event.by_table(Round).values():
        boards = sum(
            len(boards_of(round)) for round in rounds if not checked.schedule.sits_out(round)
        )
        if limits.weight(len(rounds), boards) > limits.highest_weight:
            level = ERROR if limits.weight_stated else WARNING
            text = f"table{{s}} with more rounds and boards than {limits.formula()} ({limits.name})"
            at = table_of(rounds[0])
            value = f"{quantity(len(rounds), 'round')}, {quantity(boards, 'board')}"
            yield checked.find(level, "rounds-and-boards", at, text, value)


def tables_per_server(checked: CheckedEvent) -> Iterator[Finding]:
    """The tables fit on one server; the guide allows a second server for more."""
    limits = checked.limits
    total = sum(len(tables) for tables in checked.tables.values())
    if total > limits.tables:
        text = f"event{{s}} with more than the {limits.tables} tables of one server ({limits.name})"
        yield Finding(WARNING, "tables-per-server", "event", text, total)
    most = limits.tables_per_section(len(checked.tables))
    for section, tables in checked.tables.items() if limits.tables_by_sections else ():
        if len(tables) > most:
            among = f"tables, with {quantity(len(checked.tables), 'section')}"
            text = f"section{{s}} with more than {most} {among} ({limits.name})"
            at = checked.event.section(section) or Section(id=section)
            yield checked.find(WARNING, "tables-per-section", at, text, len(tables))
