"""Filters: records in, records out.

A filter is a function that gets `Records`, which it may read more than once, and yields records. It
never changes a record in place: a record that comes out as the same object is unchanged.
"""

from collections.abc import Callable, Iterator

from bmconv.records import Record

Records = Callable[[], Iterator[Record]]
"""Starts reading the records from the beginning."""
