"""The records that the page about scoring programs lists change the files that it names."""

import re
from pathlib import Path

from tests.docs.test_readme import blocks
from tests.helpers.running import ROOT, quick, samples, shell

PAGE = (ROOT / "docs/scoring-program.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| .+ \| (\w+\.bws) \| `(.+)` \|$", re.MULTILINE)


def test_every_listed_record_changes_its_file(tmp_path: Path) -> None:
    folder = samples(tmp_path)
    before = "".join(blocks("console", PAGE[: PAGE.index("| change | of |")]))
    for command in re.findall(r"^\$ (.*)$", before, re.MULTILINE):
        shell(command, folder)
    rows = ROW.findall(PAGE)
    assert len(rows) == PAGE.count(".bws | `{")
    for name, record in rows:
        done = quick("bws", "apply", folder / name, "-q", stdin=f"{record}\n".encode())
        assert (done.code, done.out != b"") == (0, True), (record, done.err)
