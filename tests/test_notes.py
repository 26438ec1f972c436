"""Notes are printed as one line per code with a count and the first place, or as JSON lines."""

import json
import pickle

from bmconv.errors import BadInput, DataError, FileTrouble, Flag, Wording
from bmconv.notes import ERROR, LOSS, Note, Notes


def test_notes_of_one_code_are_one_line_with_a_count_and_the_first_place():
    notes = Notes()
    for place in ("seat A5 N", "seat A5 S", "seat B1 E"):
        notes.loss("name-cut", place, "name{s} cut to 18 characters")
    assert notes.lines() == ["loss name-cut: 3 names cut to 18 characters (first: seat A5 N)"]


def test_one_note_is_in_the_singular_and_without_a_place_has_no_brackets():
    notes = Notes()
    notes.repair("odd-flag", "f:3", "flag{s} read as false")
    notes.error("lost", "", "thing{s} lost")
    assert notes.lines() == [
        "repair odd-flag: 1 flag read as false (f:3)",
        "error lost: 1 thing lost",
    ]


def test_words_that_depend_on_the_number_agree_with_it():
    one, two = Notes(), Notes()
    for notes, count in ((one, 1), (two, 2)):
        text = "set{s} that {does|do} not fit {its box|their boxes}"
        notes.loss("lost", "", text, count, hint=Wording(Flag("all"), " keeps {it|them}"))
    assert one.lines() == ["loss lost: 1 set that does not fit its box (--all keeps it)"]
    assert two.lines() == ["loss lost: 2 sets that do not fit their boxes (--all keeps them)"]


def test_notes_are_counted_by_level():
    notes = Notes()
    notes.loss("a", "", "x")
    notes.loss("a", "", "y")
    notes.repair("a", "", "x")
    notes.error("b", "", "x")
    assert (notes.count(LOSS), notes.count(ERROR), notes.count(LOSS, ERROR)) == (2, 1, 3)


def test_every_note_goes_to_the_listener_and_is_a_line_of_json():
    received: list[Note] = []
    notes = Notes(received.append)
    notes.loss("name-cut", 'seat "É"', "name{s} cut")
    notes.loss("name-cut", "seat 2", "name{s} cut")
    assert [json.loads(note.line()) for note in received] == [
        {"level": "loss", "code": "name-cut", "place": 'seat "É"', "message": "name cut"},
        {"level": "loss", "code": "name-cut", "place": "seat 2", "message": "name cut"},
    ]
    assert "\n" not in received[0].line()


def test_a_note_about_several_things_has_their_count():
    received: list[Note] = []
    Notes(received.append).repair("blank-row", "row 3", "row{s} left out", 2)
    assert json.loads(received[0].line()) == {
        "level": "repair", "code": "blank-row", "place": "row 3", "message": "rows left out",
        "count": 2,
    }  # fmt: skip


def test_a_note_prints_as_a_sentence():
    received = Notes(keep=True)
    received.loss("name-cut", "seat A5 N", "name{s} cut to 18 characters")
    received.loss("blank-row", "row 3", "row{s} left out", 2)
    received.loss(
        "field-lost", "", "left out: x does not hold {it|them}", what="seat.name value{s}"
    )
    assert [str(note) for note in received.kept] == [
        "loss name-cut: 1 name cut to 18 characters (seat A5 N)",
        "loss blank-row: 2 rows left out (first: row 3)",
        "loss field-lost: 1 seat.name value left out: x does not hold it",
    ]
    assert received.kept[0].message == "name cut to 18 characters"


USE_COPY = Wording("use ", Flag("copy", "FILE"), " or ", Flag("erase_results"))


def test_a_hint_names_options_as_they_are_typed_or_as_keywords():
    error = DataError("a.bws is in use", hint=USE_COPY)
    assert str(error) == "a.bws is in use; use copy=FILE or erase_results"
    assert error.for_command_line() == "a.bws is in use; use --copy FILE or --erase-results"
    assert error.text == "a.bws is in use"


def test_the_text_of_an_error_can_name_options_too():
    error = DataError(Wording(Flag("people"), " and ", Flag("plain"), " exclude each other"))
    assert str(error) == "people and plain exclude each other"
    assert error.for_command_line() == "--people and --plain exclude each other"


def test_an_option_can_have_another_spelling_on_the_command_line():
    error = BadInput("x", "unknown format", hint=Wording(Flag("format", "NAME", "-f NAME")))
    assert str(error) == "x: unknown format; format=NAME"
    assert error.for_command_line() == "x: unknown format; -f NAME"


def test_a_file_name_that_looks_like_an_option_stays_as_it_is():
    assert str(FileTrouble("--copy: No such file or directory")).startswith("--copy: ")


def test_a_note_has_its_hint_in_brackets_after_the_text():
    notes = Notes(keep=True)
    for row in (3, 4):
        notes.loss("left-out", f"row {row}", "left out", what="phone value{s}", hint=USE_COPY)
    flags, keywords = "use --copy FILE or --erase-results", "use copy=FILE or erase_results"
    assert notes.lines() == [f"loss left-out: 2 phone values left out ({flags}) (first: row 3)"]
    note = notes.kept[0]
    assert str(note) == f"loss left-out: 1 phone value left out ({keywords}) (row 3)"
    assert note.message == f"phone value left out ({keywords})"
    assert json.loads(note.line())["message"] == f"phone value left out ({flags})"


def test_a_note_from_another_process_is_counted_as_in_its_own():
    first, second = Notes(keep=True), Notes()
    first.loss("left-out", "row 3", "left out", 2, "phone value{s}", hint=USE_COPY)
    second.take(pickle.loads(pickle.dumps(first.kept[0])))
    assert second.lines() == first.lines()
