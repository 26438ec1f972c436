"""bmconv publish: writes four files, each the same as the command for it writes."""

import os
import shutil
from zipfile import ZipFile

import pytest

import bmconv
from bmconv.codecs import load
from bmconv.io.stream import encode_lines
from bmconv.records import Result
from tests.helpers.running import quick, samples
from tests.ranking.test_teams import match
from tests.tools.losses import with_value

CLUB = 'club_name = "Northtown Bridge Club"\nclub_id_number = "123456"\n'


@pytest.mark.parametrize("with_hands", [False, True])
def test_each_file_is_what_rank_writes(tmp_path, with_hands):
    folder = samples(tmp_path)
    (folder / "club.toml").write_text(CLUB)
    source, hands = folder / "night.bws", folder / "hands.pbn"
    words, data = [str(source)], str(source)
    if with_hands:
        words.append(str(hands))
        data = str(folder / "joined.jsonl")
        only = f"hand,evaluation:{hands}"
        assert quick("join", str(source), str(hands), "--only", only, "-o", data).code == 0
    club = ["--club", str(folder / "club.toml")]
    done = quick("publish", *words, *club, "--out", str(folder / "public"))
    assert done.code == 0, done.err
    formats = {"html": "html", "xlsx": "xlsx", "xml": "usebio", "pbn": "pbn"}
    for ending, format in formats.items():
        out = folder / f"rank.{ending}"
        has_club = any(option.name == "club" for option in load(format).info.options)
        options = club if has_club else []
        ranked = quick("rank", data, *options, "-o", str(out))
        assert ranked.code == 0, ranked.err
        assert (folder / f"public/night.{ending}").read_bytes() == out.read_bytes(), ending
    assert b"Northtown Bridge Club" in (folder / "public/night.xml").read_bytes()


def test_check_prints_what_looks_odd_and_writes_nothing(tmp_path):
    folder = samples(tmp_path)
    changed = folder / "odd.jsonl"
    words = ("select", str(folder / "night.bws"), "--without", "player", "-o", str(changed))
    assert quick(*words).code == 0
    for words in (("--check", "--out", folder / "public"), ("--check",)):
        done = quick("publish", str(changed), *words)
        assert done.out.decode() == f"{changed}: this looks odd:\n  nobody has a name\n"
    assert not (folder / "public").exists()
    done = quick("publish", str(changed))
    problem = "--out is missing; add --out FOLDER, or --check to write nothing"
    assert (done.code, done.err) == (2, f"bmconv: {problem} (bmconv publish --help)\n")


def test_the_number_of_a_player_without_a_name_is_not_published_as_a_name(tmp_path):
    folder = samples(tmp_path)
    night = folder / "guest.bws"
    words = ("seat[A1N].number=7654321", "-o", night)
    assert quick("set", folder / "night.bws", *words).code == 0
    assert quick("publish", night, "--out", folder / "public").code == 0
    assert quick("rank", night, "-o", folder / "public" / "guest.txt").code == 0
    ranking = quick("rank", night).out
    (folder / "public" / "guest.csv").write_bytes(quick("to", "bridgewebs", stdin=ranking).out)
    with ZipFile(folder / "public" / "guest.xlsx") as book:
        (folder / "public" / "sheets").write_bytes(b"".join(map(book.read, book.namelist())))
    files = {path.name: path.read_bytes() for path in (folder / "public").iterdir()}
    assert all(b"Cleo Nygaard" in files[name] for name in {*files} - {"guest.xlsx"})
    assert [name for name, content in files.items() if b"7654321" in content] == ["guest.xml"]


def test_publish_writes_all_files_or_none(tmp_path):
    folder = samples(tmp_path)
    (folder / "bad.toml").write_text("club_nmae = 5\n")
    done = quick("publish", str(folder / "night.bws"), "--club", str(folder / "bad.toml"),
                 "--out", str(folder / "public"))  # fmt: skip
    assert done.code != 0
    assert not (folder / "public").exists()


def test_strict_writes_nothing_after_a_loss(tmp_path):
    turned = [
        with_value(record, "remarks", "Wrong direction")
        if isinstance(record, Result) and (record.board, record.table) == (1, 1)
        else record
        for record in match()
    ]
    source, out = tmp_path / "match.jsonl", tmp_path / "public"
    source.write_bytes(b"".join(encode_lines(turned)))
    done = quick("publish", str(source), "--out", str(out), "--strict")
    assert (done.code, out.exists()) == (1, False)
    assert "wrong-direction: 1 board skipped" in done.err
    assert quick("publish", str(source), "--out", str(out)).code == 0
    assert len(list(out.iterdir())) == 4


def test_an_input_is_never_overwritten(tmp_path):
    folder = samples(tmp_path)
    quick("rank", str(folder / "night.bws"), "-o", str(folder / "game.pbn"))
    before = (folder / "game.pbn").read_bytes()
    done = quick("publish", str(folder / "game.pbn"), "--out", str(folder))
    assert (done.code, "is also an input" in done.err) == (2, True)
    assert (folder / "game.pbn").read_bytes() == before


def test_an_input_is_not_overwritten_through_a_hard_link(tmp_path):
    folder = samples(tmp_path)
    (folder / "public").mkdir()
    os.link(folder / "hands.pbn", folder / "public" / "night.pbn")
    before = (folder / "hands.pbn").read_bytes()
    words = ("publish", str(folder / "night.bws"), str(folder / "hands.pbn"))
    done = quick(*words, "--out", str(folder / "public"))
    name = folder / "public" / "night.pbn"
    message = f"bmconv: {name} is also an input; choose another folder\n"
    assert (done.code, done.err) == (2, message)
    assert [path.name for path in (folder / "public").iterdir()] == ["night.pbn"]
    assert name.read_bytes() == before


def test_the_function_names_files_after_the_input(tmp_path):
    folder = samples(tmp_path)
    shutil.copy(folder / "night.bws", folder / "evening.bws")
    published = bmconv.publish(folder / "evening.bws", out=folder / "public")
    assert [os.path.basename(path) for path in published.files] == [
        *("evening.html", "evening.xlsx", "evening.xml", "evening.pbn")
    ]
    assert published.oddities == []


def test_publish_needs_an_evening_with_results_and_at_most_one_file_of_hands(tmp_path):
    folder = samples(tmp_path)
    night, hands, old = (folder / name for name in ("night.bws", "hands.pbn", "old.bws"))
    (folder / "taken").write_text("")
    for words, code, line in (
        ((hands,), 1, f"no results in {hands}; the file with the results comes first, then that "
         "of the hands"),
        ((night, old), 1, f"no hands in {old}; publish one evening, with its hands"),
        ((night, hands, old), 2, "expected one evening and one file of hands (bmconv publish "
         "--help)"),
    ):  # fmt: skip
        done = quick("publish", *words, "--out", folder / "public")
        assert (done.code, done.err) == (code, f"bmconv: {line}\n")
        assert not (folder / "public").exists()
    done = quick("publish", night, "--out", folder / "taken")
    assert (done.code, done.err) == (
        4,
        f"bmconv: {folder / 'taken'} is a file; expected a folder\n",
    )


def test_the_club_file_says_which_kind_of_numbers_players_have(tmp_path):
    folder = samples(tmp_path)
    club = folder / "club.toml"
    words = ("publish", folder / "night.bws", "--club", club, "--out", folder / "public")
    club.write_text(CLUB)
    assert "numbers-assumed" in quick(*words).err
    club.write_text(CLUB + 'numbers = "national"\n')
    assert quick(*words).err == ""
    club.write_text(CLUB + 'numbers = "mine"\n')
    done = quick(*words)
    problem = f"bmconv: {club}: numbers is 'mine'; expected national or club\n"
    assert (done.code, done.err) == (2, problem)


@pytest.mark.parametrize(("count", "more"), [(20, []), (21, ["  and 1 more"])])
def test_twenty_oddities_are_printed_and_more_of_them_are_counted(tmp_path, count, more):
    play = {"round": 1, "pair_ns": 1, "pair_ew": 2, "declarer": "N", "contract": "1 C"}
    results = [
        Result(section=1, table=1, board=board, result="=", score=100, **play)
        for board in range(1, count)
    ]
    source = tmp_path / "night.jsonl"
    source.write_bytes(b"".join(encode_lines(results)))
    done = quick("publish", source, "--check", "--out", tmp_path / "public")
    title, nobody, *scores = done.out.decode().splitlines()
    assert (title, nobody) == (f"{source}: this looks odd:", "  nobody has a name")
    assert [line for line in scores if "more" not in line] == [
        f"  result A1 round 1 board {board}: score that the contract does not give "
        "(100, computed 70)"
        for board in range(1, min(count, 20))
    ]
    assert scores[19:] == more
