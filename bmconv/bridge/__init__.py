"""The game: cards, contracts, scores, vulnerability, movements, limits of the terminals.

Imports nothing of ours but itself and the records: it knows no format and opens no file.
"""
