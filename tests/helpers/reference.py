"""Samples beside the repository, and DTOs with the verdict of the reference service."""

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
    """DTOs, each with the verdict and the broken rules that validation must report."""
    lines = sample("reference", "validation_cases.jsonl").decode().splitlines()
    return [json.loads(line) for line in lines]


def minimal() -> bytes:
    """A small event of two tables, with everything that the guide's minimal example has."""
    return (ROOT / "tests" / "material" / "two-tables.json").read_bytes()
