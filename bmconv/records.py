"""The canonical records: one small class per type, and every other schema is derived from them.

Names follow the .bws columns in snake_case, key fields first. A value that is unknown or empty is
omitted: no nulls, no empty text, no false. `section` is the numeric id of a section.
"""

import datetime
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, field, structs

Int = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
"""A whole number as stored in bridge scoring databases: 32 bits, signed."""
Number = Int | None

Date = datetime.date | None
Time = Annotated[datetime.time, Meta(tz=False)] | None
DateTime = Annotated[datetime.datetime, Meta(tz=False)] | None

CLEAR = "clear"
"""The key in `extra` for the names of fields that `set` has emptied; only `bws apply` uses it."""
RECORDED_DECIMALS = 4
"""Decimals of points and percentages in records; reports round them further."""


class Record(
    Struct,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    gc=False,  # no record refers to another, so there are no cycles to look for
):
    """The base class of all records."""

    key: ClassVar[tuple[str, ...] | None] = None
    """Fields that identify what a record is about. None: records of the type are never joined."""

    extra: dict[str, Any] | None = None


class EventInfo(Record, tag="event"):
    """The event as a whole."""

    guid: str | None = None
    name: str | None = None
    club_id: str | None = None
    commands: Number = None
    data_folder: str | None = None

    key = ()


class Client(Record, tag="client"):
    """A computer that serves tables."""

    id: Number = None
    computer: str | None = None

    key = ("id",)


class Session(Record, tag="session"):
    """A session of play; one database may hold several."""

    id: Number = None
    guid: str | None = None
    name: str | None = None
    date: Date = None
    time: Time = None
    status: Number = None
    show_in_app: bool = False
    pairs_move_across_field: bool = False
    ew_return_home: bool = False

    key = ("id",)


class ScoringGroup(Record, tag="scoring_group"):
    """Sections that are scored together."""

    session: Number = None
    number: Number = None
    method: Number = None
    name: str | None = None
    deleted: bool = False

    key = ("session", "number")


class Section(Record, tag="section"):
    """A section: its letter, size and kind of game."""

    id: Number = None
    letter: str | None = None
    derived: bool = False
    session: Number = None
    tables: Number = None
    missing_pair: Number = None
    missing_side: str | None = None
    ew_move_before_play: Number = None
    scoring_type: Number = None
    winners: Number = None
    name: str | None = None
    game_type: Number = None
    scoring_group: Number = None
    combi_ns: str | None = None
    combi_ew: str | None = None
    keep_alive: bool = False
    explicit_participations: bool = False
    deleted: bool = False
    boards: Number = None
    ns_pairs: Number = None
    ew_pairs: Number = None

    key = ("id",)


class Table(Record, tag="table"):
    """A table of a section, and how far it has got."""

    section: Number = None
    table: Number = None
    computer_id: Number = None
    status: Number = None
    log_on_off: Number = None
    current_round: Number = None
    current_board: Number = None
    update_from_round: Number = None
    group: Number = None
    connection_mode: Number = None
    keep_alive: bool = False

    key = ("section", "table")


class Round(Record, tag="round"):
    """Who plays what at one table in one round."""

    section: Number = None
    table: Number = None
    round: Number = None
    ns_pair: Number = None
    ew_pair: Number = None
    low_board: Number = None
    high_board: Number = None
    custom_boards: str | None = None
    ns_team: Number = None
    ew_team: Number = None
    mates_section: Number = None
    mates_table: Number = None
    mates_round: Number = None
    south: Number = None
    west: Number = None

    key = ("section", "table", "round")


class Result(Record, tag="result"):
    """A result as entered; a corrected one has several records, and the last one counts."""

    id: Number = None
    section: Number = None
    table: Number = None
    round: Number = None
    board: Number = None
    pair_ns: Number = None
    pair_ew: Number = None
    declarer: str | None = None
    declarer_pair: Number = None
    contract: str | None = None
    result: str | None = None
    lead_card: str | None = None
    remarks: str | None = None
    date: Date = None
    time: Time = None
    processed: bool = False
    processed1: bool = False
    processed2: bool = False
    processed3: bool = False
    processed4: bool = False
    external_update: bool = False
    erased: bool = False
    suspicious_contract: Number = None
    scoring_direction: Number = None
    score: Number = None
    mp_ns: float | None = None
    mp_ew: float | None = None
    imp_ns: float | None = None
    imp_ew: float | None = None


class Intermediate(Result, tag="intermediate"):
    """A result before the tricks are known."""


class Seat(Record, tag="seat"):
    """A player's place at a table, from a round on (round 0: before play began)."""

    section: Number = None
    table: Number = None
    direction: str | None = None
    round: Number = None
    number: str | None = None
    name: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    country: str | None = None
    updated: bool = False
    time: DateTime = None
    processed: bool = False
    entry_source: Number = None
    swapped: bool = False
    removed: bool = False

    key = ("section", "table", "direction", "round")


class Player(Record, tag="player"):
    """A player of the list from which numbers get their names."""

    number: str | None = None
    id: Number = None
    name: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    country: str | None = None
    session: Number = None
    club_id: str | None = None

    key = ("number", "session")


class Settings(Record, tag="settings"):
    """Terminal settings under their .bws names, only those present."""

    section: Number = None
    values: dict[str, bool | int | str] = field(default_factory=dict)

    key = ("section",)


class Bid(Record, tag="bid"):
    """A call of a recorded auction."""

    id: Number = None
    section: Number = None
    table: Number = None
    round: Number = None
    board: Number = None
    counter: Number = None
    direction: str | None = None
    bid: str | None = None
    date: Date = None
    time: Time = None
    erased: bool = False


class Card(Record, tag="card"):
    """A card of a recorded play."""

    id: Number = None
    section: Number = None
    table: Number = None
    round: Number = None
    board: Number = None
    counter: Number = None
    direction: str | None = None
    card: str | None = None
    date: Date = None
    time: Time = None
    erased: bool = False


class Hand(Record, tag="hand"):
    """The cards of a board; without section they apply to all sections."""

    section: Number = None
    board: Number = None
    north: str | None = None
    east: str | None = None
    south: str | None = None
    west: str | None = None
    dealer: str | None = None
    vulnerable: str | None = None

    key = ("section", "board")


class Evaluation(Record, tag="evaluation"):
    """Tricks double dummy, high-card points and par of a board."""

    section: Number = None
    board: Number = None
    north_spades: Number = None
    north_hearts: Number = None
    north_diamonds: Number = None
    north_clubs: Number = None
    north_notrump: Number = None
    east_spades: Number = None
    east_hearts: Number = None
    east_diamonds: Number = None
    east_clubs: Number = None
    east_notrump: Number = None
    south_spades: Number = None
    south_hearts: Number = None
    south_diamonds: Number = None
    south_clubs: Number = None
    south_notrump: Number = None
    west_spades: Number = None
    west_hearts: Number = None
    west_diamonds: Number = None
    west_clubs: Number = None
    west_notrump: Number = None
    north_hcp: Number = None
    east_hcp: Number = None
    south_hcp: Number = None
    west_hcp: Number = None
    par_score: Number = None
    par_contract: str | None = None

    key = ("section", "board")


class Game(Record, tag="game"):
    """The tags of a PBN game that no other record holds, and the order of all tags."""

    section: Number = None
    table: Number = None
    round: Number = None
    board: Number = None
    pair_ns: Number = None
    pair_ew: Number = None
    tags: list[tuple[str, ...]] | None = None
    sections: list[tuple[str, str, list[str]]] | None = None
    comments: list[tuple[str, str]] | None = None


class TdCall(Record, tag="td_call"):
    """A call for the director."""

    section: Number = None
    table: Number = None
    round: Number = None
    time: Time = None
    status: Number = None


class Library(Record, tag="library"):
    """A folder of movements."""

    folder: str | None = None
    header: str | None = None

    key = ("folder",)


class Movement(Record, tag="movement"):
    """A movement of a library."""

    library: str | None = None
    number: Number = None
    class_: Number = field(name="class", default=None)
    title: str | None = None
    movement_type: Number = None
    instructions: str | None = None
    tables: Number = None
    rounds: Number = None
    teams: Number = None
    winners: Number = None
    balance: Number = None
    source: str | None = None
    description: str | None = None
    details: str | None = None
    board_sets: Number = None
    directions: list[str] | None = None
    lines: list[str] | None = None

    key = ("library", "number")


class MovementRound(Record, tag="movement_round"):
    """One table of one round of a movement."""

    library: str | None = None
    movement: Number = None
    round: Number = None
    table: Number = None
    ns: Number = None
    ew: Number = None
    board_set: Number = None
    arrow_switch: bool = False
    south: Number = None
    west: Number = None

    key = ("library", "movement", "round", "table")


class Ranking(Record, tag="ranking"):
    """A place in a ranking; `extra` has `provisional` while results are missing or undecided, the
    `imps` of a team, the `average` per board where it decides the places, and a `penalty` that is
    not in the total."""

    section: Number = None
    direction: str | None = None
    pair: Number = None
    names: list[str] | None = None
    boards: Number = None
    total: float | None = None
    maximum: float | None = None
    percentage: float | None = None
    place: Number = None
    method: dict[str, Any] | None = None

    key = ("section", "direction", "pair")


class Error(Record, tag="error"):
    """The last line of a stream whose reader failed."""

    code: str | None = None
    place: str | None = None
    message: str | None = None


TYPES: dict[str, type[Record]] = {
    str(cls.__struct_config__.tag): cls
    for cls in (
        *(EventInfo, Client, Session, ScoringGroup, Section, Table, Round, Settings, Player),
        *(Seat, Hand, Evaluation, Game, Result, Intermediate, Bid, Card, TdCall),
        *(Library, Movement, MovementRound, Ranking, Error),
    )
}
"""Every record type by name, in the order in which an event is written."""


_NAMES = {cls: name for name, cls in TYPES.items()}


def identity(record: Record) -> tuple[Any, ...] | None:
    """What a record is about. Records with equal identities are joined, unless these are None."""
    if record.key is None:
        return None
    about = tuple([getattr(record, name) for name in record.key])
    if type(record) is Seat:
        return (*about[:3], record.round or 0)
    if type(record) is Player and record.number is None:
        return None
    return about


HIDDEN_NAME = "Player"
"""The name shown for people who are hidden; without a player number it identifies nobody."""


def name_of(person: Seat | Player) -> str:
    """The full name of a person."""
    parts = (person.first_name, person.last_name)
    return person.name or " ".join(part for part in parts if part)


def without_clear(record: Record) -> Record:
    """A record without the names of the fields that `set` has emptied."""
    if not record.extra or CLEAR not in record.extra:
        return record
    others = {name: value for name, value in record.extra.items() if name != CLEAR}
    return structs.replace(record, extra=others or None)


def type_name(record: Record) -> str:
    """The name of a record's type, as in its `type` field."""
    return _NAMES[type(record)]
