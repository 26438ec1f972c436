"""What `bmconv.testing` does to a file."""

import random

from bmconv.testing import mutations

DATA = bytes(range(65, 91))
SPICE = b'"a"b"'


def test_a_file_is_changed_in_every_way():
    mutants = set(mutations(DATA, 3000, random.Random(1)))
    ways = {
        "changed": {DATA[:at] + b"!" + DATA[at + 1 :] for at in range(26)},
        "removed": {DATA[:at] + DATA[at + 5 :] for at in range(22)},
        "inserted": {DATA[:at] + SPICE + DATA[at:] for at in range(26)},
        "replaced": {DATA[:at] + SPICE + DATA[at + 1 :] for at in range(26)},
        "repeated": {DATA[:at] + DATA[at : at + 8] + DATA[at:] for at in range(19)},
    }
    assert [way for way, expected in ways.items() if not expected & mutants] == []
    assert all(mutants)
