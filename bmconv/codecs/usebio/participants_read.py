"""Reading participants: players, and the places, totals and percentages that were published."""

import re
from typing import Any

from bmconv.codecs.usebio.lines import read_decimal
from bmconv.codecs.usebio.xml_read import Node
from bmconv.records import Player, Ranking

_PLACE = re.compile(r"=?\s*(-?\d{1,10})\s*=?")
_WHOLE = re.compile(r"-?\d{1,10}")
_PERSON = ("PLAYER_NAME", "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER")
_READ = ("PAIR_NUMBER", "PLAYER_NUMBER", "PLAYER", "TEAM_ID", "PAIR")
"""Elements that do not stay in `extra`."""


class PlayerBook:
    """The players of a file, each once."""

    def __init__(self) -> None:
        self.players: dict[tuple[str, str], Player] = {}

    def add(self, node: Node, *, alone: bool = False) -> tuple[str, str]:
        """Add the player of a PLAYER element; returns name and national number.

        `alone` means that the player is a contestant: other elements then belong to the ranking.
        """
        name = node.get("PLAYER_NAME") or node.text
        number = node.get("NATIONAL_ID_NUMBER")
        if name or number:
            club = node.get("CLUB_ID_NUMBER")
            extra = node.plain(*_PERSON) if not alone else {}
            extra |= {f"@{name}": value for name, value in node.attributes.items()}
            extra.pop("#text", None)
            player = Player(number=number or None, name=name or None, club_id=club or None)
            player.extra = extra or None
            self.players.setdefault((number, name), player)
        return name, number

    def add_players(self, node: Node) -> tuple[list[str], list[str]]:
        """Add the players of a pair or team; returns their names and their national numbers."""
        inside = [self.add(player) for player in node.all("PLAYER")]
        texts = [node.fields["PLAYER"]] if node.fields.get("PLAYER") else []
        texts += [text for tag, text in node.more if tag == "PLAYER" and text]
        for text in texts:  # PLAYER elements with nothing but a name
            self.players.setdefault(("", text), Player(name=text))
        people = [person for person in inside if any(person)] + [(text, "") for text in texts]
        return [name for name, _ in people], [number for _, number in people]


def read_ranking(node: Node, people: PlayerBook) -> Ranking:
    """The published ranking of a pair, a player or a team; the caller sets its number."""
    ranking = Ranking()
    extra = {name.removeprefix("@"): value for name, value in node.plain(*_READ).items()}
    if node.tag == "PLAYER":
        name, number = people.add(node, alone=True)
        names, numbers = [name], [number]
        for tag in (*_PERSON, *node.attributes, "#text"):
            extra.pop(tag, None)
    else:
        names, numbers = people.add_players(node)
    pairs = [_pair(pair, people) for pair in node.all("PAIR")]
    if pairs:
        extra["PAIR"] = pairs
        names += [name for pair in pairs for name in pair.get("names", ())]
    ranking.names = [name for name in names if name] or None
    if any(numbers) or not all(names):
        extra["numbers"] = numbers
    _read_published(ranking, extra)
    ranking.extra = extra or None
    return ranking


def _pair(node: Node, people: PlayerBook) -> dict[str, Any]:
    """A pair of a team, as it is kept in `extra`."""
    names, numbers = people.add_players(node)
    pair = node.plain("PLAYER")
    return pair | ({"names": names} if names else {}) | ({"numbers": numbers} if numbers else {})


def _read_published(ranking: Ranking, extra: dict[str, Any]) -> None:
    """Move place, boards, total and percentage from `extra` into fields, if they are numbers."""
    match = _PLACE.fullmatch(_text(extra, "PLACE"))
    if match and abs(int(match[1])) < 2**31:
        ranking.place = int(match[1])
        del extra["PLACE"]
    match = _WHOLE.fullmatch(_text(extra, "BOARDS_PLAYED"))
    if match and abs(int(match[0])) < 2**31:
        ranking.boards = int(match[0])
        del extra["BOARDS_PLAYED"]
    for tag, field in (("TOTAL_SCORE", "total"), ("PERCENTAGE", "percentage")):
        value = read_decimal(_text(extra, tag).removesuffix("%").strip())
        if value is not None:
            setattr(ranking, field, value)
            del extra[tag]


def _text(extra: dict[str, Any], tag: str) -> str:
    value = extra.get(tag, "")
    return value if isinstance(value, str) else ""
