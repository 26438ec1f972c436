"""Notes: one line per code with a count and the first place, all of them as JSON lines."""

import json

from bmconv.notes import ERROR, LOSS, Note, Notes


def test_notes_of_one_code_are_one_line_with_a_count_and_the_first_place():
    notes = Notes()
    for place in ("seat A5 N", "seat A5 S", "seat B1 E"):
        notes.loss("name-cut", place, "name{s} cut to 18 characters")
    assert notes.lines() == ["loss name-cut: 3 names cut to 18 characters (first: seat A5 N)"]


def test_a_single_note_is_in_the_singular_and_one_without_place_has_no_brackets():
    notes = Notes()
    notes.repair("odd-flag", "f:3", "flag{s} read as false")
    notes.error("lost", "", "thing{s} lost")
    assert notes.lines() == [
        "repair odd-flag: 1 flag read as false (f:3)",
        "error lost: 1 thing lost",
    ]


def test_levels_are_counted_apart():
    notes = Notes()
    notes.loss("a", "", "x")
    notes.loss("a", "", "y")
    notes.repair("a", "", "x")
    notes.error("b", "", "x")
    assert (notes.count(LOSS), notes.count(ERROR), notes.count(LOSS, ERROR)) == (2, 1, 3)


def test_every_note_goes_to_the_listener_and_is_a_line_of_json():
    heard: list[Note] = []
    notes = Notes(heard.append)
    notes.loss("name-cut", 'seat "É"', "name{s} cut")
    notes.loss("name-cut", "seat 2", "name{s} cut")
    assert [json.loads(note.line()) for note in heard] == [
        {"level": "loss", "code": "name-cut", "place": 'seat "É"', "message": "name cut"},
        {"level": "loss", "code": "name-cut", "place": "seat 2", "message": "name cut"},
    ]
    assert "\n" not in heard[0].line()


def test_a_note_that_stands_for_many_says_how_many():
    heard: list[Note] = []
    Notes(heard.append).repair("blank-row", "row 3", "row{s} left out", 2)
    assert json.loads(heard[0].line()) == {
        "level": "repair", "code": "blank-row", "place": "row 3", "message": "rows left out",
        "count": 2,
    }  # fmt: skip


def test_a_note_prints_as_a_sentence():
    heard = Notes(keep=True)
    heard.loss("name-cut", "seat A5 N", "name{s} cut to 18 characters")
    heard.loss("blank-row", "row 3", "row{s} left out", 2)
    heard.loss("field-lost", "", "left out: x does not hold them", what="seat.name value{s}")
    assert [str(note) for note in heard.kept] == [
        "loss name-cut: 1 name cut to 18 characters (seat A5 N)",
        "loss blank-row: 2 rows left out (first: row 3)",
        "loss field-lost: 1 seat.name value left out: x does not hold them",
    ]
    assert heard.kept[0].message == "name cut to 18 characters"
