"""bmconv connector: envelopes, rules and the live service of the Data Connector."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "connector",
    """Work with the Data Connector of Bridgemate Control Software 5. `bmconv from dto`
    reads its documents and `bmconv to dto` writes them.

    \b
      bmconv connector validate init.json
    """,
    {
        "wrap": "wrap documents into requests",
        "unwrap": "print the content of requests and answers",
        "validate": "check documents against the rules of the service",
        "ping": "check that a service answers",
        "send": "send documents to a service",
        "poll": "fetch results and other data from a service",
        "serve": "stand in for the service, to test a scoring program",
        "relay": "offer the service behind a named pipe over HTTP",
    },
    from_module("bmconv.cli.connector.{}"),
)
