"""An archive, a server and the targets that all tests of export may use."""

import time

import pytest

from tests.helpers.datasets import write_event
from tests.helpers.export_targets import TARGETS, Target
from tests.helpers.postgres_server import programs_folder, running_server
from tests.helpers.running import absent, judge


@pytest.fixture
def archive(tmp_path):
    folder = tmp_path / "archive"
    write_event(folder / "north/a.jsonl", 1)
    write_event(folder / "south/b.jsonl", 2, results=5)
    (folder / "readme.txt").write_text("nothing of ours")
    return folder


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL server that all tests share."""
    if programs_folder() is None:
        absent("PostgreSQL")
    with running_server() as found:
        yield found


@pytest.fixture
def make_target(tmp_path, request):
    """A function that gives a new target of a kind."""
    made = []

    def new(kind):
        if kind == "duckdb":
            judge("duckdb")
            judge("adbc_driver_manager")
        place = tmp_path / f"{kind}.{len(made)}"
        server = request.getfixturevalue("server") if kind == "postgresql" else None
        made.append(Target(kind, place, server, f"s{time.monotonic_ns()}"))
        return made[-1]

    yield new
    for target in made:
        target.discard()


@pytest.fixture(params=TARGETS)
def target(request, make_target):
    """Each target in turn."""
    return make_target(request.param)
