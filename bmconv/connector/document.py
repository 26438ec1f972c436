"""Documents of the Data Connector: single DTOs or arrays of them, bare or inside an envelope.

Errors name the file, the path inside the JSON, the problem and what was expected.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, cast, get_type_hints

import msgspec

from bmconv.connector import protocol
from bmconv.connector.parsing import parse, printable, texts
from bmconv.connector.properties import (
    SETTINGS,
    Cleaner,
    closest_dto,
    count_shared,
    note_missing,
    properties,
)
from bmconv.connector.schema import (
    DTO,
    DTOS,
    ENVELOPES,
    ScoringProgramRequest,
    ScoringProgramResponse,
)
from bmconv.errors import BadInput, Flag, Wording
from bmconv.io.source import Source
from bmconv.notes import Notes

Envelope = ScoringProgramRequest | ScoringProgramResponse


class Document(NamedTuple):
    """The content of one JSON text."""

    place: str
    kind: str
    """The name of the DTO; empty for an envelope without one."""
    items: list[Any]
    """The DTOs."""
    array: bool
    """Whether the DTOs are in an array."""
    envelope: Envelope | None = None
    value: Any = None
    """Content of an envelope that is not a DTO: a message, or the id of a queue item."""
    modes: Mapping[tuple[str | None, str | None], int] = {}
    """Connection modes found in settings, as in the guide, by session and section."""


UNREADABLE = "unreadable document{s} skipped"
MOST_BAD = 1000
"""The number of unreadable documents at the start of a source after which it is refused."""
_NAME_TYPE = Wording("name the type with ", Flag("dto", "NAME"))


def documents(
    source: Source,
    notes: Notes,
    dto: str = "",
    *,
    strict: bool = False,
    exact: bool = False,
    skip: Callable[[BadInput], None] = lambda _: None,
) -> Iterator[Document]:
    """The documents of a source; `dto` names the DTO where it cannot be recognised.

    Of several documents, an unreadable one is noted, passed to `skip` and left out; with `strict`
    its error is raised. A source without a readable document is refused. With `exact`, documents
    are read as the service reads them, without the guide's spellings.
    """
    bad: list[BadInput] = []
    read = False
    for text, place in texts(source):
        content = None
        try:
            content = document(text, place, notes, dto, exact=exact)
        except BadInput as error:
            if strict or place == source.name:
                raise
            bad.append(error)
        read = read or content is not None
        if not read and len(bad) == MOST_BAD:
            break
        if read and bad:
            for each in bad:
                notes.error("bad-document", str(each), UNREADABLE)
                skip(each)
            bad.clear()
        if content is not None:
            yield content
    if bad:
        raise bad[0]


def document(
    text: bytes, place: str, notes: Notes, dto: str = "", *, exact: bool = False
) -> Document:
    """The document in a JSON text."""
    flat = _flat_array(text, dto)
    if flat is not None:
        return Document(place, *flat, True)
    value = parse(text, place)
    if not isinstance(value, dict | list):
        raise BadInput(f"{place}: $", _json_type(value), "a DTO or an array of DTOs")
    name = dto or _recognise(value, place)
    if name not in ENVELOPES:
        items, modes = _items(value, name, place, notes, exact=exact)
        return Document(place, name, items, isinstance(value, list), modes=modes)
    if isinstance(value, list):
        raise BadInput(f"{place}: $", f"an array of {name}", "one per line")
    return _open_envelope(value, name, place, notes, exact=exact)


def _open_envelope(
    value: dict[str, Any], name: str, place: str, notes: Notes, *, exact: bool
) -> Document:
    """The content of an envelope, according to its command or data type."""
    inner = value.get("SerializedData")
    if isinstance(inner, dict | list):
        text = "SerializedData given as JSON instead of text"
        notes.repair("nested-object", place, text)
        value = value | {"SerializedData": msgspec.json.encode(inner).decode()}
    envelope = cast(Envelope, convert(value, name, place, notes, exact=exact))
    kind, array = _expected_content(envelope)
    inside = f"{place} SerializedData"
    if isinstance(inner, str):
        flat = _flat_array(inner.encode(), kind) if kind and array is not False else None
        if flat is not None:
            return Document(place, kind, flat[1], True, envelope)
        inner = _parse_content(inner, inside, kind)
    if array is not None and type(inner) is not (list if array else dict):
        problem = "nothing" if inner is None else _json_type(inner)
        raise BadInput(f"{inside}: $", problem, f"an array of {kind}" if array else f"one {kind}")
    if not isinstance(inner, dict | list):
        return Document(place, "", [], False, envelope, inner)
    kind = kind or _recognise(inner, inside)
    items, modes = _items(inner, kind, inside, notes, exact=exact)
    return Document(place, kind, items, isinstance(inner, list), envelope, modes=modes)


def _parse_content(text: str, place: str, kind: str) -> Any:
    """The value of SerializedData: JSON or, if no DTO is expected, any text."""
    if not text.strip():
        return None
    try:
        return parse(text.encode(), place)
    except BadInput:
        if kind:
            raise
        return text


def _expected_content(envelope: Envelope) -> tuple[str, bool | None]:
    """The DTO expected in an envelope (or empty), and whether in an array (None: both allowed)."""
    if isinstance(envelope, ScoringProgramRequest):
        return protocol.SENT.get(protocol.command_name(envelope.Command), ("", None))
    return protocol.ANSWERED.get(protocol.data_name(envelope.DataType), ""), None


def _items(
    value: Any, name: str, place: str, notes: Notes, *, exact: bool
) -> tuple[list[Any], Mapping[tuple[str | None, str | None], int]]:
    """The DTOs of a value, and the connection modes found in them; missing settings are noted."""
    values = value if isinstance(value, list) else [value]
    first = next((v for v in values if isinstance(v, dict)), {})
    like = closest_dto(first)
    if like != name and count_shared(like, first) > count_shared(name, first):
        raise BadInput(f"{place}: $", f"{like} by its properties", name)
    cleaner = Cleaner(place, notes, exact=exact)
    items = _convert(value, name, cleaner)
    note_missing(value, name, place, notes)
    return cast(list[Any], items if isinstance(value, list) else [items]), cleaner.modes


def convert(
    value: Any, name: str, place: str, notes: Notes, *, exact: bool = False
) -> DTO | list[DTO]:
    """A DTO, or a list of them, from parsed JSON; unknown properties are noted."""
    return _convert(value, name, Cleaner(place, notes, exact=exact))


def _convert(value: Any, name: str, cleaner: Cleaner) -> DTO | list[DTO]:
    target: Any = list[DTOS[name]] if isinstance(value, list) else DTOS[name]  # type: ignore[valid-type]
    try:
        return cast(DTO, msgspec.convert(value, target))
    except msgspec.ValidationError:
        pass  # unknown properties, or the guide's spellings and numbers: clean up and try again
    try:
        return cast(DTO, msgspec.convert(cleaner.clean(value, name), target))
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        place = f"{cleaner.place}: {path.strip('`') or '$'}"
        raise BadInput(place, problem.replace("`", "")) from None


def _recognise(value: Any, place: str) -> str:
    """The DTO of an object, or of the fullest object of an array; an error if none fits."""
    first = value
    if isinstance(value, list):
        objects = [v for v in value if isinstance(v, dict)]
        if not objects:
            problem = "an array without objects" if value else "an empty array"
            raise BadInput(f"{place}: $", problem, "a DTO", hint=_NAME_TYPE)
        first = max(objects[:100], key=len)
    name = closest_dto(first)
    if not name:
        seen = printable(", ".join(first))
        problem = f"no DTO has the properties {seen}" if seen else "an object without properties"
        raise BadInput(f"{place}: $", problem, "properties such as SessionGuid", hint=_NAME_TYPE)
    return name


@cache
def _decoder(name: str, required: frozenset[str]) -> msgspec.json.Decoder[Any] | None:
    """A decoder for arrays of a DTO in which these properties are required.

    None if the DTO is not flat or lacks one of these properties. Other properties that are missing
    become UNSET, so that those present can be counted.
    """
    cls = DTOS[name]
    if name in ENVELOPES or properties(name).nested or not required <= properties(name).known:
        return None
    hints = get_type_hints(cls, include_extras=True)
    fields: list[Any] = [
        (key, kind) if key in required else (key, kind | msgspec.UnsetType, msgspec.UNSET)
        for key, kind in ((key, hints[key]) for key in cls.__struct_fields__)
    ]
    struct = msgspec.defstruct(
        name, fields, bases=(cls,), kw_only=True, forbid_unknown_fields=True, gc=False
    )
    return msgspec.json.Decoder(list[struct])  # type: ignore[valid-type]


def _flat_array(text: bytes, dto: str) -> tuple[str, list[Any]] | None:
    """Read an array of flat objects without going through dicts; None for anything else.

    First it tries whether all objects have the keys of the first one, as in most arrays.
    """
    if not text[:64].lstrip().startswith(b"["):
        return None
    try:
        first = msgspec.json.decode(text[text.index(b"{") : text.index(b"}") + 1])
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError):
        return None
    name = dto or closest_dto(first)
    for required in (frozenset(first), frozenset[str]()) if name else ():
        decoder = _decoder(name, required)
        try:
            items = decoder.decode(text) if decoder else []
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            continue
        if not items or not (dto or _looks_like(name, items)):
            return None
        if name in SETTINGS and not properties(name).known <= required:
            return None  # the slower way notes missing settings
        # More colons than keys: a key is repeated, or texts have colons. Both need the slower way.
        return (name, items) if text.count(b":") == _fill_defaults(name, required, items) else None
    return None


def _looks_like(name: str, items: list[Any]) -> bool:
    """Whether `_recognise` would take these objects for this DTO, judging by the fullest."""
    keys = DTOS[name].__struct_fields__
    present = [[k for k in keys if getattr(i, k) is not msgspec.UNSET] for i in items[:100]]
    return closest_dto(max(present, key=len)) == name


def _fill_defaults(name: str, required: frozenset[str], items: list[Any]) -> int:
    """Put defaults where properties are missing; returns how many properties were present."""
    present = len(items) * len(DTOS[name].__struct_fields__)
    defaults = DTOS[name]()
    for key in DTOS[name].__struct_fields__:
        if key in required:
            continue
        default = getattr(defaults, key)
        for item in items:
            if getattr(item, key) is msgspec.UNSET:
                setattr(item, key, default)
                present -= 1
    return present


def _json_type(value: Any) -> str:
    """The type of a JSON value, in words."""
    words = {str: "a JSON string", bool: "a JSON boolean", dict: "an object", list: "an array"}
    return words.get(type(value), "null" if value is None else "a JSON number")
