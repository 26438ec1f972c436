"""The codecs of Parquet and Arrow files, which differ in little; Arrow is imported on first use."""

import os
from collections.abc import Callable
from typing import Any

from bmconv.codecs import Codec, Format
from bmconv.codecs.tables.shared import JOINED, OPTIONS, folder_files, wanted_by
from bmconv.columns import TABLES


def typed_codec(name: str, title: str, marks: dict[bytes, int]) -> Codec:
    """The codec of a format whose files have typed columns.

    `marks` has the first bytes of its files, each with what the probe returns for them.
    """

    def probe(head: bytes, path: str) -> int:
        if path.endswith(("/", os.sep)):
            return 80 if folder_files(path, f".{name}") else 0
        return next((score for mark, score in marks.items() if head.startswith(mark)), 0)

    def later(function: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            from bmconv.codecs.tables import columnar  # Arrow is slow to import

            return getattr(columnar, function)(columnar.FILES[name], *arguments)

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
        later("decode"),
        later("encode"),
        encode_folder=later("encode_folder"),
        decode_columns=later("decode_columns"),
        encode_columns=later("encode_columns"),
        wanted=lambda options: wanted_by(name, options),
    )
