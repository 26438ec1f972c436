"""A scoring program and `connector serve`: over HTTP, through a named pipe, and through a relay."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bmconv.connector.channel import HttpChannel, open_channel
from bmconv.connector.protocol import COMMANDS, DATA_TYPES, command_name
from tests.helpers import full_dtos as full
from tests.helpers import scoring_program, vendor
from tests.helpers.running import judge, run
from tests.helpers.scoring_program import Transport

ON_WINDOWS = sys.platform == "win32"
windows_only = pytest.mark.skipif(not ON_WINDOWS, reason="named pipes exist on Windows only")
WAYS = ["http", *(pytest.param(way, marks=windows_only) for way in ("pipe", "relay"))]


class Processes:
    """Services in processes of their own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pipe = f"bmconv-test-{os.getpid()}-{folder.name}"
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *words: str) -> str:
        """Start a command; the first line that it prints."""
        command = [sys.executable, "-m", "bmconv", "connector", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=self.folder)
        self.running[name] = process
        assert process.stdout is not None
        return process.stdout.readline().decode()

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def serve(self, way: str, port: str, *words: str) -> str:
        """Start the stand-in; its address."""
        where = ("--port", port) if way == "http" else ("--pipe", self.pipe)
        line = self.start("serve", "serve", *where, *words)
        return re.findall(r"http://\S+|\\\\\S+", line)[0]

    def channel(self, way: str, *words: str) -> tuple[Any, str]:
        """Start what a way needs; the channel to it, and the port of the stand-in."""
        address = self.serve(way, "0", *words)
        if way == "http":
            return HttpChannel(address, 30), address.rpartition(":")[2]
        if way == "relay":
            line = self.start("relay", "relay", "--pipe", self.pipe, "--port", "0")
            return HttpChannel(re.findall(r"http://\S+", line)[0], 30), ""
        return open_channel("", self.pipe, 30), ""


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    these = Processes(tmp_path)
    yield these
    for name in list(these.running):
        these.kill(name)


def client_of(channel: Any) -> Any:
    """The vendor's client with our transport."""
    client = vendor.client().DataConnectorClient
    return client("club", "key", "http://localhost", Transport(channel))


@pytest.mark.parametrize("way", WAYS)
def test_an_evening_arrives_complete_although_the_service_is_killed(processes, way):
    words = ("--simulate", "--speed", "4000", "--erasures", "0", "--corrections", "0")
    channel, port = processes.channel(way, *words)

    def restart() -> None:
        processes.kill("serve")
        processes.serve(way, port, *words)

    results = scoring_program.play_evening(client_of(channel), restart)
    assert results.keys() == scoring_program.PLAYED
    for result in results.values():
        assert vendor.messages("ResultDTO", result.to_dict()) == []
    channel.close()


@pytest.mark.parametrize("way", WAYS)
def test_the_vendors_client_drives_every_command(processes, way):
    """Each is answered with the type of data that the table of commands names."""
    channel, _ = processes.channel(way)
    client, dto = client_of(channel), judge("bridgemate_dataconnector.dto")
    guid, kinds = full.FRIDAY, dto.DataConnectorResponseData
    answered: dict[int, str] = {}

    def note(answer: Any) -> Any:
        answered[int(answer.request_command)] = DATA_TYPES[answer.data_type]
        assert answer.data_type != 4, (answer.request_command, answer.serialized_data)
        return answer

    def raw(name: str, data: str, session: str = guid) -> Any:
        request = dto.ScoringProgramRequest()
        request.command = dto.ScoringProgramDataConnectorCommands(COMMANDS[name])
        request.session_guid, request.serialized_data = session, data
        return note(client.send_request(request))

    def made(name: str, values: list[dict[str, Any]]) -> list[Any]:
        return [getattr(dto, name).from_dict(value) for value in values]

    note(client.connect())
    note(client.ping())
    (init,) = made("InitDTO", [full.init()])
    note(client.initialize(init))
    friday = {**full.init(), **full.around(guid), "Sessions": [full.session(guid)]}
    note(client.initialize(made("InitDTO", [friday])[0]))
    raw("AddSession", json.dumps(full.add_session()), full.EVENT)
    (again,) = made("ContinueDTO", [{"EventGuid": full.EVENT, "Commands": 5}])
    note(client.continue_event(again))
    note(client.update_scoring_groups(made("ScoringGroupDTO", full.groups(guid))))
    note(client.send_player_data(guid, made("PlayerDataDTO", full.players(guid))))
    note(client.send_participations(guid, made("ParticipationDTO", full.participations(guid))))
    note(client.send_handrecords(guid, made("HandrecordDTO", full.hands(guid))))
    note(client.send_results(guid, made("ResultDTO", full.results(guid))))
    note(client.send_td_calls(guid, made("TdCallDTO", full.td_calls(guid))))
    bm2 = full.settings(judge("bmconv.connector.schema").Bridgemate2SettingsDTO, guid)
    note(client.send_bridgemate2_settings(guid, made("Bridgemate2SettingsDTO", bm2)))
    bm3 = full.settings(judge("bmconv.connector.schema").Bridgemate3SettingsDTO, guid)
    note(client.send_bridgemate3_settings(guid, made("Bridgemate3SettingsDTO", bm3)))
    note(client.update_movement(made("SectionUpdateDTO", [full.update("A")])[0]))
    for name in COMMANDS:
        if name.startswith("PollQueueFor"):
            assert raw(name, "").serialized_data == "[]"
    for kind in (kinds.Results, kinds.PlayerData, kinds.Participations, kinds.Handrecords):
        note(client.accept_queue_data(guid, kind))
    note(client.accept_queue_data(guid, kinds.TdCalls))
    raw("GetMovement", json.dumps({"SessionGuid": guid, "Letters": "A"}))
    raw("GetAllMovements", "")
    raw("ManageBCS", json.dumps({"Command": 2}), "")
    raw("ClearData", "", "")
    if way == "relay":
        raw("Disconnect", "", "")
    expected = {
        "UpdateMovement": "Movement", "GetMovement": "Movement", "GetAllMovements": "Sessions",
        "ManageBCS": "EventInfo",
    }  # fmt: skip
    for number, kind in answered.items():
        name = command_name(number)
        poll = name.removeprefix("PollQueueFor")[3:] if name.startswith("Poll") else "OK"
        assert (name, kind) == (name, expected.get(name, poll))
    assert COMMANDS.keys() - map(command_name, answered) <= {"Disconnect"}
    channel.close()


@windows_only
def test_our_commands_speak_through_a_pipe(processes, tmp_path):
    """A pipe that is busy and one that is absent are told apart; Disconnect frees it."""
    absent = run("connector", "ping", "--pipe", processes.pipe, "--timeout", "5")
    assert (absent.code, "no such pipe" in absent.err) == (4, True)
    processes.serve("pipe", "")
    assert run("connector", "ping", "--pipe", processes.pipe).code == 0
    (tmp_path / "init.json").write_text(json.dumps(full.init()))
    words = ("--pipe", processes.pipe, "--reset", "--clear")
    sent = run("connector", "send", tmp_path / "init.json", *words)
    assert (sent.code, f"--pipe {processes.pipe} --session-guid" in sent.err) == (0, True), sent
    polled = run("connector", "poll", "--pipe", processes.pipe, "--session-guid", full.FRIDAY)
    assert (polled.code, polled.out) == (0, b"")
    for command in ("Connect", "Disconnect"):
        done = run("connector", "send", "--command", command, "--pipe", processes.pipe)
        assert (done.code, json.loads(done.out)["DataType"]) == (0, 1)
    holder = open_channel("", processes.pipe, 10)
    holder.greet()
    busy = run("connector", "ping", "--pipe", processes.pipe, "--timeout", "1")
    assert (busy.code, busy.err.count("\n")) == (4, 1)
    holder.close()
    second = run("connector", "serve", "--pipe", processes.pipe)
    assert (second.code, "another program offers this pipe" in second.err) == (4, True)


@windows_only
def test_lines_of_megabytes_and_ends_of_any_kind(tmp_path):
    from bmconv.connector.pipe import connect, serve_pipe

    name = f"bmconv-test-{os.getpid()}-{tmp_path.name}"
    with serve_pipe(name, lambda line: line[::-1], 30):
        end = connect(name, 10)
        for line, answer in ((b"abc", b"cba"), (b"x" * 3_000_000 + b"y", b"y" + b"x" * 3_000_000)):
            end.write_line(line, 30)
            assert end.read_line(30) == answer
        end.close()
        end = connect(name, 10)
        end.write_line(b"\xef\xbb\xbfabc\ndef", 10)  # a mark, and LF alone
        assert [end.read_line(10), end.read_line(10)] == [b"cba", b"fed"]
        with pytest.raises(Exception, match="timed out"):
            end.read_line(0.5)
        end.close()
