"""Bridge Gem movements: one file (.mvt, index.idx, header.txt) or a library, a tree of folders.

Each folder of a library has a header.txt that describes it, an index.idx with a line per
movement, and a file Mxxxxx.mvt per movement that lists the pairs at each table in each round.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator

from bmconv.codecs import Codec, Format, Options, write_option
from bmconv.codecs.bridgegem.lines import (
    INDEX_ONLY,
    MovementFile,
    index_lines,
    movement_lines,
    read_index,
    split_line,
)
from bmconv.codecs.shared.characters import write_lines
from bmconv.errors import BadInput, DataError, FileTrouble, UsageError, file_errors, reason_of
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.io.source import Source, open_source
from bmconv.movements.plan import Rounds, rounds_by_movement
from bmconv.movements.types import is_individual
from bmconv.notes import Notes, quantity
from bmconv.records import Library, Movement, MovementRound, Record

_HEADER, _INDEX = "header.txt", "index.idx"
_MOVEMENT = re.compile(r"m(\d{5})\.mvt", re.IGNORECASE)

INFO = Format(
    "Bridge Gem's movement files",
    holds={
        "library": Library.__struct_fields__,
        "movement": tuple(n for n in Movement.__struct_fields__ if n != "extra"),
        "movement_round": tuple(
            n for n in MovementRound.__struct_fields__ if n not in ("extra", "south", "west")
        ),
    },
    encoding="cp1252",
    options=(
        write_option(
            "out", "folder to write to, as a library instead of one file", metavar="FOLDER"
        ),
        write_option(
            "file",
            "which file to write, without --out",
            "movement",
            ("movement", "index", "header"),
        ),
    ),
    folder="out",
)


def probe(head: bytes, name: str) -> int:
    """Lines with four or five digits and a tab at the beginning, or a folder with such files."""
    if os.path.isdir(name):
        return 90 if any(True for _ in _folders(name)) else 0
    stem = os.path.basename(name).lower()
    if stem == _INDEX or _MOVEMENT.fullmatch(stem):
        return 90
    lines = head.decode("latin-1").removeprefix("\xef\xbb\xbf").splitlines()
    return 80 if any(re.match(r"(0000|0101|\d{5})\t", line) for line in lines) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Read a library with its movements and their rounds, or a single file."""
    encoding = options.text("encoding")
    if source.path and os.path.isdir(source.path):
        if not (folders := list(_folders(source.path))):
            expected = f"a folder with {_INDEX} and Mxxxxx.mvt, or one of such folders"
            raise BadInput(source.name, "no movements here", expected)
        for folder, files in folders:
            yield from _folder(folder, files, encoding, notes)
        return
    lines = list(source.text_lines(encoding))
    name = os.path.basename(source.path or "").lower()
    if name == _HEADER:
        yield Library(header="\n".join(lines).strip() or None)
    elif name == _INDEX or (
        any(split_line(line, 5) for line in lines)
        and not any(split_line(line, 4) for line in lines)
    ):
        yield Library(extra={"index": lines})
        yield from read_index(lines, source.name, notes)
    else:
        file = MovementFile(lines, source.name, notes)
        if not file.recognised:
            raise BadInput(source.name, "no line begins with four digits", "a movement file")
        match = _MOVEMENT.fullmatch(name)
        file.movement.number = int(match[1]) if match else None
        yield from _records(file.settle(), file.rounds, None)


def _folders(root: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The folders of a library that contain movements, with the paths of their files by name."""
    try:
        below = sorted(entry.path for entry in os.scandir(root) if entry.is_dir())
        for folder in (root, *below):
            files = {
                entry.name.lower(): entry.path for entry in os.scandir(folder) if entry.is_file()
            }
            if _INDEX in files or any(map(_MOVEMENT.fullmatch, files)):
                yield folder, files
    except OSError as error:
        raise FileTrouble(f"{error.filename or root}: {reason_of(error)}") from None


def _folder(folder: str, files: dict[str, str], encoding: str, notes: Notes) -> Iterator[Record]:
    """The records of one folder."""
    name = os.path.basename(os.path.abspath(folder))
    library = Library(folder=name)
    if _HEADER in files:
        library.header = "\n".join(_text(files[_HEADER], encoding)).strip() or None
    listed: dict[int | None, Movement] = {}
    if _INDEX in files:
        lines = _text(files[_INDEX], encoding)
        library.extra = {"index": lines}
        listed = {m.number: m for m in read_index(lines, files[_INDEX], notes)}
    yield library
    numbered = {
        int(match[1]): path for stem, path in files.items() if (match := _MOVEMENT.fullmatch(stem))
    }
    for number in sorted(numbered.keys() | {n for n in listed if n is not None}):
        if number not in numbered:
            text = "movement{s} of the index without a file"
            notes.repair("no-movement-file", f"{name}: M{number:05}.mvt", text)
            yield from _records(listed[number], [], name)
            continue
        if number not in listed:
            notes.repair("not-in-index", numbered[number], "movement file{s} not in the index")
        path = numbered[number]
        file = MovementFile(_text(path, encoding), path, notes, listed.get(number))
        file.movement.number = number
        yield from _records(file.settle(), file.rounds, name)


def _text(path: str, encoding: str) -> list[str]:
    with open_source(path) as source:
        return list(source.text_lines(encoding))


def _records(
    movement: Movement, rounds: list[MovementRound], library: str | None
) -> Iterator[Record]:
    movement.library = library
    yield movement
    for row in rounds:
        row.library, row.movement = library, movement.number
        yield row


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a single file: a movement, an index or a header."""
    event = Event(records, notes)
    lines = _one_file(event, options.text("file"), notes)
    write_lines(lines, sink, options.text("encoding"), notes)


def encode_folder(
    records: Iterable[Record], open_file: Callable[[str], Output], options: Options, notes: Notes
) -> None:
    """Write a library: a tree of files that become visible together."""
    event = Event(records, notes)
    _note_orphans(event, notes)
    for path, lines in _tree(event, options.text("out")):
        write_lines(lines, open_file(path), options.text("encoding"), notes)


def _one_file(event: Event, choice: str, notes: Notes) -> list[str]:
    """The lines of the single file chosen with --file."""
    libraries, movements = event.of(Library), event.of(Movement)
    folders = {movement.library for movement in movements} | {one.folder for one in libraries}
    for library in libraries:
        if library.header and choice != "header":
            notes.loss("header-lost", library.folder or "", "header{s} left out of the file")
        if {*(library.extra or ())} - ({"index"} if choice == "index" else set()):
            notes.loss("index-lost", library.folder or "", "index{s} left out of the file")
    for folder in sorted(folder for folder in folders if folder is not None):
        notes.loss("folder-lost", folder, "folder{s} left out: the file does not name {it|them}")
    _note_orphans(event, notes)
    rounds = rounds_by_movement(event.of(MovementRound))
    if choice == "movement":
        if len(movements) != 1:
            raise UsageError(
                f"{len(movements)} movements here, a file holds one: "
                "read one from its own file, or write a library"
            )
        movement = movements[0]
        for name in INDEX_ONLY:
            if getattr(movement, name) is not None:
                text = "value{s} left out of the file: the index has a place for {it|them}"
                notes.loss("index-lost", f"{event.place(movement)} {name.strip('_')}", text)
        return _lines_of_movement(event, movement, rounds, alone=True)
    if len(folders) != 1:
        raise UsageError(f"{len(folders)} folders here, a file belongs to one: write a library")
    for movement in movements:
        only = (movement.lines, movement.instructions, movement.title, movement.directions)
        if choice == "header" or any(only) or (movement.library, movement.number) in rounds:
            text = "movement{s} left out of the file, or reduced to the line of the index"
            notes.loss("movement-lost", event.place(movement), text)
    library = libraries[0] if libraries else Library()
    if choice == "header":
        return (library.header or "").split("\n")
    return index_lines(_index_of(library), movements)


def _note_orphans(event: Event, notes: Notes) -> None:
    """Note rounds that are not written: those of individuals, and those without a movement."""
    known = {(movement.library, movement.number): movement for movement in event.of(Movement)}
    for row in event.of(MovementRound):
        movement = known.get((row.library, row.movement))
        if movement is None:
            text = "round{s} left out: {its|their} movement is missing"
            notes.loss("round-lost", event.place(row), text)
        elif is_individual(movement):
            text = "round{s} of an individual left out: the format of individuals is not published"
            notes.loss("individual-lost", event.place(row), text)


def _lines_of_movement(
    event: Event, movement: Movement, all_rounds: Rounds, *, alone: bool = False
) -> list[str]:
    rounds = all_rounds.get((movement.library, movement.number), [])
    for row in rounds:
        if not (0 < (row.round or 0) < 100 and 0 < (row.table or 0) < 100):
            raise DataError(f"{event.place(row)}: rounds and tables of a file are 1 to 99")
    return movement_lines(movement, rounds, alone=alone)


def _index_of(library: Library) -> list[str]:
    """The lines of the index as they were read."""
    lines = (library.extra or {}).get("index")
    return [str(line) for line in lines] if isinstance(lines, list) else []


def _tree(event: Event, root: str) -> Iterator[tuple[str, list[str]]]:
    """Every file of a library with its lines; folders are created as needed."""
    libraries = {library.folder: library for library in event.of(Library)}
    rounds = rounds_by_movement(event.of(MovementRound))
    by_folder: dict[str | None, list[Movement]] = {folder: [] for folder in libraries}
    for movement in event.of(Movement):
        by_folder.setdefault(movement.library, []).append(movement)
    for folder, movements in by_folder.items():
        if not folder or folder in (".", "..") or re.search(r'[/\\\x00-\x1f<>:"|?*]', folder):
            named = f"library folder {folder!r}" if folder else "a library without a folder"
            raise DataError(f"{named}: expected the name of a folder")
        at = os.path.join(root, folder)
        _check_no_movement_dropped(os.path.join(at, _INDEX), movements)
        with file_errors(at):
            os.makedirs(at, exist_ok=True)
        library = libraries.get(folder, Library())
        yield os.path.join(at, _HEADER), (library.header or "").split("\n")
        yield os.path.join(at, _INDEX), index_lines(_index_of(library), movements)
        for movement in movements:
            if not 0 <= (movement.number or 0) <= 99999:
                raise DataError(f"{folder}: movement {movement.number}: a number has five digits")
            lines = _lines_of_movement(event, movement, rounds)
            if movement.lines or len(lines) > 1:
                yield os.path.join(at, f"M{movement.number or 0:05}.mvt"), lines


def _check_no_movement_dropped(path: str, movements: list[Movement]) -> None:
    """Refuse to replace an index that lists movements missing from the input."""
    known = read_index(_text(path, ""), path, Notes()) if os.path.exists(path) else []
    if lost := {movement.number for movement in known} - {
        movement.number for movement in movements
    }:
        raise DataError(
            f"{path}: {quantity(len(lost), 'movement')} of this index not in the input",
            hint="bmconv join them first",
        )


CODEC = Codec(INFO, probe, decode, encode, encode_folder=encode_folder)
