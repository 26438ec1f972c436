"""What several formats share: spellings, characters, scoring methods, player lists."""
