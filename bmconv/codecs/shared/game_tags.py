"""Tags of a PBN game whose content is in hand and evaluation records."""

from bmconv.records import Game

DOUBLE_DUMMY = ("DoubleDummyTricks", "OptimumResultTable")
TRICKS = (*DOUBLE_DUMMY, "Ability")
"""Tags with double-dummy tricks."""
PAR = ("OptimumScore", "ParContract")
EVALUATED = (*TRICKS, *PAR)
"""Tags that become an evaluation."""
OF_THE_DEAL = frozenset(("Deal", *EVALUATED, "Minimax"))
"""Tags that give the hand or are calculated from it."""


def only_repeats_deal(game: Game) -> bool:
    """Whether a game has nothing but tags of its deal, so that leaving it out is no loss."""
    tags = [tag[0] for tag in game.tags or () if {*tag[1:]} - {"", "?"}]
    sections = [name for _, name, _ in game.sections or ()]
    remarks = [text for _, text in game.comments or () if not text.startswith("%")]
    return OF_THE_DEAL.issuperset(tags + sections) and not (remarks or game.extra)
