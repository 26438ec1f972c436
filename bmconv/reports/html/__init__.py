"""Pages for a browser: one file each, which fetches nothing."""
