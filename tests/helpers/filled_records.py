"""Records of every type in which every field has a value."""

import datetime

from bmconv.records import TYPES, Record
from bmconv.rules.fields import rules_of
from bmconv.schema import fields

TEXT = '=2+3 \u0001 é 🂡, "q" _x0041_\r\nline'
VALUES = {
    "int": 7,
    "float": 12.5,
    "bool": True,
    "text": "text",
    "date": datetime.date(2026, 3, 12),
    "time": datetime.time(19, 30, 59),
    "datetime": datetime.datetime(2026, 3, 12, 19, 30, 59),
}
LISTS = {
    "extra": {"custom_x": "é", "n": 1, "flag": True},
    "values": {"BM2PINcode": "0042", "ShowResults": False, "X": 7},
    "method": {"name": "teams", "vp_scale": [[0, 10, 10], [3, 12, 8]], "scale_name": "club.csv"},
    "tags": [("Event", "x"), ("Site",)],
    "comments": [("3", "a"), ("3.5", "b")],
    "sections": [("1", "Auction", ["1C", "Pass"])],
    "names": ["Anna Bos", "=Jan"],
    "directions": ["N", "S"],
    "lines": ["a", "b"],
}
TEXTS = {
    "contract": "4 S x",
    "result": "-2",
    "declarer": "N",
    "lead_card": "S10",
    "remarks": TEXT,
    "name": "=HYPERLINK(1)",
    "first_name": "+Anna",
    "last_name": "@Bos",
    "guid": "0123456789ABCDEF0123456789ABCDEF",
    "number": "007",
    **dict.fromkeys(("north", "east", "south", "west"), "AKQJT98765432..."),
    "letter": "A",
    **dict.fromkeys(("combi_ns", "combi_ew"), "BB"),
    **dict.fromkeys(("direction", "dealer"), "N"),
    "missing_side": "EW",
    "custom_boards": "1,2,5",
    "vulnerable": "All",
    "par_contract": "NS 4SX-1",
    "bid": "3NT",
    "card": "ST",
}


def filled_records() -> list[Record]:
    """Two records of each type: one with all fields, one with an id or number alone."""
    records = []
    for kind, cls in TYPES.items():
        if kind == "error":
            continue
        schema = fields(kind)
        values = {f.attribute: VALUES.get(f.kind, LISTS.get(f.name)) for f in schema}
        values |= {
            name: max(rule.low or 0, min(7, 7 if rule.high is None else rule.high))
            for name, rule in rules_of(kind).items()
            if rule.spell is None and not rule.size
        }
        values |= {
            f.attribute: TEXTS[f.name] for f in schema if f.kind == "text" and f.name in TEXTS
        }
        if kind == "ranking":
            values["direction"] = "NS"
        records.append(cls(**values))
        first = next(f for f in schema if f.kind == "int" or f.name in ("folder", "guid", "name"))
        if kind != "event":
            records.append(cls(**{first.attribute: 9 if first.kind == "int" else "other"}))
    return records
