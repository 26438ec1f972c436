"""bmconv movement: make movements; find, inspect and apply movements of a library."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "movement",
    """Make movements, and work with Bridge Gem's movement files: one .mvt file, a library folder,
    or their records.

    \b
      bmconv movement make mitchell --tables 7 --boards 28 -o next.bws
      bmconv movement list --library .
      bmconv movement apply --boards-per-set 3 M00007.mvt | bmconv to bws -o next.bws
    """,
    {
        "list": "list the movements of a library",
        "show": "show a movement as a grid of rounds and tables",
        "check": "check whether a movement is sound and balanced",
        "recommend": "recommend a movement for a number of pairs and boards",
        "make": "make a movement to measure, without a library",
        "cards": "print table cards and pair guides of a session",
        "apply": "make section, table, round and seat records from a movement",
    },
    from_module("bmconv.cli.movement.{}"),
)
