"""Records as tables: CSV, Parquet and Arrow files, and what they share."""
