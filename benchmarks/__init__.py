"""bmconv beside the tools people use instead, in one table: `python -m benchmarks --help`.

The jobs are data (jobs.py); everything they need is made of invented results in a temporary folder.
"""
