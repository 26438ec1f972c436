"""A simulated evening: terminals log on, results arrive, other programs' changes are taken up."""
