"""The PBN reader: the games of a file, each turned into records.

The `game` record omits what other records hold, see facts.py. Text that cannot be parsed is noted
with its line number and kept unchanged in the `game` record.
"""

import re
from collections.abc import Generator, Iterable, Iterator

from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.codecs import Options
from bmconv.codecs.pbn import played as play
from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.facts import HEADER, NAMES, UNKNOWN, Facts, Place
from bmconv.codecs.pbn.file import PbnFile, Tagged
from bmconv.codecs.pbn.quick import quick
from bmconv.codecs.pbn.tables import read_optimum
from bmconv.codecs.pbn.text import Blocks, GameText, parts
from bmconv.codecs.shared.game_tags import DOUBLE_DUMMY
from bmconv.errors import BadInput
from bmconv.event import find_section
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Record, Seat, Session

_EMBEDDING = re.compile(r"\s*</?PBN>\s*", re.IGNORECASE)
DEFERRED = 10_000
"""The most games that can wait until one needs a `game` record."""


class PbnReader:
    """Turns the games of one file into records."""

    def __init__(self, source: Source, options: Options, notes: Notes) -> None:
        texts = source.text_blocks(options["encoding"])
        if b"<pbn>" in source.head().lower():
            texts = _embedded(source.text_lines(options["encoding"]), source, notes)
        self.blocks = Blocks(texts)
        section = find_section(options["section"], ()) if options["section"] else None
        self.file = PbnFile(source.name, section, notes)
        self.strange = False
        """Whether there is text outside tags and comments."""

    def read(self) -> Iterator[Record]:
        """All records of the file."""
        file = self.file
        before: list[tuple[str, str]] = []
        last: tuple[Game, bool] | None = None
        found = export = False
        for start, block in self.blocks:
            easy = quick(file, block) if last is not None and not before else None
            if easy is not None and last is not None:
                if file.waiting is None:
                    yield last[0]
                else:
                    yield from self._keep(*last)
                yield from easy[0]
                last = easy[1:]
                continue
            for text in _apart(parts(block, start)):
                if not text.tags:
                    before += self._loose(text)
                    continue
                if last is not None:
                    yield from self._keep(*last)
                first, found = not found, True
                last = yield from records_of(file, text, before, first)
                if first:
                    export = HEADER[1] in [line for _, line in last[0].comments or ()]
                before = []
        if not found and (self.strange or any(text[0] == "{" for _, text in before)):
            raise BadInput(file.name, "no PBN in it", 'tags as [Board "1"]')
        if last is not None:
            game, plain = last
            if export and self.blocks.blank_end:
                game.comments, plain = [*(game.comments or []), ("end", "")], False
            yield from self._keep(game, plain)
        if before:
            yield from self._keep(Game(comments=before), False)

    def _loose(self, text: GameText) -> list[tuple[str, str]]:
        """The comments of a block without tags; any other text in it becomes comments too."""
        self.strange = self.strange or bool(text.faults or text.stray)
        for at, what in text.faults:
            self.file.tell(text, "bad-text", at, what)
        if text.stray:
            self.file.tell(text, "stray-text", text.stray[0].at, text.stray[0].text[:40])
            return [("0", f"; {line}".rstrip()) for line in text.text.split("\n")]
        return [("0", comment) for _, comment in text.comments]

    def _keep(self, game: Game, plain: bool) -> Iterator[Game]:
        """Emit `game` records once one is needed, including all earlier ones."""
        waiting = self.file.waiting
        if plain and waiting is not None and len(waiting) < DEFERRED:
            waiting.append(game)
            return
        yield from waiting or ()
        self.file.waiting = None
        yield game


def _embedded(lines: Iterable[str], source: Source, notes: Notes) -> Iterator[str]:
    """Only the lines between <PBN> and </PBN>; the others become blank."""
    inside = False
    for line in lines:
        mark = _EMBEDDING.fullmatch(line)
        inside = "/" not in line if mark else inside
        yield (line if inside and not mark else "") + "\n"
    text = "document{s} read only between <PBN> and </PBN>"
    notes.repair("embedded", source.name, text)


def _apart(text: GameText) -> Iterator[GameText]:
    """Split a block without blank lines into games, each with its own board or deal.

    A game starts at a repeated tag if a repeated board or deal follows. The same board or deal
    twice in a row counts once.
    """
    kept = [tag for tag in text.tags if tag.name != "Note"]
    ends = [at for at, tag in enumerate(kept) if tag.name in ("Board", "Deal")]
    seen: set[str] = set()
    starts, end, last = [0], 0, None
    for number, tag in enumerate(kept):
        while end < len(ends) and ends[end] < number:
            end += 1
        after = kept[ends[end]] if tag.name in seen and end < len(ends) else None
        twice = last is not None and tag[:2] == last[:2]
        if after is not None and after.name in seen and not twice:
            starts.append(tag.at)
            seen = set()
        seen.add(tag.name)
        last = tag
    if len(starts) == 1:
        yield text
        return
    for start, end in zip(starts, [*starts[1:], len(text.text)], strict=True):
        yield parts(text.text[start:end].rstrip("\n"), text.line_at(start))


Comments = list[tuple[str, str]]


def records_of(
    file: PbnFile, text: GameText, before: Comments, first: bool
) -> Generator[Record, None, tuple[Game, bool]]:
    """Yield the records of a game; returns its `game` record and whether that can be omitted."""
    game = Tagged(file, text)
    given = _place(game)
    place = play.place_apart(game, given)
    yield from _event(game, place, given.table)
    hand, dealt_by = yield from _hand(game, place)
    evaluation = yield from _evaluation(game, place, hand)
    scores = yield from play.results_of_table(game, place)
    result, place = yield from play.result_of(game, place, given.table)
    if play.is_recorded(game):
        file.recorded.add(place[:4])  # the result may have been assigned another table
    calls, played = play.calls_of(game, dealt_by), play.cards_of(game)
    play.compare(game, calls, played)
    if place.board is None:
        calls, played = [], []
    yield from play.recordings(place, calls, played)
    at = place[:3] if place.table is not None else ()
    names = {seat: file.seats[*at, seat] for seat in NAMES if (*at, seat) in file.seats}
    facts = Facts(place, file.session, names, hand, evaluation, result, calls, played, scores)
    return _game(game, facts.told(), before, first)


def _place(game: Tagged) -> Place:
    """The place of a game, as far as its tags give it."""
    text = game.value("Board").strip()
    board = values.whole_number(text)
    if text and board is None:
        game.tell("odd-board", game.at("Board"), text[:40])
    if board is None:
        for name in ("Deal", "Contract", "Auction", "Play", "ScoreTable"):
            if game.value(name):
                game.tell("no-board", game.at(name))
                break
    section = game.file.own_section
    if section is None:
        section = values.section_id(game.value("Section"))
    return Place(
        section,
        game.file.table(section, values.whole_number(game.value("Table")), game.value("Room")),
        values.whole_number(game.value("Round")),
        board,
        values.pair_number(game.value("PairNS")),
        values.pair_number(game.value("PairEW")),
    )


def _event(game: Tagged, place: Place, table: int | None) -> Iterator[Record]:
    """Session, section and seats at their first appearance; `table` is the number in the file."""
    file = game.file
    name, day = game.value("Event").strip(), values.date(game.value("Date"))
    if file.session is None and (name or day):
        file.session = Session(id=1, name=name or None, date=day)
        file.event_tags = Facts(Place(), file.session).told().tags
        yield file.session
    yield from play.new_section(file, place.section)
    own = values.whole_number(game.value("Table")) is not None
    for direction, tag in NAMES.items() if own and place.table == table else ():
        key = (*place[:3], direction)
        player = game.value(tag).strip()
        if player and key not in file.seats:
            file.seats[key] = player
            seat = Seat(section=place.section, table=place.table, round=place.round)
            seat.direction, seat.name = direction, player
            yield seat


def _hand(game: Tagged, place: Place) -> Generator[Record, None, tuple[Hand | None, str]]:
    """Yield the deal once per board; a different deal of the same board stays in its game."""
    first = game.read("Dealer", values.seat, "bad-dealer")
    vulnerable = game.read("Vulnerable", spell_vulnerability, "bad-vulnerable", known=False)
    cards: dict[str, str | None] = {}
    if text := game.value("Deal"):
        try:
            cards = values.deal(text)
        except values.BadPbnValue as bad:
            game.tell("bad-deal", game.at("Deal"), str(bad))
    game.cards = cards
    if cards and not any((hand or "...").strip(".") for hand in cards.values()):
        game.tell("no-cards", game.at("Deal"))
        cards = {}
    file, board = game.file, place.board
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
        yield from _new_hand(game, hand, place, board)
    known = file.hands.get((place.section, board)) or file.hands.get((None, board))
    return known, first or ""


def _new_hand(game: Tagged, hand: Hand, place: Place, board: int) -> Iterator[Record]:
    hands = game.file.hands
    known = hands.get((hand.section, board))
    if known is not None and values.same_deal(known, hand):
        return
    if known is not None:
        key = (place.section, board)
        if place.section is None or key in hands:
            if hands.get(key) is None or not values.same_deal(hands[key], hand):
                game.tell("board-twice", game.at("Deal"), f"board {board}")
            return
        hand.section = place.section
    hands[hand.section, board] = hand
    yield hand


def _evaluation(
    game: Tagged, place: Place, hand: Hand | None
) -> Generator[Record, None, Evaluation | None]:
    """Double-dummy tricks, in any of the three notations."""
    found: dict[str, int] = {}
    table = game.tags.get("OptimumResultTable")
    words = [word.text for word in table.words] if table else []
    for name, parse in (
        ("DoubleDummyTricks", values.read_double_dummy),
        ("Ability", values.read_ability),
        ("OptimumResultTable", lambda _: read_optimum(game.values["OptimumResultTable"], words)),
    ):
        if name not in game.tags or not game.value(name):
            continue
        try:
            tricks = parse(game.value(name))
        except values.BadPbnValue as bad:
            game.tell("bad-double-dummy", game.at(name), str(bad))
            continue
        if any(found.get(field, n) != n for field, n in tricks.items()):
            game.tell("double-dummy-differs", game.at(name), name)
        found = tricks | found
    if place.board is None:
        return None
    evaluations = game.file.evaluations
    key = (hand.section if hand else game.file.own_section, place.board)
    if found and key not in evaluations:
        evaluations[key] = Evaluation(section=key[0], board=place.board, **found)  # type: ignore[arg-type]
        yield evaluations[key]
    return evaluations.get(key)


def _game(game: Tagged, facts: Facts, before: Comments, first: bool) -> tuple[Game, bool]:
    """The `game` record with what other records do not hold, and whether it can be omitted."""
    tags: list[tuple[str, ...]] = []
    sections: list[tuple[str, str, list[str]]] = []
    play = None
    for number, tag in enumerate(game.text.tags, 1):
        words = [word.text for word in tag.words]
        known = facts.tags.get(tag.name) == tag.value and game.tags.get(tag.name) is tag
        if known and words == facts.words.get(tag.name, []):
            tags.append((tag.name,))
            play = number if tag.name == "Play" else play
            continue
        tags.append((tag.name, tag.value))
        if words:
            sections.append((str(number), tag.name, words))
    comments = before + _comments(game, play, facts.small)
    record = Game(
        **facts.place._asdict(), tags=tags, sections=sections or None, comments=comments or None
    )
    return record, _is_plain(game.file, facts, record, first)


def _comments(game: Tagged, play: int | None, small: dict[int, str]) -> Comments:
    """The comments, except those for small cards that card records already hold."""
    own = [("0", f"; {word.text}") for word in game.text.stray]
    for place, comment in game.text.comments:
        number, _, word = place.partition(".")
        named = play is not None and number == str(play) and word
        if not named or comment != "{" + small.get(int(word), "") + "}":
            own.append((place, comment))
    return own


def _is_plain(file: PbnFile, facts: Facts, game: Game, first: bool) -> bool:
    """Whether the writer would make the same game from the other records alone.

    It writes a game with the deal of each board, then a game for each table with a recording.
    """
    board = facts.place.board
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
