"""Many files into one dataset, incrementally: for a league's nightly run.

find: the files of an archive. state: what is known of each, kept beside the rows. work: files to
Arrow tables, in processes of their own. parquet, sql: where the rows go. run: one run from finding
to summary.
"""
