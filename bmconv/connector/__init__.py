"""The Data Connector of Bridgemate Control Software 5: its documents, rules, envelopes, service.

Knows the documents as the vendor's clients write them, and nothing of records.
"""
