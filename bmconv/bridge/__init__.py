"""The game: cards, contracts, scores, vulnerability, movements, limits of the terminals.

Knows the records, and no format.
"""
