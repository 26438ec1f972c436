"""Reading Access files."""
