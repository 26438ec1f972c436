"""Tests of every format: its samples, declared fields, probe, and handling of invalid values.

Beside each sample is a file with the records that it contains.
"""

from itertools import zip_longest
from pathlib import Path

import pytest

from bmconv.codecs import load
from bmconv.codecs.plugin_guard import check_codec
from bmconv.registry import OWN, RECORDS
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import quick
from tests.tools import losses

ROOT = Path(__file__).parent.parent
PAIRS = [
    (name, path)
    for name, entry in OWN.items()
    if entry.reads
    for path in sorted((ROOT / "formats" / name / "samples").glob("*"))
    if path.suffix != ".jsonl" and path.is_file() and path.with_suffix(".jsonl").exists()
]

FILES = [
    (RECORDS if path.suffix == ".jsonl" else name, path)
    for name in OWN
    for path in sorted((ROOT / "formats" / name / "samples").glob("*.*"))
]
"""All samples with their formats; the records beside them are samples too."""


def ids(pair: object) -> str:
    return pair.name if isinstance(pair, Path) else str(pair)


@pytest.mark.parametrize(("name", "path"), PAIRS, ids=ids)
def test_a_sample_gives_the_records_beside_it(name: str, path: Path) -> None:
    done = quick("from", name, path)
    assert done.code == 0
    beside = path.with_suffix(".jsonl").read_bytes().splitlines()
    hint = "fields are in the order of `bmconv formats records`; `bmconv from` prints the lines"
    for number, (read, expected) in enumerate(zip_longest(done.out.splitlines(), beside), 1):
        assert read == expected, f"line {number} of {path.stem}.jsonl: {hint}"


WRITTEN = [pair for pair in PAIRS if pair[1].stem != "polled" and OWN[pair[0]].writes]
"""All but formats that are only read, and the answers of a service, which we cannot write."""


@pytest.mark.parametrize(("name", "path"), WRITTEN, ids=ids)
def test_a_sample_written_from_its_records_gives_them_again(name, path, tmp_path):
    written = tmp_path / path.name
    assert quick("to", name, path.with_suffix(".jsonl"), "-o", written).code == 0
    assert quick("from", name, written).out == path.with_suffix(".jsonl").read_bytes()


LOST_BUT_READ = {"table.lin": {f"{kind}.round" for kind in ("seat", "result", "bid", "card")}}
"""A LIN file has no rounds; that of this sample follows from a change of players."""


@pytest.mark.parametrize(("name", "path"), WRITTEN, ids=ids)
def test_nothing_in_a_sample_is_noted_as_lost(name, path):
    records, _ = decode_bytes(path.with_suffix(".jsonl").read_bytes(), RECORDS)
    _, notes = encode_records(records, name)
    lost = {n.what.split()[0] for n in notes if n.code in ("field-lost", "record-lost")}
    lost -= LOST_BUT_READ.get(path.name, set())
    assert not lost, f"{name} writes {', '.join(sorted(lost))}: name them in INFO.holds"


@pytest.mark.parametrize("name", losses.WRITTEN)
def test_an_invalid_value_that_a_reader_keeps_does_not_stop_the_writer(name):
    refused = losses.refused_oddities(name)
    hint = "a writer makes Event(records, notes), as Event(records) refuses what a reader kept"
    assert not refused, f"{hint}: {'; '.join(refused[:3])}"


@pytest.mark.parametrize("name", OWN)
def test_a_codec_names_types_and_fields_that_exist_and_options_of_its_own(name):
    check_codec(load(name))


@pytest.mark.parametrize(("name", "path"), PAIRS, ids=ids)
def test_a_sample_is_recognised_by_its_content(name: str, path: Path) -> None:
    head = path.read_bytes()[:4096]
    scores = {format: load(format).probe(head, path.name) for format in OWN}
    assert max(scores, key=lambda format: scores[format]) == name


@pytest.mark.parametrize("name", OWN)
def test_a_sample_of_another_format_is_not_claimed(name: str) -> None:
    """A probe whose score is too high would take files from other formats, or tie with them."""
    claimed = [
        path.name
        for owner, path in FILES
        for file_name in (path.name, "")
        if owner != name and score(name, path, file_name) >= max(1, score(owner, path, file_name))
    ]
    examples = ", ".join(claimed[:3])
    assert not claimed, f"the probe of {name} claims {len(claimed)} samples of others: {examples}"


def test_no_two_samples_have_the_same_name() -> None:
    """`make demo` puts all of them into one folder."""
    folders: dict[str, list[str]] = {}
    for path in (path for _, path in FILES):
        folders.setdefault(path.name.lower(), []).append(path.parent.parent.name)
    duplicates = {
        n: " and ".join(f"formats/{f}" for f in fs) for n, fs in folders.items() if fs[1:]
    }
    assert not duplicates, f"a sample name is used twice: {duplicates}; give one another name"


def score(format: str, path: Path, file_name: str) -> int:
    """The probe's score of a file under a name, or without one, as from a pipe."""
    return load(format).probe(path.read_bytes()[:4096], file_name)


def test_every_text_format_has_a_sample() -> None:
    formats = {name for name, _ in PAIRS}
    assert {name for name in OWN if not load(name).info.binary} - formats == {"records"}


def test_the_sample_of_records_is_a_complete_event() -> None:
    records, notes = decode_bytes(
        (ROOT / "formats/records/samples/event.jsonl").read_bytes(), "records"
    )
    assert notes == []
    assert len(records) == 58
