"""bmconv movement: Bridge Gem's movements, from finding one to sitting down."""

from __future__ import annotations

from typing import ClassVar

from bmconv.cli import Lazy


class Movements(Lazy):
    """The commands on movements."""

    known: ClassVar[dict[str, str]] = {
        "list": "the movements of a library, or some of them",
        "show": "a movement as a grid: rounds down, tables across",
        "check": "is it sound, and how even is it",
        "recommend": "the movement for so many pairs and rounds",
        "apply": "a movement -> section, table, round and seat records",
    }
    module = "bmconv.cli.movement_{}"


command = Movements("movement", help="Work with Bridge Gem's movement files: one .mvt file, a "
"library folder, or their records.\n\n\b\n  bmconv movement list --library DIR\n"
"  bmconv movement apply --boards-per-set 3 M00001.mvt | bmconv to bws -o night.bws")  # fmt: skip
