"""Points and places that came with the input: compared with those worked out, or kept.

Figures agree if the computed one, rounded to the decimals of the published one, equals it.
"""

from collections.abc import Iterable
from typing import Any

from bmconv import records as rec
from bmconv.bridge.scoring_methods import MATCHPOINTS
from bmconv.errors import Flag, Wording
from bmconv.event import Event
from bmconv.notes import Notes

POINTS = ("mp_ns", "mp_ew", "imp_ns", "imp_ew")
CARRIED = ("numbers", "number", "TEAM_NAME", "PAIR", "DIRECTION")
"""Names in `extra` that identify a contestant and are kept when places are worked out again."""
_KEEP = Wording(Flag("keep", typed="bmconv rank --keep"), " writes what was published")
_PENALISE = Wording(*_KEEP, "; ", Flag("adjust", "FILE"), " adds penalties")
_CHOOSE = Wording("choose ", Flag("method", "butler"), " or cross-imps; ", *_KEEP)
Key = tuple[int, str, int]
"""Section, side and number of a contestant."""
UNSCORED = (None,) * len(POINTS)


def _points(result: rec.Result) -> tuple[float | None, ...] | None:
    points = (result.mp_ns, result.mp_ew, result.imp_ns, result.imp_ew)
    return None if points == UNSCORED else points


def _key(ranking: rec.Ranking) -> Key:
    return ranking.section or 0, ranking.direction or "", ranking.pair or 0


class Published:
    """The ranking records of an event and the points of its results, before it is ranked."""

    def __init__(self, event: Event, standing: Iterable[rec.Result]) -> None:
        self.event = event
        self.rankings = {_key(ranking): ranking for ranking in event.of(rec.Ranking)}
        results = event.of(rec.Result)
        points = [r.mp_ns for r in results] + [r.mp_ew for r in results]
        points += [r.imp_ns for r in results] + [r.imp_ew for r in results]
        unscored = points.count(None) == len(points)
        self.scored = [] if unscored else [result for result in results if _points(result)]
        """The results with points, whether they stand or not."""
        scores = ((result, _points(result)) for result in standing if self.scored)
        self.points = [(result, points) for result, points in scores if points]

    def names(self, who: Key) -> list[str]:
        """The names of a contestant as published."""
        ranking = self._ranking_of(who)
        return list(ranking.names or ()) if ranking else []

    def identity(self, who: Key) -> dict[str, Any]:
        """The values in `extra` that identify a contestant, by their names in CARRIED."""
        ranking = self._ranking_of(who)
        extra = (ranking.extra if ranking else None) or {}
        return {name: extra[name] for name in CARRIED if name in extra}

    def _ranking_of(self, who: Key) -> rec.Ranking | None:
        """The record of a contestant, which may have been published with or without a side."""
        section, side, number = who
        others = [(section, at, number) for at in (("",) if side else ("NS", "EW"))]
        known = [self.rankings[key] for key in others if key in self.rankings]
        return self.rankings.get(who) or (known[0] if len(known) == 1 else None)

    def clear(self) -> None:
        """Remove the points of all results."""
        for result in self.scored:
            result.mp_ns = result.mp_ew = result.imp_ns = result.imp_ew = None

    def restore(self) -> None:
        """Give results their published points again."""
        for result, values in self.points:
            for name, value in zip(POINTS, values, strict=True):
                setattr(result, name, value)

    def compare(self, rankings: Iterable[rec.Ranking], notes: Notes) -> None:
        """Note where points and places that were worked out differ from those published."""
        computed = {_key(r): r for r in rankings} if self.rankings else {}
        both = [(old, computed[key]) for key, old in self.rankings.items() if key in computed]
        for name in ("percentage", "total"):
            pairs = [(getattr(old, name), getattr(new, name)) for old, new in both]
            digits = _decimals(old for old, _ in pairs)
            for (_, new), (was, now) in zip(both, pairs, strict=True):
                if _differs(was, now, digits):
                    text = f"{name}{{s}} not as published"
                    location = f"{self._place(new)}: {_with_digits(now, digits)}, published {was:g}"
                    notes.repair(f"{name}-differs", location, text, hint=_KEEP)
        has_places = any(old.place for old, _ in both)
        for old, new in both:
            if has_places and new.place and old.place != new.place:
                location = f"{self._place(new)}: {new.place}, published {old.place or 'none'}"
                notes.repair("place-differs", location, "place{s} not as published", hint=_KEEP)
            was, now = _penalty(old), _penalty(new)
            if was != now:
                figures = f"{f'{now:g}' if now else 'none'}, published {was:g}"
                location = f"{self._place(new)}: {figures}"
                text = "penalt{y|ies} not as published"
                notes.repair("penalty-differs", location, text, hint=_PENALISE)
        self._compare_methods(computed.values(), notes)
        self._compare_points(notes)

    def _compare_methods(self, computed: Iterable[rec.Ranking], notes: Notes) -> None:
        """Note published totals below 0 in a ranking by matchpoints, which are never negative."""
        if any((ranking.method or {}).get("name") != MATCHPOINTS for ranking in computed):
            return
        for ranking in self.rankings.values():
            if ranking.total is not None and ranking.total < 0 and not _penalty(ranking):
                text = "published total{s} below 0, as in IMPs, but ranked by matchpoints"
                location = f"{self._place(ranking)}: {ranking.total:g}"
                notes.repair("method-differs", location, text, hint=_CHOOSE)

    def _compare_points(self, notes: Notes) -> None:
        digits: dict[str, int] = {}
        for at, name in enumerate(POINTS):
            digits[name] = _decimals(values[at] for _, values in self.points)
        for result, values in self.points:
            for name, was in zip(POINTS, values, strict=True):
                now = getattr(result, name)
                if _differs(was, now, digits[name]):
                    figures = f"{_with_digits(now, digits[name])}, published {was:g}"
                    location = f"{self.event.place(result)} {name}: {figures}"
                    text = "point{s} not as published"
                    notes.repair("points-differ", location, text, hint=_KEEP)

    def _place(self, ranking: rec.Ranking) -> str:
        letter = self.event.letter(ranking.section) if ranking.section else ""
        side = f" {ranking.direction}" if ranking.direction else ""
        return f"ranking {letter}{ranking.pair}{side}"


def _penalty(ranking: rec.Ranking) -> float:
    """The penalty of a contestant; 0 if there is none."""
    penalty = (ranking.extra or {}).get("penalty")
    return penalty if isinstance(penalty, int | float) else 0.0


def published_scale(event: Event) -> dict[str, int]:
    """The scale of matchpoints that all published rankings name, as an option of a method."""
    scales = [(ranking.method or {}).get("scale") for ranking in event.of(rec.Ranking)]
    for scale in (1, 2):
        if scales and all(type(known) is int and known == scale for known in scales):
            return {"scale": scale}
    return {}


def _decimals(values: Iterable[float | None]) -> int:
    """The most decimals that any of these published figures has."""
    texts = (f"{value:.4f}".rstrip("0") for value in values if value is not None)
    return max((len(text.partition(".")[2]) for text in texts), default=0)


def _differs(was: float | None, now: float | None, digits: int) -> bool:
    if was is None or now is None:
        return False
    return abs(was - now) > 0.5 * 0.1**digits + 1e-6


def _with_digits(value: float, digits: int) -> str:
    return f"{value:.{digits}f}"
