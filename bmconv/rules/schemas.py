"""JSON Schema of the records: their types, with meanings and limits from the rule book."""

from typing import Any

import msgspec

from bmconv import __version__
from bmconv.records import CLEAR, TYPES
from bmconv.rules.fields import field_of, rules_of
from bmconv.rules.rule import RECORDS, Rule
from bmconv.rules.settings import SETTINGS, Setting

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PATTERNS = {
    "date": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "partial-time": "^[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?$",
}
"""Patterns in place of text formats, which many validators check only with an add-on."""


def json_schema(kind: str | None = None, *, strict: bool = False) -> dict[str, Any]:
    """The schema of a record type, or of any record of the stream.

    It accepts everything that bmconv writes; the strict schema accepts only valid values.
    """
    types: Any = TYPES[kind or "event"]
    for cls in list(TYPES.values())[1:] if kind is None else ():
        types = types | cls
    schema = without_extensions(msgspec.json.schema(types))
    for name, cls in TYPES.items():
        if cls.__name__ in schema["$defs"]:
            properties = schema["$defs"][cls.__name__]["properties"]
            _describe(name, properties, strict=strict)
            properties[CLEAR] = _clear(properties)
    name = f"urn:bmconv:{__version__}:{kind or 'record'}{':strict' if strict else ''}"
    return {"$schema": DIALECT, "$id": name, **schema}


def without_extensions(schema: Any) -> Any:
    """A schema with keywords of JSON Schema only, as strict validators such as Ajv demand.

    The discriminator is a keyword of OpenAPI, and not needed to tell record types apart.
    """
    if isinstance(schema, list):
        return [without_extensions(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    words = {name: without_extensions(part) for name, part in schema.items()}
    if schema.get("format") in PATTERNS:
        words["pattern"] = PATTERNS[words.pop("format")]
    if "mapping" in schema.get("discriminator", ()):
        del words["discriminator"]
    return words


def _clear(properties: dict[str, Any]) -> dict[str, Any]:
    """The schema of the list of fields to be emptied, which a record for `bws apply` can have."""
    names = [name for name in properties if name not in ("type", "extra")]
    meaning = "only for bmconv bws apply: the fields to be emptied"
    return {"type": "array", "items": {"enum": names}, "description": meaning}


def _describe(kind: str, properties: dict[str, Any], *, strict: bool) -> None:
    """Add the meanings of fields to their schemas and, to strict schemas, the limits."""
    rules = {name.rstrip("_"): rule for name, rule in rules_of(kind).items()}
    for name, schema in properties.items():
        if name == "type":
            continue
        schema["description"] = field_of(kind, name).meaning
        if strict and name in rules:
            schema["anyOf"][0] |= _limits(rules[name])
    if kind == "settings":
        properties["values"]["properties"] = {
            setting.name: {"description": setting.meaning, **_setting(setting, strict=strict)}
            for setting in SETTINGS
        }


def _limits(rule: Rule) -> dict[str, Any]:
    """The values that a rule allows, as keywords of JSON Schema."""
    if rule.choices:
        return {"enum": sorted(rule.choices)}
    if rule.pattern:
        return {"pattern": f"^(?:{rule.pattern})$"}
    low, high = rule.range(RECORDS)
    if rule.further:
        within = range(low or 0, (high or 0) + 1)
        return {"enum": sorted({*within, *rule.further})}
    limits = {"minimum": low, "maximum": high}
    return {name: number for name, number in limits.items() if number is not None}


def _setting(setting: Setting, *, strict: bool) -> dict[str, Any]:
    """The type and limits of a setting, for a strict schema."""
    if not strict:
        return {}
    if setting.kind == "text":
        return {"type": "string", "pattern": f"^[0-9]{{{setting.size}}}$"}
    if setting.kind == "int":
        return {"type": "integer", **_limits(setting.rule)}
    return {"type": "boolean"}
