"""The documents that `to dto` writes: what each is sent with, and which records go into it.

Data only, for it is loaded wherever the format is named.
"""

from __future__ import annotations

from typing import NamedTuple

from bmconv.connector.protocol import SENT
from bmconv.records import Evaluation

_PLACE = ("section", "table", "round")
_PERSON = ("number", "name", "first_name", "last_name", "country")

HOLDS: dict[str, tuple[str, ...] | None] = {
    "event": ("guid", "club_id", "commands", "data_folder"),
    "session": (
        *("id", "guid", "name", "date", "time", "show_in_app", "pairs_move_across_field"),
        *("ew_return_home", "extra"),
    ),
    "scoring_group": ("session", "number", "method", "name", "deleted", "extra"),
    "section": (
        *("id", "letter", "derived", "session", "tables", "missing_pair", "missing_side"),
        *("ew_move_before_play", "scoring_type", "winners", "name", "game_type", "scoring_group"),
        *("combi_ns", "combi_ew", "keep_alive", "explicit_participations", "deleted"),
    ),
    "table": ("section", "table", "update_from_round", "group", "connection_mode", "keep_alive"),
    "round": (
        *(*_PLACE, "ns_pair", "ew_pair", "low_board", "high_board", "custom_boards", "ns_team"),
        *("ew_team", "mates_section", "mates_table", "mates_round", "south", "west", "extra"),
    ),
    "settings": ("section", "values"),
    "player": (*_PERSON, "id", "session", "club_id"),
    "seat": (*_PLACE, "direction", *_PERSON, "swapped", "removed"),
    "hand": ("section", "board", "north", "east", "south", "west", "dealer", "vulnerable"),
    "evaluation": tuple(set(Evaluation.__struct_fields__) - {"extra"}),
    "result": (
        *(*_PLACE, "id", "board", "pair_ns", "pair_ew", "declarer", "declarer_pair", "contract"),
        *("result", "lead_card", "remarks", "date", "time", "erased", "suspicious_contract"),
        *("scoring_direction", "score"),
    ),
    "td_call": (*_PLACE, "time", "status"),
}
"""The fields that documents hold, or whose loss has a note of its own."""


class Kind(NamedTuple):
    """A kind of document."""

    command: str
    """What it is sent with."""
    types: tuple[str, ...]
    """The record types that go into it."""

    @property
    def dto(self) -> str:
        """The name of its DTO."""
        return SENT[self.command][0]

    @property
    def array(self) -> bool:
        """Whether it is an array of them."""
        return SENT[self.command][1]


_MOVEMENT = ("session", "scoring_group", "section", "table", "round")
_EVENT = ("event", *_MOVEMENT, "settings", "player", "seat", "hand", "evaluation")

KINDS = {
    "init": Kind("InitializeEvent", _EVENT),
    "add-session": Kind("AddSession", _EVENT),
    "results": Kind("PutResults", ("result", "intermediate")),
    "players": Kind("PutPlayerData", ("player", "seat")),
    "participations": Kind("PutParticipations", ("seat",)),
    "hands": Kind("PutHandrecords", ("hand", "evaluation")),
    "bm2": Kind("PutBridgemate2Settings", ("settings",)),
    "bm3": Kind("PutBridgemate3Settings", ("settings",)),
    "section-update": Kind("UpdateMovement", (*_MOVEMENT, "seat")),
    "scoring-groups": Kind("UpdateScoringGroups", _MOVEMENT),
    "td-calls": Kind("PutTdCalls", ("td_call",)),
}
"""What --kind may be."""
NEW_EVENT = ("init", "add-session")
"""Kinds that make something known to BCS; all others are for what it knows already."""
