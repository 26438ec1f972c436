"""Generates the tables in documents that come from code: `python -m tests.tools.tables`.

A table is between `<!-- NAME -->` and `<!-- end -->`; a test checks that it is up to date.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap

from bmconv.bws.layout import TABLES
from bmconv.cli.formats import endings
from bmconv.codecs import load, options_of
from bmconv.connector.protocol import command_rows
from bmconv.errors import EXIT_CODES
from bmconv.records import TYPES
from bmconv.registry import OWN
from bmconv.rules import BWS, DTO, RECORDS, Rule
from bmconv.rules.fields import GUIDE, field_of, rules_of
from bmconv.rules.settings import SETTINGS
from bmconv.rules.terminals import LIMITS
from bmconv.schema import fields
from tests.tools.interface import WIDTH, commands_list, names_list

ROOT = Path(__file__).parent.parent.parent
LOSSES = ROOT / "docs" / "losses.md"
SETTINGS_PAGE = ROOT / "docs" / "settings.md"
INTERFACE = ROOT / "docs" / "interface.md"


def formats_table() -> list[str]:
    """The formats, for README."""
    rows = ["| name | files | what |", "|---|---|---|"]
    for name, entry in OWN.items():
        if not _is_deals(name):
            rows.append(f"| [{name}](formats/{name}/README.md) | {endings(name)} | {entry.help} |")
    deals = (f"[{name}](formats/{name}/README.md)" for name in OWN if _is_deals(name))
    return [*rows, f"| {' '.join(deals)} | | deals of dealing machines and other programs |"]


def _is_deals(name: str) -> bool:
    """Whether a format has deals only; such formats share a package."""
    return OWN[name].module.startswith("bmconv.codecs.deals.")


GROUPS = {
    "session, sections": ("session", "section"),
    "movement": ("table", "round"),
    "settings": ("settings",),
    "players": ("player",),
    "seats": ("seat",),
    "hands": ("hand",),
    "results": ("result",),
    "bids, cards": ("bid", "card"),
    "ranking": ("ranking",),
    "movement library": ("library", "movement", "movement_round"),
}
"""Record types grouped as people think of them."""


def holds_table() -> list[str]:
    """What each format has a place for."""
    rows = [f"| | {' | '.join(GROUPS)} |", f"|---|{':-:|' * len(GROUPS)}"]
    for name in OWN:
        cells = (_extent(load(name).info.holds, kinds) for kinds in GROUPS.values())
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return rows


def _extent(holds: Mapping[str, tuple[str, ...] | None], kinds: tuple[str, ...]) -> str:
    """ "all" if a format holds all fields of these types except `extra`, "some", or "" for none."""
    all = {(kind, field) for kind in kinds for field in TYPES[kind].__struct_fields__}
    kept = {
        (kind, field)
        for kind, field in all
        if kind in holds and (holds[kind] is None or field in (holds[kind] or ()))
    }
    lost = {field for _, field in all - kept}
    return "" if not kept else "some" if lost - {"extra"} else "all"


def exit_codes_table() -> list[str]:
    """What the exit codes mean, for README."""
    rows = [f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    return ["| exit code | meaning |", "|---|---|", *rows]


def records_table() -> list[str]:
    """The record types and their fields, for the page of records."""
    rows = []
    for kind, cls in TYPES.items():
        about = " ".join((cls.__doc__ or "").split())
        about += f" (Developer's guide: {GUIDE[kind]}.)" if kind in GUIDE else ""
        rows += ["", f"### {kind}", "", *wrap(about, WIDTH), ""]
        rows += ["| field | kind | values | meaning |", "|---|---|---|---|"]
        for field in fields(kind):
            name = f"**{field.name}**" if field.key else field.name
            entry = field_of(kind, field.name)
            rows.append(f"| {name} | {field.kind} | {values(entry.rule)} | {entry.meaning} |")
    return rows[1:]


def values(rule: Rule | None) -> str:
    """What a rule allows, with the limits of the terminals."""
    if rule is None:
        return ""
    allowed = rule.expectation(RECORDS)
    if rule.code in ("odd-remark", "ew-move-range"):
        return ""  # the allowed values do not fit into a table
    if rule.size:
        return f"{rule.size} characters in .bws"
    if rule.limit and not rule.spell:
        most = ", ".join(f"{t.name[11:]} {getattr(t, rule.limit)}" for t in LIMITS.values())
        return f"{allowed} ({most})"
    return allowed


def codes_table() -> list[str]:
    """The notes about invalid values, for the page of records."""
    fields_by_code: dict[str, list[str]] = {}
    for kind in TYPES:
        for name, rule in rules_of(kind).items():
            if kind != "intermediate":
                fields_by_code.setdefault(rule.code, []).append(f"{kind}.{name.rstrip('_')}")
    rows = ["| code | fields |", "|---|---|"]
    for code, names in sorted(fields_by_code.items()):
        more = f" and {len(names) - 4} more" if len(names) > 5 else ""
        rows.append(f"| {code} | {', '.join(names[: 4 if more else 5])}{more} |")
    rows.append("| setting-range, pin | the [settings](../../docs/settings.md) of a terminal |")
    return rows


def settings_table() -> list[str]:
    """Every setting of the terminals."""
    rows = ["| setting | terminals | values | default | meaning |", "|---|---|---|---|---|"]
    for setting in SETTINGS:
        allowed = setting.expectation(BWS)
        if setting.dto:
            allowed += f"; Data Connector {setting.expectation(DTO)}"
        if not setting.column:
            allowed += "; only in the Data Connector"
        default = str(setting.default).lower() if setting.kind == "bool" else setting.default
        scope = " (whole event)" if setting.everywhere else ""
        rows.append(
            f"| {setting.name} | {setting.terminals} | {allowed} | {default} | "
            f"{setting.meaning}{scope} |"
        )
    return rows


def columns_table() -> list[str]:
    """The tables of the Bridgemate database, their records and columns, for its page."""
    rows = ["| table | record | columns (and their fields) |", "|---|---|---|"]
    for name, layout in TABLES.items():
        shown = []
        for column in layout.columns:
            words = re.sub(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", column.name)
            same = column.field in (words.lower(), column.name)
            shown.append(column.name if same else f"{column.name} ({column.field})")
        if layout.kind == "settings":
            shown[1:] = ["one for each [setting](../../docs/settings.md) of the guide"]
        rows.append(f"| {name} | {layout.kind} | {', '.join(shown)} |")
    return rows


def options_table(name: str) -> list[str]:
    """The options of a format."""
    info = load(name).info
    rows = ["| option | reading | writing | meaning |", "|---|---|---|---|"]
    reads = {o.name for o in options_of(info, reading=True)}
    both = (*options_of(info, reading=True), *options_of(info, reading=False))
    for option in dict.fromkeys(both):
        flag = "--" + option.name.replace("_", "-")
        if option.default is None or option.default is True:
            flag += f"/--no-{option.name.replace('_', '-')}"
        flag += f" {option.metavar}".rstrip().replace("|", r"\|")
        choices = f": {', '.join(option.choices)}" if 0 < len(option.choices) < 20 else ""
        if option.default and option.default is not True:
            choices += f" (default: {option.default})"
        writes = option.writes or option.name == "encoding"
        marks = ["yes" if can else "" for can in (option.name in reads, writes)]
        rows.append(f"| `{flag}` | {marks[0]} | {marks[1]} | {option.help}{choices} |")
    return rows if both else ["This format has no options."]


def commands_table() -> list[str]:
    """The commands of the Data Connector."""
    rows = [f"| {' | '.join(map(str, row))} |" for row in command_rows()]
    return ["| number | command | sent with it | answer |", "|---|---|---|---|", *rows]


def tables_of(path: Path) -> dict[str, list[str]]:
    """The generated tables a document should have, by the name in its marks."""
    if path == ROOT / "README.md":
        return {"formats": formats_table(), "exit codes": exit_codes_table()}
    if path == LOSSES:
        return {"holds": holds_table()}
    if path == SETTINGS_PAGE:
        return {"settings": settings_table()}
    if path == INTERFACE:
        return {"commands": commands_list(), "python": names_list()}
    tables = {"options": options_table(path.parent.name)}
    if path.parent.name == "bws":
        tables["columns"] = columns_table()
    if path.parent.name == "dto":
        tables["commands"] = commands_table()
    if path.parent.name == "records":
        tables |= {"types": records_table(), "codes": codes_table()}
    return tables


def documents() -> list[Path]:
    """The documents with generated tables."""
    return [
        ROOT / "README.md",
        LOSSES,
        SETTINGS_PAGE,
        INTERFACE,
        *(ROOT / "formats" / name / "README.md" for name in OWN),
    ]


def with_tables(path: Path) -> str:
    """The text of a document with its tables generated again."""
    text = path.read_text(encoding="utf-8")
    for name, rows in tables_of(path).items():
        made = f"<!-- {name} -->\n" + "\n".join(rows) + "\n<!-- end -->"
        text = re.sub(rf"<!-- {name} -->\n.*?<!-- end -->", lambda _: made, text, flags=re.DOTALL)  # noqa: B023
    return text


if __name__ == "__main__":
    for path in documents():
        path.write_text(with_tables(path), encoding="utf-8")
