"""What happened in a PBN game: its result, its score table, its auction and its play."""

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeVar

from bmconv.bridge.auction import Call, after, contract_of, is_over
from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS, parse_contract
from bmconv.bridge.movements import letters
from bmconv.bridge.play import Played, spell_played, winner
from bmconv.codecs.pbn import sections
from bmconv.codecs.pbn.facts import Place
from bmconv.codecs.pbn.file import PbnFile, Tagged
from bmconv.codecs.pbn.tables import declarer_pair, made, read_scores, whole_score
from bmconv.codecs.pbn.text import SECTIONS, PbnTag
from bmconv.codecs.pbn.values import BadPbnValue, contract_text, seat
from bmconv.records import Bid, Card, Record, Result, Section

_TRUMP = re.compile(r"NT|[SHDC]", re.IGNORECASE)
_SIDE = re.compile(r"(NS|EW)?\s*([+-]?\d{1,12}(?:\.\d*)?)", re.IGNORECASE | re.ASCII)


def new_section(file: PbnFile, section: int | None) -> Iterator[Section]:
    """The record of a section at its first appearance, unless it was given as an option."""
    if section is None or section in file.sections or section == file.own_section:
        return
    file.sections.add(section)
    yield Section(id=section, letter=letters(section), derived=True)


def results_of_table(game: Tagged, place: Place) -> Generator[Record, None, list[Result]]:
    """Yield the new results of a ScoreTable; returns all of them."""
    tag = game.tags.get("ScoreTable")
    if tag is None or not tag.words or place.board is None:
        return []
    file, header = game.file, game.values["ScoreTable"]
    words = [word.text for word in tag.words]
    again = (place.section, place.board, hash((header, *words)))
    if again in file.score_tables:
        return file.score_tables[again]
    lines = [game.text.line_at(word.at) for word in tag.words]
    try:
        results, bad_rows = read_scores(header, words, place.board, lines)
    except BadPbnValue as bad:
        game.tell("bad-table", tag.at, f"ScoreTable: {bad}")
        return []
    for at, what in bad_rows:
        game.tell("bad-row", tag.words[at].at, f"ScoreTable: {what}")
    found = file.score_tables[again] = []
    seen: Counter[tuple[object, ...]] = Counter()
    for row in results:
        if file.own_section is not None or row.section is None:
            row.section = place.section
        yield from new_section(file, row.section)
        row.table = file.table(row.section, row.table)
        result, new = file.of_row(row, seen)
        found.append(result)
        if new:
            yield result
    return found


def result_of(
    game: Tagged, place: Place, table: int | None
) -> Generator[Record, None, tuple[Result | None, Place]]:
    """Yield the result of the game if it is new; returns it with the place it was assigned.

    `table` is the number given in the file; a recording may have been assigned another.
    """
    declarer = game.read("Declarer", lambda t: seat(t.strip().removeprefix("^")), "bad-declarer")
    game.declarer = declarer or ""
    text = game.value("Contract").strip()
    remark = game.value("Remarks")
    contract = contract_text(text) if text else None
    if text and contract is None and not _TRUMP.fullmatch(text):
        game.tell("bad-contract", game.at("Contract"), text[:40])
    game.contract = contract or text
    tricks = _tricks(game, contract, text)
    if place.board is None or (contract is None and not remark):
        return None, place
    score_ns, score_ew = _sides(game, "Score")
    result = Result(
        **place._asdict(),
        declarer=game.declarer or None,
        contract=contract,
        result=tricks,
        lead_card=game.value("Lead").replace("T", "10") or None,
        remarks=remark or None,
        score=whole_score(score_ns if score_ns is not None or score_ew is None else -score_ew),
    )
    result.mp_ns, result.mp_ew = _sides(game, "ScoreMP")
    result.imp_ns, result.imp_ew = _sides(game, "ScoreIMP")
    result.declarer_pair = declarer_pair(result)
    result, new = game.file.of_game(result, table)
    if new:
        if result.table != place.table:
            game.tell("place-unknown", game.at("Contract"), f"table {result.table}")
        yield result
        return result, place._replace(table=result.table)
    # A recording with an assigned table is not at the place of the row: the tags keep the result.
    return (result if result.table == place.table else None), place


def _tricks(game: Tagged, contract: str | None, text: str) -> str | None:
    """The result relative to the contract; a result without a contract is noted."""
    taken = game.value("Result").strip("^ ")
    try:
        if contract not in (None, PASS):
            return made(contract, game.values.get("Result", ""), game.declarer)
        if taken and not re.fullmatch(r"[\dNSEWnsew ]+", taken):
            raise BadPbnValue("no number of tricks")
    except BadPbnValue as bad:
        game.tell("bad-result", game.at("Result"), str(bad))
        return None
    undeclared = "Declarer" in game.tags and not game.declarer and not _TRUMP.fullmatch(text)
    if taken and (contract == PASS or undeclared):
        game.tell("odd-result", game.at("Result"), taken[:40])
    return None


def _sides(game: Tagged, name: str) -> tuple[float | None, float | None]:
    """The scores of N-S and E-W in a tag; a number without a side is declarer's."""
    sides: dict[str, float] = {}
    for match in _SIDE.finditer(game.value(name)):
        side = match[1].upper() if match[1] else SIDES.get(game.declarer, "")
        sides.setdefault(side, float(match[2]))
    return sides.get("NS"), sides.get("EW")


M = TypeVar("M", Call, Played)


def is_recorded(game: Tagged) -> bool:
    """Whether a game has an auction or a play that is not empty."""
    return any(game.tags[name].words for name in SECTIONS if name in game.tags)


def place_apart(game: Tagged, place: Place) -> Place:
    """The place of a recording, with a new table number if there already is one at this place."""
    file = game.file
    if place.board is None or not is_recorded(game):
        return place
    if place[:4] in file.recorded:
        number = file.next_table(place.section, place.round, place.board)
        place = place._replace(table=number)
        words = (word for name in SECTIONS if name in game.tags for word in game.tags[name].words)
        game.tell("place-unknown", next(words).at, f"table {number}")
    file.recorded.add(place[:4])
    return place


def recordings(
    place: Place, calls: Sequence[Call], played: Sequence[Played]
) -> Iterator[Bid | Card]:
    """The records of calls and cards."""
    at: dict[str, Any] = dict(zip(Place._fields[:4], place, strict=False))
    for counter, (direction, call) in enumerate(calls, 1):
        yield Bid(**at, counter=counter, direction=direction, bid=call)
    for counter, (direction, card) in enumerate(played, 1):
        if card != sections.UNKNOWN:
            yield Card(**at, counter=counter, direction=direction, card=card)


def calls_of(game: Tagged, dealt_by: str) -> list[Call]:
    """The calls of the Auction section; empty if it is missing or invalid."""
    tag = game.tags.get("Auction")
    if tag is None or not tag.words:
        return []
    first = seat(game.values["Auction"])
    if first is None:
        game.tell("bad-auction", tag.at, tag.value[:40])
        return []
    if not dealt_by:
        game.tell("no-dealer", tag.at)

    def read(marks: sections.Marks) -> list[Call]:
        return sections.read_auction(first, dealt_by, tag.words, marks)

    return _read(game, tag, sections.CALL_NAGS, read)


def cards_of(game: Tagged) -> list[Played]:
    """The cards of the Play section in the order of play; empty if it is missing or invalid."""
    tag = game.tags.get("Play")
    if tag is None or not any(
        spell_played(w.text) or w.text not in sections.ENDS for w in tag.words
    ):
        return []
    leader = seat(game.values["Play"])
    contract = parse_contract(game.contract)
    trump = contract.strain if contract else game.contract.upper()
    if leader is None or not trump or trump == PASS:
        game.tell("bad-play", tag.at, "no leader" if leader is None else "no contract")
        return []
    if not any(game.cards.values()) or not game.declarer:
        game.tell("play-alone", tag.at)
    small = _small(game, tag)

    def read(marks: sections.Marks) -> list[Played]:
        return sections.PlayReader(leader, trump, game.cards, marks).read(tag.words, small)

    return _read(game, tag, sections.CARD_NAGS, read)


def _read(
    game: Tagged, tag: PbnTag, nags: range, read: Callable[[sections.Marks], list[M]]
) -> list[M]:
    """Read a section, noting problems with it and its marks; empty if it is unreadable."""
    marks = sections.Marks(game.tell, nags, game.noted[tag.name])
    try:
        found = read(marks)
    except sections.Unreadable as bad:
        game.tell(bad.code, bad.at, bad.what)
        return []
    for number in sorted(game.noted[tag.name] - marks.used):
        game.tell("odd-mark", tag.at, f"note {number} is not used")
    return found


def _small(game: Tagged, tag: PbnTag) -> dict[int, str]:
    """Small cards named by comments, by the number of the word before the comment."""
    number = game.text.tags.index(tag) + 1
    found = {}
    for place, comment in game.text.comments:
        turn, _, word = place.partition(".")
        if turn == str(number) and word and re.fullmatch(r"\{[SHDC]x\}", comment):
            found[int(word)] = comment[1:3]
    return found


def compare(game: Tagged, calls: Sequence[Call], played: Sequence[Played]) -> None:
    """Note a contract that differs from the auction, or a result that contradicts the play."""
    if calls and is_over(calls) and game.contract:
        contract, declarer = contract_of(calls)
        if game.values.get("Declarer", "").startswith("^") and declarer:
            declarer = after(declarer, 2)
        if (str(contract) if contract else PASS) != game.contract or (
            game.declarer and declarer != game.declarer
        ):
            game.tell("contract-differs", game.at("Contract"), game.value("Contract"))
    tricks = game.values.get("Result", "")
    if played and game.declarer and tricks.isdecimal():
        trump = game.contract.split()[1] if " " in game.contract else game.contract
        whole = [played[at : at + 4] for at in range(0, len(played) - 3, 4)]
        whole = [trick for trick in whole if all(card != sections.UNKNOWN for _, card in trick)]
        won = sum(SIDES[winner(t, trump)] == SIDES[game.declarer] for t in whole)
        if not won <= int(tricks) <= 13 - len(whole) + won:
            game.tell("result-differs", game.at("Result"), tricks)
