"""Draws README's pictures of a terminal and of a page: `python -m tests.tools.picture`.

The terminal shows commands and what they print; the page is the html sample in Chromium.
"""

import subprocess
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.pages import SAMPLE
from tests.helpers.running import ROOT, samples, shell

TERMINAL, PAGE = ROOT / "docs" / "terminal.svg", ROOT / "docs" / "page.png"
PAGE_SIZE = "1280,1500"
"""Width and height of the picture of the page."""
COMMANDS = [
    "bmconv info night.bws",
    "bmconv show night.bws | head -14",
    "bmconv rank night.bws --report --parts ranking | tail -12",
    "bmconv convert night.bws night.xlsx",
]
LETTER_WIDTH = 0.602
"""The width of a letter of the fonts in terms of its height."""
SIZE, LINE, LEFT, TOP = 14, 19, 20, 58
"""Height of a letter and of a line, and where the text begins, in pixels."""


def picture(folder: Path) -> str:
    """A window with the commands and what they print, as SVG."""
    lines = []
    for command in COMMANDS:
        lines += [f"$ {command}", *shell(command, folder).splitlines()]
    lines.append("$ ")
    width = LEFT * 2 + int(max(map(len, lines)) * SIZE * LETTER_WIDTH)
    height = TOP + LINE * len(lines)
    rows = [
        f'<text x="{LEFT}" y="{TOP + LINE * at}">{_colour_line(line)}</text>'
        for at, line in enumerate(lines)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'font-family="Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="{SIZE}" '
            'fill="#d8dee9" xml:space="preserve">',
            f'<rect width="{width}" height="{height}" rx="10" fill="#20242c"/>',
            *(
                f'<circle cx="{22 + 20 * at}" cy="20" r="6" fill="{colour}"/>'
                for at, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
            ),
            *rows,
            "</svg>\n",
        ]
    )


def _colour_line(line: str) -> str:
    """A line as SVG text, with the prompt and red suits in colour."""
    text = escape(line)
    if line.startswith("$ "):
        return f'<tspan fill="#8fbc6f">$</tspan><tspan fill="#ffffff">{text[1:]}</tspan>'
    for suit in "♥♦":
        text = text.replace(suit, f'<tspan fill="#e06c75">{suit}</tspan>')
    return text


def draw_page() -> None:
    """Write the picture of the page."""
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars",
         f"--window-size={PAGE_SIZE}", f"--screenshot={PAGE}", SAMPLE],
        check=True,
    )  # fmt: skip


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        TERMINAL.write_text(picture(samples(Path(name))), encoding="utf-8")
    draw_page()
