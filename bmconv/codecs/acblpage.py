"""Results of an ACBL club game as my.acbl.org shows them: a saved page, or the JSON in it.

The site can change its pages at any time, so this reads what it knows, in any order, with numbers
as numbers or texts, and ignores everything else.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NoReturn

from bmconv.bridge import boards
from bmconv.bridge.cards import SEATS
from bmconv.bridge.par import STRAIN_NAMES
from bmconv.bridge.scoring_methods import MATCHPOINTS, PAIRS_GAME, TYPES
from bmconv.codecs import CERTAIN, Codec, Format, Options, read_only
from bmconv.errors import BadInput
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import (
    Evaluation,
    EventInfo,
    Hand,
    Player,
    Ranking,
    Record,
    Result,
    Seat,
    Section,
    Session,
)

KEY = "acbl"
INFO = Format(
    "an ACBL club game as a saved page or JSON",
    holds=dict.fromkeys(
        ("event", "session", "section", "player", "seat", "hand", "evaluation", "result", "ranking")
    ),
    encoding="utf-8",
)

_ATTRIBUTE = re.compile(r"""<result-details[^>]*?\sv-bind:data\s*=\s*(["'])(.*?)\1""", re.DOTALL)
_SCRIPT = re.compile(r"\bvar\s+data\s*=\s*(?=\{)")
_JSON_SIGNS = (b'"club_id_number"', b'"board_scoring_method"')
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_LEVEL = re.compile(r"([1-7-])(?:/([1-7-]))?(NT|[SHDC])")
"""What a side can make, such as `4S`; `3/4H` if its two players differ; `-` is less than 1."""
_TRICKS = re.compile(r"(NT|[SHDC])(\d{1,2})(?:/(\d{1,2}))?")
"""The tricks of a side that makes less than a contract, such as `D5` or `D5/6`."""
_WHOLE = re.compile(r"[+-]?\d{1,9}")
_PAR = re.compile(r"Par: (-?\d{1,4}) (\S+)", re.ASCII)
_PAR_CONTRACT = re.compile(
    r"([1-7](?:NT|[SHDC]))(\*{0,2})-(NS|EW|[NESW])T?([+-]\d{1,2})?", re.ASCII
)
"""`T` after a seat is a slip of the site, which writes North as `NT`."""
_OF_SESSION = ("rating", "club_session", "sanction", "stratification_type", "acbl_handicap_type")
_OF_PAIR = ("strat", "adjustment", "handicap", "raw_score")
_OF_PLAYER = ("city", "state", "country", "mp_total", "bbo_username")
"""Values of the page for which records have no field; `extra` keeps them."""


def probe(head: bytes, name: str) -> int:
    """A web page with the element of results or a link to its site, or the JSON object.

    The element may come after the first bytes, so every page of the site is accepted here; reading
    refuses pages without results.
    """
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text[:1] == b"<":
        return CERTAIN if re.search(rb"(?i)<result-details\s|\bmy\.acbl\.org\b", text) else 0
    return 95 if text[:1] == b"{" and any(sign in text for sign in _JSON_SIGNS) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The event, its players, deals, results and published totals."""
    text = "".join(source.text_blocks(options.text("encoding")))
    return _GameReader(_find_game(text, source.name), source.name, notes).records()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> NoReturn:
    """Always refused: only the site makes such pages."""
    raise read_only("acblpage")


def _find_game(text: str, name: str) -> dict[str, Any]:
    """The object with the game: the whole text, or the attribute or the script of a page."""
    candidates = [text.lstrip()] if text.lstrip()[:1] == "{" else []
    candidates += [html.unescape(match[2]) for match in _ATTRIBUTE.finditer(text)]
    candidates += [text[match.end() :] for match in _SCRIPT.finditer(text)]
    for candidate in candidates:
        try:
            game, _ = json.JSONDecoder().raw_decode(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(game, dict) and "sessions" in game:
            return game
    raise BadInput(name, "no result data in this page", "a page of club results, or its JSON")


class _GameReader:
    """Turns the object of a game into records."""

    def __init__(self, game: dict[str, Any], name: str, notes: Notes) -> None:
        self.game, self.name, self.notes = game, name, notes
        self.sessions = _maps(game.get("sessions"))
        if not any(_maps(session.get("sections")) for session in self.sessions):
            problem = "a game without sections, such as a team game"
            raise BadInput(name, problem, "a game of pairs, with the results of its boards")

    def records(self) -> Iterator[Record]:
        """The event, then session by session sections, deals, pairs and results."""
        club, number = _text(self.game.get("club_name")), _text(self.game.get("club_id_number"))
        if club or number:
            yield EventInfo(name=club or None, club_id=number or None)
        section_id = 0
        for session_id, session in enumerate(self.sessions, 1):
            yield self._session(session_id, session)
            sections = []
            for section in _maps(session.get("sections")):
                section_id += 1
                sections.append((section_id, section))
                yield self._section(section_id, session_id, section)
            deal_sections: list[int | None] = [None]
            if len(self.sessions) > 1:  # each session has its own deals
                deal_sections = [section_id for section_id, _ in sections]
            for deal_section in deal_sections:
                for deal in _maps(session.get("hand_records")):
                    yield from self._deal(deal, deal_section)
            for section_id, section in sections:
                yield from self._pairs(section_id, section)
                yield from self._results(section_id, section)

    def _session(self, session_id: int, session: dict[str, Any]) -> Session:
        """A session, with the strats of the game in `extra`."""
        texts = (session.get("game_date"), self.game.get("start_date"))
        day = next((day for day in map(_date, texts) if day), None)
        record = Session(id=session_id, name=_text(self.game.get("name")) or None, date=day)
        facts: dict[str, Any] = (_facts(self.game, _OF_SESSION) or {}).get(KEY, {})
        if strats := _maps(self.game.get("strats")):
            names = ("number", "label", "limit")
            facts["strats"] = [{name: _text(strat.get(name)) for name in names} for strat in strats]
        record.extra = {KEY: facts} if facts else None
        return record

    def _section(self, section_id: int, session_id: int, section: dict[str, Any]) -> Section:
        is_matchpoints = self.game.get("board_scoring_method") == "MATCH_POINTS"
        return Section(
            id=section_id,
            letter=_text(section.get("name")) or None,
            derived=True,
            session=session_id,
            scoring_type=TYPES[MATCHPOINTS] if is_matchpoints else None,
            winners=self._number(self.game.get("winner_type"), "winner_type"),
            game_type=PAIRS_GAME if self.game.get("type") == "PAIRS" else None,
        )

    def _deal(self, deal: dict[str, Any], section: int | None) -> Iterator[Record]:
        """The hand of a board, and its points, double-dummy tricks and par."""
        board = self._number(deal.get("board"), "board")
        if not board or board < 1:
            return
        hands = {seat: _hand(deal, seat) for seat in SEATS}
        dealer = _text(deal.get("dealer")) or None
        vulnerable = boards.spell_vulnerability(_text(deal.get("vulnerability")))
        yield Hand(
            section=section,
            board=board,
            **hands,  # type: ignore[arg-type]
            dealer=dealer if dealer != boards.dealer(board) else None,
            vulnerable=vulnerable if vulnerable != boards.vulnerability(board) else None,
        )
        evaluation = Evaluation(section=section, board=board)
        for points in _maps([deal.get("points")]):
            for seat in SEATS:
                value = self._number(points.get(seat[0].upper()), "points")
                setattr(evaluation, f"{seat}_hcp", value)
        for name, seats in (("double_dummy_ns", SEATS[::2]), ("double_dummy_ew", SEATS[1::2])):
            self._add_tricks(evaluation, seats, _text(deal.get(name)))
        _add_par(evaluation, _text(deal.get("par")))
        if evaluation != Evaluation(section=section, board=board):
            yield evaluation

    def _add_tricks(self, evaluation: Evaluation, seats: tuple[str, ...], text: str) -> None:
        """Add the tricks of `NS: 4S 3/4H D5`: levels before the strain, or tricks after it."""
        counts: list[int | None]
        for word in text.split()[1:]:
            if match := _LEVEL.fullmatch(word):
                strain, levels = match[3], (match[1], match[2] or match[1])
                counts = [None if level == "-" else int(level) + 6 for level in levels]
            elif match := _TRICKS.fullmatch(word):
                strain = match[1]
                counts = [int(match[2]), int(match[3] or match[2])]
            else:
                place = f"{self.name}: board {evaluation.board}: {word[:20]!r}"
                message = "word{s} of double-dummy tricks left out: not understood"
                self.notes.loss("odd-double-dummy", place, message)
                continue
            for seat, count in zip(seats, counts, strict=True):
                if count is not None:
                    setattr(evaluation, f"{seat}_{STRAIN_NAMES[strain]}", count)

    def _pairs(self, section_id: int, section: dict[str, Any]) -> Iterator[Record]:
        """Players, where they sit in the first round, and the totals of pairs."""
        rankings: list[Ranking] = []
        starts = self._starts(section)
        for pair in _maps(section.get("pair_summaries")):
            number = self._number(pair.get("pair_number"), "pair_number")
            side = _text(pair.get("direction")) or None
            people = _maps(pair.get("players"))
            for player in people:
                yield _player(player)
            seat_side, table = starts.get((side or "", number or 0), ("", None))
            for direction, player in zip(seat_side, people, strict=False):
                seat = Seat(section=section_id, table=table, direction=direction)
                seat.number, seat.name = _member(player), _name(player) or None
                yield seat
            ranking = Ranking(section=section_id, direction=side, pair=number)
            ranking.names = [name for player in people if (name := _name(player))] or None
            ranking.boards = self._number(pair.get("boards_played"), "boards_played")
            ranking.total = self._decimal(pair.get("score"), "score")
            ranking.percentage = self._decimal(pair.get("percentage"), "percentage")
            ranking.place, ranking.extra = _place(pair), _facts(pair, _OF_PAIR)
            rankings.append(ranking)
        yield from rankings

    def _starts(self, section: dict[str, Any]) -> dict[tuple[str, int], tuple[str, int | None]]:
        """The side and table of each pair in its first round, by side and number.

        The side in the key is empty in a one-winner game, where numbers alone tell pairs apart.
        """
        starts: dict[tuple[str, int], tuple[str, int | None]] = {}
        results = _all_results(section)
        rows = [(self._number(row.get("round_number"), "") or 0, row) for row in results]
        by_side = _text(self.game.get("winner_type")) == "2"
        for _, row in sorted(rows, key=lambda each: each[0]):
            table = self._number(row.get("table_number"), "")
            for side in ("NS", "EW"):
                number = self._number(row.get(f"{side.lower()}_pair"), "")
                starts.setdefault((side if by_side else "", number or 0), (side, table))
        return starts

    def _results(self, section_id: int, section: dict[str, Any]) -> Iterator[Result]:
        """The results of a section, board by board."""
        for board in _maps(section.get("boards")):
            number = self._number(board.get("board_number"), "board_number")
            for row in _maps(board.get("board_results")):
                result = Result(section=section_id, board=number)
                result.round = self._number(row.get("round_number"), "round_number")
                result.table = self._number(row.get("table_number"), "table_number")
                result.pair_ns = self._number(row.get("ns_pair"), "ns_pair")
                result.pair_ew = self._number(row.get("ew_pair"), "ew_pair")
                result.contract = _text(row.get("contract")) or None
                result.declarer = _text(row.get("declarer")) or None
                result.result = _text(row.get("result")) or None
                result.lead_card = _text(row.get("opening_lead")) or None
                result.mp_ns = self._decimal(row.get("ns_match_points"), "ns_match_points")
                result.mp_ew = self._decimal(row.get("ew_match_points"), "ew_match_points")
                score = _text(row.get("ns_score"))
                if _WHOLE.fullmatch(score):
                    result.score = int(score)
                elif score:  # how the site writes averages is not known
                    result.extra = _facts(row, ("ns_score", "ew_score"))
                yield result

    def _number(self, value: Any, name: str) -> int | None:
        """A whole number, even as text; any other value is noted, unless `name` is empty."""
        text = _text(value)
        if _WHOLE.fullmatch(text):
            return int(text)
        self._note_odd(text, name)
        return None

    def _decimal(self, value: Any, name: str) -> float | None:
        """A number with or without decimals; any other value is noted."""
        text = _text(value)
        if re.fullmatch(r"[+-]?\d{1,9}(?:\.\d{1,9})?", text):
            return float(text)
        self._note_odd(text, name)
        return None

    def _note_odd(self, text: str, name: str) -> None:
        if text and name:
            place = f"{self.name}: {name} {text[:20]!r}"
            self.notes.loss("odd-number", place, "value{s} left out: not a number")


def _maps(value: Any) -> list[dict[str, Any]]:
    """The JSON objects in a list; empty for any other value."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _all_results(section: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The results of all boards of a section."""
    for board in _maps(section.get("boards")):
        yield from _maps(board.get("board_results"))


def _text(value: Any) -> str:
    """A text or number as text; empty for other values. A lone surrogate becomes U+FFFD."""
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    text = str(value).strip() if is_plain else ""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _date(value: Any) -> date | None:
    """A date such as `2026-04-15 00:00:00` or `04/15/2026`."""
    text = _text(value)
    match = re.match(r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)\b", text)
    match = match or re.fullmatch(r"(?P<m>\d\d)/(?P<d>\d\d)/(?P<y>\d{4})", text)
    try:
        return date(int(match["y"]), int(match["m"]), int(match["d"])) if match else None
    except ValueError:
        return None


def _hand(deal: dict[str, Any], seat: str) -> str | None:
    """A hand; the page has blanks between ranks, and `-----` for a void."""
    suits = [_text(deal.get(f"{seat}_{suit}")) for suit in _SUITS]
    ranks = [re.sub(r"\s|-", "", suit.upper().replace("10", "T")) for suit in suits]
    return ".".join(ranks) if any(ranks) else None


def _add_par(evaluation: Evaluation, text: str) -> None:
    """Add the par of `Par: -110 2D-W+1/2S-EW`; any other text is kept in `extra`."""
    match = _PAR.fullmatch(text)
    contracts = [_PAR_CONTRACT.fullmatch(part) for part in match[2].split("/")] if match else []
    known = [contract for contract in contracts if contract]
    if match is None or len(known) < len(contracts):
        evaluation.extra = {KEY: {"par": text}} if text else None
        return
    evaluation.par_score = int(match[1])
    evaluation.par_contract = "; ".join(
        f"{c[3]} {c[1]}{'X' * len(c[2])}{c[4] or '='}" for c in known
    )


def _member(player: dict[str, Any]) -> str | None:
    """A member's number; guests have a mark that is not a number."""
    number = _text(player.get("id_number"))
    return number if re.fullmatch(r"\w{1,16}", number) else None


def _name(player: dict[str, Any]) -> str:
    """A name in natural order: `Last, First` is turned round, any other name is unchanged."""
    last, comma, first = _text(player.get("name")).partition(",")
    return f"{first.strip()} {last.strip()}".strip() if comma else last


def _player(player: dict[str, Any]) -> Player:
    """The record of a player."""
    last, comma, first = _text(player.get("name")).partition(",")
    record = Player(number=_member(player), extra=_facts(player, _OF_PLAYER))
    if comma:
        record.first_name, record.last_name = first.strip() or None, last.strip() or None
    else:
        record.name = last or None
    return record


def _place(pair: dict[str, Any]) -> int | None:
    """The place in the section over all strata; the first of a tie such as `1/2`."""
    for place in _maps(pair.get("strat_place")):
        if _text(place.get("strat_number")) == "1" and place.get("type") == "Section":
            match = re.match(r"\d{1,4}", _text(place.get("rank")))
            return int(match[0]) if match else None
    return None


def _facts(values: dict[str, Any], names: Iterable[str]) -> dict[str, Any] | None:
    """The values with these names that are not empty, for `extra`; None if there are none."""
    kept = {name: text for name in names if (text := _text(values.get(name)))}
    return {KEY: kept} if kept else None


CODEC = Codec(INFO, probe, decode, encode)
