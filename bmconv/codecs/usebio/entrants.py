"""Writing participants: pairs, players or teams with what was published about them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bmconv.codecs.usebio.numbers import usual_text
from bmconv.codecs.usebio.tags import Tag, XmlTexts, number
from bmconv.event import Event, place
from bmconv.notes import Notes
from bmconv.records import Player, Ranking, name_of
from bmconv.seating import Seating

OWN = {"numbers", "number", "PAIR", "TEAM_NAME", "imps", "average", "provisional"}
"""What `extra` of a ranking has that is not an element of its own."""
ORDER = ("DIRECTION", "TOTAL_SCORE", "WINS_OR_DRAWS", "PERCENTAGE", "PLACE", "MASTER_POINTS")


class Person(NamedTuple):
    """A player of a pair."""

    name: str
    number: str
    national: bool = False
    """Whether the number is known to be a national one."""


class Entrants:
    """The participants of an event."""

    def __init__(self, event: Event, numbers: str, notes: Notes, texts: XmlTexts) -> None:
        self.event, self.numbers, self.notes, self.texts = event, numbers, notes, texts
        self.seating = Seating(event)
        self.by_number = {(p.number, name_of(p)): p for p in event.of(Player)}
        self.by_name: dict[str, Player] = {}
        for player in event.of(Player):
            self.by_name.setdefault(name_of(player), player)
            self.by_number.setdefault((player.number, ""), player)
        self.written: set[int] = set()
        self.lacking: dict[str, list[str]] = {"number": [], "name": []}
        self.assumed: list[str] = []

    def people(self, ranking: Ranking, pairs: Iterable[tuple[int, str, int]]) -> list[Person]:
        """The players of a contestant: as published, else as they sit."""
        extra = ranking.extra or {}
        names, numbers = ranking.names or [], extra.get("numbers")
        if isinstance(numbers, list) and all(isinstance(n, str) for n in numbers):
            width = max(len(names), len(numbers))
            padded = zip(_filled(names, width), _filled(numbers, width), strict=True)
            return [Person(name, number, True) for name, number in padded]
        seats = [seat for pair in pairs for seat in self.seating.seats.get(pair, ())]
        seated = list(dict.fromkeys(Person(name, seat.number or "") for seat, name in seats))
        if not names:
            return seated
        by_text = {person.name or person.number: person for person in seated}
        return [by_text.get(name) or Person(name, self._listed(name)) for name in names]

    def _listed(self, name: str) -> str:
        player = self.by_name.get(name)
        return (player.number or "") if player else ""

    def _known(self, person: Person) -> Player | None:
        """The player of the list: the same number and name, as far as both are known."""
        name, number = person.name, person.number or None
        for found in (
            self.by_number.get((number, name)),
            self.by_number.get((number, "")) if number else None,
            self.by_name.get(name),
        ):
            if found is None:
                continue
            same_number = not found.number or found.number == number
            if same_number and (not name or name_of(found) in ("", name)):
                return found
        return None

    def player(self, person: Person, *first: Tag) -> Tag:
        """A PLAYER element."""
        name = person.name
        found = self._known(person)
        extra: dict[str, Any] = {}
        club = ""
        if found is not None:
            self.written.add(id(found))
            extra, club = found.extra or {}, found.club_id or ""
        national = person.number if person.national or self.numbers != "club" else ""
        if person.number and not national:
            club = person.number
        if person.number and not person.national and not self.numbers:
            self.assumed.append(person.number)
        shown = name or person.number
        self.lacking["number"] += [] if national else [shown]
        self.lacking["name"] += [] if name else [shown]
        where = f"player {person.number or name}"
        inside = [*first, Tag("PLAYER_NAME", self.texts.clean(name, where))]
        if club:
            inside.append(Tag("CLUB_ID_NUMBER", self.texts.clean(club, where)))
        inside.append(Tag("NATIONAL_ID_NUMBER", self.texts.clean(national, where)))
        inside += self.texts.tags(extra, where)
        return Tag("PLAYER", inside, _attributes(extra, self.texts, where))

    def published(self, ranking: Ranking, shared: bool) -> list[Tag]:
        """Totals, percentages and places, in the order of other programs; then the rest."""
        where = place(ranking)
        made = self.texts.tags(ranking.extra or {}, where, *OWN)
        for name in ("imps", "average", "provisional"):
            if name in (ranking.extra or {}):
                told = "value{s} of rank left out: USEBIO has no place for them"
                self.notes.loss("rank-lost", f"{where} {name}", told)
        if ranking.boards is not None:
            made.insert(0, Tag("BOARDS_PLAYED", str(ranking.boards)))
        for tag, value in (("TOTAL_SCORE", ranking.total), ("PERCENTAGE", ranking.percentage)):
            if value is not None:
                made.append(Tag(tag, number(value)))
        if ranking.place is not None:
            made.append(Tag("PLACE", f"{ranking.place}{'=' if shared else ''}"))
        if ranking.direction:
            made.append(Tag("DIRECTION", self.texts.clean(ranking.direction, where)))
        ahead = [tag for name in ORDER for tag in made if tag.name == name]
        return ahead + [tag for tag in made if tag.name not in ORDER]

    def tell(self) -> None:
        """Note whom a federation will not know, and who was left out."""
        for what, people in self.lacking.items():
            if people := list(dict.fromkeys(people)):
                told = f"player{{s}} without a {'national number' if what == 'number' else what}"
                code = "no-national-number" if what == "number" else "no-name"
                self.notes.repair(code, ", ".join(people), told, len(people))
        if assumed := list(dict.fromkeys(self.assumed)):
            told = "player number{s} taken as national (option numbers: national or club)"
            self.notes.repair("numbers-assumed", assumed[0], told, len(assumed))
        if self.numbers == "club":
            told = "player number{s} written as numbers of the club, which are read as its own"
            club = [p for p in self.event.of(Player) if p.number and id(p) in self.written]
            if club:
                self.notes.loss("club-number", place(club[0]), told, len(club))
        for player in self.event.of(Player):
            if id(player) not in self.written:
                told = "player{s} left out: in no pair or team"
                self.notes.loss("player-lost", place(player), told)


def _filled(texts: list[str], width: int) -> list[str]:
    return [*texts, *[""] * (width - len(texts))]


def _attributes(extra: dict[str, Any], texts: XmlTexts, where: str) -> dict[str, str]:
    found = {k[1:]: v for k, v in extra.items() if k.startswith("@") and isinstance(v, str)}
    return {name: texts.clean(value, where) for name, value in found.items()}


def shared_places(rankings: Iterable[Ranking]) -> Counter[tuple[str | None, int | None]]:
    """How many have each place in their list."""
    return Counter((ranking.direction, ranking.place) for ranking in rankings)


def pair_tags(entrants: Entrants, rankings: list[Ranking], individual: bool) -> Iterator[Tag]:
    """The pairs or players of a section."""
    shared = shared_places(rankings)
    for ranking in rankings:
        section, pair = ranking.section or 0, ranking.pair or 0
        text = str((ranking.extra or {}).get("number") or pair)
        sides = [ranking.direction] if ranking.direction else ["NS", "EW"]
        people = entrants.people(ranking, [(section, side, pair) for side in sides])
        made = entrants.published(ranking, shared[ranking.direction, ranking.place] > 1)
        named = Tag("PLAYER_NUMBER" if individual else "PAIR_NUMBER", text)
        if individual:
            for person in (people or [Person("", "")])[:1]:
                yield entrants.player(person, named, *made)
        else:
            yield Tag("PAIR", [named, *made, *map(entrants.player, people)])


def team_tags(
    entrants: Entrants,
    rankings: list[Ranking],
    pairs: dict[int, dict[tuple[int, str, int], None]],
) -> Iterator[Tag]:
    """The teams of a section with the pairs of each."""
    shared = shared_places(rankings)
    for ranking in rankings:
        extra, team = ranking.extra or {}, ranking.pair or 0
        made = entrants.published(ranking, shared[ranking.direction, ranking.place] > 1)
        listed = extra.get("PAIR")
        if isinstance(listed, list) and all(isinstance(pair, dict) for pair in listed):
            made += [_listed_pair(entrants, pair, place(ranking)) for pair in listed]
            rest = Ranking(names=ranking.names, extra={"numbers": extra.get("numbers") or []})
            if extra.get("numbers"):
                made += map(entrants.player, entrants.people(rest, ()))
        else:
            known = list(pairs.get(team, ()))
            for pair in known:
                people = entrants.people(Ranking(), [pair])
                named = Tag("PAIR_NUMBER", usual_text(team, pair[1], True))
                if people:
                    made.append(Tag("PAIR", [named, *map(entrants.player, people)]))
            if not any(entrants.seating.seats.get(pair) for pair in known):
                made += map(entrants.player, entrants.people(ranking, ()))
        text = str(extra.get("number") or team)
        name = entrants.texts.clean(str(extra.get("TEAM_NAME") or ""), place(ranking))
        yield Tag("TEAM", made, {"TEAM_ID": text, "TEAM_NAME": name})


def _listed_pair(entrants: Entrants, pair: dict[str, Any], where: str) -> Tag:
    """A pair of a team as it was read."""
    names = [str(name) for name in pair.get("names") or ()]
    ranking = Ranking(names=names, extra={"numbers": pair.get("numbers") or []})
    made = entrants.texts.tags(pair, where, "names", "numbers")
    return Tag("PAIR", [*made, *map(entrants.player, entrants.people(ranking, ()))])
