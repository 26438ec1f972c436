"""What triggers each note of ACBL's club pages."""

import json

from tests.codecs.every_note import read

DEAL = {"board": 1, "north_spades": "A K", "double_dummy_ns": "NS: 4S ?X"}
ROW = {"ns_pair": "one", "ew_pair": 2, "round_number": 1}


def page(deal: object = None, row: object = None) -> str:
    section = {"name": "A", "boards": [{"board_number": 1, "board_results": [row]}]}
    session = {"hand_records": [deal], "sections": [section]}
    return json.dumps({"club_id_number": 1, "sessions": [session]})


NOTES = [
    read(
        page(row=ROW),
        "loss odd-number: 1 value left out: not a number (file: ns_pair 'one')",
    ),
    read(
        page(deal=DEAL),
        "loss odd-double-dummy: 1 word of double-dummy tricks left out: not understood (file: "
        "board 1: '?X')",
    ),
]
