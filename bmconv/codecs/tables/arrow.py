"""Arrow IPC files (Feather version 2), or streams of Arrow messages: one record type per file."""

from bmconv.codecs.tables.typed import typed_codec

CODEC = typed_codec("arrow", "Arrow IPC, a column per field", {b"ARROW1\0\0": 90, b"\xff" * 4: 50})
