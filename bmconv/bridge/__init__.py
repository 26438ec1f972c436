"""The game: cards, contracts, scores, vulnerability, movements.

Imports only itself and the records: it does not depend on any format and opens no files.
"""
