"""Makes the codecs of Parquet and of Arrow files, which import Arrow when they are first used."""

import os
from collections.abc import Callable
from typing import Any

from bmconv.codecs import Codec, Format
from bmconv.codecs.tables.shared import JOINED, OPTIONS, folder_files, wanted_by
from bmconv.columns import TABLES


def typed_codec(name: str, title: str, marks: dict[bytes, int]) -> Codec:
    """The codec of a format whose files have typed columns.

    `marks` are the bytes that its files begin with, each with the probe's score for it.
    """

    def probe(head: bytes, path: str) -> int:
        if path.endswith(("/", os.sep)):
            return 80 if folder_files(path, f".{name}") else 0
        return next((score for mark, score in marks.items() if head.startswith(mark)), 0)

    def on_first_use(function: str) -> Callable[..., Any]:
        """A function of columnar.py, which is imported by the first call."""

        def call(*arguments: Any) -> Any:
            from bmconv.codecs.tables import columnar  # Arrow is slow to import

            return getattr(columnar, function)(columnar.FORMATS[name], *arguments)

        return call

    return Codec(
        Format(
            title,
            holds=dict.fromkeys(TABLES),
            binary=True,
            options=OPTIONS,
            table="table",
            folder="out",
            joined=JOINED,
        ),
        probe,
        on_first_use("decode"),
        on_first_use("encode"),
        encode_folder=on_first_use("encode_folder"),
        decode_columns=on_first_use("decode_columns"),
        encode_columns=on_first_use("encode_columns"),
        wanted=lambda options: wanted_by(name, options),
    )
