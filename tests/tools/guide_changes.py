"""Random changes to an evening, each with the effect on the tables that the guide demands."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

Row = dict[str, Any]
Tables = dict[str, list[Row]]
Expected = Callable[[Tables, Tables], None]
"""Changes the tables before the request into those that are expected after it.

The second argument is the tables as apply left them, for choices that the guide leaves open.
"""

CONTRACTS = ("4 S", "3 NT", "2 H x", "PASS", "6 C")
BOARDS = {"ns_pair": "NSPair", "ew_pair": "EWPair", "low_board": "LowBoard",
          "high_board": "HighBoard"}  # fmt: skip
SEATS, SUITS = ("North", "East", "South", "West"), ("Spades", "Hearts", "Diamonds", "Clubs")
TEAMS = 4
SETTINGS_DEFAULTS = {"ShowResults": True, "LeadCard": False, "BM2NameSource": 0}
"""The guide's defaults of the settings that the evenings have."""


class Request(NamedTuple):
    """Records for `bws apply`, their expected effect, and options of apply."""

    records: list[Row]
    expected: Expected
    options: tuple[str, ...] = ()


def find(rows: list[Row], **cells: Any) -> list[Row]:
    return [row for row in rows if all(row[name] == value for name, value in cells.items())]


def set_trigger(tables: Tables, section: int, table: int, value: int) -> None:
    (row,) = find(tables["Tables"], Section=section, Table=table)
    row["UpdateFromRound"] = value


def place_of(row: Row) -> Row:
    return {name: row[name] for name in ("Section", "Table", "Round")}


def round_record(row: Row, **fields: Any) -> Row:
    return {"type": "round", "section": row["Section"], "table": row["Table"],
            "round": row["Round"], **fields}  # fmt: skip


# the movement


def exchange(dice: random.Random, now: Tables) -> Request:
    """Two tables exchange opponents and boards; a record names only what changes."""
    row = dice.choice(now["RoundData"])
    other = dice.choice(find(now["RoundData"], Section=row["Section"], Round=row["Round"]))
    names = {field: BOARDS[field] for field in ("ew_pair", "low_board", "high_board")}
    records = [
        round_record(a, **{field: b[column] for field, column in names.items()})
        for a, b in ((row, other), (other, row))
    ]

    def expected(tables: Tables, _: Tables) -> None:
        for a, b in ((row, other), (other, row)):
            (there,) = find(tables["RoundData"], **place_of(a))
            cells = {column: b[column] for column in names.values()}
            if any(there[name] != value for name, value in cells.items()):
                there |= cells
                set_trigger(tables, a["Section"], a["Table"], a["Round"])

    return Request(records, expected)


def one_cell(dice: random.Random, now: Tables) -> Request:
    """One cell of a round gets a value, which may be wrong."""
    row = dice.choice(now["RoundData"])
    field, column = dice.choice(list(BOARDS.items()))
    value = dice.choice((0, 1, 11, 16, 99, row[column]))
    record = round_record(row, **{field: value}, custom_boards=None)

    def expected(tables: Tables, _: Tables) -> None:
        (there,) = find(tables["RoundData"], **place_of(row))
        if there[column] != value:
            there[column] = value
            set_trigger(tables, row["Section"], row["Table"], row["Round"])

    return Request([record], expected)


def custom_boards(dice: random.Random, now: Tables) -> Request:
    """A list of boards that are not consecutive, in ascending order or not."""
    row = dice.choice(now["RoundData"])
    low = row["LowBoard"]
    text = dice.choice((f"{low},{low + 1}", f"{low + 1},{low}", f"{low},", "x"))
    field: Row = {"custom_boards": text}
    if row["CustomBoards"] and dice.random() < 0.5:
        field = {"clear": ["custom_boards"]}

    def expected(tables: Tables, _: Tables) -> None:
        (there,) = find(tables["RoundData"], **place_of(row))
        before = dict(there)
        there["CustomBoards"] = field.get("custom_boards")
        if there["CustomBoards"]:  # "Best practice would be to include the lowest board number"
            there |= {"LowBoard": low, "HighBoard": low + 1}
        if there != before:
            set_trigger(tables, row["Section"], row["Table"], row["Round"])

    return Request([round_record(row, **field)], expected)


def new_rounds(section: int, numbers: list[int], rounds: range, dice: random.Random) -> list[Row]:
    """Rounds of new tables, with their own pairs and boards; one may be missing or incomplete."""
    rows = []
    for table in numbers:
        for number in rounds:
            low = 50 + 6 * (table % 8) + 2 * number
            row: Row = {"Section": section, "Table": table, "Round": number, "NSPair": 30 + table,
                        "EWPair": 60 + table, "LowBoard": low, "HighBoard": low + 1}  # fmt: skip
            rows.append(row)
    if dice.random() < 0.15:
        rows.remove(dice.choice(rows))
    if dice.random() < 0.1:
        del dice.choice(rows)["HighBoard"]
    return rows


def table_row(now: Tables, section: int, table: int, group: int) -> Row:
    """The row of Tables for a new table ("Change the field UpdateFromRound to 1")."""
    computer = find(now["Tables"], Section=section) or now["Tables"]
    return {"Section": section, "Table": table, "ComputerID": computer[0]["ComputerID"],
            "LogOnOff": 2, "Group": group, "UpdateFromRound": 1}  # fmt: skip


def seat_rows(tables: Tables, section: int, table: int) -> list[Row]:
    """The seats of a new table ("For every table you add four records") that do not exist yet."""
    place = {"Section": section, "Table": table, "Round": 0}
    existing = {row["Direction"] for row in find(tables["PlayerNumbers"], **place)}
    return [place | {"Direction": side} for side in "NSEW" if side not in existing]


def new_table(dice: random.Random, now: Tables) -> Request:
    """A table is added to a section, with or without its group."""
    section = dice.choice(now["Section"])
    others = find(now["Tables"], Section=section["ID"])
    number = dice.choice((max([row["Table"] for row in others], default=0) + 1, 9, 20))
    last = max(row["Round"] for row in now["RoundData"])
    rows = new_rounds(section["ID"], [number], range(1, last + 1), dice)
    group = others[0]["Group"] if others else 0
    records = [
        round_record(row, **{f: row[c] for f, c in BOARDS.items() if c in row}) for row in rows
    ]
    if dice.random() < 0.5:
        group = dice.choice((1, 2, 5))
        about = {"section": section["ID"], "table": number}
        records.append({"type": "table", **about, "group": group})

    def expected(tables: Tables, _: Tables) -> None:
        if find(others, Table=number):
            change_rounds(tables, rows)
            if len(records) > len(rows):  # nobody has the file open
                find(tables["Tables"], Section=section["ID"], Table=number)[0]["Group"] = group
            return
        assert section["ScoringType"] != TEAMS or len(records) > len(rows), "no group"
        tables["RoundData"] += rows
        tables["Tables"].append(table_row(now, section["ID"], number, group))
        tables["PlayerNumbers"] += seat_rows(tables, section["ID"], number)
        find(tables["Section"], ID=section["ID"])[0]["Tables"] += 1

    return Request(records, expected)


def change_rounds(tables: Tables, rows: list[Row]) -> None:
    """Change or add rounds of a table that exists already."""
    for row in reversed(rows):
        known = find(tables["RoundData"], **place_of(row))
        before = dict(known[0]) if known else {}
        if known:
            known[0] |= row
        else:
            tables["RoundData"].append(dict(row))
        if not known or known[0] != before:
            set_trigger(tables, row["Section"], row["Table"], row["Round"])


def new_section(dice: random.Random, now: Tables) -> Request:
    """A section is added, perhaps without a letter or a round."""
    id = max(row["ID"] for row in now["Section"]) + 1
    letter = dice.choice(("ABCDEFGH"[id - 1], "ABCDEFGH"[id - 1], "A", ""))
    rows = new_rounds(id, [1, 2], range(1, 3), dice)
    records: list[Row] = [{"type": "section", "id": id, "letter": letter or None}]
    records += [
        round_record(row, **{f: row[c] for f, c in BOARDS.items() if c in row}) for row in rows
    ]

    def expected(tables: Tables, _: Tables) -> None:
        assert letter, "no letter"
        tables["RoundData"] += rows
        tables["Section"].append({"ID": id, "Letter": letter, "Tables": 2, "Session": 1,
                                  "ScoringType": 1})  # fmt: skip
        for number in (1, 2):
            tables["Tables"].append(table_row(now, id, number, 0))
            tables["PlayerNumbers"] += seat_rows(tables, id, number)

    return Request(records, expected)


def remove_table(dice: random.Random, now: Tables) -> Request:
    """A table is removed: its rounds are deleted, 999 is set, its seats stay."""
    row = dice.choice(now["Tables"])
    place = {"Section": row["Section"], "Table": row["Table"]}
    about = {"section": row["Section"], "table": row["Table"]}
    record = {"type": "table", **about, "update_from_round": 999}

    def expected(tables: Tables, _: Tables) -> None:
        if find(tables["Tables"], **place)[0]["UpdateFromRound"] == 999:
            return
        removed = find(tables["RoundData"], **place)
        tables["RoundData"] = [r for r in tables["RoundData"] if r not in removed]
        set_trigger(tables, *place.values(), 999)
        find(tables["Section"], ID=row["Section"])[0]["Tables"] -= 1

    return Request([record], expected)


def more_rounds(dice: random.Random, now: Tables) -> Request:
    """A round is added after the last one at all tables of a section, as in Swiss events."""
    section = dice.choice(now["Section"])["ID"]
    rows = find(now["RoundData"], Section=section)
    last = max((row["Round"] for row in rows), default=0)
    last_rows = [row for row in rows if row["Round"] == last]
    wait = dice.choice((False, True))
    fields = [{**row, "Round": last + 1, "LowBoard": row["LowBoard"] + 60,
               "HighBoard": row["HighBoard"] + 60, "CustomBoards": None}
              for row in last_rows]  # fmt: skip
    records = [round_record(row, **{f: row[c] for f, c in BOARDS.items()}) for row in fields]

    def expected(tables: Tables, _: Tables) -> None:
        for row in fields:
            tables["RoundData"].append(row)
            set_trigger(tables, section, row["Table"], row["Round"] + 256 * wait)

    option = "wait" if wait else "last"
    return Request(records, expected, (option,) if dice.random() < 0.9 else ())


# results, seats and hands


def correction(dice: random.Random, now: Tables) -> Request:
    """Some fields of a result are changed, and one is perhaps cleared."""
    rows = now["ReceivedData"]
    if not rows:
        return Request([], lambda tables, _: None)
    row = dice.choice(rows)
    fields: Row = {}
    if dice.random() < 0.6:
        fields["contract"] = dice.choice(CONTRACTS)
    if dice.random() < 0.6:
        fields["result"] = dice.choice(("=", "-1", "+1"))
    if dice.random() < 0.3:
        fields["declarer"] = dice.choice("NESW")
    clear = ["lead_card"] if dice.random() < 0.3 else []
    place = {name: row[name.title()] for name in ("section", "table", "round", "board")}
    record = {"type": "result", **place, **fields, "clear": clear}

    def expected(tables: Tables, _: Tables) -> None:
        (there,) = find(tables["ReceivedData"], ID=row["ID"])
        before = dict(there)
        names = {"contract": "Contract", "result": "Result", "declarer": "NS/EW"}
        there |= {names[name]: value for name, value in fields.items()}
        there |= {"LeadCard": None} if clear else {}
        if there["Contract"] == "PASS" and fields:
            there |= {"Result": None, "LeadCard": None}
        if there["NS/EW"] != before["NS/EW"]:
            there["Declarer"] = there["PairNS" if there["NS/EW"] in "NS" else "PairEW"]
        if there != before:
            there["ExternalUpdate"] = True

    return Request([record], expected)


def seat(dice: random.Random, now: Tables) -> Request:
    """A name or number is changed at a seat, or a player is removed."""
    row = dice.choice(now["PlayerNumbers"])
    change = dice.choice(
        ({"name": "Ada Lind"}, {"number": "17"}, {"clear": ["name"]}, {"removed": True},
         {"processed": True}, {"processed": False}, {"number": "18", "name": "Bo Ek"})
    )  # fmt: skip
    record = {"type": "seat", "section": row["Section"], "table": row["Table"],
              "direction": row["Direction"], "round": row["Round"], **change}  # fmt: skip

    def expected(tables: Tables, _: Tables) -> None:
        place = {name: row[name] for name in ("Section", "Table", "Direction", "Round")}
        (there,) = find(tables["PlayerNumbers"], **place)
        if change.get("number") and there["Number"] not in (None, change["number"]):
            return
        name = there["Name"]
        if change.get("removed"):
            there["Number"] = name = None
        there["Number"] = change.get("number", there["Number"])
        name = None if "clear" in change else change.get("name", name)
        if name != there["Name"]:
            there |= {"Name": name, "Updated": True, "EntrySource": 0}
        there["Processed"] = change.get("processed", there["Processed"])

    return Request([record], expected)


def substitute(dice: random.Random, now: Tables) -> Request:
    """Another player sits down in a later round; the seat of round 0 does not change."""
    row = dice.choice(find(now["PlayerNumbers"], Round=0))
    number = dice.choice((2, 3, 99))
    place = {"Section": row["Section"], "Table": row["Table"], "Direction": row["Direction"],
             "Round": number}  # fmt: skip
    about = {name.lower(): value for name, value in place.items()}
    record = {"type": "seat", **about, "number": "19", "name": "Cy Moe"}

    def expected(tables: Tables, _: Tables) -> None:
        cells = {"Number": "19", "Name": "Cy Moe"}
        known = find(tables["PlayerNumbers"], **place)
        if not known:
            tables["PlayerNumbers"].append({**place, **cells, "Updated": True})
        elif known[0]["Number"] in (None, "19") and known[0]["Name"] != "Cy Moe":
            known[0] |= {**cells, "Updated": True}
        elif known[0]["Number"] is None:
            known[0]["Number"] = "19"

    return Request([record], expected)


def hand(dice: random.Random, now: Tables) -> Request:
    """A deal for one section or all, complete or not; 996 is set at one table of each section."""
    ids = [row["ID"] for row in now["Section"]]
    sections = dice.choice((ids, [dice.choice(ids)]))
    board = dice.randrange(1, 5)
    cards = [(suit, rank) for suit in SUITS for rank in "AKQJT98765432"]
    if dice.random() < 0.8:
        random.Random(dice.randrange(3)).shuffle(cards)
    hands = {seat: cards[at * 13 : at * 13 + 13] for at, seat in enumerate(SEATS)}
    if dice.random() < 0.1:
        hands["North"] = hands["East"]
    if dice.random() < 0.1:
        hands = {"North": hands["North"]}
    cells = {
        f"{seat}{suit}": "".join(r for r in "AKQJT98765432" if (suit, r) in hand_cards) or None
        for seat, hand_cards in hands.items()
        for suit in SUITS
    }
    about = {} if sections is ids else {"section": sections[0]}
    record = {"type": "hand", **about, "board": board}
    record |= {seat.lower(): ".".join(cells[f"{seat}{suit}"] or "" for suit in SUITS)
               for seat in hands}  # fmt: skip

    def expected(tables: Tables, after: Tables) -> None:
        for section in sections:
            known = find(tables["HandRecord"], Section=section, Board=board)
            if known and all(known[0][name] == value for name, value in cells.items()):
                continue
            if known:
                known[0] |= cells
            else:
                tables["HandRecord"].append({"Section": section, "Board": board, **cells})
            free = find(tables["Tables"], Section=section, UpdateFromRound=0)
            free_tables = [row["Table"] for row in free]
            for row in find(after["Tables"], Section=section, UpdateFromRound=996):
                if row["Table"] in free_tables:  # "for a random table in the section"
                    set_trigger(tables, section, row["Table"], 996)
                    break
            else:
                raise AssertionError(f"no trigger in section {section}")

    return Request([record], expected)


# sections and settings


def missing_pair(dice: random.Random, now: Tables) -> Request:
    """A missing pair comes, or another is missing: its tables reload the rounds without results."""
    section = dice.choice(now["Section"])
    rounds = find(now["RoundData"], Section=section["ID"])
    pair = dice.choice((0, 15, *(row["EWPair"] for row in rounds)))
    record = {"type": "section", "id": section["ID"], "missing_pair": pair}

    def expected(tables: Tables, _: Tables) -> None:
        (there,) = find(tables["Section"], ID=section["ID"])
        pairs = {pair, there["MissingPair"] or 0} - {0}
        if (there["MissingPair"] or 0) == pair:
            return
        there["MissingPair"] = pair
        for row in find(tables["RoundData"], Section=section["ID"]):
            place = {"Section": row["Section"], "Table": row["Table"]}
            results = find(tables["ReceivedData"], **place)
            played = max((result["Round"] for result in results), default=0)
            if {row["NSPair"], row["EWPair"]} & pairs and row["Round"] > played:
                set_trigger(tables, row["Section"], row["Table"], played + 1)

    return Request([record], expected)


def setting(dice: random.Random, now: Tables) -> Request:
    """A setting is changed for all sections or for one."""
    ids = [row["ID"] for row in now["Section"]]
    section = dice.choice((None, *ids))
    name, value = dice.choice((("LeadCard", True), ("LeadCard", False),
                               ("ShowResults", False), ("ShowResults", True)))  # fmt: skip
    record: Row = {"type": "settings", "values": {name: value}}
    record |= {"section": section} if section else {}

    def expected(tables: Tables, _: Tables) -> None:
        rows = tables["Settings"]
        if len(rows) > 1 and section and not find(rows, Section=section):
            rows.append({**SETTINGS_DEFAULTS, name: value, "Section": section})
            for table in find(tables["Tables"], Section=section):
                table["UpdateFromRound"] = 997
            return
        if len(rows) == 1 and section and len(ids) > 1 and rows[0][name] != value:
            rows[0]["Section"] = ids[0]
            rows += [dict(rows[0]) | {"Section": id} for id in ids[1:]]
        for row in rows:
            if section in (None, row["Section"]) or len(rows) == 1:
                concerned = ids if len(rows) == 1 else [row["Section"]]
                if row[name] != value:
                    row[name] = value
                    for table in tables["Tables"]:
                        if table["Section"] in concerned:
                            table["UpdateFromRound"] = 997

    return Request([record], expected)


def no_trigger(dice: random.Random, now: Tables) -> Request:
    """Values that need no trigger are changed: winners, session name, computer, players."""
    winners = dice.choice((0, 1))
    name = dice.choice(("Thursday", "Friday"))
    computer = dice.choice(("CLUBPC", "DESK"))
    records = [{"type": "section", "id": 1, "winners": winners},
               {"type": "session", "id": 1, "name": name},
               {"type": "client", "id": 1, "computer": computer},
               {"type": "player", "number": "17", "name": "Bo Ek"}]  # fmt: skip

    def expected(tables: Tables, _: Tables) -> None:
        find(tables["Section"], ID=1)[0]["Winners"] = winners
        tables["Session"][0]["Name"] = name
        tables["Clients"][0]["Computer"] = computer
        if not tables["PlayerNames"]:
            tables["PlayerNames"].append({"ID": 17, "Name": "Bo Ek", "strID": "17"})

    return Request(records, expected)


KINDS: tuple[Callable[[random.Random, Tables], Request], ...] = (
    exchange, one_cell, custom_boards, new_table, new_section, remove_table, more_rounds,
    correction, seat, substitute, hand, missing_pair, setting, no_trigger,
)  # fmt: skip
