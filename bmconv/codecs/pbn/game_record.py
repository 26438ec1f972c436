"""The `game` record: what a PBN game contains that no other record holds."""

from bmconv.codecs.pbn.facts import (
    HEADER,
    HELD,
    MANDATORY,
    SECTION_WORDS,
    UNKNOWN,
    Facts,
    Place,
)
from bmconv.codecs.pbn.file import PbnFile
from bmconv.codecs.pbn.game import PbnGame
from bmconv.codecs.pbn.sections import small_cards
from bmconv.codecs.pbn.text import Comments
from bmconv.codecs.shared.game_tags import DOUBLE_DUMMY
from bmconv.records import Game


def make_game_record(
    game: PbnGame, facts: Facts, before: Comments, *, first: bool
) -> tuple[Game, bool]:
    """The `game` record with what other records do not hold, and whether it can be omitted."""
    text, place = game.text, facts.place
    tags: list[tuple[str, ...]] = [*text.tags]
    for at, text_of, held in game.texts:
        if text_of(facts) == tags[at][1]:
            tags[at] = held
    sections = _own_sections(game, facts, tags) if text.words else None
    comments = before
    if text.comments or 0 in text.words:
        comments = before + _own_comments(game, facts, tags)
    record = Game(
        section=place.section,
        table=place.table,
        round=place.round,
        board=place.board,
        pair_ns=place.pair_ns,
        pair_ew=place.pair_ew,
        tags=tags,
        sections=sections or None,
        comments=comments or None,
    )
    return record, _is_plain(game.file, facts, record, first=first)


def _own_sections(
    game: PbnGame, facts: Facts, tags: list[tuple[str, ...]]
) -> list[tuple[str, str, list[str]]]:
    """The sections that other records do not hold; the tags of the others lose their values.

    A tag without the section that belongs to it keeps its value.
    """
    own = []
    for number, words in game.text.words.items():
        if number == 0:
            continue
        name, value = game.text.tags[number - 1]
        words_of = SECTION_WORDS.get(name)
        if words_of and game.numbers[name] == number and words_of(facts) == (value, words):
            tags[number - 1] = HELD[name]
        else:
            own.append((str(number), name, words))
            tags[number - 1] = (name, value)
    return own


def _own_comments(game: PbnGame, facts: Facts, tags: list[tuple[str, ...]]) -> Comments:
    """The comments, except those for small cards that card records already hold."""
    own = [("0", f"; {word}") for word in game.text.words.get(0, ())]
    small: dict[str, str] = {}
    if game.text.comments and ("Play",) in tags:
        play = game.numbers["Play"]
        small = {f"{play}.{word}": card for word, card in small_cards(facts.played).items()}
    for place, comment in game.text.comments:
        if comment != "{" + small.get(place, "") + "}":
            own.append((place, comment))
    return own


def _is_plain(file: PbnFile, facts: Facts, game: Game, *, first: bool) -> bool:
    """Whether the writer would make the same game from the other records alone.

    It writes a game with the deal of each board, then a game for each table with a recording; if
    there is no board, a game with the session alone.
    """
    board = facts.place.board
    follows = board is not None and board == file.board
    again = board in file.boards
    file.board = board
    if board is not None:
        file.boards.add(board)
    if file.waiting is None:
        return False
    recorded = bool(facts.calls or facts.played)
    only_session = first and facts.session is not None and facts.place == Place()
    if (board is None and not only_session) or (again and not follows):
        return False
    if follows != recorded or game.sections:
        return False
    if facts.result is not None and not recorded:
        return False
    if tuple(text for _, text in game.comments or ()) != (HEADER if first else ()):
        return False
    tags = game.tags or []
    if [tag[0] for tag in tags[: len(MANDATORY)]] != [*MANDATORY]:
        return False
    facts.fill()
    return tags == [
        (name,) if name in facts.tags else (name, UNKNOWN[name])
        for name in facts.layout()
        if not recorded or name not in DOUBLE_DUMMY
    ]
