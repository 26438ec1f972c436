"""Code shared by several formats: spellings, characters, scoring methods, player lists."""
