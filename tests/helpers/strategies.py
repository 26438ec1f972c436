"""Hypothesis strategies for valid records of every type, derived from the schema and the rule book.

`records("seat")` draws valid records in their canonical spelling. `records("seat", number=...)`
sets the strategy of a field; `only=` names the fields that may be filled.
"""

from collections.abc import Collection
from datetime import date, datetime, time

from hypothesis import strategies as st

from bmconv.records import CLEAR, TYPES, Record
from bmconv.rules import RECORDS, Scope
from bmconv.rules.fields import rules_of
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
    """Text as records have it: stripped and not empty; of one character set, if it is named."""
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
    "extra": st.dictionaries(
        texts().filter(lambda name: name != CLEAR), SCALARS, min_size=1, max_size=3
    ),
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
"""Values of lists and maps, by the name of the field; a new field needs a line here."""


GUIDS = st.text("0123456789ABCDEF", min_size=32, max_size=32)
LINES = st.sampled_from(["NS", "EW"])
HANDS = st.sampled_from(["AKQJT98765432...", "AQT94.T53.KQ8.T9", "...", "2.3.4.5"])
CALLS = st.sampled_from(["1C", "3NT", "7S", "X", "XX", "PASS", "SkipBid"])
PLAYED_CARDS = st.sampled_from(["ST", "DA", "Hx", "C2"])
CANONICAL: dict[str, st.SearchStrategy] = {
    "odd-guid": GUIDS,
    "odd-contract": CONTRACTS,
    "odd-result": TRICKS,
    "odd-lead-card": CARDS,
    "odd-direction": SEATS,
    "odd-side": LINES,
    "odd-hand": HANDS,
    "odd-bid": CALLS,
    "odd-card": PLAYED_CARDS,
    "odd-vulnerability": st.sampled_from(["None", "NS", "EW", "All"]),
    "section-letter": st.sampled_from(["A", "Z", "BB", "ZZZ"]),
    "custom-boards": st.sampled_from(["1", "1,2,5", "12,13"]),
}
"""Texts in their canonical spelling, by the code of their rule; a new rule needs a line here."""


def valid_values(
    kind: str, attribute: str, usual: st.SearchStrategy, scope: Scope
) -> st.SearchStrategy:
    """The values of a field that its rule allows; the usual ones if it has no rule."""
    rule = rules_of(kind).get(attribute)
    if rule is None or rule.size:
        return usual
    if rule.spell is not None:
        return CANONICAL.get(rule.code, usual.filter(lambda text: rule.spell(text) == text))
    low, high = rule.range(scope)
    if low is None:
        return usual
    inside = st.integers(low, min(high, 30) if high is not None else 30)
    return st.one_of(inside, st.integers(low, high if high is not None else 2**31 - 1))


@st.composite
def records(
    draw: st.DrawFn,
    kind: str,
    only: Collection[str] | None = None,
    need: Collection[str] = (),
    scope: Scope = RECORDS,
    **own: st.SearchStrategy,
) -> Record:
    """A record of a type: fields are filled at random, but those of `need` always."""
    values = {}
    for field in fields(kind):
        wanted = only is None or field.attribute in only or field.attribute in need
        if wanted and (field.attribute in need or draw(st.booleans())):
            usual = KINDS.get(field.kind, SHAPES.get(field.attribute))
            valid = valid_values(kind, field.attribute, usual, scope)
            values[field.attribute] = draw(own.get(field.attribute, valid))
    return TYPES[kind](**values)


def any_record() -> st.SearchStrategy[Record]:
    """A record of any type but error."""
    return st.sampled_from([kind for kind in TYPES if kind != "error"]).flatmap(records)
