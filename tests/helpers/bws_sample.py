"""An event that fills every column of the guide's tables."""

import datetime
from typing import Any

from bmconv.records import (
    Bid,
    Card,
    Client,
    Evaluation,
    Hand,
    Intermediate,
    Player,
    Record,
    Result,
    Round,
    Seat,
    Section,
    Session,
    Settings,
    Table,
)
from bmconv.rules.settings import COLUMNS

DAY, CLOCK = datetime.date(2026, 11, 12), datetime.time(19, 41, 37)
FIGURES = {  # double-dummy tricks
    name: number % 14
    for number, name in enumerate(Evaluation.__struct_fields__)
    if name not in ("section", "board", "par_score", "par_contract", "extra")
}
HANDS = {
    "north": "AKQJ.T98.765.432",
    "east": "T987.AKQJ.432.65",
    "south": "6543.765.AKQ.AJT",
    "west": "2.432.JT98.KQ987",
}
RESULT: dict[str, Any] = {
    "id": 8723,
    "section": 3,
    "table": 1,
    "round": 2,
    "board": 7,
    "pair_ns": 1,
    "pair_ew": 12,
    "declarer": "W",
    "declarer_pair": 12,
    "contract": "4 S xx",
    "result": "-3",
    "lead_card": "H10",
    "remarks": "Åse said “no”",
    "date": DAY,
    "time": CLOCK,
    "processed": True,
    "processed2": True,
    "external_update": True,
    "erased": True,
    "suspicious_contract": 2,
}

EVENT: list[Record] = [
    Client(id=1, computer="CLUB-PC"),
    Session(
        id=2,
        guid="6F9619FF8B86D011B42D00C04FC964FF",
        name="Thursday’s pairs",
        date=DAY,
        time=CLOCK,
        status=1,
        show_in_app=True,
        pairs_move_across_field=True,
        ew_return_home=True,
    ),
    Section(
        id=3,
        letter="CCC",
        session=2,
        tables=1,
        missing_pair=4,
        ew_move_before_play=-1,
        scoring_type=3,
        winners=2,
    ),
    Table(
        section=3,
        table=1,
        computer_id=1,
        status=1,
        log_on_off=1,
        current_round=5,
        current_board=9,
        update_from_round=-2,
        group=127,
    ),
    Round(
        section=3,
        table=1,
        round=1,
        ns_pair=1,
        ew_pair=12,
        low_board=1,
        high_board=3,
        south=5,
        west=6,
    ),
    Round(
        section=3,
        table=1,
        round=2,
        ns_pair=1,
        ew_pair=0,
        low_board=4,
        high_board=9,
        custom_boards="4,5,9",
        south=7,
        west=8,
    ),
    Settings(values={s.name: s.default for s in COLUMNS}),
    Player(number="0017", id=17, name="Ada Lind"),
    *(
        Seat(
            section=3,
            table=1,
            direction=side,
            round=0,
            number=f"{n:04}",
            name=f"Player {side}",
            updated=n % 2 == 1,
            time=datetime.datetime.combine(DAY, CLOCK),
            processed=n == 2,
            entry_source=n,
        )
        for n, side in enumerate("NSEW", 1)
    ),
    Seat(section=3, table=1, direction="N", round=4, number="0099", entry_source=0),
    Hand(section=3, board=7, **HANDS),
    Evaluation(section=3, board=7, **FIGURES),
    Result(**RESULT),
    Result(
        id=8724, section=3, table=1, round=2, board=8, remarks="Not played", suspicious_contract=0
    ),
    Intermediate(**RESULT | {"result": None}),
    Bid(
        id=1,
        section=3,
        table=1,
        round=2,
        board=7,
        counter=1,
        direction="N",
        bid="SkipBid",
        date=DAY,
        time=CLOCK,
        erased=True,
    ),
    Card(
        id=5,
        section=3,
        table=1,
        round=2,
        board=7,
        counter=1,
        direction="E",
        card="Hx",
        date=DAY,
        time=CLOCK,
    ),
]


def result_fields(row: dict[str, Any]) -> dict[str, Any]:
    """The fields of a result record that a row of ReceivedData in a sample's JSON has."""
    fields = {
        "ID": "id",
        "Section": "section",
        "Table": "table",
        "Round": "round",
        "Board": "board",
        "PairNS": "pair_ns",
        "PairEW": "pair_ew",
        "Declarer": "declarer_pair",
        "NS/EW": "declarer",
        "Contract": "contract",
        "Result": "result",
        "LeadCard": "lead_card",
        "Remarks": "remarks",
        "DateLog": "date",
        "TimeLog": "time",
        "Processed": "processed",
        "ExternalUpdate": "external_update",
        "Erased": "erased",
        **{f"Processed{n}": f"processed{n}" for n in range(1, 5)},
        "SuspiciousContract": "suspicious_contract",
    }
    values = {fields[name]: value for name, value in row.items()}
    if values["date"]:
        values["date"] = values["date"][:10]
    if values["time"]:
        values["time"] = (values["time"][11:] + ":00")[:8]
    return {
        name: value
        for name, value in values.items()
        if value not in (None, False, "") or (value == 0 and value is not False)
    }


def nonempty_fields(record: Record) -> dict[str, Any]:
    """The fields of a record that have a value, dates and times as text."""
    values = {name: getattr(record, name) for name in record.__struct_fields__}
    texts = {n: str(v) if n in ("date", "time") and v else v for n, v in values.items()}
    return {n: v for n, v in texts.items() if v is not None and v is not False}
