"""Complete the section and the pairs of results, which hand-typed lists often leave out."""

from dataclasses import replace

from msgspec import structs

from bmconv.joining.part import Part
from bmconv.records import Record, Result, Round, Section


def complete_results(parts: list[Part]) -> list[Part]:
    """The parts with completed results.

    A result without a section belongs to the only section, if there is just one. A result without
    pairs gets those that the movement has at its table in its round.
    """
    records = [record for part in parts for record in part.records]
    sections = {
        record.id if isinstance(record, Section) else record.section
        for record in records
        if isinstance(record, Section | Round | Result)
    } - {None}
    only_section = next(iter(sections)) if len(sections) == 1 else None
    rounds = {(r.section, r.table, r.round): r for r in records if isinstance(r, Round)}

    def complete(record: Record) -> Record:
        if not isinstance(record, Result):
            return record
        section = only_section if record.section is None else record.section
        pairs = (record.pair_ns, record.pair_ew)
        round = rounds.get((section, record.table, record.round))
        if round and round.ns_pair and round.ew_pair and not any(pairs):
            pairs = (round.ns_pair, round.ew_pair)
        if (section, *pairs) == (record.section, record.pair_ns, record.pair_ew):
            return record
        return structs.replace(record, section=section, pair_ns=pairs[0], pair_ew=pairs[1])

    return [replace(part, records=list(map(complete, part.records))) for part in parts]
