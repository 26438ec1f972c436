"""bmconv select: some records only."""

from __future__ import annotations

import click

from bmconv import records as rec
from bmconv.bridge.movements import boards_of
from bmconv.cli.job import Job, options
from bmconv.errors import UsageError
from bmconv.event import find_section
from bmconv.records import TYPES, Record, type_name
