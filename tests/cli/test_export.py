"""bmconv export: the messages about rejected files."""

from pathlib import Path

import pytest

from tests.helpers.running import quick


@pytest.mark.parametrize(
    ("count", "last"),
    [
        (20, ["bmconv: rejected 20.bws: "]),
        (21, ["bmconv: rejected 20.bws: ", "bmconv: and 1 more rejected"]),
        (33, ["bmconv: rejected 20.bws: ", "bmconv: and 13 more rejected"]),
    ],
)
def test_twenty_rejected_files_are_listed_and_the_others_counted(count, last, tmp_path: Path):
    (tmp_path / "archive").mkdir()
    for number in range(1, count + 1):
        (tmp_path / "archive" / f"{number:02}.bws").write_bytes(b"junk %d" % number)
    words = ("export", tmp_path / "archive", "--to", "parquet", "--out", tmp_path / "out")
    done = quick(*words, "--jobs", "1")
    assert done.code == 1
    lines = done.err.splitlines()
    reason = "not a Bridgemate database: it has no Access header"
    assert [line.removesuffix(reason) for line in lines] == [
        *(f"bmconv: rejected {number:02}.bws: " for number in range(1, 20)),
        *last,
    ]
