"""An evening of every kind."""

from pathlib import Path

import pytest

from tests.helpers.ranked_evenings import EVENTS, write_event


@pytest.fixture(params=EVENTS, scope="session")
def event(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_event(EVENTS[request.param](), tmp_path_factory.mktemp("evening"))
