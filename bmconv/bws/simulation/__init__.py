"""Simulate an evening: terminals log on, results arrive, changes by other programs take effect."""
