"""Export many files into one dataset, incrementally, for example every night for a league.

run: one run from start to end. archive: finds the files. ledger: remembers every file and event in
SQLite; entries: what it remembers. workers: processes that read files; batch: what each of them
does (bws_tables: databases straight to columns). parquet, sql, views: where the rows are written.
site: web pages made of them.
"""
