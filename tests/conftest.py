"""What all tests share: the sample files beside the repository."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from running import ROOT, SHARED, Done, absent, judge, quick, run

__all__ = ["ROOT", "SHARED", "Done", "absent", "judge", "quick", "run"]

settings.register_profile(
    "bmconv", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("bmconv")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the samples and reference texts."""
    if not SHARED.is_dir():
        absent(str(SHARED))
    return SHARED


@pytest.fixture(scope="session")
def bmpftp(shared: Path) -> Path:
    """The folder with the guide's three BMPFTP files."""
    return shared / "samples" / "bmpftp"
