"""How an event was scored, in words: the method with its options, winners, awards."""

from bmconv.bridge.awards import PERCENTAGE, POINTS, Award, Awards
from bmconv.bridge.scoring_methods import BOARD_A_MATCH, BUTLER, CROSS_IMPS, POINT_A_BOARD, TEAMS
from bmconv.bridge.winners import Winners
from bmconv.ranking.methods import BRIDGESCORE, ROUNDINGS, Method
from bmconv.reports.language import Language, mark

WINNERS = (
    mark("as the section says"),
    mark("an individual"),
    mark("nearly every pair keeps its side"),
    mark("every pair keeps its side"),
    mark("pair numbers repeat across the directions"),
    mark("pairs change sides"),
    mark("as asked for"),
    mark("as BridgeScore has it"),
    mark("as ranked"),
)
"""Why a section has one winner or two."""


def method_text(method: Method, language: Language) -> str:
    """The words for a method and for the options that apply to it."""
    _ = language.gettext
    basis = _basis(method, language)
    if not method.round:
        return basis
    unit = language.number(float(method.round), ROUNDINGS[method.round])
    return _("{method}, boards rounded to {unit}").format(method=basis, unit=unit)


def _basis(method: Method, language: Language) -> str:
    """The words for a method, without the rounding of boards."""
    _ = language.gettext
    if method.name == BUTLER:
        rounding = {
            "none": _("not rounded"),
            "away": _("5s away"),
            "up": _("5s up"),
            "even": _("5s even"),
        }[method.datum_round]
        text = _("Butler IMPs, datum without {drop} at each end, {rounding}")
        return text.format(drop=method.datum_drop, rounding=rounding)
    if method.name == CROSS_IMPS:
        return {
            "sum": _("cross-IMPs summed"),
            "scores": _("cross-IMPs per score"),
            "comparisons": _("cross-IMPs per comparison"),
        }[method.cross]
    if method.name == TEAMS:
        if not method.vp_scale:
            return _("teams, IMPs and WBF continuous victory points")
        return _("teams, IMPs and victory points of {scale}").format(scale=method.scale_name)
    if method.name == BOARD_A_MATCH:
        return _("teams, board-a-match 1/½/0")
    if method.name == POINT_A_BOARD:
        return _("teams, point-a-board 2/1/0")
    if method.name == BRIDGESCORE:
        return _("matchpoints as BridgeScore has them")
    factor = {
        "neuberg": _("Neuberg"),
        "plain": _("plain factoring"),
        "none": _("not factored"),
        "no-awards": _("Neuberg except boards with an award"),
    }
    scale = "2/1/0" if method.scale == 2 else "1/½/0"
    return _("matchpoints {scale}, {factor}").format(scale=scale, factor=factor[method.factor])


def winners_text(winners: Winners, language: Language) -> str:
    """One winner or two, and why."""
    _ = language.gettext
    reason = _(winners.reason)
    if winners.against_movement:
        reason = _("{reason} in the results, though not in the movement").format(reason=reason)
    text = _("one winner ({reason})") if winners.number == 1 else _("two winners ({reason})")
    return text.format(reason=reason)


def awards_text(awards: Awards, language: Language) -> str:
    """What both sides get: `60 % to N-S, 40 % to E-W`."""
    text = language.gettext("{ns} to N-S, {ew} to E-W")
    return text.format(ns=award_text(awards.ns, language), ew=award_text(awards.ew, language))


def award_text(award: Award, language: Language) -> str:
    """What one side gets."""
    if award.unit == PERCENTAGE:
        digits = 0 if award.value == int(award.value) else 2
        return language.percentage(award.value, digits)
    number = language.signed(award.value)
    if award.unit == POINTS:
        return language.gettext("{number} points").format(number=number)
    return number
