"""Reading XML of unknown origin: entities are neither declared nor fetched, size and depth limited.

Most elements of a USEBIO file hold only text. They become fields of the element around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from bmconv.errors import BadInput, Flag, Wording
from bmconv.io.source import BLOCK, Source
from bmconv.notes import Notes

DEPTH = 32
"""How deep elements may be nested."""
LIMIT = 64 << 20
"""The most bytes of a file: a thousand times the size of a usual evening."""
ELEMENTS = 500_000
"""The most elements of a file: each takes up to 500 bytes of memory; a usual evening has 5,000."""
_ENCODING = re.compile(rb"""<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]{1,40})["']""")
_LATIN_1 = {b"iso-8859-1", b"iso8859-1", b"latin1", b"latin-1", b"us-ascii", b"ascii"}
_CP1252_ONLY = re.compile(rb"[\x80-\x9f]")
_BARE_AMPERSAND = re.compile(rb"&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};|[A-Za-z][\w.-]{0,40};)")


class Node:
    """An element that has attributes or contains elements."""

    __slots__ = ("attributes", "fields", "more", "nodes", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        if attributes:
            self.attributes = {_tag(name): value.strip() for name, value in attributes.items()}
        self.fields: dict[str, str] = {}
        """The text of the first inner element of each name, among those with nothing but text."""
        self.more: list[tuple[str, str]] = []
        """Name and text of further elements with these names."""
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
        """The elements with a name that are directly inside."""
        return (node for node in self.nodes if node.tag == tag)

    def plain(self, *without: str) -> dict[str, Any]:
        """The content except `without`, as text, maps and lists; attributes start with @."""
        content: dict[str, Any] = {
            f"@{n}": v for n, v in self.attributes.items() if v and n not in without
        }
        inside: list[tuple[str, Any]] = [*self.fields.items(), *self.more]
        inside += [(node.tag, node.plain()) for node in self.nodes if node.tag not in without]
        for tag, value in inside:
            if tag in without or not value:
                continue
            if tag not in content:
                content[tag] = value
            elif isinstance(content[tag], list):
                content[tag].append(value)
            else:
                content[tag] = [content[tag], value]
        if self.text:
            content["#text"] = self.text
        return content


def parse(source: Source, encoding: str, notes: Notes) -> Node:
    """The root element of a source."""
    data = source.read() if source.recoded else _read_limited(source)
    if source.recoded:
        encoding = "utf-8"
    declared = _ENCODING.match(data.lstrip()[:200])
    if not encoding and declared and declared[1].lower() in _LATIN_1 and _CP1252_ONLY.search(data):
        encoding = "cp1252"  # what Windows programs mean by Latin-1
    try:
        return _parse(source.name, data, encoding, notes)
    except expat.ExpatError as error:
        return _repair(source.name, data, encoding, error, notes)


def _read_limited(source: Source) -> bytes:
    blocks, size = [], 0
    source.head()
    while block := source.stream.read(BLOCK):
        size += len(block)
        if size > LIMIT:
            raise BadInput(source.name, f"more than {LIMIT >> 20} MB of XML", "a USEBIO file")
        blocks.append(block)
    return b"".join(blocks)


def _repair(name: str, data: bytes, encoding: str, error: expat.ExpatError, notes: Notes) -> Node:
    """Parse again with common faults repaired: bare ampersands, a wrong character set."""
    fixed, bare = _BARE_AMPERSAND.subn(b"&amp;", data)
    if not encoding:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            encoding = "cp1252"
    if bare or encoding == "cp1252":
        try:
            root = _parse(name, fixed, encoding, notes)
        except expat.ExpatError as second:
            error = second
        else:
            text = "character{s} not allowed in XML read anyway"
            notes.repair("bad-character", f"{name}:{error.lineno}", text, max(bare, 1))
            return root
    problem = expat.errors.messages.get(error.code, "not XML")
    raise BadInput(f"{name}:{error.lineno}", f"{problem} (column {error.offset + 1})", "XML")


def _parse(name: str, data: bytes, encoding: str, notes: Notes) -> Node:
    """The root element of a file that declares no entity."""
    builder = _Builder(name, notes, encoding)
    try:
        builder.parser.Parse(data, True)
    except (LookupError, ValueError) as error:  # of a character set unknown to Python
        problem = f"a character set that cannot be read ({error})"
        hint = Wording(Flag("encoding"), " names another")
        raise BadInput(name, problem, "UTF-8 or ISO-8859-1", hint=hint) from None
    return builder.root.nodes[0]


class _Builder:
    """Builds nodes from the events of the parser, and refuses declarations."""

    def __init__(self, name: str, notes: Notes, encoding: str) -> None:
        self.name, self.notes = name, notes
        self.root = Node("", {})
        self.open = [self.root]
        """The elements around the current position, from the outermost."""
        self.beside: list[list[str]] = [[]]
        """For each open element, the text beside the elements in it."""
        self.elements = 0
        self.leaf: str | None = None
        """The name of the element opened last, as long as nothing but text was found in it."""
        self.words: list[str] = []
        """Text since the last element began or ended."""
        parser = self.parser = expat.ParserCreate(encoding or None, "}")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.words.append
        parser.EntityDeclHandler = self.refuse
        parser.ExternalEntityRefHandler = self.refuse
        parser.AttlistDeclHandler = self.refuse_attributes
        parser.SkippedEntityHandler = self.skip
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        self.elements += 1
        if self.elements > ELEMENTS:
            raise BadInput(self._place(), f"more than {ELEMENTS:,} elements", "a USEBIO file")
        if self.leaf is not None:
            self._open(Node(self.leaf, {}))
        if self.words:
            self.keep()
        self.leaf = _tag(tag)
        if attributes or len(self.open) == 1:
            self._open(Node(self.leaf, attributes))
            self.leaf = None
        if len(self.open) > DEPTH:
            raise BadInput(self.name, f"elements more than {DEPTH} deep", "a USEBIO file")

    def end(self, _: str) -> None:
        """End an element: it becomes a field of its parent if it holds only text."""
        if self.leaf is None:
            if self.words:
                self.keep()
            node = self.open.pop()
            node.text = "".join(self.beside.pop()).strip()
            self.open[-1].nodes.append(node)
            return
        node, tag = self.open[-1], self.leaf
        text = "".join(self.words).strip()
        if tag in node.fields:
            node.more.append((tag, text))
        else:
            node.fields[tag] = text
        self.leaf = None
        self.words.clear()

    def _open(self, node: Node) -> None:
        self.open.append(node)
        self.beside.append([])

    def keep(self) -> None:
        """Keep text that stands beside elements."""
        text = "".join(self.words)
        self.words.clear()
        if not text.isspace():
            self.beside[-1].append(text)

    def refuse(self, *_: object) -> int:
        """Refuse entities: they can fill the memory or fetch files, and no program needs any."""
        raise BadInput(self._place(), "declares an entity", "XML without entity declarations")

    def refuse_attributes(self, *_: object) -> None:
        """Refuse declared attributes: every element would get their defaults, which may be long."""
        raise BadInput(self._place(), "declares attributes", "XML without declared attributes")

    def skip(self, name: str, is_parameter: int) -> None:
        """Keep the name of an entity as written: its definition, if any, is in another file."""
        if not is_parameter:
            self.words.append(f"&{name};")
            text = "entity name{s} kept as written: not declared here"
            self.notes.repair("unknown-entity", f"{self._place()}: &{name};", text)

    def _place(self) -> str:
        return f"{self.name}:{self.parser.CurrentLineNumber}"


@lru_cache(1024)
def _tag(text: str) -> str:
    """The name of an element in upper case, without a namespace."""
    return text.rpartition("}")[2].upper()
