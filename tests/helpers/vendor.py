"""The vendor's client of the Data Connector, whose classes and validators check ours."""

from types import ModuleType
from typing import Any

from tests.helpers.running import judge

VALIDATORS = {
    "InitDTO": "init", "SessionDTO": "session", "ScoringGroupDTO": "scoring_group",
    "SectionDTO": "section", "SectionUpdateDTO": "section_update", "TableDTO": "table",
    "RoundDTO": "round", "ResultDTO": "result", "PlayerDataDTO": "player_data",
    "ParticipationDTO": "participation", "HandrecordDTO": "handrecord",
    "Bridgemate2SettingsDTO": "bridgemate2_settings", "TdCallDTO": "td_call",
    "Bridgemate3SettingsDTO": "bridgemate3_settings", "ContinueDTO": "continue",
}  # fmt: skip
"""The DTOs that the client validates, by the names in its functions.

It has no AddSessionDTO and no DTOs of management.
"""


def client() -> ModuleType:
    """The client's package, with its module dto imported."""
    judge("bridgemate_dataconnector.dto")
    return judge("bridgemate_dataconnector")


def parse(name: str, value: dict[str, Any]) -> Any:
    """The client's object for a DTO in parsed JSON."""
    client()
    return getattr(judge("bridgemate_dataconnector.dto"), name).from_dict(value)


def messages(name: str, value: dict[str, Any], **arguments: bool) -> list[str]:
    """The messages of the client's validator."""
    dto = parse(name, value)
    getattr(client(), f"validate_{VALIDATORS[name]}_dto")(dto, **arguments)
    return dto.validation_messages
