"""The quick way through a PBN game that has nothing unusual about it.

Most games are tags, a line each, with a whole deal and perhaps one result and the double-dummy
tricks. What is not of that kind is left to pbn_game, which knows everything; for the rest both give
the same records.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from bmconv.bridge.auction import after
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.codecs.pbn_facts import DOUBLE_DUMMY, MANDATORY, NAMES, PLAYED, UNKNOWN, Facts, Place
from bmconv.codecs.pbn_game import File, Found, game_at
from bmconv.codecs.pbn_notes import check_values
from bmconv.codecs.pbn_tables import OPTIMUM, made
from bmconv.codecs.pbn_text import Tag
from bmconv.codecs.pbn_values import BadValue, whole_deal
from bmconv.records import Evaluation, Game, Hand, Record, Result
