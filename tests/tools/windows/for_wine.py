"""The sitecustomize module of Windows' Python under Wine: works around what Wine lacks.

It also adds the packages that tests need, because this Python ignores PYTHONPATH.
"""

import _winapi
import errno
import msvcrt
import os
import sys

if packages := os.environ.get("BMCONV_TEST_PACKAGES"):
    sys.path.append(packages)

del _winapi.CopyFile2  # Wine 8 lacks it; shutil can do without it
sys.modules["_wmi"] = None  # platform.platform() would end the process

locking = msvcrt.locking


def lock_part(*words: int) -> None:
    """As msvcrt.locking, but with the errno that Wine does not set."""
    try:
        locking(*words)
    except OSError:
        raise PermissionError(errno.EACCES, "locked") from None


msvcrt.locking = lock_part
