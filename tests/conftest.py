"""What all tests share: an invented club night, and the sample files beside the repository."""

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

MEMORY_DISK = Path("/dev/shm")
SPACE_NEEDED = 2_000_000_000
if MEMORY_DISK.is_dir() and hasattr(os, "ST_NOEXEC"):
    # Tests that write many small files mostly wait for the disk; a disk in memory is faster.
    disk = os.statvfs(MEMORY_DISK)
    if disk.f_bavail * disk.f_frsize > SPACE_NEEDED and not disk.f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY_DISK))

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
    """The folder with three BMPFTP files of our own, which have the structure of the guide's."""
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
    """A database of an invented night, with everything that a club's file holds."""
    return club.write(tmp_path_factory.mktemp("club") / "club.bws")


@pytest.fixture(scope="session")
def club_nights(club_night: Path) -> list[Path]:
    """Our club night, and the one of the samples, which another engine wrote, if it is present."""
    return [club_night, *SHARED.glob("samples/jet/club.bws")]


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell lets its background jobs ignore SIGINT, and the commands that tests start and
    # interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Keep ten thousand collected tests out of every search for garbage."""
    gc.freeze()
