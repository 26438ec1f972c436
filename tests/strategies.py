"""Records of every type for hypothesis, derived from their schema.

`records("seat")` makes any record the schema allows; `records("seat", number=..., **only)` gives
some fields their own values, and `only=` names the fields that may be filled at all.
"""

from collections.abc import Collection
from datetime import date, datetime, time

from hypothesis import strategies as st

from bmconv.records import TYPES, Record
from bmconv.schema import fields

INTS = st.one_of(st.integers(0, 30), st.integers(-(2**31), 2**31 - 1))
CONTRACTS = st.one_of(
    st.just("PASS"),
    st.builds(
        lambda level, strain, doubled: f"{level} {strain}{doubled}",
        st.integers(1, 7),
        st.sampled_from(["C", "D", "H", "S", "NT"]),
        st.sampled_from(["", " x", " xx"]),
    ),
)
TRICKS = st.one_of(
    st.just("="), st.integers(1, 6).map("+{}".format), st.integers(1, 13).map("-{}".format)
)
CARDS = st.builds(str.__add__, st.sampled_from("SHDC"), st.sampled_from([*"AKQJ98765432", "10"]))
SEATS = st.sampled_from("NESW")
SIDES = st.sampled_from(["N", "E", "S", "W", "NS", "EW"])
DATES = st.dates(date(100, 1, 1), date(9999, 12, 31))
TIMES = st.times(time(0, 0, 0), time(23, 59, 59)).map(lambda t: t.replace(microsecond=0))
MOMENTS = st.datetimes(datetime(100, 1, 1), datetime(9999, 12, 31)).map(
    lambda t: t.replace(microsecond=0)
)
SCALARS = st.one_of(
    st.booleans(), st.integers(-(2**31), 2**31 - 1), st.text(min_size=1, max_size=8)
)


def texts(charset: str | None = None, exclude: str = "") -> st.SearchStrategy[str]:
    """Text as records have it: trimmed, not empty; of one character set, if it is said."""
    letters = st.characters(
        codec=charset or "utf-8", exclude_categories=("Cs",), exclude_characters=exclude
    )
    return st.text(letters, min_size=1, max_size=12).map(str.strip).filter(bool)


KINDS: dict[str, st.SearchStrategy] = {
    "int": INTS,
    "float": st.floats(allow_nan=False, allow_infinity=False).filter(bool),
    "bool": st.just(True),
    "text": texts(),
    "date": DATES,
    "time": TIMES,
    "datetime": MOMENTS,
}

SHAPES: dict[str, st.SearchStrategy] = {
    "extra": st.dictionaries(texts(), SCALARS, min_size=1, max_size=3),
    "values": st.dictionaries(texts(), SCALARS, min_size=1, max_size=3),
    "method": st.dictionaries(
        st.sampled_from(["name", "scale", "datum_drop", "vp_scale", "group", "winners", "x"]),
        st.one_of(SCALARS, st.sampled_from(["matchpoints", "butler", "teams", "all", 2])),
        min_size=1,
        max_size=4,
    ),
    "tags": st.lists(st.tuples(texts(), texts()), min_size=1, max_size=3),
    "comments": st.lists(st.tuples(texts(), texts()), min_size=1, max_size=3),
    "sections": st.lists(
        st.tuples(texts(), texts(), st.lists(texts(), max_size=3)), min_size=1, max_size=2
    ),
    "names": st.lists(texts(), min_size=1, max_size=2),
    "directions": st.lists(texts(), min_size=1, max_size=4),
    "lines": st.lists(texts(), min_size=1, max_size=4),
}
"""Lists and maps by the name of their field; a new one needs a line here."""


@st.composite
def records(
    draw: st.DrawFn,
    kind: str,
    only: Collection[str] | None = None,
    need: Collection[str] = (),
    **own: st.SearchStrategy,
) -> Record:
    """A record of a type: every field filled or not, those of `need` always."""
    values = {}
    for field in fields(kind):
        wanted = only is None or field.attribute in only or field.attribute in need
        if wanted and (field.attribute in need or draw(st.booleans())):
            usual = KINDS.get(field.kind, SHAPES.get(field.attribute))
            values[field.attribute] = draw(own.get(field.attribute, usual))
    return TYPES[kind](**values)


def any_record() -> st.SearchStrategy[Record]:
    """A record of any type but error."""
    return st.sampled_from([kind for kind in TYPES if kind != "error"]).flatmap(records)
