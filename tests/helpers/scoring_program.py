"""A scoring program that runs an evening of two sessions through the vendor's client."""

import json
import time
from collections.abc import Callable
from typing import Any

from tests.helpers.running import judge
from tests.helpers.simulated_event import event
from tests.helpers.vendor import client as vendor_client

EVENT = "E" * 32
SESSIONS = {"A" * 32: "A", "B" * 32: "B"}
"""The sessions of the evening, each with its section."""
PLAYED = {
    (letters, table, round, board)
    for letters in SESSIONS.values()
    for table in range(1, 5)
    for round in range(1, 4)
    for board in ((table + round - 2) % 4 * 2 + 1, (table + round - 2) % 4 * 2 + 2)
}
"""Section, table, round and board of every result: three rounds at four tables in each session."""


def documents(one_session: dict[str, Any]) -> dict[str, Any]:
    """An InitDTO of two sessions, made from one of a single session."""
    sessions, players = [], []
    for number, (guid, letters) in enumerate(SESSIONS.items(), 1):
        text = json.dumps([one_session["Sessions"][0], one_session["PlayerData"]])
        text = text.replace('"' + "A" * 32 + '"', f'"{guid}"').replace('"A"', f'"{letters}"')
        session, of_session = json.loads(text)
        session |= {"EventGuid": EVENT, "Name": f"Session {letters}"}
        session["ScoringGroups"][0]["ScoringGroupNumber"] = number
        session["ScoringGroups"][0]["Sections"][0]["ScoringGroupNumber"] = number
        sessions.append(session)
        players += [p | {"PlayerNumber": f"{number}{p['PlayerNumber']}"} for p in of_session]
    return {"Commands": 3, "EventGuid": EVENT, "Sessions": sessions, "PlayerData": players}


class Transport:
    """Lets the vendor's client use one of our channels as its transport."""

    def __init__(self, channel: Any) -> None:
        self.channel = channel
        self.failure = vendor_client().TransportException

    def get(self, url: str) -> str:
        return self._try(self.channel.greet)

    def post(self, url: str, json_body: str) -> str:
        return self._try(lambda: self.channel.exchange(json_body.encode()).decode())

    def _try(self, ask: Callable[[], str]) -> str:
        try:
            return ask()
        except Exception as error:
            raise self.failure(str(error)) from None


def new_event() -> Any:
    """The InitDTO of the evening, as an object of the vendor's client."""
    from tests.bws.simulation.test_serve import dto

    return judge("bridgemate_dataconnector.dto").InitDTO.from_dict(documents(dto(event())))


def play_evening(client: Any, restart: Callable[[], None], seconds: float = 240) -> dict[Any, Any]:
    """Poll all results of the evening; `restart` kills and starts the service after a third."""
    init, kinds = new_event(), judge("bridgemate_dataconnector.dto").DataConnectorResponseData
    deadline = time.monotonic() + seconds
    begin(client, init, deadline)
    results: dict[Any, Any] = {}
    restarted = False
    while time.monotonic() < deadline and not (restarted and results.keys() >= PLAYED):
        for guid in SESSIONS:
            for r in client.poll_for_results(guid):
                results[r.section_letters, r.table_number, r.round_number, r.board_number] = r
            if client.get_last_queue_item_id(kinds.Results):
                client.accept_queue_data(guid, kinds.Results)
        if not restarted and len(results) >= len(PLAYED) // 3:
            restart()
            restarted = True
            begin(client, init, deadline)
        time.sleep(0.05)
    assert restarted
    return results


def begin(client: Any, init: Any, deadline: float) -> None:
    """Initialise the event; try again until the service answers or the deadline has passed."""
    answer = client.initialize(init)
    while answer.data_type != 1 and time.monotonic() < deadline:
        time.sleep(0.2)
        answer = client.initialize(init)
    assert answer.data_type == 1, answer.serialized_data
