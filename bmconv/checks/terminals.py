"""The choices of `check --for`: a kind of terminal, or control software 5."""

from bmconv.checks.findings import ERROR, Finding
from bmconv.rules.terminals import LIMITS

TERMINALS: dict[str, tuple[str, str | None]] = {
    **{name: (name, None) for name in LIMITS},
    "bcs5": ("bm2", "dto"),
}
"""The terminal whose limits apply, and the target format, if any."""


def file_findings(name: str, version: str | None, terminal: str) -> list[Finding]:
    """Findings about the file itself: control software 5 does not open Access 97 files."""
    if terminal != "bcs5" or version in (None, "Access 2000"):
        return []
    message = "file{s} that control software 5 does not open (bmconv bws upgrade)"
    return [Finding(ERROR, "access-version", name, message, version or "")]
