"""The rules of bridge: cards, contracts, scores, vulnerability, movements.

This room imports only the records: it does not depend on any format and opens no files.
"""
