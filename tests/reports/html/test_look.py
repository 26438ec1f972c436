"""The look of a club: its colour, name and picture, and what is refused."""

import re

import pytest

from bmconv.errors import FileTrouble, UsageError
from bmconv.io.stream import encode_lines
from bmconv.reports.html.look import page_look
from tests.helpers.coding import encode_records
from tests.helpers.running import quick
from tests.helpers.sessions import uneven_session

PIXEL = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDATx\x9cc"
    b"\0\1\0\0\5\0\1\r\n-\xb4\0\0\0\0IEND\xaeB`\x82"
)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("accent", ["#ffee00", "#7a1f5c", "#000", "#ffffff", "#808080"])
def test_a_colour_of_the_club_can_be_read(accent):
    style = page_look(accent=accent).style()
    colours = dict(re.findall(r"--([\w-]+):(#\w+)", style.partition("@media")[0]))
    dark = re.findall(r"--link:(#\w+)", style)[1]
    assert contrast(colours["accent"], colours["on-accent"]) >= 4.5
    assert contrast(colours["link"], "#eef3f1") >= 4.5
    assert contrast(dark, "#20282e") >= 4.5


def test_name_picture_and_colour_are_on_the_page(tmp_path):
    logo, club = tmp_path / "logo.png", tmp_path / "club.toml"
    logo.write_bytes(PIXEL)
    club.write_text('club_name = "Oak & Elm"\n')
    for name in (str(club), "Oak & Elm"):
        page = encode_records(
            uneven_session(), "html", club=name, logo=str(logo), accent="#7a1f5c"
        )[0].decode()
        assert "<p>Oak &amp; Elm</p>" in page
        assert '<img src="data:image/png;base64,' in page
        assert "--accent:#7a1f5c" in page
        assert "img-src data:" in page
    assert "img-src" not in encode_records(uneven_session(), "html")[0].decode()


def test_what_is_not_a_colour_or_picture_is_refused(tmp_path):
    with pytest.raises(UsageError, match="unknown colour"):
        page_look(accent="red;}</style>")
    page = tmp_path / "logo.png"
    page.write_text("<html>")
    with pytest.raises(UsageError, match="not a picture"):
        page_look(logo=str(page))
    page.write_bytes(PIXEL + bytes(200_001))
    with pytest.raises(UsageError, match="larger than"):
        page_look(logo=str(page))
    with pytest.raises(FileTrouble):
        page_look(logo=str(tmp_path / "none.png"))
    with pytest.raises(FileTrouble):
        page_look(club=str(tmp_path / "none.toml"))


def test_rank_takes_the_club_from_its_file(tmp_path):
    club, out = tmp_path / "club.toml", tmp_path / "night.html"
    club.write_text('club_name = "Oak"\n')
    done = quick("rank", "--club", club, "-o", out, stdin=b"".join(encode_lines(uneven_session())))
    assert done.code == 0
    assert "<p>Oak</p>" in out.read_text(encoding="utf-8")
