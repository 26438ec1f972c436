"""bmconv bws: work on the Access file itself, below the records."""

from __future__ import annotations

from typing import ClassVar

from bmconv.cli import Lazy


class Bws(Lazy):
    """The commands on .bws files."""

    known: ClassVar[dict[str, str]] = {
        "upgrade": "an Access 97 file to Access 2000, or back",
        "dump": "raw rows of any Access file as JSON lines",
        "verify": "our reading of a file against other engines'",
        "watch": "serve a scoring program through text files, as BMPFTP did",
        "apply": "records into a file in use: rounds, names, scores",
        "poll": "what is new since last time: results, numbers",
        "command-line": "how to start the control software on a file",
    }
    module = "bmconv.cli.bws_{}"


command = Bws("bws", help="Work on .bws and other Access files below the records, with nothing "
"about bridge in between.\n\n\b\n  bmconv bws upgrade old.bws new.bws")  # fmt: skip
