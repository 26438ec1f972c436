"""Documents of the Data Connector for an event of two sessions that uses every property."""

from typing import Any

from bmconv.connector.schema import Bridgemate2SettingsDTO, Bridgemate3SettingsDTO
from bmconv.rules.settings import COLUMNS

EVENT = "E" * 32
FRIDAY, SUNDAY = "F" * 32, "5" * 32
LETTERS = {FRIDAY: ("A", "B", "C", "D"), SUNDAY: ("E", "F")}
"""A and B play pairs, C plays teams, D is a combi section; E plays an individual, F Butler."""
GROUPS = {"A": 1, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5}
_SEATS = ("North", "East", "South", "West")
_SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
_DECK = "AKQJT98765432"


def _round(guid: str, letters: str, table: int, number: int, **properties: Any) -> dict[str, Any]:
    pairs = {"PairNS": table, "PairEW": 10 + (table + number) % 2 + 1}
    low = 2 * ((table + number) % 2) + 1
    return {
        "SessionGuid": guid, "SectionLetters": letters, "TableNumber": table,
        "RoundNumber": number, "LowBoardNumber": low, "HighBoardNumber": low + 1,
        **pairs, "TeamNS": 0, "TeamEW": 0, "MatesTableSectionLetters": None,
        "MatesTableTableNumber": 0, "MatesTableRoundNumber": 0, "Updated": False,
        "ValidationMessages": None, **properties,
    }  # fmt: skip


def _mates(table: int, number: int) -> dict[str, Any]:
    """The properties of a round of teams: the match is played at tables 1 and 2."""
    other = 3 - table
    mates = {"MatesTableSectionLetters": "C", "MatesTableTableNumber": other}
    return {**mates, "MatesTableRoundNumber": number, "TeamNS": table, "TeamEW": other}


def _tables(guid: str, letters: str) -> list[dict[str, Any]]:
    tables = []
    for table in (1, 2):
        rounds = [
            _round(guid, letters, table, n, **(_mates(table, n) if letters == "C" else {}))
            for n in (1, 2)
        ]
        if letters == "F" and table == 2:
            rounds[1] |= {"PairNS": 0, "LowBoardNumber": 0, "HighBoardNumber": 0}
        tables.append(
            {
                "SessionGuid": guid, "SectionLetters": letters, "TableNumber": table,
                "ConnectionMode": int(letters == "B"), "KeepBridgematesAlive": letters == "B",
                "Rounds": rounds, "ValidationMessages": None,
            }
        )  # fmt: skip
    return tables


def _section(guid: str, letters: str) -> dict[str, Any]:
    combi = letters == "D"
    return {
        "SessionGuid": guid, "ScoringGroupNumber": GROUPS[letters], "Letters": letters,
        "Name": f"Hall {letters}" if letters in "AE" else None,
        "Winners": 2 if letters in "AB" else 1,
        "GameType": {"C": 30, "E": 20}.get(letters, 10), "EWMoveBeforePlay": 0,
        "MissingPair": {"A": 2, "B": -12, "F": 2}.get(letters, 0),
        "KeepBridgematesAlive": letters == "F", "IsCombiSection": combi,
        "NorthSouthPairSectionLetters": "A" if combi else None,
        "EastWestPairSectionLetters": "B" if combi else None,
        "HasExplicitParticipations": letters == "E", "Tables": _tables(guid, letters),
        "ValidationMessages": None,
    }  # fmt: skip


def _group(guid: str, number: int, method: int) -> dict[str, Any]:
    members = [letters for letters in LETTERS[guid] if GROUPS[letters] == number]
    return {
        "SessionGuid": guid, "ClubId": "club" if number == 2 else None,
        "Sections": [_section(guid, letters) for letters in members],
        "ScoringGroupNumber": number, "ScoringMethod": method,
        "Name": "Main" if number == 1 else None, "IsDeleted": False, "ValidationMessages": None,
    }  # fmt: skip


METHODS = {FRIDAY: ((1, 10), (2, 40), (3, 10)), SUNDAY: ((4, 10), (5, 22))}


def groups(guid: str) -> list[dict[str, Any]]:
    """The scoring groups of a session."""
    return [_group(guid, number, method) for number, method in METHODS[guid]]


def session(guid: str) -> dict[str, Any]:
    """A session with its movement."""
    friday = guid == FRIDAY
    return {
        "ScoringGroups": groups(guid), "EventGuid": EVENT, "SessionGuid": guid,
        "Name": "Friday pairs" if friday else "Sunday individual",
        "Year": 2026, "Month": 11, "Day": 20 if friday else 22, "Hour": 19, "Minute": 30,
        "ShowInApp": friday, "EWReturnHome": False, "PairsMoveAccrossField": False,
        "ValidationMessages": None,
    }  # fmt: skip


def _seat(guid: str, letters: str, place: tuple[int, int, int], **person: Any) -> dict[str, Any]:
    table, direction, number = place
    return {
        "SessionGuid": guid, "SectionLetters": letters, "TableNumber": table,
        "Direction": direction, "RoundNumber": number, "PlayerNumber": None,
        "IsPlayerSwap": False, "IsRemoval": False, "FirstName": None, "LastName": None,
        "CountryCode": None, "ValidationMessages": None, **person,
    }  # fmt: skip


def participations(guid: str) -> list[dict[str, Any]]:
    """Seats with a number, seats with a name, and the seats of every round of the individual."""
    if guid == FRIDAY:
        seats = [
            _seat(guid, letters, (1, direction, 0), PlayerNumber=f"{letters}{direction}")
            for letters in "AB"
            for direction in (1, 2, 3, 4)
        ]
        named = {"FirstName": "Ada", "LastName": "Lind", "CountryCode": "NL"}
        return [*seats, _seat(guid, "C", (1, 1, 0), **named)]
    numbers = {(1, d): f"{d}0" for d in (1, 2, 3, 4)} | {(2, d): f"{d}00" for d in (1, 2, 3, 4)}
    return [
        _seat(guid, "E", (table, d, n), PlayerNumber=numbers[table, (d + n) % 4 + 1])
        for n in (1, 2)
        for table in (1, 2)
        for d in (1, 2, 3, 4)
    ]


def players(guid: str) -> list[dict[str, Any]]:
    """The players whose numbers are at a seat, in that order, and one who does not play."""
    numbers = dict.fromkeys(s["PlayerNumber"] for s in participations(guid) if s["PlayerNumber"])
    return [
        {
            "SessionGuid": guid, "ClubId": "club" if n == 0 else None, "PlayerNumber": number,
            "FirstName": None if n % 3 else "Given", "LastName": f"Player {number}",
            "CountryCode": "SE" if n == 1 else None, "ValidationMessages": None,
        }
        for n, number in enumerate((*numbers, f"9{guid[0]}"))
    ]  # fmt: skip


def hands(guid: str) -> list[dict[str, Any]]:
    """A hand of each scoring group; the first of a session has double-dummy tricks."""
    dtos = []
    for number, _ in METHODS[guid]:
        letters = next(letters for letters in LETTERS[guid] if GROUPS[letters] == number)
        hand: dict[str, Any] = {
            "SessionGuid": guid, "ScoringGroupNumber": number, "SectionLetters": letters,
            "BoardNumber": 1,
        }  # fmt: skip
        for seat, name in enumerate(_SEATS):
            for suit, suit_name in enumerate(_SUITS):
                hand[name + suit_name] = _DECK if (seat + suit + number) % 4 == 0 else ""
        evaluated = number in (1, 4)
        hand["HasHandEvaluationData"] = evaluated
        for n, name in enumerate(_SEATS):
            for strain in (*_SUITS, "NoTrump"):
                hand[f"DoubleDummy{name}{strain}"] = 5 + n if evaluated else 0
        dtos.append(hand | {"ValidationMessages": None})
    return dtos


_VALUES = {setting.name: setting.default for setting in COLUMNS}
_COLUMN_NAMES = {
    "NumberValidation": "BM2NumberValidation",
    "BM3ScoreColum": "BM3ScoreColumn",
    "BMViewPercentages": "BM3ViewPercentages",
}


def settings(kind: type, guid: str) -> list[dict[str, Any]]:
    """The settings of every section of a session, each with the guide's defaults."""
    dtos = []
    for letters in LETTERS[guid]:
        dto: dict[str, Any] = {}
        for name, annotation in kind.__annotations__.items():
            value = _VALUES.get(_COLUMN_NAMES.get(name, name), 0)
            dto[name] = value if annotation is bool or isinstance(value, str) else int(value)
        identity = {"SessionGuid": guid, "SectionLetters": letters, "ValidationMessages": None}
        dtos.append(dto | identity)
    return dtos


def around(*guids: str) -> dict[str, Any]:
    """The properties of an event other than its sessions."""
    return {
        "PlayerData": [p for guid in guids for p in players(guid)],
        "Participations": [s for guid in guids for s in participations(guid)],
        "Handrecords": [h for guid in guids for h in hands(guid)],
        "Bridgemate2Settings": [
            s for guid in guids for s in settings(Bridgemate2SettingsDTO, guid)
        ],
        "Bridgemate3Settings": [
            s for guid in guids for s in settings(Bridgemate3SettingsDTO, guid)
        ],
        "ValidationMessages": None,
    }


def init() -> dict[str, Any]:
    """Both sessions."""
    return {
        "Commands": 7, "EventGuid": EVENT, "ClubId": "club", "AlternativeDataFolder": None,
        "Sessions": [session(FRIDAY), session(SUNDAY)], **around(FRIDAY, SUNDAY),
    }  # fmt: skip


def add_session() -> dict[str, Any]:
    """The second session, to be added to a running event."""
    return {"EventGuid": EVENT, "ClubId": "club", "Session": session(SUNDAY), **around(SUNDAY)}


_CONTRACTS: tuple[dict[str, int], ...] = (
    {"Level": 4, "Denomination": 4, "Stake": 1, "TotalTricks": 9, "DeclarerDirection": 1},
    {"Level": 3, "Denomination": 5, "TotalTricks": 9, "DeclarerDirection": 4},
    {"Level": 0},
    {"Level": -10},
    {"Level": -3},
    {"Level": -7, "ScoringDirection": 2},
    {"Level": 1, "Denomination": 1, "Stake": 2, "TotalTricks": 13, "DeclarerDirection": 3},
    {"Level": 2, "Denomination": 2, "TotalTricks": 8, "DeclarerDirection": 2},
)
"""Contracts, a pass, a board not played, and artificial scores."""


def results(guid: str) -> list[dict[str, Any]]:
    """A result for each board of round 1 in every section of a session."""
    dtos = []
    for letters in LETTERS[guid]:
        for table in (1, 2):
            played = _round(guid, letters, table, 1)
            for board in (played["LowBoardNumber"], played["HighBoardNumber"]):
                contract = _CONTRACTS[(len(dtos) * 3) % len(_CONTRACTS)]
                east_west = contract.get("DeclarerDirection", 1) in (2, 4)
                pairs = (played["PairNS"], played["PairEW"])
                dtos.append(
                    {
                        "SessionGuid": guid, "SectionLetters": letters, "TableNumber": table,
                        "RoundNumber": 1, "BoardNumber": board, "ScoringDirection": 3,
                        "IsDeleted": False, "PairNorthSouth": pairs[0], "PairEastWest": pairs[1],
                        "DeclaringPair": pairs[east_west], "DeclarerDirection": 0, "Level": 0,
                        "Denomination": 0, "Stake": 0, "TotalTricks": 0,
                        "LeadCardRank": 10 if contract["Level"] > 0 else 0,
                        "LeadCardSuit": 2 if contract["Level"] > 0 else 0,
                        "ValidationMessages": None, **contract,
                    }
                )  # fmt: skip
    dtos.append(dtos[0] | {"IsDeleted": True})
    return dtos


def td_calls(guid: str) -> list[dict[str, Any]]:
    """A call from each section."""
    return [
        {
            "SessionGuid": guid, "SectionLetters": letters, "TableNumber": 1, "RoundNumber": 1,
            "Hour": 20, "Minute": 15, "Status": 2, "ValidationMessages": None,
        }
        for letters in LETTERS[guid]
    ]  # fmt: skip


def update(letters: str) -> dict[str, Any]:
    """The update of a section: of A with players and seats, of E with those of every round."""
    guid = next(guid for guid, names in LETTERS.items() if letters in names)
    method = dict(METHODS[guid])[GROUPS[letters]]
    seats = [s for s in participations(guid) if s["SectionLetters"] == letters]
    numbers = {s["PlayerNumber"] for s in seats}
    return {
        **_section(guid, letters), "ClubId": "club", "ScoringGroupScoringMethod": method,
        "IsDeleted": False, "Participations": seats,
        "AddedPlayers": [p for p in players(guid) if p["PlayerNumber"] in numbers],
    }  # fmt: skip


def polled_seats() -> list[dict[str, Any]]:
    """Participations as BCS reports them: swapped, removed, with a number and a name."""
    both = {"PlayerNumber": "77", "FirstName": "Ada", "LastName": "Lind"}
    return [
        _seat(FRIDAY, "A", (1, 1, 0), PlayerNumber="A1", IsPlayerSwap=True),
        _seat(FRIDAY, "A", (1, 2, 0), IsRemoval=True),
        _seat(FRIDAY, "B", (2, 3, 0), **both),
        _seat(SUNDAY, "E", (1, 4, 2), LastName="Solo"),
    ]


def for_bws() -> dict[str, Any]:
    """The event and its results without what a .bws cannot hold, so that nothing is lost in one."""
    event = init()
    for guid in (FRIDAY, SUNDAY):
        of_session = event["Sessions"][0 if guid == FRIDAY else 1]
        for group in of_session["ScoringGroups"]:
            group |= {"ClubId": None, "Name": None}
            group["ScoringMethod"] = {22: 25}.get(group["ScoringMethod"], group["ScoringMethod"])
            for section in group["Sections"]:
                plain = {"IsCombiSection": False, "KeepBridgematesAlive": False, "Name": None}
                sources = ("NorthSouthPairSectionLetters", "EastWestPairSectionLetters")
                section |= plain | dict.fromkeys(sources)
                if section["GameType"] == 20:
                    section["GameType"] = 10
                for table in section["Tables"]:
                    table["KeepBridgematesAlive"] = False
                    for round in table["Rounds"]:
                        round |= {"TeamNS": 0, "TeamEW": 0}
    for person in (*event["PlayerData"], *event["Participations"]):
        person |= {"FirstName": None, "CountryCode": None}
        if "ClubId" in person:
            person["ClubId"] = None
    event["PlayerData"] = [p for p in event["PlayerData"] if not p["PlayerNumber"].startswith("9")]
    event |= {"Commands": 1, "EventGuid": None, "ClubId": None}
    for of_session in event["Sessions"]:
        of_session["EventGuid"] = None
    played = [r for guid in (FRIDAY, SUNDAY) for r in results(guid)]
    return {"init": event, "results": [r | {"ScoringDirection": 3} for r in played]}
