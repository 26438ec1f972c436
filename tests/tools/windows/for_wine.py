"""What Wine lacks or does differently, and the packages of tests, for Windows' Python.

It is put there as sitecustomize. This Python ignores PYTHONPATH.
"""

import _winapi
import errno
import msvcrt
import os
import sys

if packages := os.environ.get("BMCONV_TEST_PACKAGES"):
    sys.path.append(packages)

del _winapi.CopyFile2  # Wine 8 lacks it; shutil does without
sys.modules["_wmi"] = None  # platform.platform() would end the process

locking = msvcrt.locking


def lock_part(*words: int) -> None:
    """As msvcrt.locking; Wine leaves errno unset."""
    try:
        locking(*words)
    except OSError:
        raise PermissionError(errno.EACCES, "locked") from None


msvcrt.locking = lock_part
