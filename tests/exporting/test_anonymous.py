"""export --anonymise: no byte names a person, and with a key a person always gets the same name."""

import datetime
import io
import json
import os
import re
import zipfile

import pyarrow.parquet as pq
import pytest

import bmconv
from bmconv import records as rec
from bmconv.filters.anonymise import anonymise
from bmconv.filters.key_files import read_key
from bmconv.io.stream import encode_lines
from tests.helpers.datasets import GUID, rows, sql
from tests.helpers.postgres_server import programs_folder, running_server
from tests.helpers.running import absent, judge, quick

PEOPLE = {
    "48219073": "Ada Lindqvist", "48219074": "Bruno Marsh", "48219075": "Zoë Łukasiewicz",
    "48219076": "Cleo Nygaard", "59304071": "Анна Ковальчук", "59304072": "Emil O'Neill",
}  # fmt: skip
WORDS = {
    *(word for name in PEOPLE.values() for word in re.findall(r"[^\W\d_]{4,}", name)),
    *("Northtown", "Thursday", "Kovalenko", "Southville", "Janssen", *PEOPLE, "77665012"),
}
"""Every word of four letters and every number of eight digits that the archive has of people."""


LABELS = ("--label", "club={1}", "--label", "file={stem}")


def night(number, numbers, guid=True):
    """A night of two tables whose texts name the club and its people."""
    day = datetime.date(2024, 5, number)
    made = [
        rec.EventInfo(guid=GUID.format(number), name="Northtown Thursday", club_id="77665012"),
        rec.Session(id=1, name="Thursday cup Kovalenko", date=day),
        rec.Section(id=1, letter="A", session=1, tables=1, winners=1, name="Janssen"),
        rec.Table(section=1, table=1),
    ]
    if guid:
        made[1].guid = GUID.format(48219073_00000 + number)
    for board in (1, 2, 3):
        made.append(
            rec.Round(
                section=1, table=1, round=board, ns_pair=1, ew_pair=2,
                low_board=board, high_board=board,
            )
        )  # fmt: skip
    for place, own in zip("NSEW", numbers, strict=True):
        seat = rec.Seat(section=1, table=1, direction=place, number=own, name=PEOPLE[own])
        first, _, last = PEOPLE[own].partition(" ")
        made.append(seat)
        made.append(
            rec.Player(number=own, name=PEOPLE[own], id=int(own), first_name=first, last_name=last)
        )
    for board in (1, 2, 3):
        made.append(
            rec.Result(
                id=board, section=1, table=1, round=board, board=board, pair_ns=1, pair_ew=2,
                declarer="N", contract="4 S", result="=-1+"[board - 1 : board] or "=",
                remarks=f"{PEOPLE[numbers[0]]} rang 48219074",
                extra={"custom_by": PEOPLE[numbers[1]], "custom_n": 48219075,
                       "custom_f": 48219076.0},
            )
        )  # fmt: skip
        made[-1].result = ("=", "-1", "+1")[board - 1]
    return made


@pytest.fixture
def archive(tmp_path):
    """Two nights of a club with common players, another club, and everything that goes wrong."""
    folder = tmp_path / "Lindqvist" / "archive"
    nights = {
        "Northtown/2024/48219073 Ada.jsonl": night(
            1, ["48219073", "48219074", "48219075", "48219076"]
        ),
        "Northtown/2024/Marsh_2.bws": night(
            2, ["48219073", "59304071", "59304072", "48219074"], False
        ),
        "Southville/night.jsonl": night(3, ["48219073", "48219076", "59304072", "48219075"]),
    }
    for name, records in nights.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        bmconv.write(bmconv.Event(records), folder / name)
    (folder / "Northtown/Janssen.pbn").write_text('% PBN 2.1\n[Event "Kovalenko\n[Board "x"]\n')
    (folder / "Northtown/Nygaard.bws").write_bytes(b"Lindqvist 48219073 is not a database")
    (folder / "Northtown/Kovalenko.jsonl").write_bytes(
        b'{"type":"session","id":"Lindqvist 48219073"}\n'
    )
    with zipfile.ZipFile(folder / "mail of Ada Lindqvist.zip", "w") as mail:
        made = night(4, ["48219076", "59304071", "59304072", "48219074"])
        mail.writestr("Southville/Emil 59304072.jsonl", b"".join(encode_lines(made)))
        mail.writestr("Marsh.txt", b"48219074 Marsh")
    data = b"Kovalenko"
    for _ in range(6):  # too deep, which is reported with the names of the archives
        with zipfile.ZipFile(inner := io.BytesIO(), "w") as mail:
            mail.writestr("Kovalenko.zip", data)
        data = inner.getvalue()
    (folder / "Northtown/mail 48219074.zip").write_bytes(data)
    for path in folder.rglob("*"):
        set_time(path, 1_700_000_000)
    return folder


def set_time(path, seconds):
    """Give a file a time in which no number of a person occurs by chance."""
    os.utime(path, (seconds, seconds))


@pytest.fixture
def key(tmp_path):
    return new_key(tmp_path / "league.key")


def new_key(path):
    assert quick("anonymise", "--new-key", path).code == 0
    return path


def export(archive, to, place, *more):
    target = ["--to", to, "--db" if to == "sql" else "--out", place]
    return quick("export", archive, *target, "--anonymise", *LABELS, "--jobs", "1", *more)


def words_left_in(data: bytes) -> set[str]:
    """The words and numbers of people in some bytes, in the spellings of files."""
    return {
        word
        for word in WORDS
        if any(
            spelled in data
            for spelled in (
                word.encode(),
                word.encode("utf-16-le"),
                json.dumps(word)[1:-1].encode(),
            )
        )
    }


def everything_in(folder) -> bytes:
    """All bytes of all files, and what is compressed in them."""
    found = []
    for path in sorted(folder.rglob("*")):
        found.append(str(path.relative_to(folder)).encode())
        if path.is_file():
            found.append(path.read_bytes())
        if path.suffix == ".parquet":
            file = pq.ParquetFile(path)
            found.append(f"{file.schema_arrow.metadata} {file.metadata.metadata}".encode())
            found.append(
                json.dumps(file.read().to_pylist(), default=str, ensure_ascii=False).encode()
            )
        if path.suffix == ".duckdb":
            with judge("duckdb").connect(str(path), read_only=True) as db:
                for (name,) in db.execute("SELECT table_name FROM duckdb_tables()").fetchall():
                    found.append(str(db.table(name).fetchall()).encode())
    return b"\n".join(found)


@pytest.mark.parametrize("to", ["parquet", "sqlite", "duckdb", "site"])
@pytest.mark.parametrize("keyed", [True, False])
def test_no_byte_of_the_output_names_a_person(archive, key, tmp_path, to, keyed):
    out = tmp_path / "out"
    out.mkdir()
    if to == "duckdb":
        judge("duckdb")
    place = out / "set" if to in ("parquet", "site") else f"{to}:///{out}/league.{to}"
    to = to if to in ("parquet", "site") else "sql"
    more = ["--key", key] if keyed else []
    done = export(archive, to, place, "--notes", out / "notes", *more)
    assert done.code == 1  # rejects
    assert b"5 events" in done.out
    assert "rejected" in done.err
    said = done.err.encode() + done.out
    assert words_left_in(everything_in(out) + said) == set()
    assert words_left_in(everything_in(archive)) >= {
        "Lindqvist",
        "Ковальчук",
        "48219073",
        "Kovalenko",
    }
    if keyed:  # a second run, with one file changed and one gone
        bmconv.write(
            bmconv.Event(night(1, list(PEOPLE)[2:])), archive / "Northtown/2024/48219073 Ada.jsonl"
        )
        set_time(archive / "Northtown/2024/48219073 Ada.jsonl", 1_700_000_100)
        (archive / "Southville/night.jsonl").unlink()
        done = export(archive, to, place, "--notes", out / "notes", "--prune", *more)
        assert b"0 new, 1 changed, 7 unchanged, 1 pruned" in done.out
        assert words_left_in(everything_in(out) + done.err.encode() + done.out) == set()


def test_no_byte_of_a_postgresql_database_names_a_person(archive, key):
    if programs_folder() is None:
        absent("PostgreSQL")
    with running_server() as server:
        own = words_left_in(
            everything_in(server.folder / "data")
        )  # the server has words of its own
        assert len(own) < 3
        done = export(archive, "sql", server.url, "--key", key)
        assert b"5 events" in done.out
        server.control("-m", "fast", "restart")  # all pages are written
        left = words_left_in(everything_in(server.folder / "data"))
    assert left - own == set()


def names_in(path) -> dict[str, set[tuple[str, str]]]:
    """The people of each event, by its date."""
    found: dict[str, set[tuple[str, str]]] = {}
    query = "SELECT date, number, s.name FROM seat s JOIN events USING (event_id)"
    for date, number, name in sql(path, query):
        found.setdefault(date, set()).add((number, name))
    return found


def test_with_a_key_a_person_of_a_club_is_the_same_in_every_night_and_target(
    archive, key, tmp_path
):
    first, other, third = (tmp_path / name for name in ("a.db", "b.db", "c.db"))
    export(archive, "sql", f"sqlite:///{first}", "--key", key)
    export(archive, "sql", f"sqlite:///{other}", "--key", new_key(tmp_path / "other.key"))
    export(archive, "sql", f"sqlite:///{third}")
    nights = names_in(first)
    assert {date: len(people) for date, people in nights.items()} == {
        f"2024-05-0{day}": 4 for day in (1, 2, 3, 4)
    }
    same = nights["2024-05-01"] & nights["2024-05-02"]
    assert len(same) == 2  # 48219073 and 48219074
    assert not nights["2024-05-01"] & nights["2024-05-03"]  # another club's 48219073
    mask = anonymise(list, read_key(str(key)), "Northtown")
    expected = {mask.edit(rec.Player(number=n)).number for n in ("48219073", "48219074")}
    assert {
        number for number, _ in same
    } == expected  # as `anonymise --club-name Northtown` has them
    for path in (other, third):
        found = names_in(path)
        for place in (0, 1):
            both = [
                {row[place] for people in n.values() for row in people} for n in (nights, found)
            ]
            assert not both[0] & both[1]
    out = tmp_path / "set"
    export(archive, "parquet", out, "--key", key)
    people = {row for people in nights.values() for row in people}
    assert set(rows(out, "seat", "number", "name")) == people


def test_results_and_rankings_do_not_change(archive, key, tmp_path):
    masked, plain = tmp_path / "masked.db", tmp_path / "plain.db"
    export(archive, "sql", f"sqlite:///{masked}", "--key", key)
    quick("export", archive, "--to", "sql", "--db", f"sqlite:///{plain}", *LABELS)
    for query in (
        "SELECT e.date, board, contract, declarer, r.result, score_ns, mp_ns, mp_ew, standing "
        "FROM result r JOIN events e USING (event_id) ORDER BY 1, 2",
        "SELECT e.date, pair, place, total, percentage, boards "
        "FROM ranking r JOIN events e USING (event_id) ORDER BY 1, 2",
        "SELECT date, results, records FROM events ORDER BY 1",
        "SELECT nights, boards, average FROM player_season ORDER BY 1, 2, 3",
        "SELECT status, count(*) FROM sources GROUP BY 1 ORDER BY 1",
    ):
        assert sql(masked, query) == sql(plain, query) != []
    for query in ("SELECT DISTINCT names FROM ranking", "SELECT hash FROM sources"):
        assert not set(sql(masked, query)) & set(sql(plain, query))


def test_paths_keep_their_folders_and_the_digits_of_dates(archive, key, tmp_path):
    export(archive, "sql", f"sqlite:///{tmp_path}/a.db", "--key", key)
    found = sql(tmp_path / "a.db", "SELECT source_file, club FROM sources ORDER BY 1")
    word = "(?:[a-z]{3}-){5}[a-z]{3}"
    shapes = sorted(re.sub(word, "X", name) for name, _ in found)
    assert shapes == sorted(
        [
            *("X/2024/X.jsonl", "X/2024/X.bws", "X/X.jsonl", "X/X.jsonl", "X/X.pbn", "X/X.bws"),
            *("X.zip#X/X.jsonl", "X.zip#X.txt", "X/X.zip#X.zip#X.zip#X.zip"),
        ]
    )
    assert len({name for name, _ in found}) == len(found)
    assert {club for name, club in found if "#" not in name} == {
        name.split("/")[0] for name, _ in found if "#" not in name
    }


def test_people_and_pseudonyms_are_never_mixed(archive, key, tmp_path):
    plain, keyed, once = (f"sqlite:///{tmp_path}/{name}.db" for name in "abc")
    quick("export", archive, "--to", "sql", "--db", plain, *LABELS)
    export(archive, "sql", keyed, "--key", key)
    export(archive, "sql", once)
    other = new_key(tmp_path / "other.key")
    another = "with another key; give that one with --key, or export"
    for done, why in (
        (export(archive, "sql", plain, "--key", key), "without --anonymise"),
        (quick("export", archive, "--to", "sql", "--db", keyed, *LABELS), "with --anonymise"),
        (export(archive, "sql", keyed, "--key", other), another),
        (export(archive, "sql", keyed), another),
        (
            export(archive, "sql", once),
            "with --anonymise but without --key, which no later run can continue",
        ),
    ):
        why = why if why == another else f"{why}; export"
        assert (done.code, done.err) == (2, f"bmconv: this dataset was made {why} to a new place\n")
    done = quick("export", archive, "--to", "sql", "--db", keyed, "--key", key)
    assert (done.code, done.err) == (2, "bmconv: --key is for --anonymise\n")


def test_without_a_key_the_summary_says_that_names_are_for_one_run_only(archive, key, tmp_path):
    said = b"; names invented for this run only, so no later run can add to it (use --key)\n"
    assert export(archive, "parquet", tmp_path / "a").out.endswith(said)
    assert said.strip() not in export(archive, "parquet", tmp_path / "b", "--key", key).out


def test_a_run_over_one_folder_of_the_archive_adds_to_the_same_dataset(archive, key, tmp_path):
    place = f"sqlite:///{tmp_path}/a.db"
    export(archive, "sql", place, "--key", key)
    done = export(archive / "Southville", "sql", place, "--key", key)
    assert b"1 file: 0 new, 0 changed, 1 unchanged" in done.out
    done = export(tmp_path, "sql", place, "--key", key)
    assert done.err == (
        f"bmconv: {tmp_path} is not below the base folder of this dataset; "
        "export both folders to a new place in one run\n"
    )
