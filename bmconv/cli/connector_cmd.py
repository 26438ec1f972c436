"""bmconv connector: envelopes, rules and the live service of the Data Connector."""

from __future__ import annotations

from typing import ClassVar

from bmconv.cli import Lazy


class Connector(Lazy):
    """The commands on Data Connector documents."""

    known: ClassVar[dict[str, str]] = {
        "wrap": "documents into requests",
        "unwrap": "what is inside requests and answers",
        "validate": "the rules of the service, by their ids",
        "ping": "whether a service answers",
        "send": "documents to a service",
        "poll": "results and more from a service",
    }
    module = "bmconv.cli.connector_{}"


command = Connector("connector", help="Work with the Data Connector of Bridgemate Control "
"Software 5. Its documents become records with `bmconv from dto`, and are made with `bmconv to "
"dto`.\n\n\b\n  bmconv connector validate init.json")  # fmt: skip
