"""An evening of every kind."""

from pathlib import Path

import pytest

from tests.helpers.ranked_evenings import EVENTS, written


@pytest.fixture(params=EVENTS, scope="session")
def event(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(EVENTS[request.param](), tmp_path_factory.mktemp("evening"))
