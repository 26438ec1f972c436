"""The settings of an event as a Bridgemate database has them: one complete row per section."""

from bmconv import records as rec
from bmconv.event.event import Event
from bmconv.rules.settings import setting


def section_settings(event: Event) -> list[rec.Settings]:
    """For each section a record with all settings that apply to it; empty if there are none.

    In a database a single row would apply to all sections, and global settings are read from the
    first row only (guide, Settings). So every section gets a row, and the first row gets the global
    settings.
    """
    records = {record.section: record for record in event.of(rec.Settings)}
    sections = [section.id for section in event.of(rec.Section)]
    if not records:
        return []
    listed = [section for section in records if section is not None]
    # without a record for all sections, the first record stays the first row
    order = [*sections, *listed] if None in records else [*listed, *sections]
    order = order if sections else list(records)
    rows = [
        rec.Settings(
            section=section,
            values=event.settings(section),
            extra=(records.get(section) or records.get(None) or rec.Settings()).extra,
        )
        for section in dict.fromkeys(order)
    ]
    rows[0].values |= {
        name: value
        for name, value in event.global_settings().items()
        if (known := setting(name)) and known.everywhere
    }
    return rows
