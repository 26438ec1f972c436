"""What all tests share: a club night of our own, and the sample files beside the repository."""

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.helpers import club
from tests.helpers.running import ROOT, SHARED, Done, absent, judge, quick, run

__all__ = ["ROOT", "SHARED", "Done", "absent", "judge", "quick", "run"]

MATERIAL = ROOT / "tests" / "material"

MEMORY = Path("/dev/shm")
ROOM = 2_000_000_000
if MEMORY.is_dir() and hasattr(os, "ST_NOEXEC"):
    # Most tests that write many small files wait for a disk; those in memory need none.
    found = os.statvfs(MEMORY)
    if found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

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
def bmpftp() -> Path:
    """The folder with three BMPFTP files of our own, shaped as the guide's."""
    return MATERIAL / "bmpftp"


@pytest.fixture(params=["ours", "the guide's"])
def bmpftp_files(request: pytest.FixtureRequest, bmpftp: Path) -> Path:
    """Our three BMPFTP files, then the guide's."""
    if request.param == "ours":
        return bmpftp
    folder: Path = request.getfixturevalue("shared") / "samples" / "bmpftp"
    return folder


@pytest.fixture(scope="session")
def club_night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of our own: an invented night with everything that a club's file holds."""
    return club.write(tmp_path_factory.mktemp("club") / "club.bws")


@pytest.fixture(scope="session")
def club_nights(club_night: Path) -> list[Path]:
    """Our club night, and the one that another engine wrote where it is at hand."""
    return [club_night, *SHARED.glob("samples/jet/club.bws")]


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in background jobs
    signal.signal(signal.SIGINT, signal.default_int_handler)  # so that children can be stopped


def pytest_collection_finish() -> None:
    """Keep ten thousand collected tests out of every search for garbage."""
    gc.freeze()
