"""What a run changes in the records of every file before rows are made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmconv.exporting.anonymity import Anonymity
from bmconv.records import Record

if TYPE_CHECKING:
    from bmconv.filters.hide import HiddenPeople


class Treatment(NamedTuple):
    """What is changed in records, and added to them."""

    anonymity: Anonymity | None = None
    """The pseudonyms with which to replace people; None to replace nobody."""
    hidden: HiddenPeople | None = None
    evaluate: bool = False
    """Whether to solve hands that have no evaluation."""

    @property
    def marks(self) -> dict[str, str]:
        """The options that a dataset remembers, because rows depend on them."""
        hidden = self.hidden.mark if self.hidden else ""
        return {"--hide": hidden, "--evaluate": "yes" if self.evaluate else ""}

    @property
    def is_by_record(self) -> bool:
        """Whether records must be read one by one to be changed, and not as tables by column."""
        return self.anonymity is not None or self.hidden is not None

    def edit(self, path: str, records: list[Record]) -> tuple[list[Record], frozenset[int]]:
        """The records of a file, without people who are to be replaced or hidden.

        The second value: which lines of the list of hidden people match somebody in this file.
        """
        if self.anonymity:
            return self.anonymity.records(path, records), frozenset()
        return self.hidden.edit(records) if self.hidden else (records, frozenset())


PLAIN = Treatment()
"""The treatment that changes nothing."""
