"""Guards against faulty plug-ins: refuses an invalid codec, and names the plug-in in its errors.

Imported only when a plug-in is loaded: our own formats are checked by types and tests.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from msgspec import structs

from bmconv.codecs import CERTAIN, Codec, Format, Option, Wanted
from bmconv.errors import BmconvError, BrokenPlugin, brief
from bmconv.records import TYPES, Record, type_name
from bmconv.registry import describe_error
from bmconv.rules import SCOPES
from bmconv.rules.settings import setting
from bmconv.rules.types import faults

RESERVED = ("input", "output", "format", "strict", "notes", "notes_file", "quiet", "help")
"""Names of options that `from` and `to` have for every format."""


def check_codec(codec: object) -> None:
    """Refuse a codec that is not valid."""
    if not isinstance(codec, Codec):
        raise BrokenPlugin("CODEC is not a bmconv.codecs.Codec")
    if not isinstance(codec.info, Format):
        raise BrokenPlugin("the info of CODEC is not a bmconv.codecs.Format")
    for name in ("probe", "decode", "encode"):
        if not callable(getattr(codec, name)):
            raise BrokenPlugin(f"{name} of CODEC is not a function")
    _check_holds(codec.info)
    _check_options(codec.info)
    if codec.info.scope not in SCOPES:
        scope = brief(codec.info.scope)
        raise BrokenPlugin(f"INFO.scope is {scope}; expected 'bws', 'dto' or none")


def _check_holds(info: Format) -> None:
    """Refuse record types and fields that do not exist."""
    if not isinstance(info.holds, Mapping):
        raise BrokenPlugin("INFO.holds is not a map of record types to fields")
    if not isinstance(info.consults, list | tuple):
        raise BrokenPlugin("INFO.consults is not a list or tuple of record types")
    for kind in (*info.holds, *info.consults):
        if kind not in TYPES:
            raise BrokenPlugin(f"INFO names {kind!r}, which is not a record type")
        fields = info.holds.get(kind)
        if fields is not None and not isinstance(fields, list | tuple | set | frozenset):
            problem = f"INFO.holds has {brief(fields)} for {kind}"
            raise BrokenPlugin(f"{problem}; expected a list or tuple of fields, or None for all")
        for field in fields or ():
            if not _is_field(kind, field):
                raise BrokenPlugin(f"INFO names {kind}.{field}, which is not a field")


def _check_options(info: Format) -> None:
    """Refuse options that a command line cannot have."""
    if not isinstance(info.options, list | tuple):
        raise BrokenPlugin("INFO.options is not a list or tuple of Options")
    for option in info.options:
        if not isinstance(option, Option):
            raise BrokenPlugin(f"INFO.options has {brief(option)}, which is not an Option")
        if not isinstance(option.name, str) or not option.name.isidentifier():
            problem = f"INFO has an option {brief(option.name)}"
            raise BrokenPlugin(f"{problem}; expected a name of letters, digits and _")
        if option.name in RESERVED:
            problem = "which every format has; give it another name"
            raise BrokenPlugin(f"INFO has an option {option.name!r}, {problem}")
        if not isinstance(option.help, str) or not isinstance(option.choices, list | tuple):
            problem = "help is not text, or choices is not a list or tuple"
            raise BrokenPlugin(f"option {option.name}: {problem}")
        if not isinstance(option.default, str | int | None):
            problem = f"option {option.name}: the default is {brief(option.default)}"
            raise BrokenPlugin(f"{problem}; expected text, a whole number, True, False or None")
    names = {option.name for option in info.options}
    for role in ("table", "folder", "joined", "part"):
        if (name := getattr(info, role)) and name not in names:
            raise BrokenPlugin(f"INFO.{role} is {brief(name)}, which is not one of its options")


def _is_field(kind: str, name: object) -> bool:
    """Whether a record type has a field; a format can also name single settings."""
    is_setting = kind == "settings" and isinstance(name, str) and setting(name) is not None
    return is_setting or name in TYPES[kind].__struct_fields__


def guard(name: str, codec: Codec, module: str) -> Codec:
    """The codec of a plug-in, changed so that every error in it names the plug-in."""
    functions = {n: getattr(codec, n) for n in codec.__struct_fields__ if n != "info"}
    guarded = {
        function: _guard_function(name, module, function, call)
        for function, call in functions.items()
        if call is not None
    }
    return structs.replace(codec, **guarded)


_DECODERS = ("decode", "decode_wanted")
_RETURNS: dict[str, tuple[Callable[[object], bool], str]] = {
    "probe": (lambda value: isinstance(value, int) and 0 <= value <= CERTAIN, "0 to 100"),
    **dict.fromkeys(
        _DECODERS, (lambda value: isinstance(value, Iterable), "an iterator of records")
    ),
    "wanted": (lambda value: isinstance(value, Wanted | None), "a Wanted or None"),
    "info_for": (lambda value: isinstance(value, Format), "a Format"),
    "version": (lambda value: isinstance(value, str | None), "text"),
    **dict.fromkeys(
        ("like", "like_file"), (lambda value: isinstance(value, Mapping), "a map of options")
    ),
}
"""For functions of a plug-in: a test of what they return, and what an error says is expected."""


def _guard_function(
    plugin: str, module: str, function: str, call: Callable[..., object]
) -> Callable[..., object]:
    """A function of a plug-in that checks what it returns, and whose errors name the plug-in.

    Errors that occur only while its results are fetched one by one also name it.
    """

    def guarded(*args: object, **options: object) -> object:
        with _naming_errors(plugin, module):
            returned = call(*args, **options)
        check_returned(returned)
        if function in _DECODERS and isinstance(returned, Iterable):
            return records(returned)
        return each(returned) if isinstance(returned, Iterator) else returned

    def check_returned(returned: object) -> None:
        is_valid, expected = _RETURNS.get(function, (None, ""))
        if is_valid and not is_valid(returned):
            problem = f"{function} of {module} returned {brief(returned)}; expected {expected}"
            raise _plugin_failure(plugin, problem)

    def each(results: Iterable[object]) -> Iterator[object]:
        with _naming_errors(plugin, module):
            yield from results

    def records(results: Iterable[object]) -> Iterator[object]:
        for record in each(results):
            if problem := fault_of(record):
                raise _plugin_failure(plugin, f"{function} of {module} gives {problem}")
            yield record

    return guarded


def fault_of(record: object) -> str:
    """What is wrong with the type of a record or of its values; empty if nothing is."""
    if not isinstance(record, Record) or type(record) not in TYPES.values():
        return f"{brief(record)}; expected a record of bmconv.records"
    for fault in faults(record):
        return f"{type_name(record)}.{fault.field} {brief(fault.value)}; expected {fault.expected}"
    return ""


@contextmanager
def _naming_errors(plugin: str, module: str) -> Iterator[None]:
    """Turn errors that are not ours into ones that name the plug-in and its line."""
    try:
        yield
    except (BmconvError, OSError, MemoryError):
        raise
    except Exception as error:
        raise _plugin_failure(plugin, describe_error(error, module)) from error


def _plugin_failure(plugin: str, problem: str) -> BrokenPlugin:
    return BrokenPlugin(f"format {plugin!r} failed: {problem}")
