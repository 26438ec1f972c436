"""Rules of `check`: settings that contradict each other, the tables or the records."""

from collections import defaultdict
from collections.abc import Iterator

from bmconv.checks.findings import INFO, WARNING, CheckedEvent, Finding
from bmconv.event.seating import name_of
from bmconv.records import Hand, Result, Seat, Section, Settings, Table
from bmconv.rules.settings import name_as_in_guide, setting
from bmconv.rules.terminals import LIMITS

IDLE_SETTINGS = (
    (WARNING, "summary-without-ranking", "BM2GameSummary", "BM2Ranking"),
    (INFO, "first-board-manually", "BM2FirstBoardManually", "BM2AutoBoardNumber"),
    (INFO, "hand-record-when", "BM2EnterHandRecordWhen", "BM2EnterHandRecord"),
)
"""Level, rule, a setting, and the setting without which it has no effect (guide, Settings)."""


def global_settings(checked: CheckedEvent) -> Iterator[Finding]:
    """A global setting is read from the first row only (guide, Settings)."""
    first = checked.event.global_settings()
    for row in checked.event.of(Settings)[1:]:
        for name, value in row.values.items():
            known = setting(name)
            if known and known.everywhere and value != first.get(known.name, value):
                text = "global setting{s} different from the first row, which counts"
                place = f"{checked.event.place(row)} {name}"
                yield Finding(INFO, "global-setting", place, text, repr(value))


def idle_settings(checked: CheckedEvent) -> Iterator[Finding]:
    """A setting that is on has an effect: the setting that it depends on is not off."""
    for row in checked.event.of(Settings):
        values = name_as_in_guide(row.values)
        for level, rule, name, needed in IDLE_SETTINGS:
            if values.get(name) and needed in values and not values[needed]:
                text = f"{name} setting{{s}} without effect: {needed} is off"
                yield checked.find(level, rule, row, text)


def groups_of_tables(checked: CheckedEvent) -> Iterator[Finding]:
    """Groups of tables override GroupSections, so the two should agree."""
    together = checked.event.global_settings().get("GroupSections")
    groups: dict[int, set[int | None]] = defaultdict(set)
    for table in checked.event.of(Table):
        if table.group:
            groups[table.group].add(table.section)
    spanning = any(len(sections) > 1 for sections in groups.values())
    if groups and together is not None and (len(groups) > 1 if together else spanning):
        text = "GroupSections setting{s} overridden by the groups of the tables"
        yield checked.find(
            INFO, "group-sections", checked.event.of(Settings)[0], text, str(bool(together))
        )


def names_in_advance(checked: CheckedEvent) -> Iterator[Finding]:
    """Names given before play need BM2NameSource 2 and no entry of player numbers."""
    if checked.event.of(Result):
        return
    entry = "BM3PlayerNumberEntry" if checked.limits is LIMITS["bm3"] else "MemberNumbers"
    for section, seats in checked.event.by_section(Seat).items():
        # A seat with a time got its name from a number entered at the table, not in advance.
        names = sum(bool(name_of(s)) and not s.round and not s.time for s in seats)
        if not names:
            continue
        settings = checked.event.settings(section)
        place = checked.event.section(section) or Section(id=section)
        if settings.get(entry):
            text = f"section{{s}} with names in advance, although {entry} asks for numbers"
            yield checked.find(WARNING, "names-and-number-entry", place, text, names)
        if settings.get("BM2NameSource", 2) != 2:
            text = "section{s} with names in advance that BM2NameSource does not use"
            yield checked.find(INFO, "name-source", place, text, settings["BM2NameSource"])


def validates_recording(checked: CheckedEvent, section: Section) -> bool:
    """Whether the cards that are recorded in a section are checked against the hands."""
    settings = checked.event.settings(section.id)
    return bool(settings.get("BM2ValidateRecording") and settings.get("BM2RecordPlay"))


def checks_without_hands(checked: CheckedEvent) -> Iterator[Finding]:
    """If cards are checked against the hands, there are hands."""
    hands = {hand.section for hand in checked.event.of(Hand)}
    for section in checked.event.of(Section):
        settings = checked.event.settings(section.id)
        if {None, section.id} & hands:
            continue
        if validates_recording(checked, section):
            text = "section{s} without hands, against which BM2ValidateRecording checks cards"
            yield checked.find(WARNING, "validation-without-hands", section, text)
        if settings.get("BM2ValidateLeadCard") and settings.get("LeadCard"):
            text = "section{s} without hands, against which BM2ValidateLeadCard checks leads"
            yield checked.find(INFO, "lead-check-without-hands", section, text)
