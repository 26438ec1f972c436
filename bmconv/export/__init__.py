"""Many files into one dataset, incrementally: for a league's nightly run.

find: the files of an archive. state: what is known of each (values), kept beside the rows.
readers: files to batches, in processes of their own; what they do is work (bws: databases straight
to columns; standing: which results count). parquet, sql, views: where rows go. run: one run.
"""
