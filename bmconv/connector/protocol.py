"""Commands, types of data and types of errors, numbered as in the vendor's clients.

Some numbers in the tables and examples of the guide are off by one.
"""

from typing import NamedTuple

from bmconv.errors import UsageError, like

COMMANDS = {
    "Connect": 1,
    "Disconnect": 3,
    "Ping": 4,
    "InitializeEvent": 5,
    "UpdateMovement": 6,
    "AddSession": 7,
    "UpdateScoringGroups": 8,
    "PutResults": 10,
    "PutPlayerData": 11,
    "PutParticipations": 12,
    "PutHandrecords": 13,
    "PutBridgemate2Settings": 14,
    "PutBridgemate3Settings": 15,
    "PollQueueForNewResults": 19,
    "PollQueueForNewPlayerData": 20,
    "PollQueueForNewParticipations": 21,
    "PollQueueForNewHandrecords": 22,
    "PollQueueForAllResults": 23,
    "PollQueueForAllPlayerData": 24,
    "PollQueueForAllParticipations": 25,
    "PollQueueForAllHandrecords": 26,
    "AcceptResultQueueItems": 27,
    "AcceptPlayerDataQueueItems": 28,
    "AcceptParticipantQueueItems": 29,
    "AcceptHandrecordQueueItems": 30,
    "ContinueEvent": 31,
    "GetMovement": 32,
    "GetAllMovements": 33,
    "ManageBCS": 34,
    "ClearData": 35,
    "PollQueueForNewTdCalls": 36,
    "PollQueueForAllTdCalls": 37,
    "AcceptTdCallQueueItems": 38,
    "PutTdCalls": 39,
}
OTHER_NAMES = {"AcceptParticipationQueueItems": "AcceptParticipantQueueItems"}
"""The guide's names of commands that the clients call differently."""
COMMAND_NAMES = {number: name for name, number in COMMANDS.items()}

SENT = {
    "InitializeEvent": ("InitDTO", False),
    "UpdateMovement": ("SectionUpdateDTO", False),
    "AddSession": ("AddSessionDTO", False),
    "UpdateScoringGroups": ("ScoringGroupDTO", True),
    "PutResults": ("ResultDTO", True),
    "PutPlayerData": ("PlayerDataDTO", True),
    "PutParticipations": ("ParticipationDTO", True),
    "PutHandrecords": ("HandrecordDTO", True),
    "PutBridgemate2Settings": ("Bridgemate2SettingsDTO", True),
    "PutBridgemate3Settings": ("Bridgemate3SettingsDTO", True),
    "PutTdCalls": ("TdCallDTO", True),
    "ContinueEvent": ("ContinueDTO", False),
    "GetMovement": ("SectionDTO", False),
    "ManageBCS": ("BCSManagementRequestDTO", False),
}
"""The DTO that each command carries, and whether in an array; other commands carry no DTO."""

DATA_TYPES = (
    *("None", "OK", "Paused", "Warning", "Error", "InitData", "ContinueData", "SectionData"),
    *("Bridgemate2Settings", "Bridgemate3Settings", "PlayerData", "Participations", "Results"),
    *("Handrecords", "Movement", "Session", "Sessions", "EventInfo", "AllSessionsInfo"),
    *("ScoringFileLocation", "ShutDownRequest", "TdCalls", "TestData"),
)
"""The types of data in an answer, by number."""
OK_DATA, ERROR_DATA = DATA_TYPES.index("OK"), DATA_TYPES.index("Error")

ANSWERED = {
    "InitData": "InitDTO",
    "ContinueData": "ContinueDTO",
    "Bridgemate2Settings": "Bridgemate2SettingsDTO",
    "Bridgemate3Settings": "Bridgemate3SettingsDTO",
    "PlayerData": "PlayerDataDTO",
    "Participations": "ParticipationDTO",
    "Results": "ResultDTO",
    "Handrecords": "HandrecordDTO",
    "Movement": "SectionDTO",
    "Session": "SessionDTO",
    "Sessions": "SectionDTO",
    "EventInfo": "BCSManagementResponseDTO",
    "AllSessionsInfo": "BCSManagementResponseDTO",
    "ScoringFileLocation": "BCSManagementResponseDTO",
    "TdCalls": "TdCallDTO",
}
"""The DTO in an answer, alone or in an array, by the name of the answer's data type. SectionData is
a SectionDTO or a SectionUpdateDTO."""

ERRORS = (
    *("None", "Busy", "NoData", "NoUpdates", "Movement", "Validation", "EntryUnknown"),
    *("Exception", "NotImplemented", "EmptyResponse", "NoConnection", "TimeOut"),
    *("WrongDataType", "UnexpectedCommand", "Unknown"),
)
"""The types of errors in an answer, by number."""
NOTHING_NEW = ("NoData", "NoUpdates")
"""The errors with which the service answers a poll of an empty queue."""

FIRST_YEAR = 2000
"""The first year of a session that the service does not refuse."""
START, RESET, READ, CLEAR = 1, 2, 4, 128
"""Bits of the property Commands: start BCS, reset terminals, start reading, clear all sessions."""

_ANSWERS = {
    "Connect": "the client's own: a greeting over HTTP, an open pipe",
    "Disconnect": "none: the pipe closes",
    "Ping": "OK, with the same data",
    "UpdateMovement": "Movement: a SectionDTO with changed rounds; SectionData after a deletion",
    "GetMovement": "Movement: a SectionDTO",
    "GetAllMovements": "Sessions: an array of SectionDTO",
    "ManageBCS": "OK (1), EventInfo (2, 6, 18, 22), ScoringFileLocation (4, 16, 20) or "
    "AllSessionsInfo (8): a BCSManagementResponseDTO",
}
"""The answers that are not just OK; answers to polls follow from the command (see `_answer`)."""


class CommandRow(NamedTuple):
    """A command in the table of all commands."""

    number: int
    name: str
    sent: str
    answer: str


def command_rows() -> list[CommandRow]:
    """Every command with its number, what is sent with it, and the answer."""
    return [
        CommandRow(number, name, _content(name), _answer(name)) for name, number in COMMANDS.items()
    ]


def _content(name: str) -> str:
    if name in SENT:
        dto, array = SENT[name]
        return f"an array of {dto}" if array else dto
    if name.startswith("Accept"):
        return "the id of a queue item"
    return "any JSON" if name == "Ping" else ""


def _answer(name: str) -> str:
    if name.startswith("PollQueueFor"):
        queue = name.removeprefix("PollQueueForNew").removeprefix("PollQueueForAll")
        return f"{queue}: an array of {ANSWERED[queue]}"
    return _ANSWERS.get(name, "OK")


def find_command(name: str) -> str:
    """The name of a command, given in any case."""
    by_name = {known.lower(): known for known in (*COMMANDS, *OTHER_NAMES)}
    if name.lower() not in by_name:
        raise UsageError(
            f"unknown command {name!r}{like(name, COMMANDS)}; expected one of {', '.join(COMMANDS)}"
        )
    known = by_name[name.lower()]
    return OTHER_NAMES.get(known, known)


def command_name(number: int) -> str:
    """A command's name, or its number if it is unknown."""
    return COMMAND_NAMES.get(number, f"command {number}")


def data_name(number: int) -> str:
    """A data type's name, or its number."""
    return DATA_TYPES[number] if 0 <= number < len(DATA_TYPES) else f"data type {number}"


def error_name(number: int) -> str:
    """An error type's name, or `Unknown`."""
    return ERRORS[number] if 0 <= number < len(ERRORS) else "Unknown"


def error_code(number: int) -> str:
    """An error type's name as the code of a note: `EntryUnknown` is `entry-unknown`."""
    name = error_name(number)
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
