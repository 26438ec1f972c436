"""Values as Access stores them, in both directions: dates, money, decimals, singles and GUIDs."""

import struct
from collections.abc import Callable
from datetime import datetime, timedelta
from math import ulp
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from decimal import Decimal

EPOCH = datetime(1899, 12, 30)
MICROSECONDS = 86_400_000_000  # per day
DATE_LIMITS = (-693594.0, 2958466.0)  # the years 1 to 9999
SINGLE_MAX = 3.4028234663852886e38
MONEY_SCALE = 4
CACHE_SIZE = 20_000  # texts and dates repeat, so a cache saves most of the work

SINGLE = struct.Struct("<f")
GUID_FIELDS = "IHH"  # stored little-endian, written big-endian; the other 8 bytes are the same
NUMERIC = struct.Struct("<B4I")  # sign, then four words, the highest first
NUMERIC_NEGATIVE = 0x80

Convert = Callable[[Any], Any]


class DoesNotFit(ValueError):
    """A value that its column cannot hold; the message gives the reason."""


class Cache(dict[Any, Any]):
    """Converted values by raw value; emptied when it is full."""

    def __init__(self, convert: Convert) -> None:
        super().__init__()
        self.convert = convert

    def __missing__(self, raw: Any) -> Any:
        value = self.convert(raw)
        if len(self) >= CACHE_SIZE:
            self.clear()
        if not isinstance(raw, bytes) or len(raw) < 64:  # longer values seldom repeat
            self[raw] = value
        return value


def apply(convert: dict[Any, Any] | Convert | None, raw: Any) -> Any:
    """Convert a value with a cache, a function or nothing."""
    if convert is None:
        return raw
    return convert[raw] if isinstance(convert, dict) else convert(raw)


class Arithmetic(NamedTuple):
    """The functions that convert dates: Python's for one number, or numpy's for an array."""

    truncate: Callable[[Any], Any]
    """Round towards zero to an integer."""
    nearest: Callable[[Any], Any]
    """Round to the nearest integer."""
    precision: Callable[[Any], Any]
    """The distance to the next number that can be stored."""
    choose: Callable[[Any, Any, Any], Any]
    """Choose between two values: (condition, value if true, value if false)."""


SCALARS = Arithmetic(int, round, ulp, lambda condition, yes, no: yes if condition else no)


def microseconds(days: Any, use: Arithmetic = SCALARS) -> Any:
    """Convert days since 1899-12-30, as Access stores a date, to microseconds since then.

    The fraction is the time of day even before 1899: -1.25 is 6:00 on 1899-12-29.
    Rounds to the millisecond if the stored number is as close to it as its precision allows, else
    to the microsecond.
    """
    full_days = use.truncate(days)
    exact = abs(days - full_days) * MICROSECONDS
    milli = use.nearest(exact / 1000) * 1000
    is_exact = abs(exact - milli) <= use.precision(days) * MICROSECONDS
    return full_days * MICROSECONDS + use.choose(is_exact, milli, use.nearest(exact))


def to_datetime(days: float) -> datetime | None:
    """A stored date; None if it is outside the years 1 to 9999."""
    if not DATE_LIMITS[0] < days < DATE_LIMITS[1]:
        return None
    try:
        return EPOCH + timedelta(microseconds=microseconds(days))
    except OverflowError:  # rounded to the year 10000
        return None


def from_datetime(moment: datetime) -> float:
    """Convert a datetime to the number that Access stores; the time zone is ignored."""
    delta = moment.replace(tzinfo=None) - EPOCH
    fraction = (delta.seconds * 1_000_000 + delta.microseconds) / MICROSECONDS
    return delta.days - fraction if delta.days < 0 else delta.days + fraction


def to_decimal(unscaled: int, scale: int = MONEY_SCALE) -> "Decimal":
    """An exact decimal with the given number of decimal places."""
    from decimal import Decimal  # only files with money need it

    digits = tuple(map(int, str(abs(unscaled))))
    return Decimal((int(unscaled < 0), digits, -scale))


def from_decimal(value: Any, scale: int = MONEY_SCALE) -> int:
    """A number as an integer, multiplied by 10**scale: the reverse of `to_decimal`."""
    if isinstance(value, int):
        return value * int(10**scale)
    from decimal import ROUND_HALF_EVEN, Context, Decimal

    wide = Context(prec=60, rounding=ROUND_HALF_EVEN)
    number = value if isinstance(value, Decimal) else Decimal(repr(value))
    return int(number.scaleb(scale, wide).to_integral_value(ROUND_HALF_EVEN, wide))


def single_value(raw: float) -> float:
    """The shortest decimal that is stored as this Single: 0.1, not 0.10000000149011612."""
    for digits in (6, 7, 8):
        short = float(f"{raw:.{digits}g}")
        if abs(short) <= SINGLE_MAX and SINGLE.pack(short) == SINGLE.pack(raw):
            return short
    return float(f"{raw:.9g}")


def numeric_value(raw: bytes, scale: int) -> "Decimal":
    """Decode a 17-byte Numeric."""
    sign, high, second, third, low = NUMERIC.unpack(raw)
    size = high << 96 | second << 64 | third << 32 | low
    return to_decimal(-size if sign & NUMERIC_NEGATIVE else size, scale)


def numeric_bytes(value: Any, precision: int, scale: int) -> bytes:
    """Encode a Numeric; DoesNotFit if it has too many digits."""
    number = from_decimal(value, scale)
    size = abs(number)
    if size >= min(10**precision, 1 << 128):
        raise DoesNotFit(f"more than {precision} digits")
    words = (size >> shift & 0xFFFFFFFF for shift in (96, 64, 32, 0))
    return NUMERIC.pack(NUMERIC_NEGATIVE if number < 0 else 0, *words)


def guid_text(raw: bytes) -> str:
    """A GUID as Access shows it."""
    first, second, third = struct.unpack_from("<" + GUID_FIELDS, raw)
    tail = raw[8:].hex().upper()
    return f"{{{first:08X}-{second:04X}-{third:04X}-{tail[:4]}-{tail[4:]}}}"


def guid_digits(text: str) -> bytes:
    """The 16 bytes of a GUID in the order of its text."""
    return bytes.fromhex(text.strip("{}").replace("-", ""))


def guid_bytes(text: str) -> bytes:
    """A GUID as stored; DoesNotFit if the text is not a GUID."""
    raw = guid_digits(text)
    if len(raw) != 16:
        raise DoesNotFit("not a GUID")
    return struct.pack("<" + GUID_FIELDS, *struct.unpack_from(">" + GUID_FIELDS, raw)) + raw[8:]
