"""What plug-ins are promised in CONTRIBUTING, which docs/interface.md refers to, exists."""

import re
from pkgutil import resolve_name

import bmconv
from bmconv import codecs
from bmconv.io.source import from_bytes
from bmconv.notes import Notes
from tests.helpers.running import ROOT


def test_every_name_that_plugins_are_promised_exists():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    promise = page.partition("\nStable, ")[2].partition("New optional fields")[0]
    names = re.findall(r"`([\w.]+)`", promise)
    assert {"Codec", "head", "text_blocks", "repair"} < {*names}
    owners = (bmconv, codecs, from_bytes(b""), Notes)
    for name in names:
        if name.startswith("bmconv."):
            resolve_name(name)
        else:
            owner, _, method = name.rpartition(".")
            assert any(hasattr(o, method) for o in (*owners, getattr(codecs, owner or name, None)))
