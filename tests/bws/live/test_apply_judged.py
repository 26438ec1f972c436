"""Real files after apply: read identically by other engines, and Jackcess goes on with them."""

import json
import shutil
from pathlib import Path
from typing import Any

from bmconv import jet
from bmconv.jet.edit.editor import Editor
from tests.helpers.jet_judges import jackcess, mdb_reader, mdbtools
from tests.helpers.running import quick
from tests.jet.test_judges import compare_with_jackcess

FILES = ("Template_Access97_v5.bws", "Template_Access2000_v5.bws", "12tables1section.bws")


def records(section: int) -> bytes:
    """A table more, names, hands: rows in every table that apply adds to."""
    found: list[dict[str, Any]] = []
    for number in range(1, 40):
        place = {"section": section, "table": 20 + number % 3, "round": number // 3 + 1}
        found.append({"type": "round", **place, "ns_pair": number, "ew_pair": 50,
                      "low_board": 1, "high_board": 3})  # fmt: skip
        hand = {"north": "AKQJ.T98.765.432", "east": "T987.AKQJ.432.65",
                "south": "6543.765.AKQ.AJT", "west": "2.432.JT98.KQ987"}  # fmt: skip
        found.append({"type": "hand", "section": section, "board": number, **hand})
    for side in "NESW":
        found.append({"type": "seat", "section": section, "table": 20, "direction": side,
                      "number": "77", "name": f"Player {side}"})  # fmt: skip
    return "".join(json.dumps(record) + "\n" for record in found).encode()


def test_real_files_after_apply(shared: Path, tmp_path: Path) -> None:
    tasks, paths = [], []
    for name in FILES:
        path = tmp_path / name
        shutil.copyfile(shared / "real/bws" / name, path)
        sections = list(jet.open(path).tables["Section"].dicts())
        if not sections:
            with Editor(path) as editor:  # the templates are blank
                editor.table("Section").insert({"ID": 1, "Letter": "A", "Tables": 1})
                table = {"Section": 1, "Table": 1, "UpdateFromRound": 0}
                editor.table("Tables").insert(table)
        lines = records(sections[0]["ID"] if sections else 1)
        done = quick("bws", "apply", path, "-", "--allow-errors", stdin=lines)
        assert done.code == 0, (name, done.err)
        paths.append(path)
        tasks += [f"read={path}"]
        if jet.open(path).version == 4:
            tasks += [f"lookup={path}"]
    for path, found in zip(paths, mdb_reader(paths), strict=True):
        for name, table in jet.open(path).tables.items():
            count = table.live_rows()
            assert len(mdbtools(path, name)) - 1 == count == len(found["tables"][name]["rows"])
    for verdict in jackcess(*tasks):
        assert "error" not in verdict, verdict
        if verdict["task"].startswith("read="):
            compare_with_jackcess(jet.open(verdict["task"].removeprefix("read=")), verdict)
