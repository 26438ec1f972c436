"""Export many files into one dataset, incrementally, for example every night for a league.

request: checks the options, and makes the plan of a run. run: carries it out.
archive: finds the files. club_names: names for their folders. treatment, anonymity: what is
changed in their records. entries: facts about files and events that the other modules exchange.
ledger: remembers them in SQLite. nights, judging: which event a file belongs to, and which of
several copies counts. workers: processes that read files; batch: what each of them does.
contents: the tables of a file; bws_tables: read straight from a database; ranked, evaluated: with
its ranking and evaluations. tables: the tables of a dataset. parquet, sql, site: write them, or
web pages. survey: a run that keeps no rows.
"""
