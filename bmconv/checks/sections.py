"""Rules of `check`: sections with their tables, groups and settings, and what refers to them."""

from collections import defaultdict
from collections.abc import Iterator

from bmconv import records as rec
from bmconv.bridge.limits import GROUP, SECTION_ID
from bmconv.bridge.movements import ordinal
from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.bridge.settings import Setting, setting
from bmconv.checks.findings import ERROR, INFO, WARNING, Checked, Finding
from bmconv.masking import masked

_OF_SECTIONS: dict[type[rec.Record], str] = {rec.Table: ERROR, rec.Round: ERROR}
_OF_SECTIONS |= dict.fromkeys((rec.Seat, rec.Hand, rec.Evaluation, rec.Settings), WARNING)


def ids(c: Checked) -> Iterator[Finding]:
    """Ids are from 1 to 78 (guide, Section)."""
    for section in c.event.of(rec.Section):
        if not 1 <= (section.id or 0) <= SECTION_ID:
            text = f"section id{{s}} outside 1-{SECTION_ID}"
            yield c.find(ERROR, "section-id", section, text, section.id)


def section_letters(c: Checked) -> Iterator[Finding]:
    """Letters are A to Z, AA to ZZ, AAA to ZZZ; the Pro has only A to Z. Each is used once."""
    taken: dict[str, rec.Section] = {}
    most = "Z" * -(-c.limits.sections // 26)
    for section in c.event.of(rec.Section):
        letter = c.event.letter(section.id)
        number = ordinal(letter)
        if section.letter and (number is None or number > c.limits.sections):
            text = f"section letter{{s}} not one of A to {most} ({c.limits.name})"
            yield c.find(ERROR, "section-letter", section, text, letter)
        other = taken.setdefault(letter.upper(), section)
        if other is not section:
            value = f"{letter} of ids {other.id} and {section.id}"
            yield c.find(
                ERROR, "section-letter-twice", section, "section letter{s} used twice", value
            )


def documented_values(c: Checked) -> Iterator[Finding]:
    """Winners is 0 to 2 and ScoringType 1 to 4; 0 means not set."""
    for section in c.event.of(rec.Section):
        if not 0 <= (section.winners or 0) <= 2:
            yield c.find(ERROR, "winners", section, "Winners value{s} outside 0-2", section.winners)
        if not 0 <= (section.scoring_type or 0) <= 4:
            text = "ScoringType value{s} outside 1-4"
            yield c.find(ERROR, "scoring-type", section, text, section.scoring_type)


def sessions(c: Checked) -> Iterator[Finding]:
    """A section's session exists."""
    known = {session.id for session in c.event.of(rec.Session)}
    for section in c.event.of(rec.Section):
        if known and section.session is not None and section.session not in known:
            text = "section{s} of a session that does not exist"
            yield c.find(ERROR, "unknown-session", section, text, section.session)


def known_sections(c: Checked) -> Iterator[Finding]:
    """Records belong to sections that exist; for those of a movement a lack is an error."""
    known = {section.id for section in c.event.of(rec.Section)}
    if not known:
        return
    for kind, level in _OF_SECTIONS.items():
        for record in c.event.of(kind):
            section = getattr(record, "section", None)
            if section in known or (section is None and level == WARNING):
                continue
            # In real files a row of settings for all sections has section 0.
            if section or kind is not rec.Settings or len(c.event.of(rec.Settings)) > 1:
                text = f"{rec.type_name(record)} record{{s}} of a section that does not exist"
                yield c.find(level, "unknown-section", record, text, section)


def known_tables(c: Checked) -> Iterator[Finding]:
    """Rounds and seats are at tables that exist."""
    known = {(table.section, table.table) for table in c.event.of(rec.Table)}
    if not known:
        return
    for round in c.event.of(rec.Round):
        if (round.section, round.table) not in known:
            text = "round{s} at a table that does not exist"
            yield c.find(ERROR, "unknown-table", round, text, round.table)
    for seat in c.event.of(rec.Seat):
        if (seat.section, seat.table) not in known:
            text = "seat{s} at a table that does not exist"
            yield c.find(WARNING, "unknown-table", seat, text, seat.table)


def winners_inferred(c: Checked) -> Iterator[Finding]:
    """Report where two winners were assumed."""
    for section in c.event.of(rec.Section):
        teams = any(round.ns_team for round in c.event.rounds(section.id))  # ranked as teams
        if not teams and section.winners not in (1, 2) and c.event.winners(section.id).by_side:
            text = "section{s} taken to have two winners: N-S and E-W share numbers"
            yield c.find(INFO, "winners-inferred", section, text, 2)


def winners_by_results(c: Checked) -> Iterator[Finding]:
    """Report where results and movement show different numbers of winners."""
    for section in c.event.of(rec.Section):
        found = c.event.winners(section.id)
        if found.against_movement:
            text = "section{s} whose number of winners follows from the results"
            value = f"{found.number}, {found.reason}"
            yield c.find(INFO, "winners-by-results", section, text, value)


def group_range(c: Checked) -> Iterator[Finding]:
    """Groups are from 0 to 127."""
    for table in c.event.of(rec.Table):
        if not 0 <= (table.group or 0) <= GROUP:
            yield c.find(ERROR, "group", table, f"table group{{s}} outside 0-{GROUP}", table.group)


def matches(c: Checked) -> Iterator[Finding]:
    """The two tables of a team match share a group with no others; it can span sections.

    If rounds give the table of the team mates, groups do not matter.
    """
    sections = c.event.of(rec.Section)
    teams = {section.id for section in sections if section.scoring_type == TEAMS_TYPE}
    teams -= {round.section for round in c.event.of(rec.Round) if round.mates_table}
    groups: dict[int, list[rec.Table]] = defaultdict(list)
    for table in c.event.of(rec.Table):
        if table.section in teams:
            groups[table.group or 0].append(table)
    for table in groups.pop(0, ()):
        yield c.find(
            WARNING, "match-without-group", table, "table{s} of a team game without a group"
        )
    for group, tables in groups.items():
        if len(tables) != 2:
            text = "group{s} of a team game without exactly two tables"
            have = ", ".join(f"{c.event.letter(t.section)}{t.table}" for t in tables[:6])
            value = f"group {group}: {have}{', ...' if len(tables) > 6 else ''}"
            yield c.find(WARNING, "match-tables", tables[0], text, value)


def ew_move(c: Checked) -> Iterator[Finding]:
    """EWMoveBeforePlay is not more than the number of tables."""
    for section in c.event.of(rec.Section):
        tables = len(c.event.tables(section.id)) or section.tables
        if tables is not None and abs(section.ew_move_before_play or 0) > tables:
            text = "section{s} with EWMoveBeforePlay beyond the tables"
            value = f"{section.ew_move_before_play} of {tables} tables"
            yield c.find(ERROR, "ew-move", section, text, value)


def setting_ranges(c: Checked) -> Iterator[Finding]:
    """Every value is valid for its setting."""
    for row in c.event.of(rec.Settings):
        for name, value in row.values.items():
            known = setting(name)
            if known is not None and (wrong := _wrong(known, value)):
                rule, text = wrong
                place = f"{c.event.place(row)} {name}"
                yield Finding(ERROR, rule, place, text, repr(masked(value, name)))


def _wrong(known: Setting, value: bool | int | str) -> tuple[str, str] | None:
    """The rule that a value breaks, and the message; None if it is valid."""
    if known.kind == "text":
        fits = isinstance(value, str) and len(value) == known.size
        if fits and isinstance(value, str) and value.isascii() and value.isdigit():
            return None
        return "pin", f"PIN{{s}} not {known.size} digits"
    # Access stores true as -1, other programs as 1.
    allowed = range(-1, 2) if known.kind == "bool" else known.values
    if isinstance(value, int) and value in allowed:
        return None
    said = "true or false" if known.kind == "bool" else f"{allowed[0]}-{allowed[-1]}"
    return "setting-range", f"{known.name} setting{{s}} outside {said}"


def global_settings(c: Checked) -> Iterator[Finding]:
    """A global setting is read from the first row only (guide, Settings)."""
    first = c.event.global_settings()
    for row in c.event.of(rec.Settings)[1:]:
        for name, value in row.values.items():
            known = setting(name)
            if known and known.everywhere and value != first.get(known.name, value):
                text = "global setting{s} different from the first row, which counts"
                place = f"{c.event.place(row)} {name}"
                yield Finding(INFO, "global-setting", place, text, repr(value))
