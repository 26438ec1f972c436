"""bmconv movement: find, inspect and apply Bridge Gem's movements."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "movement",
    """Work with Bridge Gem's movement files: one .mvt file, a library folder, or their records.

    \b
      bmconv movement list --library .
      bmconv movement apply --boards-per-set 3 M00007.mvt | bmconv to bws -o next.bws
    """,
    {
        "list": "list the movements of a library",
        "show": "show a movement as a grid of rounds and tables",
        "check": "check whether a movement is sound and balanced",
        "recommend": "recommend a movement for a number of pairs and rounds",
        "make": "make a movement to measure, without a library",
        "apply": "make section, table, round and seat records from a movement",
    },
    from_module("bmconv.cli.movement.{}"),
)
