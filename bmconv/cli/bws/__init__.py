"""bmconv bws: work on Access files below the records, and on a .bws that is in use."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "bws",
    """Work on .bws files themselves. `upgrade`, `dump` and `verify` take any Access file and know
    nothing of bridge; the others are for an event that is being played.

    \b
      bmconv bws upgrade old.bws new.bws
      bmconv bws poll night.bws --accept
    """,
    {
        "upgrade": "an Access 97 file to Access 2000, or back",
        "dump": "raw rows of any Access file as JSON lines",
        "verify": "our reading of a file against other engines'",
        "command-line": "how to start the control software on a file",
        "poll": "what is new since last time: results, numbers",
        "apply": "records into a file in use: rounds, names, scores",
        "watch": "serve a scoring program through text files, as BMPFTP did",
    },
    from_module("bmconv.cli.bws.{}"),
)
