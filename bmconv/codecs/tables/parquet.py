"""Parquet files: one record type per file, with typed columns; lists and maps as JSON text."""

from bmconv.codecs.tables.typed import typed_codec

CODEC = typed_codec("parquet", "Parquet, a column per field", {b"PAR1": 90})
