"""bmconv convert: what the command itself decides, whatever the formats."""

import pytest

from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats" / "bws" / "samples" / "night.bws"


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_gets_a_file_for_each_type(format, is_there, tmp_path):
    folder = tmp_path / "tables"
    if is_there:
        folder.mkdir()
    done = quick("convert", NIGHT, f"{folder}{'' if is_there else '/'}", "-t", format)
    assert (done.code, done.out, done.err) == (0, b"", "")
    assert quick("from", format, folder).out == quick("from", "bws", NIGHT).out
    assert (folder / f"result.{format}").is_file()


def test_a_folder_is_refused_where_a_format_is_one_file(tmp_path):
    done = quick("convert", NIGHT, tmp_path, "-t", "pbn")
    assert (done.code, done.err) == (
        2,
        f"bmconv: {tmp_path} is a folder: pbn is one file, so name one\n",
    )
