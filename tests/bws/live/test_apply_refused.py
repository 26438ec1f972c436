"""What bws apply refuses: the code, the words and the remedy; and the file stays as it was."""

import json
from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv import jet
from bmconv.errors import UsageError
from tests.helpers import bcs
from tests.helpers.running import Done, quick

HAND = {"north": "AKQJ.T98.765.432", "east": "T987.AKQJ.432.65",
        "south": "6543.765.AKQ.AJT", "west": "2.432.JT98.KQ987"}  # fmt: skip


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """An evening with a result at A1 round 1 board 1."""
    path = tmp_path / "night.bws"
    bcs.write(path)
    bcs.Bcs(path).play((1, 1, 1))
    return path


def apply(night: Path, *records: dict[str, Any], words: tuple[Any, ...] = ()) -> Done:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    return quick("bws", "apply", night, "-", *words, stdin=lines.encode())


def refusal(night: Path, *records: dict[str, Any], words: tuple[Any, ...] = ()) -> tuple[str, ...]:
    """Code, message and remedy of the only refusal, which leaves the file as it was."""
    before = night.read_bytes()
    done = apply(night, *records, words=("--json", "--allow-errors", *words))
    assert (done.code, night.read_bytes() == before) == (1, True), done
    (found,) = json.loads(done.out)
    assert f"bmconv: {found['message']}\n" in done.err
    return found["refused"], found["message"], found["remedy"]


def a_round(table: int, number: int, **fields: Any) -> dict[str, Any]:
    return {"type": "round", "section": 1, "table": table, "round": number, **fields}


def a_result(**fields: Any) -> dict[str, Any]:
    return {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1, **fields}


def a_seat(**fields: Any) -> dict[str, Any]:
    return {"type": "seat", "section": 1, "table": 1, "direction": "N", **fields}


def test_rounds_up_to_the_last_that_a_trigger_can_name_are_changed(night: Path) -> None:
    with bcs.Bcs(night).editor() as editor:
        for number in (255, 256):
            cells = {"Section": 1, "Table": 1, "Round": number, "NSPair": 1, "EWPair": 2,
                     "LowBoard": 1, "HighBoard": 1}  # fmt: skip
            editor.table("RoundData").insert(cells)
    assert refusal(night, a_round(1, 256, ew_pair=3)) == (
        "round-range",
        "A1 round 256: UpdateFromRound names rounds up to 255",
        "never",
    )
    assert apply(night, a_round(1, 255, ew_pair=3), words=("--allow-errors",)).code == 0
    assert [row["UpdateFromRound"] for row in bcs.rows(night, "Tables")] == [255, 0, 0, 0]


def test_boards_do_not_change_beneath_a_list_of_boards(night: Path) -> None:
    boards = a_round(2, 3, custom_boards="3,9", low_board=3, high_board=9)
    assert apply(night, boards, words=("--allow-errors",)).code == 0
    bcs.Bcs(night).take_up()
    assert refusal(night, a_round(2, 3, low_board=4)) == (
        "custom-boards-stay",
        "A2 round 3: CustomBoards 3,9 stays and counts instead of these boards; "
        'give custom_boards too, or "clear": ["custom_boards"]',
        "never",
    )
    cleared = a_round(2, 3, low_board=4, high_board=5, clear=["custom_boards"])
    assert apply(night, cleared, words=("--allow-errors",)).code == 0
    (row,) = (r for r in bcs.rows(night, "RoundData") if (r["Table"], r["Round"]) == (2, 3))
    assert [row[n] for n in ("CustomBoards", "LowBoard", "HighBoard")] == [None, 4, 5]


def test_a_list_of_boards_alone_sets_the_lowest_and_the_highest(night: Path) -> None:
    words = ("--allow-errors",)
    assert apply(night, a_round(2, 3, custom_boards="3,9,12"), words=words).code == 0
    (row,) = (r for r in bcs.rows(night, "RoundData") if (r["Table"], r["Round"]) == (2, 3))
    assert [row[n] for n in ("CustomBoards", "LowBoard", "HighBoard")] == ["3,9,12", 3, 12]


def test_a_table_has_one_trigger_at_a_time(night: Path) -> None:
    table = {"type": "table", "section": 1, "table": 1, "update_from_round": 3}
    settings = {"type": "settings", "values": {"BM2PINcode": "1234"}}
    for trigger, at in ((table, "A1"), (a_round(2, 3, ew_pair=0), "A2")):
        assert refusal(night, trigger, settings) == (
            "two-triggers",
            f"{at}: UpdateFromRound cannot announce 3 and 997 at once; "
            "apply the settings alone, and the rest when they were processed",
            "never",
        )


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"contract": "3 NT", "clear": ["result"]}, "unreadable-score",
         "unreadable score; expected declarer, contract and result, or a remark instead"),
        ({"contract": "7 NT", "result": "+1"}, "impossible-score", "7 NT +1 is 14 tricks"),
        ({"contract": "1 C", "result": "-8"}, "impossible-score", "1 C -8 is -1 tricks"),
        ({"pair_ew": 19}, "other-pairs", "pairs 1 and 11 played there; pairs do not change"),
        ({"id": 7, "contract": "PASS"}, "other-result", "the standing result has id 1, not 7; "
         "receive the new results with bws poll, then correct the one that stands"),
        ({"table": 9}, "no-such-table", "the file has no such table"),
        ({"round": 9}, "no-result", "the table does not play this round"),
        ({"board": 99}, "no-result", "the table does not play this board in this round"),
        ({"board": 2}, "no-result",
         "the file has no standing result to correct; none are added"),
        ({"erased": True}, "erased-result",
         "only a terminal or the control software can erase a result; "
         'give remarks "Not played" and clear contract and result instead'),
    ],
)  # fmt: skip
def test_a_correction_that_makes_no_sense_is_refused(
    night: Path, fields: dict[str, Any], code: str, message: str
) -> None:
    place = {"table": 1, "round": 1, "board": 1, **fields}
    at = f"A{place['table']} round {place['round']} board {place['board']}"
    assert refusal(night, a_result(**fields)) == (code, f"{at}: {message}", "never")


@pytest.mark.parametrize(("contract", "result"), [("7 NT", "="), ("7 NT", "-13"), ("1 C", "+6")])
def test_the_best_and_the_worst_result_of_a_contract_are_written(
    night: Path, contract: str, result: str
) -> None:
    assert apply(night, a_result(contract=contract, result=result)).code == 0
    (row,) = bcs.rows(night, "ReceivedData")
    assert (row["Contract"], row["Result"], row["ExternalUpdate"]) == (contract, result, True)


def test_only_a_flag_is_set_without_telling_the_control_software(night: Path) -> None:
    with bcs.Bcs(night).editor() as editor:
        table = editor.table("ReceivedData")
        ((pointer, _),) = table.rows()
        table.update(pointer, {"Contract": "9 H"})  # unreadable, but not what is changed
    done = apply(night, a_result(processed=True, processed3=True))
    flags = "Processed false -> true, Processed3 false -> true"
    line = f"change ReceivedData A1 round 1 board 1: {flags}\n"
    assert (done.code, done.out.decode()) == (0, line)
    (row,) = bcs.rows(night, "ReceivedData")
    assert [row[n] for n in ("Processed", "Processed3", "ExternalUpdate")] == [True, True, False]


def test_an_erased_result_may_be_erased_again(night: Path) -> None:
    with bcs.Bcs(night).editor() as editor:
        table = editor.table("ReceivedData")
        ((pointer, _),) = table.rows()
        table.update(pointer, {"Erased": True})
    assert apply(night, a_result(erased=True)).err == "bmconv: nothing to change\n"
    assert refusal(night, a_result(contract="PASS")) == (
        "no-result",
        "A1 round 1 board 1: the file has no standing result to correct; none are added",
        "never",
    )


def enter_again(night: Path, contract: str) -> None:
    """Erase the only result and enter another."""
    with bcs.Bcs(night).editor() as editor:
        table = editor.table("ReceivedData")
        (first,) = (row for _, row in table.dicts())
        of_board = {name: value for name, value in first.items() if name != "ID"}
        table.insert({**of_board, "Erased": True, "Remarks": "Result erased"})
        table.insert({**of_board, "Contract": contract, "Result": "="})


def test_a_correction_back_to_an_earlier_entry_is_made(night: Path) -> None:
    (first,) = bcs.rows(night, "ReceivedData")
    enter_again(night, "3 NT")
    back = a_result(contract=first["Contract"], result=first["Result"])
    assert apply(night, back).out.startswith(b"change ReceivedData A1 round 1 board 1: Contract")
    last = bcs.rows(night, "ReceivedData")[-1]
    assert (last["Contract"], last["Result"]) == (first["Contract"], first["Result"])
    assert apply(night, back).err == "bmconv: nothing to change\n"


def test_an_earlier_erased_entry_does_not_make_the_result_erased(night: Path) -> None:
    enter_again(night, "3 NT")
    assert refusal(night, a_result(erased=True))[0] == "erased-result"
    assert apply(night, a_result(erased=True, id=2)).err == "bmconv: nothing to change\n"


def test_all_entries_of_a_board_in_their_order_change_nothing(night: Path) -> None:
    (first,) = bcs.rows(night, "ReceivedData")
    enter_again(night, "3 NT")
    before = a_result(contract=first["Contract"], result=first["Result"])
    entries = (before, a_result(erased=True), a_result(contract="3 NT", result="="))
    assert apply(night, *entries).err == "bmconv: nothing to change\n"


def test_a_correction_that_nobody_would_see_is_refused(night: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.bws"
    with jet.open(night) as database, old.open("wb+") as file:
        specs = [jet.spec_of(table) for table in database.tables.values()]
        for at, spec in enumerate(specs):
            kept = [i for i, c in enumerate(spec.columns) if c.name != "ExternalUpdate"]
            specs[at] = spec._replace(
                columns=[spec.columns[i] for i in kept],
                rows=[tuple(row[i] for i in kept) for row in spec.rows],
            )
        jet.write(specs, file)
    assert refusal(old, a_result(contract="PASS")) == (
        "no-column",
        "A1 round 1 board 1: ReceivedData has no column ExternalUpdate: the control software "
        "would not see a correction",
        "never",
    )


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (a_seat(clear="name"), "clear is 'name'; expected a list of fields"),
        (a_seat(clear=[1]), "clear is [1]; expected a list of fields"),
        (a_seat(clear=["time"]), "time cannot be cleared"),
        (a_seat(name="Ada", clear=["name"]), "name has a value and is to be cleared"),
        (
            {"type": "settings", "values": {"LeadCard": True}, "clear": ["values"]},
            "values cannot be cleared: a setting always has a value; give the value it is to have",
        ),
    ],
)
def test_what_cannot_be_cleared_is_refused_with_its_line(
    night: Path, record: dict[str, Any], message: str
) -> None:
    assert refusal(night, record) == ("bad-clear", f"stdin:1: {message}", "never")


@pytest.mark.parametrize(
    ("record", "code", "message"),
    [
        ({"type": "session", "name": "Late"}, "incomplete-row",
         "session: a new session without id"),
        ({"type": "player", "number": "7"}, "incomplete-row",
         "player 7: a player needs a number and a name"),
        ({"type": "player", "name": "Ada"}, "incomplete-row",
         "player Ada: a player needs a number and a name"),
        ({"type": "table", "section": 1, "table": 44, "update_from_round": 999}, "no-such-table",
         "table A44: the file has no such table"),
        ({"type": "section", "id": 2, "winners": 1}, "no-section",
         "section 2: the file has no such section; give a section record with id and letter to "
         "add one"),
        ({"type": "section", "id": 2, "letter": "B"}, "incomplete-row",
         "section B: a new section without rounds"),
        ({"type": "hand", "section": 1, "board": 1, **HAND, "west": "2.432.JT98.KQ98"}, "bad-deal",
         "A board 1: west has 12 cards: expected 13"),
        ({**a_seat(name="Ada"), "table": 9}, "no-such-table", "A9 N: the file has no such table"),
    ],
)  # fmt: skip
def test_a_new_row_that_lacks_something_is_refused(
    night: Path, record: dict[str, Any], code: str, message: str
) -> None:
    assert refusal(night, record) == (code, message, "never")


ROUND = {"ns_pair": 1, "ew_pair": 2, "low_board": 1, "high_board": 2}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"type": "round", "section": 1, "table": 1, **ROUND},
         'round A1: a round record without round; add "round"'),
        ({"type": "round", "section": 1, "round": 2, **ROUND},
         'round A round 2: a round record without table; add "table"'),
        ({"type": "table", "section": 1, "group": 2},
         'table A: a table record without table; add "table"'),
        ({"type": "seat", "section": 1, "table": 1, "number": "12"},
         'seat A1: a seat record without direction; add "direction"'),
        ({"type": "result", "board": 1, "contract": "PASS"},
         "result board 1: a result record without section and table and round; "
         'add "section" and "table" and "round"'),
    ],
)  # fmt: skip
def test_a_record_that_does_not_say_where_it_belongs_is_refused(
    night: Path, record: dict[str, Any], message: str
) -> None:
    assert refusal(night, record) == ("incomplete-row", message, "never")


@pytest.mark.parametrize(
    "records",
    [
        [{"type": "round", "section": 9, "table": 1, "round": 1}],
        [{"type": "table", "section": 9, "table": 1, "group": 2}],
        [{"type": "seat", "section": 9, "table": 1, "direction": "N", "number": "12"},
         {"type": "round", "section": 9, "table": 1, "round": 1}],
    ],
)  # fmt: skip
def test_a_record_of_a_section_that_does_not_exist_says_so(
    night: Path, records: list[dict[str, Any]]
) -> None:
    message = (
        "section 9: the file has no such section; "
        "give a section record with id and letter to add one"
    )
    assert refusal(night, *records) == ("no-section", message, "never")


@pytest.mark.parametrize(
    "record",
    [
        {"type": "seat", "section": 9, "table": 1, "direction": "N", "number": "12"},
        {"type": "result", "section": 9, "table": 1, "round": 1, "board": 1, "contract": "PASS"},
        {"type": "hand", "section": 9, "board": 1, **HAND},
    ],
)
def test_what_adds_no_section_is_not_told_how_to(night: Path, record: dict[str, Any]) -> None:
    message = "section 9: the file has no such section"
    assert refusal(night, record) == ("no-section", message, "never")


def test_a_refused_value_is_not_also_noted_as_kept(night: Path) -> None:
    place = {"section": 1, "table": 1, "round": 1, "board": 1}
    done = apply(night, {"type": "result", **place, "contract": "9 NT"})
    assert (done.code, done.err) == (
        1,
        "bmconv: result A1 round 1 board 1: contract is '9 NT'; "
        "expected a contract such as 4 S x, 3 NT or PASS\n",
    )


def test_a_seat_without_a_row_needs_a_player(night: Path) -> None:
    substitute = a_seat(round=2, processed=True)
    assert refusal(night, substitute) == (
        "no-seat",
        "A1 N round 2: the file has no row for this seat; give a player",
        "never",
    )


def test_a_new_section_of_an_event_of_two_sessions_needs_its_session(night: Path) -> None:
    assert apply(night, {"type": "session", "id": 2, "name": "Late"}).code == 0
    section = {"type": "section", "id": 2, "letter": "B"}
    round = {"type": "round", "section": 2, "table": 1, "round": 1, "ns_pair": 1, "ew_pair": 2,
             "low_board": 1, "high_board": 2}  # fmt: skip
    found = refusal(night, section, round)
    assert found == ("incomplete-row", "section B: a new section without session", "never")
    assert apply(night, {**section, "session": 2}, round).code == 0
    assert [row["Session"] for row in bcs.rows(night, "Section")] == [1, 2]


@pytest.mark.parametrize(
    ("table", "record", "message"),
    [
        ("Settings", {"type": "settings", "values": {"LeadCard": True}},
         "the file has no table Settings; make a new file"),
        ("PlayerNames", {"type": "player", "number": "7", "name": "Ada"},
         "player 7: the file has no table PlayerNames"),
        ("Session", {"type": "session", "id": 1, "name": "Friday"},
         "session 1: the file has no table Session"),
    ],
)  # fmt: skip
def test_a_table_that_the_file_lacks_is_not_made(
    night: Path, tmp_path: Path, table: str, record: dict[str, Any], message: str
) -> None:
    old = tmp_path / "old.bws"
    with jet.open(night) as database, old.open("wb+") as file:
        jet.write([jet.spec_of(t) for t in database.tables.values() if t.name != table], file)
    assert refusal(old, record) == ("no-table", message, "never")


def test_records_that_apply_never_changes_are_noted(night: Path) -> None:
    bid = {"type": "bid", "section": 1, "table": 1, "round": 1, "board": 1, "counter": 1,
           "direction": "N", "bid": "1NT"}  # fmt: skip
    done = apply(night, bid)
    assert (done.code, done.err) == (
        0,
        "bmconv: nothing to change\n"
        "bmconv: loss not-applied: 1 bid record not applied: apply does not change them "
        "(bid A1 N round 1 board 1)\n",
    )


# The file itself


def test_a_copy_never_replaces_a_file(night: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.bws"
    copy.write_bytes(b"mine")
    done = apply(night, a_seat(name="Ada"), words=("--copy", copy))
    said = f"bmconv: {copy}: already exists; choose another name\n"
    assert (done.code, done.err, copy.read_bytes()) == (2, said, b"mine")


def test_a_copy_in_a_folder_that_does_not_exist_is_not_tried_again(night: Path) -> None:
    copy = night.parent / "absent" / "copy.bws"
    done = apply(night, a_seat(name="Ada"), words=("--json", "--copy", copy))
    (found,) = json.loads(done.out)
    assert (done.code, found["refused"], found["remedy"]) == (4, "file-trouble", "never")


def test_an_open_file_is_not_rewritten_but_a_copy_of_it_is(night: Path, tmp_path: Path) -> None:
    night.with_suffix(".ldb").touch()
    assert refusal(night, a_seat(name="Ada"), words=("--rewrite",)) == (
        "open-elsewhere",
        f"{night}: open elsewhere, so it cannot be rewritten; use --copy FILE",
        "needs --copy FILE",
    )
    copy = tmp_path / "copy.bws"
    done = apply(night, a_seat(name="Ada"), words=("--rewrite", "--copy", copy))
    assert done.code == 0
    assert [row["Name"] for row in bcs.rows(copy, "PlayerNumbers") if row["Name"]] == ["Ada"]


def test_what_an_interrupted_run_left_goes_with_the_copy(night: Path, tmp_path: Path) -> None:
    left = {"version": 2, "event": ["Thursday"], "request": "",
            "news": [{"section": 1, "trigger": 997, "table": 2, "plain": 997}]}  # fmt: skip
    unfinished = Path(f"{night}.unfinished")
    unfinished.write_text(json.dumps(left))
    copy = tmp_path / "copy.bws"
    assert apply(night, a_seat(name="Ada"), words=("--copy", copy)).code == 0
    assert [row["UpdateFromRound"] for row in bcs.rows(copy, "Tables")] == [0, 997, 0, 0]
    assert not Path(f"{copy}.unfinished").exists()
    assert json.loads(unfinished.read_text()) == left


def test_backups_are_numbered(night: Path) -> None:
    for number, name in enumerate(("Ada", "Bo", "Cy"), 1):
        before = night.read_bytes()
        done = apply(night, a_seat(name=name), words=("--rewrite",))
        assert done.err == f"bmconv: backup of the old file: {night}.backup{number}\n"
        assert Path(f"{night}.backup{number}").read_bytes() == before


def test_a_record_alone_is_not_a_list_of_records(night: Path) -> None:
    with pytest.raises(UsageError, match="expected a list of records"):
        bmconv.apply(night, a_seat(name="Ada"))


def test_an_event_of_a_program_is_applied(night: Path) -> None:
    event = bmconv.read(night)
    assert bmconv.apply(night, event).changes == []
    event.of(bmconv.records.Session)[0].name = "Friday"
    (change,) = bmconv.apply(night, event).changes
    assert change.line() == 'change Session 1: Name "Thursday" -> "Friday"'


def test_a_table_that_has_been_removed_can_be_removed_again(night: Path) -> None:
    record = {"type": "table", "section": 1, "table": 4, "update_from_round": 999}
    assert apply(night, record, words=("--allow-errors",)).code == 0
    assert bcs.Bcs(night).take_up() == {4: 999}
    before = night.read_bytes()
    done = apply(night, record, words=("--json",))
    assert (done.code, json.loads(done.out), done.err) == (0, [], "bmconv: nothing to change\n")
    assert night.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('{"type":"result","section":1,"contract":"3 NT","contract":"4 S"}', "contract"),
        ('{"type":"settings","values":{"LeadCard":true,"LeadCard":false}}', "LeadCard"),
    ],
)
def test_a_line_with_a_key_twice_is_refused(night: Path, line: str, key: str) -> None:
    before = night.read_bytes()
    done = quick("bws", "apply", night, "-", stdin=line.encode() + b"\n")
    expected = f"bmconv: stdin:1: {key!r} appears more than once; expected each key once\n"
    assert (done.code, done.err, night.read_bytes() == before) == (3, expected, True)


@pytest.mark.parametrize("character", ["\0", "\a", "\n"])
def test_a_control_character_within_a_name_is_refused(night: Path, character: str) -> None:
    name = f"Ada{character}Lind"
    message = f"A1 N: Name is {name!r}; expected text without control characters"
    assert refusal(night, a_seat(name=name)) == ("bad-value", message, "never")


def test_a_last_line_without_a_line_end_can_clear_fields(night: Path) -> None:
    bmconv.apply(night, [{"type": "section", "id": 1, "winners": 2}])
    line = b'{"type":"section","id":1,"clear":["winners"]}'
    done = quick("bws", "apply", night, "--dry-run", stdin=line)
    assert (done.code, done.out) == (0, b"change Section A: Winners 2 -> 0\n"), done.err
