"""Databases that hold a dataset, all accessed through ADBC.

dialects: types and statements. views: queries for frequent questions. database: what a run does in
any database; database_file: in one that is a file; sqlite, duck, postgres: what is special to each.
"""
