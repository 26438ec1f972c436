"""bmconv connector serve: scoring programs run a whole event against the stand-in."""

import io
import json
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv import conversion
from bmconv.bws.simulation import feed
from bmconv.bws.simulation.running import Course, evening_of
from bmconv.connector.document import document
from bmconv.connector.protocol import COMMANDS, ERRORS
from bmconv.connector.standin import StandIn
from bmconv.notes import Notes
from bmconv.records import Record, Result
from tests.helpers.running import STOPPED, judge, run
from tests.helpers.simulated_event import event, sitting
from tests.helpers.vendor import client as vendor_client
from tests.helpers.vendor import messages

GUID = "A" * 32
SETTINGS = {"BM2PINcode": "4711", "MemberNumbers": True}


def dto(records: list[Record], kind: str = "init", **options: Any) -> Any:
    """A document of records, parsed."""
    memory = io.BytesIO()
    given = {"kind": kind, "settings": "defaults", **options}
    conversion.encode(records, "dto", memory, given, Notes())
    return json.loads(memory.getvalue())


class Served:
    """A stand-in in a process of its own, with the vendor's client."""

    def __init__(self, process: subprocess.Popen[bytes], line: str) -> None:
        self.process, self.line = process, line
        self.url = re.findall(r"http://127\.0\.0\.1:\d+", line)[0]
        self.vendor = vendor_client().DataConnectorClient("club", "key-1234", self.url)
        self.dto = judge("bridgemate_dataconnector.dto")

    def made(self, name: str, value: Any) -> Any:
        return getattr(self.dto, name).from_dict(value)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Any]:
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str, errors: Any = None) -> Served:
        command = [sys.executable, "-m", "bmconv", "connector", "serve", "--port", "0", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, cwd=tmp_path)
        started.append(process)
        assert process.stdout is not None
        return Served(process, process.stdout.readline().decode())

    yield start
    for process in started:
        process.kill()
        process.wait()


def poll_all(served: Served, seconds: float = 300) -> tuple[list[Any], list[Any]]:
    """Results and seats, polled and accepted until 24 boards have one."""
    kinds = served.dto.DataConnectorResponseData
    results: list[Any] = []
    seats: list[Any] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until and len(standing(results)) < 24:
        for found, ask, kind in (
            (results, served.vendor.poll_for_results, kinds.Results),
            (seats, served.vendor.poll_for_participations, kinds.Participations),
        ):
            new = ask(GUID)
            found += new
            if new:
                assert served.vendor.accept_queue_data(GUID, kind).data_type == 1
        time.sleep(0.05)
    return results, seats


def standing(results: list[Any]) -> dict[tuple[int, ...], Any]:
    last = {(r.table_number, r.round_number, r.board_number): r for r in results}
    return {place: r for place, r in last.items() if not r.is_deleted}


def test_the_vendors_client_drives_a_whole_event(served, tmp_path):
    one = served("--simulate", "--speed", "20000", "--erasures", "0", "--corrections", "0.3",
                 "--log", "log.jsonl")  # fmt: skip
    assert one.line.startswith("bmconv stand-in for the Data Connector, not the real service: ")
    assert one.vendor.connect().data_type == 1
    assert one.vendor.ping().data_type == 1
    given = dto(event(settings=SETTINGS))
    answer = one.vendor.initialize(one.made("InitDTO", given))
    assert (answer.data_type, answer.error_type) == (1, 0), answer.serialized_data
    results, seats = poll_all(one)
    places = {(t, r, b) for t in range(1, 5) for r in range(1, 4)
              for b in ((t + r - 2) % 4 * 2 + 1, (t + r - 2) % 4 * 2 + 2)}  # fmt: skip
    assert standing(results).keys() == places
    assert any(r.is_deleted for r in results)
    for result in results:
        assert messages("ResultDTO", result.to_dict()) == []
    numbers = {player["PlayerNumber"] for player in given["PlayerData"]}
    assert len({(s.table_number, s.direction) for s in seats}) == 16
    for seat in seats:
        assert messages("ParticipationDTO", seat.to_dict(), allow_player_number_and_name=True) == []
    assert {s.player_number for s in seats} & numbers
    results += one.vendor.poll_for_results(GUID)  # a correction may still have come
    again = one.vendor.poll_for_results(GUID, all=True)
    assert [r.to_dict() for r in again[: len(results)]] == [r.to_dict() for r in results]
    one.process.send_signal(signal.SIGTERM)
    assert one.process.wait(10) == STOPPED
    log = (tmp_path / "log.jsonl").read_text()
    assert "4711" not in log
    assert "key-1234" not in log
    assert [json.loads(line)["command"] for line in log.splitlines()][:2] == [
        "Ping", "InitializeEvent"
    ]  # fmt: skip


def test_a_round_that_is_added_is_played(served):
    one = served("--simulate", "--speed", "20000", "--erasures", "0")
    first = event(rounds=1)
    one.vendor.initialize(one.made("InitDTO", dto(first)))
    update = dto([*first, *(sitting(t, 2) for t in range(1, 5))], "section-update")
    answer = one.vendor.update_movement(one.made("SectionUpdateDTO", update))
    assert answer.data_type == 14, answer.serialized_data
    changed = json.loads(answer.serialized_data)
    assert [messages("RoundDTO", r) for t in changed["Tables"] for r in t["Rounds"]] == [[]] * 4
    assert [[r["RoundNumber"] for r in t["Rounds"]] for t in changed["Tables"]] == [[2]] * 4
    until = time.monotonic() + 300
    rounds: set[int] = set()
    while time.monotonic() < until and rounds != {1, 2}:
        rounds |= {r.round_number for r in one.vendor.poll_for_results(GUID, all=True)}
        time.sleep(0.05)
    assert rounds == {1, 2}


@pytest.mark.parametrize(("boards_before", "sat_out"), [(1, set()), (10, {(3, 1)})])
def test_a_late_pair_plays_all_rounds_that_its_tables_have_not_passed(boards_before, sat_out):
    """Pair 3 is missing E-W: it sits out at tables 3, 4 and 1 until the program fills it in."""

    def document_of(kind: str, missing: int) -> Any:
        sections = ({"missing_pair": missing, "missing_side": "EW"} if missing else {}).items()
        records = event()
        for name, value in sections:
            setattr(records[1], name, value)
        (value,) = document(json.dumps(dto(records, kind)).encode(), "x", Notes()).items
        return value

    service, course = StandIn(), Course(speed=0.0)
    playing = feed.EventFeed(service, document_of("init", 3), course, lambda text: None)
    playing.evening = evening_of(playing.event, course)
    for terminal in playing.evening.terminals.values():
        terminal.waits = True
    played: set[tuple[int | None, int | None]] = set()
    while playing.evening.next_at() is not None:
        step = playing.evening.pop()
        if step.arrival and isinstance(step.arrival.record, Result):
            played.add((step.arrival.record.table, step.arrival.record.round))
            boards_before -= 1
        if boards_before == 0:
            playing.updates.put(document_of("section-update", 0))
            playing.look(step.at)
    missing = {(table, number) for table in range(1, 5) for number in range(1, 4)} - played
    assert missing == sat_out


def test_our_own_commands_drive_it_too(served, tmp_path):
    one = served("--simulate", "--speed", "20000", "--erasures", "0", "--corrections", "0")
    (tmp_path / "init.json").write_text(json.dumps(dto(event())))
    assert run("connector", "ping", "--url", one.url).code == 0
    done = run("connector", "send", tmp_path / "init.json", "--url", one.url)
    told = f"bmconv: next: bmconv connector poll --url {one.url} --session-guid {GUID} -o FILE\n"
    assert (done.code, done.err) == (0, told)
    until = time.monotonic() + 300
    out = tmp_path / "results.jsonl"
    count = 0
    while time.monotonic() < until and count < 24:
        done = run("connector", "poll", "--type", "results", "--url", one.url, "--session-guid",
                   GUID, "-o", out, "--accept")  # fmt: skip
        assert done.code == 0, done.err
        count = len(bmconv.read(out, format="dto").standing_results()) if out.exists() else 0
    assert count == 24
    done = run("connector", "validate", out)
    assert done.code == 0, done.err


def test_errors_have_the_vendors_numbers(served):
    one = served()
    client, init = one.vendor, dto(event())

    def error(answer: Any) -> str:
        assert answer.data_type == 4, answer.serialized_data
        assert isinstance(json.loads(answer.serialized_data), str)
        return ERRORS[answer.error_type]

    def raw(command: int, data: str, guid: str = GUID) -> Any:
        request = one.dto.ScoringProgramRequest()
        request.command = one.dto.ScoringProgramDataConnectorCommands(command)
        request.session_guid, request.serialized_data = guid, data
        return client.send_request(request)

    results = [{"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1,
                "BoardNumber": 1, "ScoringDirection": 3, "PairNorthSouth": 1, "PairEastWest": 1,
                "DeclaringPair": 1, "DeclarerDirection": 1, "Level": 3, "Denomination": 5,
                "TotalTricks": 9}]  # fmt: skip
    assert error(raw(10, json.dumps(results))) == "EntryUnknown"  # no session yet
    bad = json.loads(json.dumps(init))
    bad["Sessions"][0]["Name"] = ""
    assert error(client.initialize(one.made("InitDTO", bad))) == "Validation"
    assert client.initialize(one.made("InitDTO", init)).data_type == 1
    assert raw(10, json.dumps(results)).data_type == 1
    assert client.poll_for_results(GUID) == []  # what a program sends does not come back
    assert error(raw(10, json.dumps([{**results[0], "BoardNumber": 9}]))) == "Movement"
    assert error(raw(10, json.dumps([{**results[0], "PairEastWest": 7}]))) == "Movement"
    assert error(raw(10, json.dumps([{**results[0], "TableNumber": 9}]))) == "Movement"
    assert error(raw(10, json.dumps(results), "B" * 32)) == "Validation"
    assert error(raw(10, "")) == "NoData"
    assert error(raw(10, '{"Level": "x"}')) == "WrongDataType"
    assert error(raw(27, "7")) == "EntryUnknown"
    assert error(raw(27, '"x"')) == "WrongDataType"
    assert error(raw(3, "")) == "NotImplemented"
    assert error(raw(31, json.dumps({"EventGuid": "C" * 32, "Commands": 1}), "")) == "EntryUnknown"
    assert raw(31, json.dumps({"EventGuid": GUID, "Commands": 1}), "").data_type == 1
    seat = {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 1,
            "RoundNumber": 1, "PlayerNumber": "999999"}  # fmt: skip
    assert error(raw(12, json.dumps([seat]))) == "EntryUnknown"
    assert raw(12, json.dumps([{**seat, "PlayerNumber": "2001"}])).data_type == 1
    movement = raw(32, json.dumps({"SessionGuid": GUID, "Letters": "A"}))
    assert movement.data_type == 14
    assert messages("SectionDTO", json.loads(movement.serialized_data)) == []
    every = raw(33, "")
    assert (every.data_type, len(json.loads(every.serialized_data))) == (16, 1)
    info = raw(34, '{"Command": 2}', "")
    (session,) = json.loads(info.serialized_data)["SessionInformation"]
    assert (info.data_type, session["SessionGuid"], session["SessionName"]) == (
        17, GUID, "Thursday"
    )  # fmt: skip
    assert [raw(34, f'{{"Command": {n}}}', "").data_type for n in (4, 8, 16, 1)] == [19, 18, 19, 1]
    assert raw(35, "", "").data_type == 1
    assert error(raw(33, "")) == "EntryUnknown"


def test_a_document_is_served_from_the_start(served, tmp_path):
    init = dto(event())
    result = {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 2, "RoundNumber": 1,
              "BoardNumber": 3, "ScoringDirection": 3, "PairNorthSouth": 2, "PairEastWest": 2,
              "DeclaringPair": 2, "DeclarerDirection": 1, "Level": 4, "Denomination": 4,
              "TotalTricks": 10}  # fmt: skip
    call = {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 2, "RoundNumber": 1,
            "Hour": 20, "Minute": 5, "Status": 1}  # fmt: skip
    lines = [json.dumps(value) for value in (init, [result], [call])]
    (tmp_path / "event.json").write_text("\n".join(lines))
    one = served("event.json")
    (found,) = one.vendor.poll_for_results(GUID)
    assert (found.board_number, found.level, found.total_tricks) == (3, 4, 10)
    (td,) = one.vendor.poll_for_td_calls(GUID)
    assert (td.hour, td.minute, td.status) == (20, 5, 1)


def test_a_port_in_use_and_a_bad_document_are_one_line_each(served, tmp_path):
    port = served().url.rsplit(":", 1)[1]
    done = run("connector", "serve", "--port", port)
    assert (done.code, done.err.count("\n")) == (4, 1)
    (tmp_path / "x.json").write_text('{"Command": 2}')
    done = run("connector", "serve", tmp_path / "x.json", "--port", "0")
    assert done.code in (1, 3)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("reset", [False, True])
def test_a_program_that_goes_away_ends_nothing(served, tmp_path, reset):
    """Half a request and a closed connection: the answer finds nobody."""
    with open(tmp_path / "errors", "wb") as errors:
        one = served(errors=errors)
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", int(one.url.rpartition(":")[2]))) as gone:
                gone.sendall(b"POST /dc-scoringprogram HTTP/1.1\r\nContent-Length: 99\r\n\r\n{")
                if reset:
                    gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            assert one.vendor.ping().data_type == 1
        one.process.send_signal(signal.SIGTERM)
        assert one.process.wait(10) == STOPPED
    assert (tmp_path / "errors").read_text() == ""


def test_an_event_is_answered_before_its_hands_are_solved(monkeypatch):
    answered, made = threading.Event(), threading.Event()

    def slowly(*given: Any) -> Any:
        assert answered.wait(30)
        made.set()
        return evening_of(*given)

    monkeypatch.setattr(feed, "evening_of", slowly)
    service = StandIn()
    playing = feed.Feed(service, Course(speed=0.0), lambda text: None)
    sent = {"Command": COMMANDS["InitializeEvent"], "SerializedData": json.dumps(dto(event()))}
    answer = service.answer(json.dumps(sent).encode())
    assert (answer.ErrorType, made.is_set()) == (0, False)
    answered.set()
    assert made.wait(30)
    playing.close()
