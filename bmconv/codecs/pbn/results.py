"""The results in a PBN game: that of the game itself, and those of its ScoreTable."""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS
from bmconv.bridge.movements import letters
from bmconv.codecs.pbn.facts import GamePlace, place_of
from bmconv.codecs.pbn.game import SCORED, PbnGame
from bmconv.codecs.pbn.pairs import read_pairs
from bmconv.codecs.pbn.tables import (
    MOST_COPIES,
    declarer_pair,
    read_scores,
    relative_tricks,
    whole_score,
)
from bmconv.codecs.pbn.text import unescape
from bmconv.codecs.pbn.values import BadPbnValue, contract_text, is_known, seat, section_id
from bmconv.records import Result, Section

_TRUMP = re.compile(r"NT|[SHDC]", re.IGNORECASE)
_SIDE_SCORE = re.compile(r"(NS|EW)?\s*([+-]?\d{1,12}(?:\.\d*)?)", re.IGNORECASE | re.ASCII)
_UNSCORED: tuple[float | None, ...] = (None,) * 6


class PbnOutcome(NamedTuple):
    """The outcome of a game according to its tags Declarer, Contract and Result."""

    declarer: str = ""
    contract: str | None = None
    tricks: str | None = None
    text: str = ""
    """The contract, or else the text of its tag, which can be a trump suit alone."""
    faults: tuple[tuple[str, str, str], ...] = ()
    """Note code, tag and text."""


NO_OUTCOME = PbnOutcome()


@lru_cache(4096)
def read_outcome(declarer: str | None, contract: str, tricks: str) -> PbnOutcome:
    """The outcome given by the values of the three tags; None for no Declarer tag."""
    faults: list[tuple[str, str, str]] = []
    by = None
    if declarer is not None and is_known(declarer):
        by = seat(declarer.strip().removeprefix("^"))
        if by is None:
            faults.append(("bad-declarer", "Declarer", declarer[:40]))
    text = unescape(contract).strip() if is_known(contract) else ""
    spelling = contract_text(text) if text else None
    is_trump = _TRUMP.fullmatch(text) is not None
    if text and spelling is None and not is_trump:
        faults.append(("bad-contract", "Contract", text[:40]))
    relative = None
    taken = (unescape(tricks) if is_known(tricks) else "").strip("^ ")
    try:
        if spelling not in (None, PASS):
            relative = relative_tricks(spelling, tricks, by or "")
        elif taken and not re.fullmatch(r"[\dNSEWnsew ]+", taken):
            raise BadPbnValue("no number of tricks")
        elif taken and (spelling == PASS or (declarer is not None and not by and not is_trump)):
            faults.append(("odd-result", "Result", taken[:40]))
    except BadPbnValue as bad:
        faults.append(("bad-result", "Result", str(bad)))
    return PbnOutcome(by or "", spelling, relative, spelling or text, tuple(faults))


def add_section(game: PbnGame, section: int | None) -> None:
    """Add the record of a section at its first appearance, unless it was given as an option."""
    file = game.file
    if section is None or section in file.sections or section == file.section_option:
        return
    file.sections.add(section)
    game.records.append(Section(id=section, letter=letters(section), derived=True))


def read_score_table(game: PbnGame, place: GamePlace) -> list[Result]:
    """The results of a ScoreTable; those that no earlier table or game had are added."""
    words = game.words("ScoreTable")
    if not words or place.board is None:
        return []
    file, header, tag = game.file, game.values["ScoreTable"], game.numbers["ScoreTable"]
    table_key = (place.section, place.board, hash((header, *words)))
    if table_key in file.score_tables:
        return file.score_tables[table_key]
    most = min(MOST_COPIES, file.copies)
    try:
        rows, faults = read_scores(
            header, words, place.board, lambda: game.text.lines_of(tag), most
        )
    except BadPbnValue as bad:
        game.note("bad-table", tag, f"ScoreTable: {bad}")
        return []
    for word, fault in faults:
        game.note("bad-row", tag, f"ScoreTable: {fault}", word=word)

    def section(letter: str) -> int | None:
        named = section_id(letter) if file.section_option is None else None
        return named or place.section

    for key, people in read_pairs(header, words, section, lambda: game.text.lines_of(tag)):
        file.pairs.setdefault(key, people)
    results = file.score_tables[table_key] = []
    seen: Counter[tuple[object, ...]] = Counter()
    for listed, times in rows:
        file.copies -= max(0, times - 1)
        for row in (structs.replace(listed) for _ in range(times)):
            if file.section_option is not None or row.section is None:
                row.section = place.section
            add_section(game, row.section)
            row.table = file.table(row.section, row.table)
            result, new = file.result_of_row(row, seen)
            results.append(result)
            if new:
                game.records.append(result)
    return results


def read_outcome_of(game: PbnGame) -> PbnOutcome:
    """The outcome of a game; faults are noted."""
    get = game.values.get
    outcome = read_outcome(get("Declarer"), get("Contract", ""), get("Result", ""))
    for code, tag, text in outcome.faults:
        game.note(code, tag, text)
    return outcome


def read_result(
    game: PbnGame, outcome: PbnOutcome, place: GamePlace, table: int | None
) -> tuple[Result | None, GamePlace]:
    """The result of the game, added to the records if it is new, and the place assigned to it.

    `table` is the table number in the file; `place` has the one assigned to a recording, if any.
    """
    remark = game.value("Remarks")
    if place.board is None or (outcome.contract is None and not remark):
        return None, place
    score_ns, score_ew, mp_ns, mp_ew, imp_ns, imp_ew = _scores(game, outcome)
    result = Result(
        section=place.section,
        table=place.table,
        round=place.round,
        board=place.board,
        pair_ns=place.pair_ns,
        pair_ew=place.pair_ew,
        declarer=outcome.declarer or None,
        contract=outcome.contract,
        result=outcome.tricks,
        lead_card=game.value("Lead").replace("T", "10") or None,
        remarks=remark or None,
        score=whole_score(score_ns if score_ns is not None or score_ew is None else -score_ew),
        mp_ns=mp_ns,
        mp_ew=mp_ew,
        imp_ns=imp_ns,
        imp_ew=imp_ew,
    )
    result.declarer_pair = declarer_pair(result)
    is_listed = "ScoreTable" in game.values and table is None and place.pair_ns is None
    result, new = game.file.result_of_game(result, table, is_listed=is_listed)
    if not new and is_listed and place_of(result) == place._replace(table=result.table):
        return result, place._replace(table=result.table)
    if new:
        game.records.append(result)
        if result.table == place.table:
            return result, place
        game.note("place-unknown", "Contract", f"table {result.table}")
        return result, place._replace(table=result.table)
    # A row's table can differ from that assigned to the recording: then the tags keep the result.
    return (result if result.table == place.table else None), place


def _scores(game: PbnGame, outcome: PbnOutcome) -> tuple[float | None, ...]:
    """The scores, matchpoints and IMPs of N-S and E-W; a score without a side is declarer's."""
    if not game.shape.is_scored:
        return _UNSCORED
    scores: list[float | None] = []
    for name in SCORED:
        sides: dict[str, float] = {}
        for match in _SIDE_SCORE.finditer(game.value(name)):
            side = match[1].upper() if match[1] else SIDES.get(outcome.declarer, "")
            sides.setdefault(side, float(match[2]))
        scores += (sides.get("NS"), sides.get("EW"))
    return tuple(scores)
