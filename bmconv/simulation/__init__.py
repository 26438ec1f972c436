"""A simulated evening: terminals log on, results arrive, changes beside it are taken up."""
