"""Writing XML: elements, made of clean text, as indented lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from bmconv.codecs.shared.cells import number_text
from bmconv.notes import Notes

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAME = re.compile(r"@?[A-Z][A-Z0-9_]{0,60}")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_C1_CONTROL = re.compile("[\x7f-\x9f]")


class Tag(NamedTuple):
    """An element that contains text or other elements."""

    name: str
    inside: str | list[Tag] = ""
    attributes: Mapping[str, str] = {}


def figure_text(value: float) -> str:
    """Points or a percentage as text, with up to six decimals."""
    return number_text(round(value, 6))


class XmlTexts:
    """Makes text and elements that are possible in XML; notes what has to be left out."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes

    def clean(self, text: str, place: str) -> str:
        """Text without control characters and without blanks around it."""
        cleaned = _FORBIDDEN.sub("", text).strip()
        if cleaned != text:
            message = "text{s} written without control characters and surrounding blanks"
            self.notes.loss("text-changed", place, message)
        return cleaned

    def tags(self, extra: Mapping[str, Any], place: str, *without: str) -> list[Tag]:
        """Elements from `extra`, except `without`; impossible names and values are noted."""
        tags: list[Tag] = []
        for name, value in extra.items():
            if name in without:
                continue
            if not _NAME.fullmatch(name) or not _is_plain(value):
                text = "left out: not an element with text"
                subject = "value{s} of extra"
                self.notes.loss("extra-lost", f"{place} {name}", text, what=subject)
            elif not name.startswith("@"):
                values = value if isinstance(value, list) else [value]
                tags += [self._tag(name, inner, place) for inner in values]
        return tags

    def _tag(self, name: str, value: Any, place: str) -> Tag:
        if not isinstance(value, dict):
            return Tag(name, self.clean(value, place))
        attributes = {k[1:]: self.clean(v, place) for k, v in value.items() if k.startswith("@")}
        if text := value.get("#text"):
            return Tag(name, self.clean(text, place), attributes)
        return Tag(name, self.tags(value, place), attributes)


def _is_plain(value: Any) -> bool:
    """Whether a value is text, or lists and maps of text with element names as keys."""
    if isinstance(value, str):
        return value != ""
    if isinstance(value, list):  # a single value would be read back without its list
        return len(value) > 1 and all(_is_plain(v) and not isinstance(v, list) for v in value)
    if not isinstance(value, dict):
        return False
    for name, inner in value.items():
        is_element = name[:1] not in "@#"
        if (name != "#text" and not _NAME.fullmatch(name)) or not _is_plain(inner):
            return False
        if not is_element and not isinstance(inner, str):
            return False  # attributes and #text have only text
        if is_element and "#text" in value:
            return False  # an element has text or other elements, not both
    return True


def _escape(text: str) -> str:
    escaped = "".join(_ESCAPES.get(c, c) for c in text) if set("&<>") & set(text) else text
    escaped = escaped.replace("\r", "&#13;")
    return _C1_CONTROL.sub(lambda match: f"&#{ord(match[0])};", escaped)


def _quote(text: str) -> str:
    return _escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


def xml_lines(tags: Iterable[Tag], depth: int = 0) -> Iterator[str]:
    """The lines of elements, indented; an element that holds text is not broken into lines."""
    for name, inside, attributes in tags:
        margin = "  " * depth
        attribute_text = "".join(f' {key}="{_quote(value)}"' for key, value in attributes.items())
        if isinstance(inside, str):
            yield f"{margin}<{name}{attribute_text}>{_escape(inside)}</{name}>"
        else:
            yield f"{margin}<{name}{attribute_text}>"
            yield from xml_lines(inside, depth + 1)
            yield f"{margin}</{name}>"
