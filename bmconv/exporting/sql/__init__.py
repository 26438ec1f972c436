"""Databases that hold a dataset, all of them through ADBC.

dialects: types and statements. views: questions that are often asked. database: a run, whatever the
database; database_file: one in a file; sqlite, duck, postgres: what is particular to each.
"""
