"""Addresses of pages: readable, safe in every file system and URL, and the same in every run.

An address is a path below the site's folder, with `/`. It is derived from what a page is about
(labels, date, event, name) and never from a number of a player, which must not be published.
"""

import hashlib
import posixpath
import re
import unicodedata
from collections.abc import Callable

HOME, ROBOTS = "index.html", "robots.txt"
LONGEST = 40
"""The most characters of a readable part."""
_PLAIN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LETTERS = "bcdfghjkmnpqrstvwxz"
"""Keys have no digits and no vowels, so that none can contain a number or a name."""
_KEYED = re.compile(rf".*-[{_LETTERS}]{{8}}")
"""Names that end as if with a key."""
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""Names that Windows does not allow."""


def folder_of(labels: list[str | None]) -> str:
    """The folder for the pages of a club, or what else the labels name; empty without labels."""
    return "/".join(map(_folder, labels))


def night_address(folder: str, date: str, event_id: str, is_taken: Callable[[str], bool]) -> str:
    """The address of a night's page."""
    place = posixpath.join(folder, date[:4] or "undated")
    return _free_address(f"{place}/{date or 'undated'}", [("night", event_id)], is_taken)


def player_address(
    folder: str, name: str, first: tuple[str, ...], is_taken: Callable[[str], bool]
) -> str:
    """The address of a player's page; `first`, the first night, tells equal names apart."""
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    stem = posixpath.join(folder, "players", slug(name) or "player")
    return _free_address(stem, [("player", folded), ("player", folded, *first)], is_taken)


def list_address(folder: str, name: str = "") -> str:
    """The address of a list in a folder; `name` is a year, `players` or empty."""
    return posixpath.join(folder, name, HOME)


def ranking_address(folder: str, year: str, *, of_club: bool) -> str:
    """The address of a ranking of one year or of all (if empty), and of one club or of all."""
    if not of_club:
        return f"ranking-{year}.html" if year else "ranking.html"
    return posixpath.join(folder, year, "ranking.html") if year else list_address(folder, "players")


def month_address(month: str, number: int = 1) -> str:
    """The address of a page with the nights of all clubs in a month such as 2026-01."""
    return f"{month or 'undated'}{f'-page-{number}' if number > 1 else ''}.html"


def link(source: str, target: str) -> str:
    """The relative link from one page to another, so that the site can be moved."""
    return posixpath.relpath(target, posixpath.dirname(source) or ".")


def slug(text: str) -> str:
    """A text in lower-case ASCII letters, digits and hyphens; empty if nothing is left."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    # letters that Unicode does not decompose: ø, ł, đ, æ, œ
    plain = plain.translate({0xF8: "o", 0x142: "l", 0x111: "d", 0xE6: "ae", 0x153: "oe"})
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", "-", plain)[:LONGEST].strip("-")


def _folder(label: str | None) -> str:
    """The folder of a label: the label if it is a safe name, else a safe name with its key."""
    label = label or ""
    plain = len(label) <= LONGEST and _PLAIN.fullmatch(label)
    if plain and not _KEYED.fullmatch(label) and not _DEVICES.fullmatch(label):
        return label
    return f"{slug(label) or 'other'}-{_key(('label', label))}"


def _free_address(stem: str, seeds: list[tuple[str, ...]], is_taken: Callable[[str], bool]) -> str:
    """The first address from a stem and the key of a seed that no other page has."""
    seeds = list(seeds)
    while is_taken(address := f"{stem}-{_key(seeds[0])}.html"):
        seeds = seeds[1:] or [(*seeds[0], "again")]
    return address


def _key(seed: tuple[str, ...]) -> str:
    """Eight letters derived from some texts."""
    data = "\0".join(seed).encode("utf-8", "replace")
    number = int.from_bytes(hashlib.blake2b(data).digest())
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(8))
