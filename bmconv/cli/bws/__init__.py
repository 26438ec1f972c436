"""bmconv bws: work on Access files below the level of records, and on a .bws in use."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "bws",
    """Work on .bws files directly. `upgrade`, `schema`, `dump` and `verify` take any Access file;
    the other commands are for an event that is being played.

    \b
      bmconv bws upgrade old.bws new.bws
      bmconv bws poll night.bws --accept
    """,
    {
        "upgrade": "convert Access 97 files to Access 2000, or back",
        "schema": "print the tables of any Access file as SQL",
        "dump": "print raw rows of any Access file as JSON lines",
        "verify": "compare our reading of a file with other engines",
        "command-line": "print the command line that opens a file in the control software",
        "poll": "output new results and player numbers",
        "apply": "apply records to a file in use: rounds, names, scores",
        "simulate": "play an evening in a copy of an event, to test a scoring program",
        "follow": "keep a page of results up to date during play",
        "watch": "serve a scoring program through text files, like BMPFTP",
    },
    from_module("bmconv.cli.bws.{}"),
)
