"""How pages look: the club's name, logo and colour, and a style sheet of the user's own."""

import base64
import re
from typing import NamedTuple

from bmconv.errors import FileTrouble, UsageError
from bmconv.reports.club import name_of_club

LARGEST = 200_000
"""The most bytes of a logo, since every page contains it."""
KINDS = {
    b"\x89PNG": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
    b"<svg": "image/svg+xml",
    b"<?xml": "image/svg+xml",
}
"""Kinds of pictures by their first bytes."""
ENOUGH = 4.8
"""The least contrast of text in a club's colour, slightly more than the 4.5 of WCAG."""
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
PAPER, DARK_PAPER = (238, 243, 241), (32, 40, 46)
"""The darker background of light pages, and the lighter background of dark pages."""

Colour = tuple[int, int, int]


class PageLook(NamedTuple):
    """What the pages of a club have in common."""

    accent: str = ""
    """A colour such as #7a1f5c."""
    logo: str = ""
    """A picture as a data: URL."""
    club: str = ""
    css: str = ""
    """The text of a style sheet that is added to the built-in one."""

    def style(self) -> str:
        """What is added to the built-in style."""
        if "</" in self.css:
            raise UsageError("the style sheet contains '</', which would end it; remove that")
        return (_variables(_colour(self.accent)) if self.accent else "") + self.css


def page_look(*, accent: str = "", logo: str = "", club: str = "", css: str = "") -> PageLook:
    """The look given by options: a colour, and the names of files."""
    if accent:
        _colour(accent)
    return PageLook(
        accent,
        read_logo(logo) if logo else "",
        name_of_club(club),
        read_style_sheet(css) if css else "",
    )


def read_style_sheet(path: str) -> str:
    """The text of a style sheet of the user's own."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise FileTrouble(f"{path}: {why}") from None


def read_logo(path: str) -> str:
    """A picture as a data: URL."""
    try:
        with open(path, "rb") as file:
            picture = file.read(LARGEST + 1)
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror}") from None
    if len(picture) > LARGEST:
        raise UsageError(f"{path}: larger than {LARGEST:,} bytes; make the picture smaller")
    kind = next((kind for start, kind in KINDS.items() if picture.startswith(start)), None)
    if kind is None:
        raise UsageError(f"{path}: not a picture; expected PNG, JPEG, GIF, WebP or SVG")
    return f"data:{kind};base64,{base64.b64encode(picture).decode()}"


def _colour(text: str) -> Colour:
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if not re.fullmatch("[0-9a-fA-F]{6}", digits):
        raise UsageError(f"unknown colour {text!r}; expected one such as #7a1f5c")
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue


def _variables(accent: Colour) -> str:
    """CSS for the colour, and for variants that can be read as text on light and dark pages."""
    light, dark = _readable(accent, PAPER, BLACK), _readable(accent, DARK_PAPER, WHITE)
    on_accent = WHITE if _contrast(accent, WHITE) >= _contrast(accent, BLACK) else BLACK
    return (
        f":root{{--accent:{_hex(accent)};--on-accent:{_hex(on_accent)};--link:{_hex(light)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{--link:{_hex(dark)}}}}}\n"
    )


def _readable(colour: Colour, paper: Colour, towards: Colour) -> Colour:
    """The colour, mixed with black or white until it is readable on the paper."""
    for share in range(0, 101, 5):
        red, green, blue = (
            (part * (100 - share) + end * share) // 100
            for part, end in zip(colour, towards, strict=True)
        )
        if _contrast((red, green, blue), paper) >= ENOUGH:
            return red, green, blue
    return towards


def _contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
