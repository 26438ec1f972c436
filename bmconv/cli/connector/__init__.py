"""bmconv connector: envelopes, rules and the live service of the Data Connector."""

from bmconv.cli import Lazy, from_module

command = Lazy(
    "connector",
    """Work with the Data Connector of Bridgemate Control Software 5. Its documents become records
    with `bmconv from dto`, and are made with `bmconv to dto`.

    \b
      bmconv connector validate init.json
    """,
    {
        "wrap": "documents into requests",
        "unwrap": "what is inside requests and answers",
        "validate": "the rules of the service, by their ids",
        "ping": "whether a service answers",
        "send": "documents to a service",
        "poll": "results and more from a service",
    },
    from_module("bmconv.cli.connector.{}"),
)
