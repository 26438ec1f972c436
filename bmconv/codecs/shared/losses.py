"""Texts of losses that the writers of several formats note."""

SCORE_LOST = "score{s} left out: not that of the contract"
"""For formats that hold contracts but no scores."""
