"""bmconv beside the tools people use instead, in one table: `python -m benchmarks --help`.

The jobs are data (jobs.py); everything they need is made of invented results in a temporary folder.

Where pure Python ends. Of 200,000 results to CSV, more than half of the time is the start: Python,
click, msgspec and numpy. Reading the pages takes 0.06 of mdb-export's time, the derived columns
0.02. For Parquet, the start with pyarrow.parquet alone is 0.24, and there is no public way to its
writer around that module; the writer takes 0.09. A compiled reader of pages would save numpy's
start and most of the reading; a walker in C takes 0.06 in all. Of a club night, four fifths are the
start, and more than half of that is click; the rest is 648 results of 21 cells, each a Python
object. Of a ranking of 3,000 results, msgspec's reading and writing of JSON is a quarter of the
work; the rest is a few dozen Python objects and look-ups for each result, which a compiled ranking
would save.
"""
