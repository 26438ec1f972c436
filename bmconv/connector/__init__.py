"""The Data Connector of Bridgemate Control Software 5, as the vendor's clients define it.

Its documents (parsing, document, schema, protocol, envelope), what the service would reject
(rules, validation) and the live service (client). Knows no records, so the codec can use it.
"""
