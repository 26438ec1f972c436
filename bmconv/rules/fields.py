"""The fields of every record type: their meanings, and the rules for their values.

Fields of the Bridgemate database are described in the guide's chapters on its tables; GUIDE names
the table of a record type. A field without a rule is limited by its type alone.
"""

from typing import Any, NamedTuple

from bmconv.bridge.auction import CALLS, spell_call
from bmconv.bridge.awards import EXPECTED
from bmconv.bridge.boards import (
    SIDES,
    VULNERABILITIES,
    spell_seat,
    spell_side,
    spell_vulnerability,
)
from bmconv.bridge.cards import CARDS, RANKS, SEATS, spell_card, spell_hand
from bmconv.bridge.contracts import CONTRACTS, USUAL_TRICKS, spell_contract, spell_tricks
from bmconv.bridge.movements import last_board, letters, ordinal, spell_boards, spell_letters
from bmconv.bridge.outcomes import understand_remark
from bmconv.bridge.par import PAR_CONTRACTS, spell_par_contracts
from bmconv.bridge.play import PLAYED_CARDS, spell_played
from bmconv.bridge.scores import HIGHEST_SCORE
from bmconv.bridge.scoring_methods import CODES
from bmconv.records import TYPES
from bmconv.rules.rule import WARNING, Form, Rule
from bmconv.rules.triggers import NEW_HANDS, REMOVE_TABLE, WAIT


class FieldEntry(NamedTuple):
    """A field of a record: its meaning, and what limits its values beyond their type."""

    meaning: str
    rule: Rule | None = None


def number_rule(
    noun: str, low: int | None = 0, high: int | None = None, code: str = "", **more: Any
) -> Rule:
    """The rule for a whole number; without `code`, the code is made from the noun."""
    return Rule(code=code or noun.replace(" ", "-").lower(), noun=noun, low=low, high=high, **more)


def text_rule(noun: str, spell: Any, expected: str, code: str = "", **more: Any) -> Rule:
    """The rule for a text that `spell` brings into its standard spelling."""
    code = code or f"odd-{noun.replace(' ', '-')}"
    return Rule(code=code, noun=noun, spell=spell, expected=expected, **more)


def length_rule(noun: str, size: int, **more: Any) -> Rule:
    """The rule for a text that has a maximum length in a .bws, but not elsewhere."""
    code = f"{noun.replace(' ', '-').removeprefix('player-')}-length"
    return Rule(code=code, noun=noun, size=size, level=WARNING, strict_for=("bws",), **more)


def one_of(*words: str) -> Any:
    """A spelling function for a few words, in any case."""
    known = {word.upper(): word for word in words}
    return lambda text: known.get(text.strip().upper())


_HEXADECIMAL = frozenset("0123456789ABCDEF")
_GUID_FORM = str.maketrans("", "", "{}()- ")


def spell_guid(text: str) -> str | None:
    """A GUID as 32 upper-case digits, without braces and dashes; None if it is not one."""
    digits = text.translate(_GUID_FORM).upper()
    return digits if len(digits) == 32 and _HEXADECIMAL.issuperset(digits) else None


NOBODY = "0"
"""The player number that means no number, in a .bws and in BMInput.txt."""

AT_LEAST_0 = number_rule("number", code="number-range", names_field=True)
SMALL = number_rule(
    "number", code="number-range", names_field=True, formats={"bws": (0, 2**15 - 1)}
)
"""A whole number that a .bws stores in 16 bits."""
SECTION = number_rule("section id", formats={"bws": (0, 78), "dto": (0, 78)})
SECTION_REFERENCE = number_rule("section id")
LETTER = text_rule(
    "section letter",
    spell_letters,
    "A to Z, AA to ZZ or AAA to ZZZ",
    "section-letter",
    limit="sections",
    ordinal=ordinal,
    choices=tuple(letters(number) for number in range(1, 79)),
)
TABLE, ROUND, BOARD, PAIR = (
    number_rule(f"{noun} number", limit=noun) for noun in ("table", "round", "board", "pair")
)
"""Numbers in which 0 means that the number is unknown, or that there is no pair or board."""
SEAT = text_rule("direction", spell_seat, "N, E, S or W", choices="NESW")
SIDE = text_rule("direction", spell_side, "N, E, S or W, or NS or EW", choices=SIDES)
LINE = text_rule("side", one_of("NS", "EW"), "NS or EW", choices=("NS", "EW"))
GUID = text_rule(
    "guid",
    spell_guid,
    "32 hexadecimal digits",
    form=Form("guid-form", "written without braces and dashes"),
    pattern="[0-9A-F]{32}",
)
CONTRACT = text_rule(
    "contract", spell_contract, "a contract such as 4 S x, 3 NT or PASS", choices=CONTRACTS
)
TRICKS = text_rule(
    "result",
    spell_tricks,
    "tricks against the contract such as =, +1 or -2",
    choices=USUAL_TRICKS,
)
LEAD = text_rule(
    "lead card",
    spell_card,
    "a card such as S10 or DA",
    choices=CARDS,
    # BridgePad and Bridge Scorer write a lead in this form into the database
    form=Form("rank-first", "with the rank before the suit", r"\s*(10|[2-9TJQKA]).*", "bws"),
)
HAND = text_rule(
    "hand",
    spell_hand,
    "a hand such as AQT94.T53.KQ8.T9, spades first",
    names_field=True,
    pattern=rf"[{RANKS}]*(?:\.[{RANKS}]*){{3}}",
    level=WARNING,
    strict_for=("bws", "dto"),
)
NAME, PLAYER_NUMBER = length_rule("name", 18), length_rule("player number", 18)
SEAT_NUMBER = length_rule("player number", 16, nothing=NOBODY)
DOUBLE_DUMMY = number_rule("trick count", 0, 13, "evaluation-range", names_field=True)
HIGH_CARDS = number_rule("point count", 0, 37, "evaluation-range", names_field=True)
SCORE = number_rule("score", -HIGHEST_SCORE, HIGHEST_SCORE, "score-range")
PAR_CONTRACT = text_rule(
    "par contract",
    spell_par_contracts,
    "contracts such as NS 4SX-1; NS 5CX-1, or PASS",
    pattern=PAR_CONTRACTS,
)
SIXTEEN_BITS = {"bws": (-(2**15), 2**15 - 1)}
GROUP = number_rule("table group", 0, 127, "group")
CONNECTION_MODE = number_rule("connection mode", 0, 1)

_SECTION = FieldEntry("id of the section; none: all sections", SECTION_REFERENCE)
_PLACE = {
    "section": FieldEntry("id of the section", SECTION_REFERENCE),
    "table": FieldEntry("number of the table", TABLE),
}
_ROUND = {"round": FieldEntry("number of the round", ROUND)}
_BOARD = {"board": FieldEntry("number of the board", BOARD)}
_LOGGED = {"date": FieldEntry("date of the entry"), "time": FieldEntry("time of the entry")}
_ERASED = {"erased": FieldEntry("deleted at the table")}
_PEOPLE = {
    "name": FieldEntry("full name", NAME),
    "first_name": FieldEntry("first name"),
    "last_name": FieldEntry("last name"),
    "country": FieldEntry("code of the country"),
}

_PENALTY_ELSEWHERE = "a penalty goes into the file of rank --adjust"
"""Advice on a remark that resembles an award, such as -3 for one side."""
_RESULT = {
    "id": FieldEntry("number of the entry; the highest one of a board counts"),
    **_PLACE,
    **_ROUND,
    **_BOARD,
    "pair_ns": FieldEntry("pair that sat N-S by the movement", PAIR),
    "pair_ew": FieldEntry("pair that sat E-W by the movement", PAIR),
    "declarer": FieldEntry("N, E, S or W; NS or EW where only the side is known", SIDE),
    "declarer_pair": FieldEntry("number of the declaring pair", PAIR),
    "contract": FieldEntry("such as `4 S x`, `3 NT`, `PASS`", CONTRACT),
    "result": FieldEntry("relative to the contract: `=`, `+1`, `-2`", TRICKS),
    "lead_card": FieldEntry("suit and rank: `S10`, `DA`", LEAD),
    "remarks": FieldEntry(
        "such as `Not played`, `Wrong direction`, or an award such as `60%-40%`",
        text_rule("remark", understand_remark, f"{EXPECTED}; {_PENALTY_ELSEWHERE}"),
    ),
    **_LOGGED,
    **{
        name: FieldEntry("mark of a program that has processed the entry")
        for name in ("processed", *(f"processed{number}" for number in range(1, 5)))
    },
    "external_update": FieldEntry("changed by a scoring program"),
    **_ERASED,
    "suspicious_contract": FieldEntry(
        "0 no, 1 suspicious, 2 confirmed by the director",
        number_rule("SuspiciousContract value", 0, 2, "odd-suspicious-contract"),
    ),
    "scoring_direction": FieldEntry(
        "1 score of N-S only, 2 of E-W only, 3 or 0 of both",
        number_rule("scoring direction", 0, 3, "odd-scoring-direction"),
    ),
    "score": FieldEntry("from N-S's side", SCORE),
    "mp_ns": FieldEntry("matchpoints of N-S"),
    "mp_ew": FieldEntry("matchpoints of E-W"),
    "imp_ns": FieldEntry("IMPs of N-S"),
    "imp_ew": FieldEntry("IMPs of E-W"),
}
_RECORDED = {
    "id": FieldEntry("number of the entry"),
    **_PLACE,
    **_ROUND,
    **_BOARD,
    "counter": FieldEntry("turn of the call or card, from 1 on", SMALL),
    "direction": FieldEntry("N, E, S or W", SEAT),
}
_TRICKS = FieldEntry("tricks double dummy", DOUBLE_DUMMY)

FIELDS: dict[str, dict[str, FieldEntry]] = {
    "event": {
        "guid": FieldEntry("32 upper-case hexadecimal digits", GUID),
        "name": FieldEntry("name of the event"),
        "club_id": FieldEntry("id of the club"),
        "commands": FieldEntry(
            "sum of flags: what control software does when the event begins",
            number_rule("Commands value", code="commands", formats={"dto": (0, 255)}),
        ),
        "data_folder": FieldEntry("folder of control software for the event"),
    },
    "client": {
        "id": FieldEntry("number of the computer", AT_LEAST_0),
        "computer": FieldEntry("name of the computer"),
    },
    "session": {
        "id": FieldEntry("number of the session", SMALL),
        "guid": FieldEntry("32 upper-case hexadecimal digits", GUID),
        "name": FieldEntry("name of the session", length_rule("session name", 40)),
        "date": FieldEntry("day of play"),
        "time": FieldEntry("start of play"),
        "status": FieldEntry(
            "0 not started, 1 started, 2 finished",
            number_rule("session status value", 0, 2, "session-status"),
        ),
        "show_in_app": FieldEntry("shown in the Bridgemate app"),
        "pairs_move_across_field": FieldEntry("pairs move between sections"),
        "ew_return_home": FieldEntry(
            "in a team game, E-W go back to their own table after a round"
        ),
    },
    "scoring_group": {
        "session": FieldEntry("number of the session", AT_LEAST_0),
        "number": FieldEntry("number of the group", AT_LEAST_0),
        "method": FieldEntry(
            "scoring method of the Data Connector: 10 matchpoints, 20 to 27 Butler, "
            "30 to 36 cross-IMPs, 40 teams, 50 and 51 victory points, 60 board-a-match, "
            "61 point-a-board, 70 Patton; 0: not set",
            number_rule("scoring method", 0, 0, further=tuple(CODES), lacking={"dto": (61,)}),
        ),
        "name": FieldEntry("name of the group"),
        "deleted": FieldEntry("to be removed"),
    },
    "section": {
        "id": FieldEntry("number of the section, 1 to 78", SECTION),
        "letter": FieldEntry("A to Z, AA to ZZ or AAA to ZZZ", LETTER),
        "derived": FieldEntry("the id follows from the letter: the source has none"),
        "session": FieldEntry("number of the session", SMALL),
        "tables": FieldEntry("number of tables", SMALL),
        "missing_pair": FieldEntry("number of the pair that is missing; 0: none", PAIR),
        "missing_side": FieldEntry("NS or EW, the side of the missing pair", LINE),
        "ew_move_before_play": FieldEntry(
            "tables that E-W move up (below 0: down) before round 1",
            number_rule("EWMoveBeforePlay value", None, code="ew-move-range", formats=SIXTEEN_BITS),
        ),
        "scoring_type": FieldEntry(
            "1 matchpoints, 2 Butler, 3 cross-IMPs, 4 teams; 0: not set",
            number_rule("ScoringType value", 0, 4, "scoring-type"),
        ),
        "winners": FieldEntry(
            "1 or 2 winners; 0: not known", number_rule("Winners value", 0, 2, "winners")
        ),
        "name": FieldEntry("name of the section"),
        "game_type": FieldEntry(
            "10 pairs, 20 individual, 30 teams; 0: not set",
            number_rule("game type", 0, 0, "odd-game-type", further=(10, 20, 30)),
        ),
        "scoring_group": FieldEntry("number of the scoring group", AT_LEAST_0),
        "combi_ns": FieldEntry("section from which the N-S pairs come", LETTER),
        "combi_ew": FieldEntry("section from which the E-W pairs come", LETTER),
        "keep_alive": FieldEntry("terminals wait for more rounds"),
        "explicit_participations": FieldEntry("the players of every round are given"),
        "deleted": FieldEntry("to be removed"),
        "boards": FieldEntry("number of boards", AT_LEAST_0),
        "ns_pairs": FieldEntry("number of N-S pairs", AT_LEAST_0),
        "ew_pairs": FieldEntry("number of E-W pairs", AT_LEAST_0),
    },
    "table": {
        **_PLACE,
        "computer_id": FieldEntry("number of the computer that serves the table", SMALL),
        "status": FieldEntry(
            "0 not uploaded yet, 1 uploaded",
            number_rule("table status value", 0, 1, "table-status"),
        ),
        "log_on_off": FieldEntry(
            "1 logged on, 2 not logged on yet", number_rule("LogOnOff value", 1, 2, "log-on-off")
        ),
        "current_round": FieldEntry("round that is being recorded", ROUND),
        "current_board": FieldEntry("board that is being recorded", BOARD),
        "update_from_round": FieldEntry(
            "what control software is to load: a round and those after it, 256 more for more "
            "rounds to follow, 996 hands, 997 settings, 998 reset, 999 remove the table",
            number_rule(
                "UpdateFromRound value",
                -WAIT,
                2 * WAIT - 1,
                "update-from-round",
                further=tuple(range(NEW_HANDS, REMOVE_TABLE + 1)),
            ),
        ),
        "group": FieldEntry("tables of one group are scored together; 0: none", GROUP),
        "connection_mode": FieldEntry("0 online, 1 offline", CONNECTION_MODE),
        "keep_alive": FieldEntry("the terminal waits for more rounds"),
    },
    "round": {
        **_PLACE,
        **_ROUND,
        "ns_pair": FieldEntry("pair that sits N-S; 0: none", PAIR),
        "ew_pair": FieldEntry("pair that sits E-W; 0: none", PAIR),
        "low_board": FieldEntry("lowest board of the round", BOARD),
        "high_board": FieldEntry("highest board of the round", BOARD),
        "custom_boards": FieldEntry(
            "such as `1,2,5`; overrides low and high",
            text_rule(
                "CustomBoards list",
                spell_boards,
                "board numbers such as 1,2,5",
                "custom-boards",
                limit="board",
                ordinal=last_board,
                pattern=r"[1-9]\d{0,5}(?:,[1-9]\d{0,5})*",
            ),
        ),
        "ns_team": FieldEntry("team of the N-S pair", AT_LEAST_0),
        "ew_team": FieldEntry("team of the E-W pair", AT_LEAST_0),
        "mates_section": FieldEntry("section of the other table of the match", SECTION_REFERENCE),
        "mates_table": FieldEntry("other table of the match", AT_LEAST_0),
        "mates_round": FieldEntry("round at the other table of the match", AT_LEAST_0),
        "south": FieldEntry("player South in an individual, where ns_pair is North", PAIR),
        "west": FieldEntry("player West in an individual, where ew_pair is East", PAIR),
    },
    "result": _RESULT,
    "intermediate": _RESULT,
    "seat": {
        **_PLACE,
        "direction": FieldEntry("N, E, S or W", SEAT),
        "round": FieldEntry("round from which the player sits there; 0: from the start", ROUND),
        "number": FieldEntry("number of the player", SEAT_NUMBER),
        **_PEOPLE,
        "updated": FieldEntry("the name is new to control software"),
        "time": FieldEntry("date and time of the entry"),
        "processed": FieldEntry("mark of a program that has processed the entry"),
        "entry_source": FieldEntry(
            "where control software got the name; 0: scoring program", AT_LEAST_0
        ),
        "swapped": FieldEntry("changed places with another player"),
        "removed": FieldEntry("no longer sits there"),
    },
    "player": {
        "number": FieldEntry("number of the player", PLAYER_NUMBER),
        "id": FieldEntry("the number as a number", AT_LEAST_0),
        **_PEOPLE,
        "session": FieldEntry("number of the session", AT_LEAST_0),
        "club_id": FieldEntry("id of the club"),
    },
    "settings": {
        "section": _SECTION,
        "values": FieldEntry("settings by their names, only those present"),
    },
    "bid": {
        **_RECORDED,
        "bid": FieldEntry(
            "`1C` to `7NT`, X, XX, PASS, SkipBid",
            text_rule("bid", spell_call, "a call such as 1C, 3NT, X, XX or PASS", choices=CALLS),
        ),
        **_LOGGED,
        **_ERASED,
    },
    "card": {
        **_RECORDED,
        "card": FieldEntry(
            "suit and rank: `ST`, `DA`; `Hx` a small heart",
            text_rule("card", spell_played, "a card such as ST, DA or Hx", choices=PLAYED_CARDS),
        ),
        **_LOGGED,
        **_ERASED,
    },
    "hand": {
        "section": _SECTION,
        **_BOARD,
        **{
            seat: FieldEntry("suits spades first, ten as T: `AQT94.T53.KQ8.T9`", HAND)
            for seat in SEATS
        },
        "dealer": FieldEntry("N, E, S or W", SEAT),
        "vulnerable": FieldEntry(
            "None, NS, EW or All",
            text_rule(
                "vulnerability",
                spell_vulnerability,
                "None, NS, EW or All",
                choices=VULNERABILITIES,
            ),
        ),
    },
    "evaluation": {
        "section": _SECTION,
        **_BOARD,
        **{
            f"{seat}_{strain}": _TRICKS
            for seat in SEATS
            for strain in ("spades", "hearts", "diamonds", "clubs", "notrump")
        },
        **{f"{seat}_hcp": FieldEntry("high-card points", HIGH_CARDS) for seat in SEATS},
        "par_score": FieldEntry("score of N-S when both sides bid as well as possible", SCORE),
        "par_contract": FieldEntry("contracts that give it, such as `NS 4SX-1`", PAR_CONTRACT),
    },
    "game": {
        **_PLACE,
        **_ROUND,
        **_BOARD,
        "pair_ns": FieldEntry("N-S pair", PAIR),
        "pair_ew": FieldEntry("E-W pair", PAIR),
        "tags": FieldEntry("name and text of each tag; the name alone: other records have it"),
        "sections": FieldEntry("number and name of a tag, and the words after it"),
        "comments": FieldEntry(
            "place and text: `3` after the third tag, `3.5` after its fifth word"
        ),
    },
    "td_call": {
        **_PLACE,
        **_ROUND,
        "time": FieldEntry("time of the call"),
        "status": FieldEntry(
            "1 to 4: how far the call has got; 0: not known",
            number_rule("call status value", 0, 4, "call-status"),
        ),
    },
    "library": {
        "folder": FieldEntry("name of the folder"),
        "header": FieldEntry("text of its header.txt"),
    },
    "movement": {
        "library": FieldEntry("folder of the library"),
        "number": FieldEntry("number of the movement", AT_LEAST_0),
        "class": FieldEntry("0 pairs, 1 individual"),
        "title": FieldEntry("title in the movement file"),
        "movement_type": FieldEntry("type of the movement", AT_LEAST_0),
        "instructions": FieldEntry("instructions for players and directors"),
        "tables": FieldEntry("number of tables", AT_LEAST_0),
        "rounds": FieldEntry("number of rounds", AT_LEAST_0),
        "teams": FieldEntry("number of teams or pairs", AT_LEAST_0),
        "winners": FieldEntry("number of winners", AT_LEAST_0),
        "balance": FieldEntry("how well it is balanced"),
        "source": FieldEntry("where it comes from"),
        "description": FieldEntry("description in the index"),
        "details": FieldEntry("further details"),
        "board_sets": FieldEntry("number of board sets", AT_LEAST_0),
        "directions": FieldEntry("how pairs move after each round"),
        "lines": FieldEntry("lines of the file that are kept as they are"),
    },
    "movement_round": {
        "library": FieldEntry("folder of the library"),
        "movement": FieldEntry("number of the movement", AT_LEAST_0),
        "round": FieldEntry("number of the round", AT_LEAST_0),
        "table": FieldEntry("number of the table", AT_LEAST_0),
        "ns": FieldEntry("pair that sits N-S", AT_LEAST_0),
        "ew": FieldEntry("pair that sits E-W", AT_LEAST_0),
        "board_set": FieldEntry("number of the board set", AT_LEAST_0),
        "arrow_switch": FieldEntry("N-S and E-W change directions"),
        "south": FieldEntry("player South in an individual, where ns is North", AT_LEAST_0),
        "west": FieldEntry("player West in an individual, where ew is East", AT_LEAST_0),
    },
    "ranking": {
        "section": FieldEntry("id of the section; none: all sections", SECTION_REFERENCE),
        "direction": FieldEntry("NS or EW", LINE),
        "pair": FieldEntry("number of the pair, player or team", AT_LEAST_0),
        "names": FieldEntry("names of the players"),
        "boards": FieldEntry("number of boards played", AT_LEAST_0),
        "total": FieldEntry("points in all"),
        "maximum": FieldEntry("the most points possible"),
        "percentage": FieldEntry("points as a percentage of the maximum"),
        "place": FieldEntry("place, from 1 on", AT_LEAST_0),
        "method": FieldEntry(
            "how it was scored: `name`, and the options of `bmconv rank` in effect"
        ),
    },
    "error": {
        "code": FieldEntry("kind of the error"),
        "place": FieldEntry("where it happened"),
        "message": FieldEntry("what happened"),
    },
}
"""Every field except `extra`, by record type and name."""

NUMBERED: dict[str, tuple[str, ...]] = {
    "section": ("id",),
    "table": ("table",),
    "round": ("table", "round"),
    "result": ("table", "round", "board", "pair_ns", "pair_ew"),
    "hand": ("board",),
}
"""The fields that count from 1, by record type; in them 0 means that the number is unknown."""

EXTRA = FieldEntry("data of your own, and columns that have no field")

GUIDE = {
    "client": "Clients",
    "session": "Session",
    "section": "Section",
    "table": "Tables",
    "round": "RoundData",
    "result": "ReceivedData",
    "intermediate": "IntermediateData",
    "seat": "PlayerNumbers",
    "player": "PlayerNames",
    "settings": "Settings",
    "bid": "BiddingData",
    "card": "PlayData",
    "hand": "HandRecord",
    "evaluation": "HandEvaluation",
}
"""The table of each record type in the database; the guide has a chapter of the same name."""


def field_of(kind: str, name: str) -> FieldEntry:
    """The meaning and the rule of a field of a record type."""
    if name != "extra" and name not in FIELDS[kind]:
        raise LookupError(f"{kind}.{name} has no line in FIELDS of rules/fields.py")
    return EXTRA if name == "extra" else FIELDS[kind][name]


def rules_of(kind: str) -> dict[str, Rule]:
    """The rules of a record type, by attribute."""
    cls = TYPES[kind]
    attributes = dict(zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True))
    return {
        attributes[name]: field.rule
        for name, field in FIELDS[kind].items()
        if field.rule is not None
    }
