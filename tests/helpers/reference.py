"""The reference's DTOs, with verdicts, and the samples, read where they lie."""

import json
from functools import cache
from typing import Any

from tests.helpers.running import ROOT, SHARED, absent


def sample(*parts: str) -> bytes:
    """A file beside the repository."""
    path = SHARED.joinpath(*parts)
    if not path.is_file():
        absent(str(path))
    return path.read_bytes()


@cache
def cases() -> list[dict[str, Any]]:
    """DTOs with the verdict and the rules that they are to get."""
    lines = sample("reference", "validation_cases.jsonl").decode().splitlines()
    return [json.loads(line) for line in lines]


def minimal() -> bytes:
    """A small event of our own, two tables, with all that the guide's minimal one has."""
    return (ROOT / "tests" / "material" / "two-tables.json").read_bytes()
