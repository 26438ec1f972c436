"""bmconv movement: Bridge Gem's movements, from finding one to sitting down."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "movement",
    """Work with Bridge Gem's movement files: one .mvt file, a library folder, or their records.

    \b
      bmconv movement list --library .
      bmconv movement apply --boards-per-set 3 M00007.mvt | bmconv to bws -o next.bws
    """,
    {
        "list": "the movements of a library, or some of them",
        "show": "a movement as a grid: rounds down, tables across",
        "check": "is it sound, and how even is it",
        "recommend": "the movement for so many pairs and rounds",
        "apply": "a movement -> section, table, round and seat records",
    },
    from_module("bmconv.cli.movement.{}"),
)
