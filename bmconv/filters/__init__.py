"""Filters: records in, records out.

A filter is a function that gets `Records`, which it may read more than once, and yields records. It
never changes a record in place: if it yields the same object, the record is unchanged.
"""

from collections.abc import Callable, Iterator

from bmconv.records import Record

Records = Callable[[], Iterator[Record]]
"""A function that starts reading the records from the beginning."""
