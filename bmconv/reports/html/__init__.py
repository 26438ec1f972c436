"""Pages for a browser: one file each, which loads nothing else."""
