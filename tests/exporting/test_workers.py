"""Files in batches, for processes that read them."""

import pytest

from bmconv.exporting import workers
from bmconv.exporting.entries import File, ReadSettings
from bmconv.exporting.workers import Readers, batches


def sizes(files, most):
    made = batches((File(str(n), "", size, 0, "") for n, size in enumerate(files)), most)
    return [[file.size for file in batch] for batch in made]


def test_a_batch_ends_with_its_last_file_or_when_it_is_too_large():
    limit = workers.BATCH_BYTES
    assert sizes([1] * 5, 2) == [[1, 1], [1, 1], [1]]
    assert sizes([1] * 4, 2) == [[1, 1], [1, 1]]
    assert sizes([limit, 0, 1, 1], 9) == [[limit, 0, 1], [1]]
    assert sizes([limit + 1, 1], 9) == [[limit + 1], [1]]
    assert sizes([], 2) == []


@pytest.mark.parametrize(
    ("jobs", "files", "apart", "processes", "most"),
    [
        (1, 10_000, False, 0, 64),
        (2, workers.ALONE, False, 0, 8),
        (2, workers.ALONE + 1, False, 2, 8),
        (1, 1, True, 1, 8),  # the last run died
        (4, 1_000, False, 4, 41),  # six for each process
        (4, 10_000, False, 4, 64),
    ],
)
def test_few_files_are_read_without_other_processes(jobs, files, apart, processes, most):
    readers = Readers(jobs, files, ReadSettings([], "", False), 1, apart=apart)
    assert (readers.processes, readers.most) == (processes, most)
