"""bmconv beside the tools people use instead, in one table: `python -m benchmarks --help`.

The jobs are data (jobs.py); everything they need is made of invented results in a temporary folder.

Where pure Python ends. Of 200,000 results to CSV, half of the time is the start: Python, click and
msgspec take 0.08 of mdb-export's time, numpy 0.16. Reading the pages takes 0.1, writing the text
0.07, the derived columns 0.03. For Parquet, pyarrow.parquet takes 0.1 more to load, so that the
start alone is 0.35, and there is no public way to its writer around that module; the writer takes
0.1. A compiled reader of pages would save numpy's start and most of the reading; a walker in C
takes 0.06 in all. Of a club night, two thirds are the start; the rest is 648 results of 21 cells,
each a Python object. Of a ranking of 3,000 results, msgspec's reading and writing of JSON is a
fifth of the work; the rest is a few dozen Python objects and look-ups for each result, which a
compiled ranking would save.
"""
