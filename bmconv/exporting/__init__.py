"""Export many files into one dataset, incrementally, for example every night for a league.

run: one run from start to end. archive: finds the files. anonymity: their pseudonyms, and those of
people. entries: facts about files and events that the parts exchange. ledger: remembers them in
SQLite; nights, judging: which event a file belongs to, and which of several copies counts.
workers: processes that read files; batch: what each of them does; contents: the tables of a file
(bws_tables: straight from a database; ranked: with its ranking). tables: what they are in a
dataset. parquet, sql: where the rows are written. survey: a run that keeps no
rows. site: web pages.
"""
