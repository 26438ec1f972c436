"""Building new Access files."""
