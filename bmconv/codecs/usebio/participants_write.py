"""Writing participants: pairs, players or teams, with their published totals and places."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bmconv.bridge.places import place
from bmconv.codecs.usebio.numbers import usual_text
from bmconv.codecs.usebio.xml_write import Tag, XmlTexts, figure_text
from bmconv.errors import Flag, Wording
from bmconv.event import Event
from bmconv.event.seating import PlayersByNumber, Seating, player_number
from bmconv.notes import Notes
from bmconv.records import Player, Ranking, name_of

FIGURES = ("imps", "average")
"""Names in the `extra` of a ranking: figures that follow from results and are not in USEBIO."""
NOT_ELEMENTS = {"numbers", "number", "PAIR", "TEAM_NAME", "provisional", "penalty", *FIGURES}
"""Names in the `extra` of a ranking that are not written as elements."""
ORDER = ("DIRECTION", "TOTAL_SCORE", "WINS_OR_DRAWS", "PERCENTAGE", "PLACE", "MASTER_POINTS")
"""The elements that come first, in this order."""


class Person(NamedTuple):
    """A player of a pair."""

    name: str
    number: str
    national: bool = False
    """Whether the number is known to be a national one."""
    section: int | None = None


class ParticipantWriter:
    """Makes the elements of pairs, players and teams.

    `numbers` is the kind of player numbers: `national`, `club`, or empty if not known.
    """

    def __init__(self, event: Event, numbers: str, notes: Notes, texts: XmlTexts) -> None:
        self.event, self.numbers, self.notes, self.texts = event, numbers, notes, texts
        self.seating = Seating(event)
        self.by_number_and_name = {(p.number, name_of(p)): p for p in event.of(Player)}
        self.by_number = PlayersByNumber(event, event.of(Player))
        self.by_name: dict[str, Player] = {}
        for player in event.of(Player):
            self.by_name.setdefault(name_of(player), player)
        self.written: set[int] = set()
        self.unknown_facts: dict[str, list[str]] = {"number": [], "name": []}
        self.assumed_national: list[str] = []
        self.people: set[tuple[str, str]] = set()
        """Names and numbers of the players written so far."""

    def players_of(self, ranking: Ranking, pairs: Iterable[tuple[int, str, int]]) -> list[Person]:
        """The players of a pair or team: as published, or else by their seats."""
        extra = ranking.extra or {}
        names, numbers = ranking.names or [], extra.get("numbers")
        if isinstance(numbers, list) and all(isinstance(n, str) for n in numbers):
            width = max(len(names), len(numbers))
            padded = zip(_pad(names, width), _pad(numbers, width), strict=True)
            return [Person(name, number, True) for name, number in padded]
        seats = [seat for pair in pairs for seat in self.seating.seats.get(pair, ())]
        seated = list(
            dict.fromkeys(
                Person(name, seat.number or "", section=seat.section) for seat, name in seats
            )
        )
        if not names:
            return seated
        by_text = {person.name or person.number: person for person in seated}
        named = [by_text.get(name) or Person(name, self._number_of(name)) for name in names]
        return [*named, *(p for p in seated if not p.name and p not in named)]

    def _number_of(self, name: str) -> str:
        """The number of the player with this name; empty if there is none."""
        player = self.by_name.get(name)
        return player_number(player) if player else ""

    def _listed_player(self, person: Person) -> Player | None:
        """The player in the player list with this number and name; one of them may be unknown."""
        name, number = person.name, person.number or None
        section = self.event.section(person.section)
        session = section.session if section else None
        for player in (
            self.by_number_and_name.get((number, name)),
            self.by_number.find(number, person.section, session) if number else None,
            self.by_name.get(name),
        ):
            if player is None:
                continue
            same_number = not player.number or (
                number and self.by_number.is_same(player.number, number, person.section)
            )
            if same_number and (not name or name_of(player) in ("", name)):
                return player
        return None

    def player(self, person: Person, *first: Tag) -> Tag:
        """A PLAYER element that starts with the tags in `first`."""
        name = person.name
        listed = self._listed_player(person)
        extra: dict[str, Any] = {}
        club = ""
        if listed is not None:
            self.written.add(id(listed))
            extra, club = listed.extra or {}, listed.club_id or ""
        national = person.number if person.national or self.numbers != "club" else ""
        if person.number and not national:
            club = person.number
        if person.number and not person.national and not self.numbers:
            self.assumed_national.append(person.number)
        self.people.add((name, person.number))
        label = name or person.number
        self.unknown_facts["number"] += [] if national else [label]
        self.unknown_facts["name"] += [] if name else [label]
        place = f"player {person.number or name}"
        inside = [*first, Tag("PLAYER_NAME", self.texts.clean(name, place))]
        if club:
            inside.append(Tag("CLUB_ID_NUMBER", self.texts.clean(club, place)))
        inside.append(Tag("NATIONAL_ID_NUMBER", self.texts.clean(national, place)))
        inside += self.texts.tags(extra, place)
        return Tag("PLAYER", inside, _attributes(extra, self.texts, place))

    def published_tags(self, ranking: Ranking, *, shared: bool) -> list[Tag]:
        """Totals, percentages and places in the order that other programs use, then the rest.

        `shared` means that other contestants have the same place.
        """
        note_place = place(ranking)
        tags = self.texts.tags(ranking.extra or {}, note_place, *NOT_ELEMENTS)
        self._note_facts_of_rank(ranking)
        if ranking.boards is not None:
            tags.insert(0, Tag("BOARDS_PLAYED", str(ranking.boards)))
        for tag, value in (("TOTAL_SCORE", ranking.total), ("PERCENTAGE", ranking.percentage)):
            if value is not None:
                tags.append(Tag(tag, figure_text(value)))
        if ranking.place is not None:
            tags.append(Tag("PLACE", f"{ranking.place}{'=' if shared else ''}"))
        if ranking.direction:
            tags.append(Tag("DIRECTION", self.texts.clean(ranking.direction, note_place)))
        ahead = [tag for name in ORDER for tag in tags if tag.name == name]
        return ahead + [tag for tag in tags if tag.name not in ORDER]

    def _note_facts_of_rank(self, ranking: Ranking) -> None:
        """Note values in the `extra` of a ranking for which USEBIO has no place."""
        extra, note_place = ranking.extra or {}, place(ranking)
        for name in FIGURES:
            if name in extra:
                text = "value{s} of rank left out: USEBIO has no place for {it|them}"
                self.notes.loss("rank-lost", f"{note_place} {name}", text)
        if extra.get("provisional"):
            text = "place{s} written as final: results are missing or not decided yet"
            pair = f"{note_place} pair {ranking.pair}"
            self.notes.loss("provisional-lost", pair, text, hint="see bmconv publish --check")
        if extra.get("penalty"):
            text = "penalt{y|ies} in the total only: USEBIO has no place for {it|them}"
            self.notes.loss("penalty-in-total", f"{note_place} pair {ranking.pair}", text)

    def note_gaps(self) -> None:
        """Note players who are left out, and players without a name or national number."""
        for fact, people in self.unknown_facts.items():
            if people := list(dict.fromkeys(people)):
                text = f"player{{s}} without a {'national number' if fact == 'number' else fact}"
                code = "no-national-number" if fact == "number" else "no-name"
                self.notes.repair(code, ", ".join(people), text, len(people))
        if assumed := list(dict.fromkeys(self.assumed_national)):
            text = "player number{s} assumed to be national"
            hint = Wording(Flag("numbers"), " or the club's file states the kind")
            self.notes.repair("numbers-assumed", assumed[0], text, len(assumed), hint=hint)
        if self.numbers == "club":
            text = "player number{s} written as club number{s}, not read back as player number{s}"
            club = [p for p in self.event.of(Player) if p.number and id(p) in self.written]
            if club:
                self.notes.loss("club-number", place(club[0]), text, len(club))
        for player in self.event.of(Player):
            if id(player) not in self.written:
                text = "player{s} left out: in no pair or team"
                self.notes.loss("player-lost", place(player), text)


def _pad(texts: list[str], width: int) -> list[str]:
    return [*texts, *[""] * (width - len(texts))]


def _attributes(extra: dict[str, Any], texts: XmlTexts, place: str) -> dict[str, str]:
    attributes = {k[1:]: v for k, v in extra.items() if k.startswith("@") and isinstance(v, str)}
    return {name: texts.clean(value, place) for name, value in attributes.items()}


def count_places(rankings: Iterable[Ranking]) -> Counter[tuple[str | None, int | None]]:
    """How many contestants have each place, by direction."""
    return Counter((ranking.direction, ranking.place) for ranking in rankings)


def pair_tags(
    writer: ParticipantWriter, rankings: list[Ranking], *, individual: bool
) -> Iterator[Tag]:
    """The pairs or players of a section."""
    counts = count_places(rankings)
    for ranking in rankings:
        section, pair = ranking.section or 0, ranking.pair or 0
        text = str((ranking.extra or {}).get("number") or pair)
        sides = [ranking.direction] if ranking.direction else ["NS", "EW"]
        people = writer.players_of(ranking, [(section, side, pair) for side in sides])
        tags = writer.published_tags(ranking, shared=counts[ranking.direction, ranking.place] > 1)
        number_tag = Tag("PLAYER_NUMBER" if individual else "PAIR_NUMBER", text)
        if individual:
            for person in (people or [Person("", "")])[:1]:
                yield writer.player(person, number_tag, *tags)
        else:
            yield Tag("PAIR", [number_tag, *tags, *map(writer.player, people)])


def team_tags(
    writer: ParticipantWriter,
    rankings: list[Ranking],
    pairs: dict[int, dict[tuple[int, str, int], None]],
) -> Iterator[Tag]:
    """The teams of a section with the pairs of each."""
    counts = count_places(rankings)
    for ranking in rankings:
        extra, team = ranking.extra or {}, ranking.pair or 0
        tags = writer.published_tags(ranking, shared=counts[ranking.direction, ranking.place] > 1)
        listed = extra.get("PAIR")
        if isinstance(listed, list) and all(isinstance(pair, dict) for pair in listed):
            tags += [_listed_pair(writer, pair, place(ranking)) for pair in listed]
            rest = Ranking(names=ranking.names, extra={"numbers": extra.get("numbers") or []})
            if extra.get("numbers"):
                tags += map(writer.player, writer.players_of(rest, ()))
        else:
            known = list(pairs.get(team, ()))
            for pair in known:
                people = writer.players_of(Ranking(), [pair])
                number_tag = Tag("PAIR_NUMBER", usual_text(team, pair[1], of_team=True))
                if people:
                    tags.append(Tag("PAIR", [number_tag, *map(writer.player, people)]))
            if not any(writer.seating.seats.get(pair) for pair in known):
                tags += map(writer.player, writer.players_of(ranking, ()))
        text = str(extra.get("number") or team)
        name = writer.texts.clean(str(extra.get("TEAM_NAME") or ""), place(ranking))
        yield Tag("TEAM", tags, {"TEAM_ID": text, "TEAM_NAME": name})


def _listed_pair(writer: ParticipantWriter, pair: dict[str, Any], place: str) -> Tag:
    """A pair of a team as it was read."""
    names = [str(name) for name in pair.get("names") or ()]
    ranking = Ranking(names=names, extra={"numbers": pair.get("numbers") or []})
    tags = writer.texts.tags(pair, place, "names", "numbers")
    return Tag("PAIR", [*tags, *map(writer.player, writer.players_of(ranking, ()))])
