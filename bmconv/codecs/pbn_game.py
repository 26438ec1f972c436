"""One PBN game to records.

What the other records hold is left out of the game's own, see pbn_facts; what does not parse is
noted with its line and kept there as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from bmconv.bridge.boards import SIDES, dealer, spell_vulnerability, vulnerability
from bmconv.bridge.contracts import PASS, spell_contract
from bmconv.bridge.movements import letters, ordinal
from bmconv.codecs.pbn_facts import (
    DOUBLE_DUMMY,
    HEADER,
    NAMES,
    UNKNOWN,
    Facts,
    Place,
)
from bmconv.codecs.pbn_recording import Recorded
from bmconv.codecs.pbn_tables import (
    declarer_pair,
    made,
    read_optimum,
    read_scores,
    whole_score,
)
from bmconv.codecs.pbn_values import (
    BadValue,
    date,
    deal,
    read_ability,
    read_double_dummy,
    seat,
)
from bmconv.records import Evaluation, Game, Hand, Record, Result, Seat, Section, Session

_WHOLE = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_PAIR = re.compile(r"\D*?(\d{1,6})\D*", re.ASCII)
_TRUMP = re.compile(r"NT|[SHDC]", re.IGNORECASE)
_SIDE = re.compile(r"(NS|EW)?\s*([+-]?\d{1,12}(?:\.\d*)?)", re.IGNORECASE | re.ASCII)


class OneGame(Recorded):
    """The records of one game."""

    def records(
        self, before: list[tuple[str, str]], first: bool
    ) -> Generator[Record, None, tuple[Game, bool]]:
        """The records of the game; returned: its own, and whether the others make it needless."""
        self._take_tags()
        place = self._apart(self._place())
        yield from self._event(place)
        hand, dealt_by = yield from self._hand(place)
        evaluation = yield from self._evaluation(place, hand)
        scores = yield from self._scores(place)
        result, place = yield from self._result(place)
        if self._words():
            self.file.recorded.add(place[:4])  # the result may have got another table
        calls = yield from self._auction(place, dealt_by)
        played = yield from self._play(place)
        self._compare(calls, played)
        facts = Facts(
            place,
            self.file.session,
            self._names(place),
            hand,
            evaluation,
            result,
            calls if place.board else (),
            played if place.board else (),
            scores,
        ).told()
        return self._game(facts, before, first)

    def _place(self) -> Place:
        """Where it was played, as far as the tags say."""
        text = self.value("Board").strip()
        board = int(text) if _WHOLE.fullmatch(text) else None
        if text and board is None:
            self.tell("odd-board", self.at("Board"), text[:40])
        if board is None:
            for name in ("Deal", "Contract", "Auction", "Play", "ScoreTable"):
                if self.value(name):
                    self.tell("no-board", self.at(name))
                    break
        section = self.file.own_section
        if section is None:
            section = ordinal(self.value("Section"))
        return Place(
            section,
            _number(self.value("Table")),
            _number(self.value("Round")),
            board,
            _pair(self.value("PairNS")),
            _pair(self.value("PairEW")),
        )

    def _event(self, place: Place) -> Iterator[Record]:
        """Session, section and seats, each when it comes up first."""
        file = self.file
        name, day = self.value("Event").strip(), date(self.value("Date"))
        if file.session is None and (name or day):
            file.session = Session(id=1, name=name or None, date=day)
            file.event_tags = Facts(Place(), file.session).told().tags
            yield file.session
        yield from self._new_section(place.section)
        if place.table is None or _number(self.value("Table")) != place.table:
            return
        for direction, tag in NAMES.items():
            key = (place.section, place.table, place.round, direction)
            player = self.value(tag).strip()
            if player and key not in file.seats:
                file.seats[key] = player
                yield Seat(
                    section=place.section,
                    table=place.table,
                    direction=direction,
                    round=place.round,
                    name=player,
                )

    def _new_section(self, section: int | None) -> Iterator[Section]:
        file = self.file
        if section is None or section in file.sections or section == file.own_section:
            return
        file.sections.add(section)
        yield Section(id=section, letter=letters(section), derived=True)

    def _names(self, place: Place) -> dict[str, str]:
        """The players that seats at this place have."""
        if place.table is None:
            return {}
        found = {}
        for direction in NAMES:
            key = (place.section, place.table, place.round, direction)
            if key in self.file.seats:
                found[direction] = self.file.seats[key]
        return found

    def _hand(self, place: Place) -> Generator[Record, None, tuple[Hand | None, str]]:
        """The deal, once for each board; another one of the same board stays in its game."""
        first = self._read("Dealer", seat, "bad-dealer")
        vulnerable = self._read("Vulnerable", spell_vulnerability, "bad-vulnerable", known=False)
        cards: dict[str, str | None] = {}
        if text := self.value("Deal"):
            try:
                cards = deal(text)
            except BadValue as bad:
                self.tell("bad-deal", self.at("Deal"), str(bad))
        self.cards = cards
        if cards and not any((hand or "...").strip(".") for hand in cards.values()):
            self.tell("no-cards", self.at("Deal"))
            cards = {}
        file, board = self.file, place.board
        if board is None:
            return None, first or ""
        hand = Hand(
            section=file.own_section,
            board=board,
            north=cards.get("N"),
            east=cards.get("E"),
            south=cards.get("S"),
            west=cards.get("W"),
            dealer=first if first != dealer(board) else None,
            vulnerable=vulnerable if vulnerable != vulnerability(board) else None,
        )
        if cards or hand.dealer or hand.vulnerable:
            yield from self._new_hand(hand, place)
        known = file.hands.get((place.section, board)) or file.hands.get((None, board))
        return known, first or ""

    def _new_hand(self, hand: Hand, place: Place) -> Iterator[Record]:
        file = self.file
        assert hand.board is not None
        known = file.hands.get((hand.section, hand.board))
        if known is not None and _same_deal(known, hand):
            return
        if known is not None:
            key = (place.section, hand.board)
            if place.section is None or key in file.hands:
                if file.hands.get(key) is None or not _same_deal(file.hands[key], hand):
                    self.tell("board-twice", self.at("Deal"), f"board {hand.board}")
                return
            hand.section = place.section
        file.hands[hand.section, hand.board] = hand
        yield hand

    def _evaluation(
        self, place: Place, hand: Hand | None
    ) -> Generator[Record, None, Evaluation | None]:
        """Tricks double dummy from any of the three ways to write them."""
        found: dict[str, int] = {}
        for name, parse in (
            ("DoubleDummyTricks", read_double_dummy),
            ("Ability", read_ability),
            ("OptimumResultTable", self._optimum),
        ):
            if name not in self.tags or not self.value(name):
                continue
            try:
                tricks = parse(self.value(name))
            except BadValue as bad:
                self.tell("bad-double-dummy", self.at(name), str(bad))
                continue
            if any(found.get(field, n) != n for field, n in tricks.items()):
                self.tell("double-dummy-differs", self.at(name), name)
            found = tricks | found
        if place.board is None:
            return None
        file = self.file
        key = (hand.section if hand else file.own_section, place.board)
        known = file.evaluations.get(key)
        if found and known is None:
            known = file.evaluations[key] = Evaluation(section=key[0], board=place.board)
            for field, count in found.items():
                setattr(known, field, count)
            yield known
        return known

    def _optimum(self, header: str) -> dict[str, int]:
        return read_optimum(
            self.values["OptimumResultTable"],
            [word.text for word in self.tags["OptimumResultTable"].words],
        )

    def _scores(self, place: Place) -> Generator[Record, None, list[Result]]:
        """The results of a ScoreTable."""
        tag = self.tags.get("ScoreTable")
        if tag is None or not tag.words or place.board is None:
            return []
        try:
            words = [word.text for word in tag.words]
            rows = read_scores(self.values["ScoreTable"], words, place.board)
        except BadValue as bad:
            self.tell("bad-table", tag.at, f"ScoreTable: {bad}")
            return []
        found = []
        for row in rows:
            if self.file.own_section is not None or row.section is None:
                row.section = place.section
            yield from self._new_section(row.section)
            result, new = self.file.placed(row)
            found.append(result)
            if new:
                yield result
        return found

    def _result(self, place: Place) -> Generator[Record, None, tuple[Result | None, Place]]:
        """What was played in this game, and the place that the result was given."""
        self.declarer = self._read("Declarer", _declarer, "bad-declarer") or ""
        text = self.value("Contract").strip()
        remark = self.value("Remarks")
        contract = spell_contract(text) if text else None
        if text and contract is None and not _TRUMP.fullmatch(text):
            self.tell("bad-contract", self.at("Contract"), text[:40])
        self.contract = contract or text
        tricks = self._tricks(contract, text)
        if place.board is None or (contract is None and not remark):
            return None, place
        ns, ew = self._sides("ScoreMP")
        imp_ns, imp_ew = self._sides("ScoreIMP")
        score = self._sides("Score")
        points = score[0] if score[0] is not None or score[1] is None else -score[1]
        result = Result(
            section=place.section,
            table=place.table,
            round=place.round,
            board=place.board,
            pair_ns=place.pair_ns,
            pair_ew=place.pair_ew,
            declarer=self.declarer or None,
            contract=contract,
            result=tricks,
            lead_card=self.value("Lead").replace("T", "10") or None,
            remarks=remark or None,
            score=whole_score(points),
            mp_ns=ns,
            mp_ew=ew,
            imp_ns=imp_ns,
            imp_ew=imp_ew,
        )
        result.declarer_pair = declarer_pair(result)
        before = result.table
        result, new = self.file.placed(result)
        if new:
            if result.table != before:
                self.tell("place-unknown", self.at("Contract"), f"table {result.table}")
            yield result
        return result, place._replace(table=result.table)

    def _tricks(self, contract: str | None, text: str) -> str | None:
        """The result against the contract; where nothing was played there should be none."""
        taken = self.value("Result").strip("^ ")
        try:
            if contract not in (None, PASS):
                return made(contract, self.values.get("Result", ""), self.declarer)
            if taken and not re.fullmatch(r"[\dNSEWnsew ]+", taken):
                raise BadValue("no number of tricks")
        except BadValue as bad:
            self.tell("bad-result", self.at("Result"), str(bad))
            return None
        undeclared = "Declarer" in self.tags and not self.declarer and not _TRUMP.fullmatch(text)
        if taken and (contract == PASS or undeclared):
            self.tell("odd-result", self.at("Result"), taken[:40])
        return None

    def _sides(self, name: str) -> tuple[float | None, float | None]:
        """N-S's and E-W's score of a tag; a bare number is declarer's."""
        sides: dict[str, float] = {}
        for match in _SIDE.finditer(self.value(name)):
            side = match[1].upper() if match[1] else SIDES.get(self.declarer, "")
            sides.setdefault(side, float(match[2]))
        return sides.get("NS"), sides.get("EW")

    def _game(self, facts: Facts, before: list[tuple[str, str]], first: bool) -> tuple[Game, bool]:
        """The record of what the others do not hold, and whether that is nothing."""
        tags: list[tuple[str, ...]] = []
        sections: list[tuple[str, str, list[str]]] = []
        play = None
        for number, tag in enumerate(self.text.tags, 1):
            words = [word.text for word in tag.words]
            known = facts.tags.get(tag.name) == tag.value and self.tags.get(tag.name) is tag
            if known and words == facts.words.get(tag.name, []):
                tags.append((tag.name,))
                play = number if tag.name == "Play" else play
                continue
            tags.append((tag.name, tag.value))
            if words:
                sections.append((str(number), tag.name, words))
        comments = before + self._comments(play, facts.small)
        game = Game(
            **facts.place._asdict(), tags=tags, sections=sections or None, comments=comments or None
        )
        return game, self._is_plain(facts, game, first)

    def _comments(self, play: int | None, small: dict[int, str]) -> list[tuple[str, str]]:
        """The comments, without those that name the small cards of a play that is not kept."""
        own = [("0", f"; {word.text}") for word in self.text.stray]
        for place, comment in self.text.comments:
            number, _, word = place.partition(".")
            named = play is not None and number == str(play) and word
            if not named or comment != "{" + small.get(int(word), "") + "}":
                own.append((place, comment))
        return own

    def _is_plain(self, facts: Facts, game: Game, first: bool) -> bool:
        """Whether the writer would make the same game from the other records alone.

        It makes one of the deal of each board, and behind it one of each table with a recording.
        """
        file, board = self.file, facts.place.board
        follows = board is not None and board == file.board
        again = board in file.boards
        file.board = board
        if board is not None:
            file.boards.add(board)
        recorded = bool(facts.calls or facts.played)
        if board is None or (again and not follows) or follows != recorded or game.sections:
            return False
        if facts.result is not None and not recorded:
            return False
        if tuple(text for _, text in game.comments or ()) != (HEADER if first else ()):
            return False
        return game.tags == [
            (name,) if name in facts.tags else (name, UNKNOWN[name])
            for name in facts.layout()
            if not recorded or name not in DOUBLE_DUMMY
        ]


def _declarer(text: str) -> str | None:
    return seat(text.strip().removeprefix("^"))


def _number(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text.strip()) else None


def _pair(text: str) -> int | None:
    match = _PAIR.fullmatch(text)
    return int(match[1]) if match else None


def _same_deal(hand: Hand, other: Hand) -> bool:
    names = ("north", "east", "south", "west", "dealer", "vulnerable")
    return all(getattr(hand, name) == getattr(other, name) for name in names)
