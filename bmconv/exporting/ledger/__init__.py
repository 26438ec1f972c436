"""The ledger of all files and events, in SQLite: beside the Parquet files, or in the database.

`sources` has a row per file, `events` one per event whose rows are in the dataset. Both change in
the transaction that changes the rows, so that a killed run leaves nothing half done. Files are
named by their path below one folder, the base, which the first run sets.
"""

from bmconv.exporting.ledger.ledger import Ledger

__all__ = ["Ledger"]
