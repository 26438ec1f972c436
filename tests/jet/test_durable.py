"""Changes of a database wait until what they build on is on disk."""

import os
import shutil

import pytest

from bmconv.jet.edit.pages import EditablePages
from tests.helpers.running import ROOT


@pytest.mark.parametrize(("durable", "waits"), [(True, 1), (False, 0)])
def test_a_barrier_waits_once_for_what_was_written(durable, waits, tmp_path, monkeypatch):
    path = shutil.copy(ROOT / "formats/bws/samples/night.bws", tmp_path)
    synced: list[int] = []
    pages = EditablePages(path, durable=durable)
    monkeypatch.setattr(os, "fsync", synced.append)
    pages.barrier()
    assert synced == []  # nothing was written
    page = pages.page(1)
    pages.patch(1, page[:-1] + bytes([page[-1] ^ 1]))
    pages.barrier()
    pages.barrier()
    assert len(synced) == waits
    pages.close()
