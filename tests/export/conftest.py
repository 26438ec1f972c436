"""An archive that all tests of export may use."""

import pytest
from datasets import write_event


@pytest.fixture
def archive(tmp_path):
    folder = tmp_path / "archive"
    write_event(folder / "north/a.jsonl", 1)
    write_event(folder / "south/b.jsonl", 2, results=5)
    (folder / "readme.txt").write_text("nothing of ours")
    return folder
