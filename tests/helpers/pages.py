"""Reads pages of results with an HTML parser: their tables, links, anchors and texts."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import bmconv
from bmconv.event import Event
from bmconv.records import Record, Seat
from tests.helpers.running import ROOT

SAMPLE = ROOT / "formats" / "html" / "samples" / "page.html"
CELLS = {"td", "th"}


class Page(HTMLParser):
    """The tables, links, anchors and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[dict[str, Any]] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.groups: list[dict[str, Any]] = []
        self._heading: dict[str, str] = {"h3": "", "facts": ""}
        self._heading_part: tuple[str, str] | None = None
        self._head: list[str] = []
        self._part: list[str] | None = None
        self._cell = False
        self._quiet = False
        self._place = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        self._quiet = tag in ("style", "script")
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if tag in ("article", "section"):
            self._place = str(attributes.get("id") or "")
            self._heading = {"h3": "", "facts": ""}
        if tag == "h3" or attributes.get("class") == "facts":
            self._heading_part = (tag, "h3" if tag == "h3" else "facts")
        self._take_group(tag, str(attributes.get("class") or ""))
        if tag == "a":
            self.links.append(str(attributes.get("href")))
        if tag == "table":
            heading = {"title": self._heading["h3"], "facts": self._heading["facts"].strip()}
            table = {"class": attributes.get("class"), "in": self._place, "rows": []}
            self.tables.append(table | heading)
        elif tag == "tr":
            self.tables[-1]["rows"].append([])
        elif tag in CELLS:
            self.tables[-1]["rows"][-1].append("")
        self._cell = tag in CELLS or (self._cell and tag not in ("tr", "table", "tbody"))
        if tag == "br" and self._cell:
            self.handle_data(" + ")

    def _take_group(self, tag: str, kind: str) -> None:
        """Collect groups of equal results on a board: the cells of the group, and its lines."""
        if tag == "summary":
            self._part = None
            if self._head:
                title = self._heading["h3"]
                group = {"board": self._place, "title": title, "header": self._head}
                self.groups.append(group | {"cells": [], "lines": []})
                self._part = self.groups[-1]["cells"]
        elif tag == "p" and kind == "head":
            self._part = self._head = []
        elif tag == "ul" and self._part is not None:
            self._part = self.groups[-1]["lines"]
        elif tag in ("article", "section", "table"):
            self._part, self._head = None, []
        elif tag in ("span", "li") and self._part is not None:
            self._part.append("")

    def handle_endtag(self, tag: str) -> None:
        self._quiet = False
        if self._heading_part and tag == self._heading_part[0]:
            self._heading_part = None
        if tag == "table":
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._quiet:
            return
        self.text += data
        if self._heading_part:
            self._heading[self._heading_part[1]] += data
        if self._part:
            self._part[-1] += data
        if self._cell:
            self.tables[-1]["rows"][-1][-1] += data

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The tables of a class, each with its header as the first row and its cells stripped."""
        wanted = set(kind.split())
        tables = [table for table in self.tables if wanted <= set(str(table["class"]).split())]
        for table in tables:
            table["rows"] = [[cell.strip() for cell in row] for row in table["rows"]]
        return tables


def seats(tables: int) -> list[Record]:
    """Seats with names and numbers at each table of a section."""
    return [
        Seat(section=1, table=t, direction=d, round=0, number=f"90{t}{turn}", name=f"{d}orn Nr{t}")
        for t in range(1, tables + 1)
        for turn, d in enumerate("NESW")
    ]


def records_of(path: Path) -> Event:
    """The event in a file."""
    return bmconv.read(path)
