"""The game: cards, contracts, scores, vulnerability, movements, limits of the terminals.

Imports only itself and the records: it does not depend on any format and opens no files.
"""
