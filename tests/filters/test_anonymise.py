"""anonymise leaves nobody recognisable, whatever the script, the field or the format."""

import json
import os
import re
from itertools import pairwise, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from bmconv import records as rec
from bmconv.filters.anonymise import anonymise
from bmconv.filters.pseudonyms import CONSONANTS, VOWELS
from bmconv.io.stream import encode
from bmconv.records import TYPES, type_name
from bmconv.schema import fields
from tests.helpers import strategies as some
from tests.helpers.filled_records import filled_records
from tests.helpers.filtering import RESULT, filter_records
from tests.helpers.running import ROOT, quick, run_measuring_memory
from tests.tools.losses import CONTEXT, DAY, VALUES, with_value

PEOPLE = {
    "Latin": ["Ada Lindqvist", "Zoë Łukasiewicz", "Bo O'Neil", "José Muñoz"],
    "Cyrillic": ["Анна Ковальчук", "Борис Громов", "Вера Зимина", "Олег Шустов"],
    "Greek": ["Ελένη Βραχά", "Νίκος Ρήγας", "Μαρία Δούκα", "Πέτρος Ζώης"],
    "Chinese": ["王小明", "李娜", "張偉", "刘洋"],
}
NUMBERS = ["1000", "1001", "1002", "1003"]
CLUB = "Northtown Bridgeclub"
GUID = "ABCDEF0123456789ABCDEF0123456789"
FORMATS = {".bws": "bws", ".pbn": "pbn", ".jsonl": "records", ".json": "dto", ".csv": "csv"}


def night(people: list[str]) -> list[rec.Record]:
    """A night of two tables whose every text names the club or somebody."""
    made: list[rec.Record] = [
        rec.EventInfo(guid=GUID, name=CLUB, club_id="NL4711", data_folder=f"C:\\{CLUB}\\Data"),
        rec.Client(id=1, computer="Lindqvist-PC"),
        rec.Session(id=1, guid=GUID[::-1], name=f"{CLUB} Thursday", date=DAY),
        rec.Section(id=1, letter="A", session=1, tables=1, winners=1, name=CLUB),
        rec.Table(section=1, table=1),
        rec.Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, low_board=1, high_board=2),
        rec.Hand(board=1, **HANDS),
    ]
    for name, number, seat in zip(people, NUMBERS, "NESW", strict=True):
        first, _, last = name.partition(" ")
        made.append(rec.Player(number=number, id=int(number), name=name, club_id="NL4711"))
        made.append(
            rec.Seat(
                section=1,
                table=1,
                direction=seat,
                number=number,
                name=name,
                country="Utopia",
                first_name=first,
                last_name=last or None,
            )
        )
    tags = [("Event", CLUB), ("Site", "Northtown"), ("Annotator", people[2])]
    tags += zip(("North", "East", "South", "West"), people, strict=True)
    made.append(rec.Game(board=1, tags=tags, comments=[("0", f"{people[1]} dealt")]))
    made.append(
        rec.Result(
            id=1,
            section=1,
            table=1,
            round=1,
            board=1,
            pair_ns=1,
            pair_ew=2,
            declarer="N",
            contract="4 S",
            result="=",
            score=420,
            remarks=f"{people[0]} called 1002",
            extra={"custom_by": people[3], "custom_n": 1003},
        )
    )
    return made


HANDS = {
    "north": "KT5.AJ8543.KJ.K5",
    "east": "Q6432.T62.7.T973",
    "south": "AJ9.Q9.QT963.862",
    "west": "87.K7.A8542.AQJ4",
}


def originals(people: list[str]) -> list[str]:
    words = re.findall(r"[^\W\d_]{2,}", " ".join([*people, CLUB, "Utopia Lindqvist"]))
    words = [w for w in words if not w.isascii() or len(w) > 2]  # `Bo` is in every `Board`
    return [*dict.fromkeys(words), *NUMBERS, "4711", GUID, GUID[::-1]]


def spelled(text: str) -> list[bytes]:
    """A text as bytes of any file: also in UTF-16, as databases have it, and escaped."""
    made = [text.encode(), text.encode("utf-16-le"), json.dumps(text)[1:-1].encode()]
    for charset in ("cp1252", "latin-1", "cp1251", "cp1253"):
        made.append(text.encode(charset, "ignore"))
    return [data for data in made if len(data) > 2]


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("script", PEOPLE)
def test_nothing_of_a_night_is_left_in_any_format(script, ending, tmp_path):
    source, target = tmp_path / "night.jsonl", tmp_path / f"out{ending}"
    source.write_bytes(b"".join(encode(r) + b"\n" for r in night(PEOPLE[script])))
    stream = quick("anonymise", source)
    assert stream.code == 0
    format = FORMATS[ending]
    ways = {"csv": [("--table", "seat"), ("--table", "player")], "dto": [("--no-validate",)]}
    for more in ways.get(format, [()]):
        done = quick("to", format, "-o", target, *more, stdin=stream.out)
        assert done.code == 0, done
        data = target.read_bytes()
        left = [o for o in originals(PEOPLE[script]) if any(s in data for s in spelled(o))]
        assert left == []


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "error"])
def test_every_text_field_of_every_type_is_replaced(kind):
    secret = "Lindqvist 48213"
    for field in fields(kind):
        if field.kind == "text":
            record = with_value(CONTEXT[kind], field.attribute, secret)
            made = anonymise(lambda record=record: [record]).edit(record)
            text = str(getattr(made, field.attribute))
            assert "indqvist" not in text, field
            movement = kind in ("library", "movement", "movement_round")
            assert movement or "48213" not in text, field


def test_what_is_technical_is_kept():
    record = CONTEXT["result"]
    before = encode(record)
    assert encode(anonymise(lambda: [record]).edit(record)) == before


@pytest.mark.parametrize("name", ["night.bws", "old.bws"])
def test_the_ranking_of_a_night_stays_with_its_passed_out_boards(name, tmp_path):
    def percentages(path):
        lines = [json.loads(line) for line in quick("rank", path, "-q").out.splitlines()]
        return [(r["pair"], r["percentage"]) for r in lines if r["type"] == "ranking"]

    night = ROOT / "formats" / "bws" / "samples" / name
    assert b'"contract":"PASS"' in quick("from", "bws", night, "-q").out
    assert quick("anonymise", night, "-q", "-o", tmp_path / "masked.bws").code == 0
    assert sorted(percentages(tmp_path / "masked.bws")) == sorted(percentages(night))


def test_numbers_that_follow_each_other_do_not_any_more():
    players = [rec.Player(number=str(n)) for n in range(1000, 1400)]
    mask = anonymise(lambda: players)
    made = [int(mask.edit(player).number or 0) for player in players]
    steps = {b - a for a, b in pairwise(made)}
    assert len(set(made)) == 400
    assert not steps & {-1, 0, 1}
    assert len(steps) > 300
    assert not set(made) & set(range(1000, 1400))


def test_a_number_of_which_all_alike_are_taken_becomes_longer():
    players = [rec.Player(number=str(n)) for n in range(10)]
    mask = anonymise(lambda: players)
    made = [mask.edit(player).number for player in players]
    assert made[0] == "0"  # nobody's
    assert all(number and len(number) == 2 for number in made[1:])
    assert len(set(made)) == 10


def test_numbers_of_a_dense_list_become_longer_and_stay_apart():
    players = [rec.Player(number=str(n)) for n in range(1, 1200)]
    mask = anonymise(lambda: players)
    made = {mask.edit(player).number for player in players}
    assert len(made) == 1199
    assert not made & {player.number for player in players}


def test_a_word_of_which_all_alike_are_taken_becomes_longer():
    words = ["".join(letters) for letters in product(CONSONANTS, VOWELS)]
    players = [rec.Player(name=word) for word in words]
    mask = anonymise(lambda: players)
    made = {mask.edit(player).name for player in players}
    assert len(made) == 70
    assert not made & set(words)
    assert {len(word) for word in made} == {3}


@pytest.mark.parametrize("name", ["Fiona McDonald", "Jan VAN DijkStra", "eBay O'Neil", "ÅseMarie"])
def test_an_invented_name_has_no_capital_inside_a_word(name):
    mask = anonymise(lambda: [rec.Player(name=name)])
    words = re.findall(r"[^\W\d_]+", mask.edit(rec.Player(name=name)).name)
    assert [w for w in words if w not in (w.upper(), w.capitalize(), w.lower())] == []
    assert [w[0].isupper() for w in words] == [
        w[0].isupper() for w in re.findall(r"[^\W\d_]+", name)
    ]


def test_the_same_event_gives_the_same_names_and_another_gives_others():
    def name(*others: str) -> str | None:
        players = [rec.Player(name=other) for other in ("Ada Lind", *others)]
        mask = anonymise(lambda: players)
        return mask.edit(players[0]).name

    assert name() == name()
    assert name() != name("Bo Marsh")


@pytest.mark.parametrize("text", [*VALUES["text"].values(), "नमस्ते", "سلام", "שלום", "ｱﾝﾅ", "²½"])
def test_a_word_never_stands_for_itself(text):
    player = rec.Player(name=text)
    made = anonymise(lambda: [player]).edit(player).name or ""
    words = [w for w in re.findall(r"[^\W_]+", text) if w.strip("0")]
    assert [w for w in words if w in re.findall(r"[^\W_]+", made)] == []
    assert len(made) == len(text)


def test_the_summary_says_what_was_replaced_and_what_is_kept():
    done = quick("anonymise", stdin=encode(rec.Player(number="17", name="Ada Lind")) + b"\n")
    assert done.err == (
        "bmconv: 2 words and 1 number replaced; kept: contracts, scores, cards, movement, dates, "
        "times, settings, and numbers of pairs and tables\n"
        "bmconv: other files will get different names; use --key to keep them the same\n"
    )
    assert quick("anonymise", "-q", stdin=b'{"type":"player","name":"Ada"}\n').err == ""


def test_every_record_with_every_field_passes():
    data = b"".join(encode(record) + b"\n" for record in filled_records())
    done = quick("anonymise", "-q", stdin=data)
    assert (done.code, done.err, len(done.out.splitlines())) == (0, "", len(filled_records()))


def places(path) -> list[tuple[object, ...]]:
    lines = [json.loads(line) for line in quick("rank", path, "-q").out.splitlines()]
    found = [r for r in lines if r["type"] == "ranking"]
    return sorted(
        (r.get("section"), r.get("direction", ""), r["pair"], r.get("total"), r.get("place"))
        for r in found
    )


USEBIO = ROOT / "formats/usebio/samples"


@pytest.mark.parametrize("change", [("", ""), ("IMPS<", "PAB<"), (">VPS<", ">PAB<")])
@pytest.mark.parametrize("name", ["federation.xml", "teams.xml"])
def test_the_ranking_of_a_federations_file_stays(name, change, tmp_path):
    source, masked = tmp_path / "in.xml", tmp_path / "masked.xml"
    old, new = map(str.encode, change)
    source.write_bytes((USEBIO / name).read_bytes().replace(old, new))
    assert quick("anonymise", source, "-q", "-o", masked).code == 0
    assert places(masked) == places(source)
    before, after = (path.read_text(encoding="latin-1") for path in (source, masked))
    for element in ("PAIR_NUMBER", "TEAM_ID", "BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD"):
        kept = re.compile(f"<{element}>(.*?)</{element}>")
        assert sorted(kept.findall(before)) == sorted(kept.findall(after)), element
    for person in ("Ada", "Lind", "100001"):
        assert person not in after


def test_names_in_tables_and_tags_of_a_hand_record_are_replaced():
    words = [
        "Lind2",
        "Ada_Lind",
        "O'Neil",
        "Lind-Marsh",
        "1234567",
        "123456789",
        '"Ada Lind"',
        "Ada",
    ]
    kept = ["12", "-50", "3NTX", "Pass", "A12", "N", "99.95", "AKT98", "-", "HJ", "=1=", "$14"]
    tags = [("Scoring", "Ada Lind"), ("Hidden", "Lind"), ("Time", "Lind 19:00"), ("Board", "Lind")]
    facts = [
        ("Scoring", "IMP;Butler-2;Mean"),
        ("Hidden", "NS"),
        ("Time", "19:00:00"),
        ("Board", "7"),
    ]
    facts += [("ScoreTable", r"PairId_NS\2R;Names_NS\19;Names_EW"), ("Contract", "3NTX")]
    game = rec.Game(board=7, tags=tags + facts, sections=[(1, "ScoreTable", words + kept)])
    made = anonymise(lambda: [game]).edit(game)
    text = str(made)
    assert not [w for w in ("Lind", "Ada", "Neil", "Marsh", "1234567") if w in text]
    assert made.tags[len(tags) :] == facts
    assert made.sections[0][2][len(words) :] == kept


def test_what_is_said_about_a_place_stays_and_what_is_said_about_people_goes():
    extra = {
        "penalty": 2,
        "average": 1,
        "imps": 7,
        "number": "1 NS",
        "PAIR": [{"PAIR_NUMBER": "1-3-4"}],
    }
    ranking = rec.Ranking(
        section=1, pair=1, extra={**extra, "numbers": ["4711"], "TEAM_SCORE": "Ann"}
    )
    made = anonymise(lambda: [ranking]).edit(ranking).extra
    assert {name: made[name] for name in extra} == extra
    assert "4711" not in str(made)
    assert "Ann" not in str(made)


@pytest.mark.skipif(os.name != "posix", reason="memory is measured by Linux")
def test_a_word_and_a_number_of_any_length_are_replaced():
    long = rec.Player(name="Lind" * 20_000, number="12345" * 20_000)
    done, megabytes = run_measuring_memory("anonymise", "-q", stdin=encode(long) + b"\n")
    made = json.loads(done.out)
    assert (len(made["name"]), len(made["number"])) == (80_000, 100_000)
    assert "lindlind" not in made["name"].lower()
    assert "1234512345" not in made["number"]
    assert megabytes < 300


def test_the_method_of_a_ranking_stays_but_not_the_name_of_a_file():
    steps = [[0, 10, 10], [3, 12, 8]]
    method = {"name": "teams", "average_imps": 3, "vp_scale": steps, "scale_name": "oakfield.csv"}
    odd = {"name": "Hedda Quist", "datum_drop": "10%", "group": "all", "note": "Hedda", "x": 4711}
    records = [rec.Ranking(pair=1, method=method), rec.Ranking(pair=2, method=odd)]
    mask = anonymise(lambda: records)
    first, second = (mask.edit(record).method for record in records)
    assert first | {"scale_name": ""} == method | {"scale_name": ""}
    assert "oakfield" not in first["scale_name"]
    assert (second["datum_drop"], second["group"]) == ("10%", "all")
    assert not {"Hedda Quist", "Hedda", 4711}.intersection(second.values())


@pytest.mark.parametrize("decision", ["60%-40%", "N-S +620, E-W -650", "+3/-3 points"])
def test_what_the_director_decided_stays(decision):
    played = rec.Result(board=1, remarks=decision, extra={"adjusted_by": "Hedda"})
    made = anonymise(lambda: [played]).edit(played)
    assert made.remarks == decision
    assert made.extra["adjusted_by"] != "Hedda"


def test_anonymise_invents_names_and_numbers_of_the_same_shape_everywhere():
    guid = "ABCDEF0123456789ABCDEF0123456789"
    records = [
        {"type": "event", "guid": guid, "name": "Club Berg"},
        {"type": "settings", "section": 1, "values": {"BM2PINcode": "1234", "ShowResults": True}},
        {"type": "player", "number": "0042", "name": "Anna de Berg-Łoś", "extra": {"x": "Anna"}},
        {
            "type": "seat",
            "section": 1,
            "table": 1,
            "direction": "N",
            "number": "0042",
            "name": "ANNA",
        },
        RESULT | {"remarks": "Anna was slow"},
        RESULT | {"remarks": "Not played"},
    ]
    event, settings, player, seat, free, special = filter_records("anonymise -q", *records)
    text = json.dumps([event, settings, player, seat, free], ensure_ascii=False).lower()
    assert not [word for word in ("anna", "berg", "0042", "1234", guid.lower()) if word in text]
    assert [len(word) for word in player["name"].split()] == [4, 2, 8]
    assert [c for c in player["name"] if c in "Łś"] == []
    assert [not c.isascii() for c in player["name"][-3:]] == [True, False, True]
    assert seat["name"] == player["name"].split()[0].upper()
    assert seat["number"] == player["number"]
    assert (len(player["number"]), player["number"][:2]) == (4, "00")
    assert settings["values"] == {"BM2PINcode": "0000", "ShowResults": True}
    assert len(event["guid"]) == 32
    assert special == RESULT | {"remarks": "Not played"}
    assert {k: v for k, v in free.items() if k != "remarks"} == RESULT


def test_anonymise_finds_numbers_in_free_text_and_what_is_kept_beside_the_fields():
    guid = "ABCDEF0123456789ABCDEF0123456789"
    player = {
        "type": "player", "number": "0042", "club_id": "NL12345",
        "extra": {"Phone": "06-12345678", "more": {"mail": ["anna@berg.nl"]}, "member": 98765},
    }  # fmt: skip
    records = [
        {"type": "session", "id": 1, "guid": guid, "extra": {"EventGuid": guid}},
        player,
        RESULT | {"remarks": "0042 is on 06-12345678"},
    ]
    session, player, result = filter_records("anonymise -q", *records)
    text = json.dumps([session, player, result])
    secrets = (guid, "0042", "12345", "12345678", "anna", "berg", "98765")
    assert not [secret for secret in secrets if secret in text]
    assert session["extra"]["EventGuid"] == session["guid"]
    phone = player["extra"]["Phone"]
    assert result["remarks"].split()[::3] == [player["number"], phone]
    assert (len(phone), len(str(player["extra"]["member"]))) == (11, 5)


@hypothesis_settings(max_examples=60)
@given(st.lists(some.any_record(), max_size=5))
def test_anonymise_takes_any_records_and_is_the_same_each_time(records):
    data = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
    done = quick("anonymise", "-q", "-f", "records", stdin=data)
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line)["type"] for line in done.out.splitlines()] == [
        type_name(record) for record in records
    ]
    assert quick("anonymise", "-q", "-f", "records", stdin=data) == done


@pytest.mark.parametrize("name", ["İbrahim", "ǅ", "ﬁne", "ß", "O'Neil"])
def test_anonymise_takes_letters_whose_small_form_is_longer(name):
    (player,) = filter_records("anonymise -q", {"type": "player", "name": name})
    assert len(player["name"]) == len(name)
