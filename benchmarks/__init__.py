"""Compares bmconv with the tools people use instead, in one table: `python -m benchmarks --help`.

The jobs are data (jobs.py). Their files are generated from invented results in a temporary folder.

The limits of pure Python, with times as fractions of mdb-export's time:

- Of 200,000 results to CSV, more than half of the time is the start (Python, click, msgspec and
  numpy). Reading the pages takes 0.06, the derived columns 0.02.
- For Parquet, the import of pyarrow.parquet alone takes 0.24, and its writer cannot be used without
  that module; the writer takes 0.09.
- A compiled reader of pages would save numpy's import and most of the reading: one in C takes 0.06
  in all.
- Of a club night, four fifths of the time are the start, more than half of that click; the rest is
  648 results of 21 cells, each a Python object.
- Of a ranking of 3,000 results, reading and writing JSON with msgspec is a quarter of the work; the
  rest is a few dozen Python objects and look-ups for each result, which a compiled ranking would
  save.
"""
