"""The Data Connector of Bridgemate Control Software 5, as the vendor's clients know it.

What its documents are and say (text, document, schema, protocol, envelope) and what the service
would reject (rules): knows no records, so the codec may use it. `live` is for commands only.
"""
