"""What the tests of live work share."""

from pathlib import Path

import pytest

from tests.helpers.watching import bminput


@pytest.fixture
def club(tmp_path: Path) -> Path:
    (tmp_path / "BMInput.txt").write_text(bminput())
    return tmp_path
