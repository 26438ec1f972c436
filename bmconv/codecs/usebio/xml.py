"""XML of strangers, read with expat: no entity is declared or fetched, size and depth are limited.

Most elements of a USEBIO file hold text alone: they are kept as fields of their parent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.source import BLOCK, Source

DEPTH = 32
LIMIT = 64 << 20
"""The largest file that is read, in bytes: a thousand times that of a usual evening."""
_ENCODING = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]{1,40})["']""")
_LATIN_1 = {b"iso-8859-1", b"iso8859-1", b"latin1", b"latin-1", b"us-ascii", b"ascii"}
_WINDOWS = re.compile(rb"[\x80-\x9f]")
_BARE = re.compile(rb"&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};|[A-Za-z][\w.-]{0,40};)")


class Node:
    """An element with attributes or elements inside."""

    __slots__ = ("attributes", "fields", "more", "nodes", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = {name.upper(): value.strip() for name, value in attributes.items()}
        self.fields: dict[str, str] = {}
        """The first element of each name that holds text alone."""
        self.more: list[tuple[str, str]] = []
        """Further ones of the same names."""
        self.nodes: list[Node] = []
        self.text = ""

    def get(self, tag: str) -> str:
        """The text of an element inside, or of an attribute; empty if there is none."""
        text = self.fields.get(tag)
        if text is None:
            inside = (node.text for node in self.nodes if node.tag == tag)
            text = next(inside, None) or self.attributes.get(tag)
        return text or ""

    def all(self, tag: str) -> Iterator[Node]:
        """The elements of a name directly inside."""
        return (node for node in self.nodes if node.tag == tag)

    def plain(self, *without: str) -> dict[str, Any]:
        """Everything inside as text, maps and lists by name; attributes with an @ before them."""
        found: dict[str, Any] = {f"@{n}": v for n, v in self.attributes.items() if n not in without}
        inside: list[tuple[str, Any]] = [*self.fields.items(), *self.more]
        inside += [(node.tag, node.plain()) for node in self.nodes]
        for tag, value in inside:
            if tag in without or not value:
                continue
            if tag not in found:
                found[tag] = value
            elif isinstance(found[tag], list):
                found[tag].append(value)
            else:
                found[tag] = [found[tag], value]
        if self.text:
            found["#text"] = self.text
        return found


def parse(source: Source, encoding: str, notes: Notes) -> Node:
    """The root element of a source."""
    data = source.read() if source.recoded else _limited(source)
    if source.recoded:
        encoding = "utf-8"
    declared = _ENCODING.match(data.lstrip()[:200])
    if not encoding and declared and declared[1].lower() in _LATIN_1 and _WINDOWS.search(data):
        encoding = "cp1252"  # what Windows programs mean when they say Latin-1
    try:
        return _Builder(source.name, notes, encoding).parse(data)
    except expat.ExpatError as error:
        return _again(source.name, data, encoding, error, notes)


def _limited(source: Source) -> bytes:
    blocks, size = [], 0
    source.head()
    while block := source.stream.read(BLOCK):
        size += len(block)
        if size > LIMIT:
            raise BadInput(source.name, f"more than {LIMIT >> 20} MB of XML", "a USEBIO file")
        blocks.append(block)
    return b"".join(blocks)


def _again(name: str, data: bytes, encoding: str, error: expat.ExpatError, notes: Notes) -> Node:
    """Read once more what is often wrong: ampersands as they are, or another character set."""
    fixed, bare = _BARE.subn(b"&amp;", data)
    if not encoding:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            encoding = "cp1252"
    if bare or encoding == "cp1252":
        quiet = Notes()
        try:
            root = _Builder(name, quiet, encoding).parse(fixed)
        except expat.ExpatError as second:
            error = second
        else:
            root = _Builder(name, notes, encoding).parse(fixed)
            text = "character{s} that XML does not allow there read anyway"
            notes.repair("bad-character", f"{name}:{error.lineno}", text, max(bare, 1))
            return root
    what = expat.errors.messages.get(error.code, "not XML")
    raise BadInput(f"{name}:{error.lineno}", f"{what} (column {error.offset + 1})", "XML")


class _Builder:
    """Makes nodes of what expat finds."""

    def __init__(self, name: str, notes: Notes, encoding: str) -> None:
        self.name, self.notes = name, notes
        self.root = Node("", {})
        self.stack = [self.root]
        self.pending: tuple[str, dict[str, str]] | None = None
        """The element that was opened last; a node is made of it when it is more than text."""
        self.words: list[str] = []
        parser = self.parser = expat.ParserCreate(encoding or None)
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.words.append
        parser.EntityDeclHandler = self.refuse
        parser.ExternalEntityRefHandler = self.refuse
        parser.SkippedEntityHandler = self.skipped
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def parse(self, data: bytes) -> Node:
        self.parser.Parse(data, True)
        return self.root.nodes[0]

    def _place(self) -> str:
        return f"{self.name}:{self.parser.CurrentLineNumber}"

    def refuse(self, *_: object) -> int:
        """Entities can fill the memory or fetch files, and no USEBIO program declares any."""
        raise BadInput(self._place(), "declares an entity", "XML without entity declarations")

    def skipped(self, name: str, is_parameter: bool) -> None:
        """An entity that only the document type could explain, which is not fetched."""
        if not is_parameter:
            self.words.append(f"&{name};")
            text = "entity name{s} kept as written: not declared here"
            self.notes.repair("unknown-entity", f"{self._place()}: &{name};", text)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.pending:
            self.open()
        else:
            self.mixed(self.stack[-1])
        self.pending = tag.upper(), attributes

    def open(self) -> None:
        """Make a node of an element that has others inside or attributes."""
        assert self.pending is not None
        if len(self.stack) > DEPTH:
            raise BadInput(self._place(), f"elements {DEPTH} deep", "a USEBIO file")
        node = Node(*self.pending)
        self.pending = None
        self.stack[-1].nodes.append(node)
        self.stack.append(node)
        self.mixed(node)

    def mixed(self, node: Node) -> None:
        if text := "".join(self.words).strip():
            node.text = f"{node.text} {text}".strip()
        self.words.clear()

    def end(self, tag: str) -> None:
        if self.pending:
            name, attributes = self.pending
            if not attributes and len(self.stack) > 1:
                self.pending = None
                fields = self.stack[-1].fields
                text = "".join(self.words).strip()
                self.words.clear()
                if name in fields:
                    self.stack[-1].more.append((name, text))
                else:
                    fields[name] = text
                return
            self.open()
        self.mixed(self.stack.pop())
