"""What the filters do to records."""
