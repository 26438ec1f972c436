"""The kinds of documents: what each is for, and the records it is made from."""

from typing import NamedTuple

from bmconv.connector.protocol import SENT


class DocumentKind(NamedTuple):
    """A kind of document."""

    command: str
    """The command that sends it."""
    types: tuple[str, ...]
    """The record types it is made from."""

    @property
    def dto(self) -> str:
        """The name of its DTO."""
        return SENT[self.command][0]

    @property
    def array(self) -> bool:
        """Whether the document is an array of these DTOs."""
        return SENT[self.command][1]


_MOVEMENT = ("session", "scoring_group", "section", "table", "round")
_EVENT = ("event", *_MOVEMENT, "settings", "player", "seat", "hand", "evaluation")

KINDS = {
    "init": DocumentKind("InitializeEvent", _EVENT),
    "add-session": DocumentKind("AddSession", _EVENT),
    "results": DocumentKind("PutResults", ("result", "intermediate")),
    "players": DocumentKind("PutPlayerData", ("player", "seat")),
    "participations": DocumentKind("PutParticipations", ("seat",)),
    "hands": DocumentKind("PutHandrecords", ("hand", "evaluation")),
    "bm2": DocumentKind("PutBridgemate2Settings", ("settings",)),
    "bm3": DocumentKind("PutBridgemate3Settings", ("settings",)),
    "section-update": DocumentKind("UpdateMovement", (*_MOVEMENT, "player", "seat")),
    "scoring-groups": DocumentKind("UpdateScoringGroups", _MOVEMENT),
    "td-calls": DocumentKind("PutTdCalls", ("td_call",)),
}
"""The values of --kind."""
NEW_EVENT = ("init", "add-session")
"""Kinds that create an event or session in BCS; all others update a running event."""
