"""The results of one PBN game: what was played in it, and the rows of its ScoreTable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator

from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS
from bmconv.bridge.movements import letters
from bmconv.codecs.pbn.facts import Place
from bmconv.codecs.pbn.file import File
from bmconv.codecs.pbn.tables import declarer_pair, made, read_scores, whole_score
from bmconv.codecs.pbn.tags import Tagged
from bmconv.codecs.pbn.values import BadValue, contract_text, seat
from bmconv.records import Record, Result, Section

_TRUMP = re.compile(r"NT|[SHDC]", re.IGNORECASE)
_SIDE = re.compile(r"(NS|EW)?\s*([+-]?\d{1,12}(?:\.\d*)?)", re.IGNORECASE | re.ASCII)


def new_section(file: File, section: int | None) -> Iterator[Section]:
    """A section when it comes up first, unless it is the one that was said."""
    if section is None or section in file.sections or section == file.own_section:
        return
    file.sections.add(section)
    yield Section(id=section, letter=letters(section), derived=True)


def results_of_table(game: Tagged, place: Place) -> Generator[Record, None, list[Result]]:
    """The results of a ScoreTable."""
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
        scores = read_scores(header, words, place.board, lines)
    except BadValue as bad:
        game.tell("bad-table", tag.at, f"ScoreTable: {bad}")
        return []
    for at, what in scores.bad:
        game.tell("bad-row", tag.words[at].at, f"ScoreTable: {what}")
    found = file.score_tables[again] = []
    seen: Counter[tuple[object, ...]] = Counter()
    for row in scores.results:
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
    """What was played in the game, and the place that the result was given.

    `table` is the one the file gives; a recording may have got another.
    """
    game.declarer = game.read("Declarer", _declarer, "bad-declarer") or ""
    text = game.value("Contract").strip()
    remark = game.value("Remarks")
    contract = contract_text(text) if text else None
    if text and contract is None and not _TRUMP.fullmatch(text):
        game.tell("bad-contract", game.at("Contract"), text[:40])
    game.contract = contract or text
    tricks = _tricks(game, contract, text)
    if place.board is None or (contract is None and not remark):
        return None, place
    mp_ns, mp_ew = _sides(game, "ScoreMP")
    imp_ns, imp_ew = _sides(game, "ScoreIMP")
    score_ns, score_ew = _sides(game, "Score")
    result = Result(
        **place._asdict(),
        declarer=game.declarer or None,
        contract=contract,
        result=tricks,
        lead_card=game.value("Lead").replace("T", "10") or None,
        remarks=remark or None,
        score=whole_score(score_ns if score_ns is not None or score_ew is None else -score_ew),
        mp_ns=mp_ns,
        mp_ew=mp_ew,
        imp_ns=imp_ns,
        imp_ew=imp_ew,
    )
    result.declarer_pair = declarer_pair(result)
    result, new = game.file.of_game(result, table)
    if new:
        if result.table != place.table:
            game.tell("place-unknown", game.at("Contract"), f"table {result.table}")
        yield result
        return result, place._replace(table=result.table)
    # A recording with a number of its own does not belong to the row's place: tags say the result.
    return (result if result.table == place.table else None), place


def _declarer(text: str) -> str | None:
    return seat(text.strip().removeprefix("^"))


def _tricks(game: Tagged, contract: str | None, text: str) -> str | None:
    """The result against the contract; where nothing was played there should be none."""
    taken = game.value("Result").strip("^ ")
    try:
        if contract not in (None, PASS):
            return made(contract, game.values.get("Result", ""), game.declarer)
        if taken and not re.fullmatch(r"[\dNSEWnsew ]+", taken):
            raise BadValue("no number of tricks")
    except BadValue as bad:
        game.tell("bad-result", game.at("Result"), str(bad))
        return None
    undeclared = "Declarer" in game.tags and not game.declarer and not _TRUMP.fullmatch(text)
    if taken and (contract == PASS or undeclared):
        game.tell("odd-result", game.at("Result"), taken[:40])
    return None


def _sides(game: Tagged, name: str) -> tuple[float | None, float | None]:
    """N-S's and E-W's score of a tag; a bare number is declarer's."""
    sides: dict[str, float] = {}
    for match in _SIDE.finditer(game.value(name)):
        side = match[1].upper() if match[1] else SIDES.get(game.declarer, "")
        sides.setdefault(side, float(match[2]))
    return sides.get("NS"), sides.get("EW")
