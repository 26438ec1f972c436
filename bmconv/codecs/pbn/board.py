"""The board of a PBN game: its place, event, deal and double-dummy tricks."""

from collections.abc import Callable

from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.par import spell_par_contracts
from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.deal import has_cards, is_same_deal, read_deal
from bmconv.codecs.pbn.facts import NAMES, GamePlace
from bmconv.codecs.pbn.game import PbnGame
from bmconv.codecs.pbn.results import add_section
from bmconv.codecs.pbn.tables import OPTIMUM, read_optimum, write_optimum
from bmconv.records import Evaluation, Hand, Seat, Session


def read_place(game: PbnGame) -> GamePlace:
    """The place of a game, with None for whatever its tags do not give."""
    board = values.whole_number(game.values.get("Board", ""))
    if board is None:
        board = _board_of_other_room(game)
    if board is None:
        _note_no_board(game)
    section = game.file.section_option
    if not game.shape.is_placed:
        return GamePlace(section, None, None, board)
    if section is None:
        section = values.section_id(game.value("Section"))
    return GamePlace(
        section,
        game.file.table(section, values.whole_number(game.value("Table")), game.value("Room")),
        values.whole_number(game.value("Round")),
        board,
        values.pair_number(game.value("PairNS")),
        values.pair_number(game.value("PairEW")),
    )


def _board_of_other_room(game: PbnGame) -> int | None:
    """The board of the previous game, if this game only adds the play in another room."""
    file, before = game.file, game.file.values_before
    room, other = game.value("Room").strip(), before.get("Room", "").strip()
    if "Board" in game.values or file.board is None or not room or other in ("", room):
        return None
    if "Deal" in game.values and game.values["Deal"] != before.get("Deal"):
        return None
    game.note("board-omitted", "Room", f"board {file.board}")
    return file.board


def _note_no_board(game: PbnGame) -> None:
    """Note a Board tag that is not a number, and the first data lost without a board."""
    if text := game.value("Board").strip():
        game.note("odd-board", "Board", text[:40])
    for name in ("Deal", "Contract", "Auction", "Play", "ScoreTable"):
        if game.value(name):
            game.note("no-board", name)
            break


def add_event(game: PbnGame, place: GamePlace, table: int | None) -> None:
    """Add session, section and seats at their first appearance.

    `table` is the table number in the file; `place` may have one that was assigned instead.
    """
    file = game.file
    if file.session is None:
        name, day = game.value("Event").strip(), values.date(game.value("Date"))
        if name or day:
            file.session = Session(id=1, name=name or None, date=day)
            game.records.append(file.session)
    add_section(game, place.section)
    has_table = values.whole_number(game.value("Table")) is not None
    for direction, tag in NAMES.items() if has_table and place.table == table else ():
        key = (*place[:3], direction)
        player = game.value(tag).strip()
        if player and key not in file.seats:
            file.seats[key] = player
            seat = Seat(section=place.section, table=place.table, round=place.round)
            seat.direction, seat.name = direction, player
            game.records.append(seat)


def read_hand(game: PbnGame, place: GamePlace) -> tuple[Hand | None, str]:
    """The deal of the board, added if new, and the dealer that the game names (or empty)."""
    first = game.read("Dealer", values.seat, "bad-dealer")
    vulnerable = game.read("Vulnerable", spell_vulnerability, "bad-vulnerable")
    cards: dict[str, str | None] = {}
    if text := game.value("Deal"):
        try:
            cards = read_deal(text)
        except values.BadPbnValue as bad:
            game.note("bad-deal", "Deal", str(bad))
    game.cards = cards
    if cards and not has_cards(cards):
        game.note("no-cards", "Deal")
        cards = {}
    file, board = game.file, place.board
    if board is None:
        return None, first or ""
    hand = Hand(
        section=file.section_option,
        board=board,
        north=cards.get("N"),
        east=cards.get("E"),
        south=cards.get("S"),
        west=cards.get("W"),
        dealer=first if first != dealer(board) else None,
        vulnerable=vulnerable if vulnerable != vulnerability(board) else None,
    )
    if cards or hand.dealer or hand.vulnerable:
        _add_hand(game, hand, place.section, board)
    known = file.hands.get((place.section, board)) or file.hands.get((None, board))
    return known, first or ""


def _add_hand(game: PbnGame, hand: Hand, section: int | None, board: int) -> None:
    """Add the deal once per board; another deal of the board stays in the `game` record."""
    hands = game.file.hands
    known = hands.get((hand.section, board))
    if known is not None and is_same_deal(known, hand):
        return
    if known is not None:
        of_section = hands.get((section, board))
        if section is None or of_section is not None:
            if of_section is None or not is_same_deal(of_section, hand):
                game.note("board-twice", "Deal", f"board {board}")
            return
        hand.section = section
    hands[hand.section, board] = hand
    game.records.append(hand)


def read_evaluation(game: PbnGame, place: GamePlace, hand: Hand | None) -> Evaluation | None:
    """The evaluation of the board, added to the records if it is new."""
    is_evaluated = game.shape.is_evaluated
    tricks = _read_tricks(game) if is_evaluated else values.NO_TRICKS
    if place.board is None:
        return None
    evaluations = game.file.evaluations
    key = (hand.section if hand else game.file.section_option, place.board)
    if is_evaluated and key not in evaluations:
        score = values.read_par_score(game.value("OptimumScore"))
        contracts = spell_par_contracts(game.value("ParContract"))
        if tricks != values.NO_TRICKS or score is not None or contracts:
            evaluation = evaluations[key] = values.make_evaluation(*key, tricks)
            evaluation.par_score, evaluation.par_contract = score, contracts
            game.records.append(evaluation)
    return evaluations.get(key)


def _read_tricks(game: PbnGame) -> values.Tricks:
    """Double-dummy tricks, in any of the three notations; the first one counts."""
    known = values.NO_TRICKS
    for name, parse in _TRICK_READERS.items():
        if not game.has_tag(name) or not values.is_known(game.values[name]):
            continue
        try:
            tricks = parse(game, known)
        except values.BadPbnValue as bad:
            game.note("bad-double-dummy", name, str(bad))
            continue
        if known == values.NO_TRICKS:
            known = tricks
        elif tricks != known:
            both = [*zip(known, tricks, strict=True)]
            if any(None not in counts and counts[0] != counts[1] for counts in both):
                game.note("double-dummy-differs", name, name)
            known = tuple(other if count is None else count for count, other in both)
    return known


def _read_optimum_table(game: PbnGame, known: values.Tricks) -> values.Tricks:
    """The tricks of an OptimumResultTable; `known` itself if the table repeats these tricks."""
    header, words = game.values["OptimumResultTable"], game.words("OptimumResultTable")
    if header == OPTIMUM and None not in known and words == write_optimum(known):
        return known
    return read_optimum(header, words)


_TRICK_READERS: dict[str, Callable[[PbnGame, values.Tricks], values.Tricks]] = {
    "DoubleDummyTricks": lambda game, _: values.read_double_dummy(game.value("DoubleDummyTricks")),
    "Ability": lambda game, _: values.read_ability(game.value("Ability")),
    "OptimumResultTable": _read_optimum_table,
}
"""The function that reads the tricks of each tag; its second argument is the tricks read so far."""
