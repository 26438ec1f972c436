"""bmconv beside the tools people use instead, in one table: `python -m benchmarks --help`.

The jobs are data (jobs.py); everything they need is made of invented results in a temporary folder.

Where pure Python ends. Of 200,000 results to CSV, half of the time is the start: Python, click and
msgspec take 0.11 of mdb-export's time, numpy as much again, pyarrow.parquet another 0.07. Reading
the pages takes 0.1, writing the text 0.07, the derived columns 0.05, Arrow's own Parquet writer
0.14. A compiled reader of pages would save numpy's start and most of the reading; a walker in C
takes 0.06 in all. Of a club night, two thirds are the start; the rest is 648 results of 21 cells,
each a Python object.
"""
