"""With a key, the same person has the same pseudonym in every file, and nobody else has it."""

import re

from bmconv import records as rec
from bmconv.filters.anonymise import anonymise
from bmconv.filters.keyed_pseudonyms import KeyedPseudonyms

KEY, OTHER = b"k" * 64, b"o" * 64


def masked(record: rec.Record, *others: rec.Record, key: bytes = KEY, club: str | None = None):
    return anonymise(lambda: iter([record, *others]), key, club).edit(record)


def seat(number: str | None, name: str) -> rec.Seat:
    return rec.Seat(section=1, table=1, direction="N", number=number, name=name)


def test_a_number_is_a_person_whatever_name_was_typed_and_whoever_else_played():
    one = masked(seat("10234", "J. Smith"), seat("10235", "Ann Rowe"))
    two = masked(seat("10234", "John Smith"), seat("77777", "Paul Ince"))
    assert (one.number, one.name) == (two.number, two.name)


def test_without_a_number_a_name_is_a_person_in_any_spelling_and_order():
    names = {masked(seat(None, n)).name for n in ("Zoë Marsh", "MARSH Zoe", "marsh, zoë")}
    assert len(names) == 1
    assert masked(seat("0", "Zoë Marsh")).name in names


def test_first_and_last_name_are_parts_of_the_name():
    person = rec.Player(number="7", name="Ann Rowe", first_name="Ann", last_name="Rowe")
    made = masked(person)
    assert made.name == f"{made.first_name} {made.last_name}"


def test_another_key_or_another_club_gives_nothing_in_common():
    people = [rec.Player(number=str(n), name=f"Name{n}") for n in range(20000, 20300)]

    def all_of(key: bytes, club: str) -> set[str | None]:
        mask = anonymise(lambda: iter(people), key, club)
        edited = [mask.edit(p) for p in people]
        return {p.name for p in edited} | {p.number for p in edited}

    assert len(all_of(KEY, "a")) == 600
    assert not all_of(KEY, "a") & all_of(OTHER, "a")
    assert not all_of(KEY, "a") & all_of(KEY, "b")


def test_two_numbers_never_share_a_pseudonym():
    people = KeyedPseudonyms(KEY)
    numbers = [*range(1, 20_000), *range(10**11, 10**11 + 1000), 9 * 10**11]
    made = {people.number(str(n)) for n in numbers}
    assert len(made) == len(numbers)
    assert all(re.fullmatch(r"\d{3}(-\d{3}){3}", number) for number in made)


def test_no_pseudonym_can_contain_a_name_or_number_of_four_characters():
    people = KeyedPseudonyms(KEY)
    for n in range(1, 3000):
        made = people.number(str(n)) + " ".join(people.person(seat(str(n), "x")).values())
        assert not re.search(r"[^\W\d_]{4}|\d{4}", made)
    assert not re.search(
        r"[^\W\d_]{4}|\d{4}", f"{people.word('Wednesday')} {people.word('ТУРНИР')}"
    )


def test_names_are_replaced_wherever_they_are_written():
    people = [seat("31", "Ann Rowe"), seat("32", "Paul Ince")]
    mask = anonymise(lambda: iter(people), KEY)
    ann, paul = (mask.edit(p).name for p in people)
    assert mask.edit(rec.Ranking(pair=1, names=["ROWE Ann", "Paul Ince"])).names == [ann, paul]
    assert mask.edit(rec.Session(name="Ann Rowe & Paul Ince")).name == f"{ann} & {paul}"


def test_the_club_of_the_event_counts_unless_another_is_given():
    event = rec.EventInfo(club_id="NL1")
    own = masked(seat("5", "x"), event)
    assert own == masked(seat("5", "x"), club="NL1")
    assert own != masked(seat("5", "x"))
