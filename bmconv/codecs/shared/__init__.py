"""Code shared by several formats: cells, characters, player lists, boards played at tables."""
