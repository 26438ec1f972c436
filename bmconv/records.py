"""The canonical records: one small class per type, and every other schema is derived from them.

Names follow the .bws columns in snake_case, key fields first. A value that is unknown or empty is
omitted: no nulls, no empty text, no false. `section` is the numeric id of a section.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, field

Int = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
"""A whole number as stored in bridge scoring databases: 32 bits, signed."""

SectionId = Annotated[Int, Meta(description="id of the section")]
Direction = Annotated[str, Meta(description="N, E, S or W")]
Side = Annotated[str, Meta(description="N, E, S or W; NS or EW where only the side is known")]
Guid = Annotated[str, Meta(description="32 upper-case hexadecimal digits")]
ContractText = Annotated[str, Meta(description="such as `4 S x`, `3 NT`, `PASS`")]
TricksText = Annotated[str, Meta(description="relative to the contract: `=`, `+1`, `-2`")]
CardText = Annotated[str, Meta(description="suit and rank: `S10`, `DA`")]
PlayedCard = Annotated[str, Meta(description="suit and rank: `ST`, `DA`; `Hx` a small heart")]
HandText = Annotated[str, Meta(description="suits spades first, ten as T: `AQT94.T53.KQ8.T9`")]
Vulnerability = Annotated[str, Meta(description="None, NS, EW or All")]
Date = datetime.date
Time = Annotated[datetime.time, Meta(tz=False)]
DateTime = Annotated[datetime.datetime, Meta(tz=False)]
Tricks = Annotated[Int, Meta(description="tricks double dummy, 0 to 13")]


class Record(
    Struct,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    gc=False,  # no record refers to another, so there are no cycles to look for
):
    """What every record has."""

    key: ClassVar[tuple[str, ...] | None] = None
    """Fields that identify what a record is about. None: records of the type are never joined."""

    extra: dict[str, Any] | None = None


class EventInfo(Record, tag="event"):
    """The event as a whole."""

    guid: Guid | None = None
    name: str | None = None
    club_id: str | None = None
    commands: Int | None = None
    data_folder: str | None = None

    key = ()


class Client(Record, tag="client"):
    """A computer that serves tables."""

    id: Int | None = None
    computer: str | None = None

    key = ("id",)


class Session(Record, tag="session"):
    """A session of play; one database may hold several."""

    id: Int | None = None
    guid: Guid | None = None
    name: str | None = None
    date: Date | None = None
    time: Time | None = None
    status: Int | None = None
    show_in_app: bool = False
    pairs_move_across_field: bool = False
    ew_return_home: bool = False

    key = ("id",)


class ScoringGroup(Record, tag="scoring_group"):
    """Sections that are scored together."""

    session: Int | None = None
    number: Int | None = None
    method: Int | None = None
    name: str | None = None
    deleted: bool = False

    key = ("session", "number")


class Section(Record, tag="section"):
    """A section: its letter, size and kind of game."""

    id: SectionId | None = None
    letter: str | None = None
    derived: bool = False
    session: Int | None = None
    tables: Int | None = None
    missing_pair: Int | None = None
    missing_side: Annotated[str, Meta(description="NS or EW")] | None = None
    ew_move_before_play: Int | None = None
    scoring_type: Int | None = None
    winners: Int | None = None
    name: str | None = None
    game_type: Int | None = None
    scoring_group: Int | None = None
    combi_ns: str | None = None
    combi_ew: str | None = None
    keep_alive: bool = False
    explicit_participations: bool = False
    deleted: bool = False
    boards: Int | None = None
    ns_pairs: Int | None = None
    ew_pairs: Int | None = None

    key = ("id",)


class Table(Record, tag="table"):
    """A table of a section and where its terminal stands."""

    section: SectionId | None = None
    table: Int | None = None
    computer_id: Int | None = None
    status: Int | None = None
    log_on_off: Int | None = None
    current_round: Int | None = None
    current_board: Int | None = None
    update_from_round: Int | None = None
    group: Int | None = None
    connection_mode: Int | None = None
    keep_alive: bool = False

    key = ("section", "table")


class Round(Record, tag="round"):
    """Who plays what at one table in one round."""

    section: SectionId | None = None
    table: Int | None = None
    round: Int | None = None
    ns_pair: Int | None = None
    ew_pair: Int | None = None
    low_board: Int | None = None
    high_board: Int | None = None
    custom_boards: (
        Annotated[str, Meta(description="such as `1,2,5`; overrides low and high")] | None
    ) = None
    ns_team: Int | None = None
    ew_team: Int | None = None
    mates_section: Int | None = None
    mates_table: Int | None = None
    mates_round: Int | None = None
    south: Int | None = None
    west: Int | None = None

    key = ("section", "table", "round")


class Result(Record, tag="result"):
    """A result as entered; a corrected one has several records, and the last one counts."""

    id: Int | None = None
    section: SectionId | None = None
    table: Int | None = None
    round: Int | None = None
    board: Int | None = None
    pair_ns: Int | None = None
    pair_ew: Int | None = None
    declarer: Side | None = None
    declarer_pair: Int | None = None
    contract: ContractText | None = None
    result: TricksText | None = None
    lead_card: CardText | None = None
    remarks: str | None = None
    date: Date | None = None
    time: Time | None = None
    processed: bool = False
    processed1: bool = False
    processed2: bool = False
    processed3: bool = False
    processed4: bool = False
    external_update: bool = False
    erased: bool = False
    suspicious_contract: Int | None = None
    scoring_direction: Int | None = None
    score: Annotated[Int, Meta(description="from N-S's side")] | None = None
    mp_ns: float | None = None
    mp_ew: float | None = None
    imp_ns: float | None = None
    imp_ew: float | None = None


class Intermediate(Result, tag="intermediate"):
    """A result before the tricks are known."""


class Seat(Record, tag="seat"):
    """A player's place at a table, from a round on (round 0: before play began)."""

    section: SectionId | None = None
    table: Int | None = None
    direction: Direction | None = None
    round: Int | None = None
    number: str | None = None
    name: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    country: str | None = None
    updated: bool = False
    time: DateTime | None = None
    processed: bool = False
    entry_source: Int | None = None
    swapped: bool = False
    removed: bool = False

    key = ("section", "table", "direction", "round")


class Player(Record, tag="player"):
    """A player of the list from which numbers get their names."""

    number: str | None = None
    id: Int | None = None
    name: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    country: str | None = None
    session: Int | None = None
    club_id: str | None = None

    key = ("number", "session")


class Settings(Record, tag="settings"):
    """Terminal settings under their .bws names, only those present."""

    section: SectionId | None = None
    values: dict[str, bool | int | str] = field(default_factory=dict)

    key = ("section",)


class Bid(Record, tag="bid"):
    """A call of a recorded auction."""

    id: Int | None = None
    section: SectionId | None = None
    table: Int | None = None
    round: Int | None = None
    board: Int | None = None
    counter: Int | None = None
    direction: Direction | None = None
    bid: Annotated[str, Meta(description="`1C` to `7NT`, X, XX, PASS, SkipBid")] | None = None
    date: Date | None = None
    time: Time | None = None
    erased: bool = False


class Card(Record, tag="card"):
    """A card of a recorded play."""

    id: Int | None = None
    section: SectionId | None = None
    table: Int | None = None
    round: Int | None = None
    board: Int | None = None
    counter: Int | None = None
    direction: Direction | None = None
    card: PlayedCard | None = None
    date: Date | None = None
    time: Time | None = None
    erased: bool = False


class Hand(Record, tag="hand"):
    """The cards of a board; without section they apply to all sections."""

    section: SectionId | None = None
    board: Int | None = None
    north: HandText | None = None
    east: HandText | None = None
    south: HandText | None = None
    west: HandText | None = None
    dealer: Direction | None = None
    vulnerable: Vulnerability | None = None

    key = ("section", "board")


class Evaluation(Record, tag="evaluation"):
    """Tricks double dummy and high-card points of a board."""

    section: SectionId | None = None
    board: Int | None = None
    north_spades: Tricks | None = None
    north_hearts: Tricks | None = None
    north_diamonds: Tricks | None = None
    north_clubs: Tricks | None = None
    north_notrump: Tricks | None = None
    east_spades: Tricks | None = None
    east_hearts: Tricks | None = None
    east_diamonds: Tricks | None = None
    east_clubs: Tricks | None = None
    east_notrump: Tricks | None = None
    south_spades: Tricks | None = None
    south_hearts: Tricks | None = None
    south_diamonds: Tricks | None = None
    south_clubs: Tricks | None = None
    south_notrump: Tricks | None = None
    west_spades: Tricks | None = None
    west_hearts: Tricks | None = None
    west_diamonds: Tricks | None = None
    west_clubs: Tricks | None = None
    west_notrump: Tricks | None = None
    north_hcp: Int | None = None
    east_hcp: Int | None = None
    south_hcp: Int | None = None
    west_hcp: Int | None = None

    key = ("section", "board")


class Game(Record, tag="game"):
    """The tags of a PBN game that no other record holds, and the order of all tags."""

    section: SectionId | None = None
    table: Int | None = None
    round: Int | None = None
    board: Int | None = None
    pair_ns: Int | None = None
    pair_ew: Int | None = None
    tags: (
        Annotated[
            list[tuple[str, ...]],
            Meta(description="name and text of each tag; the name alone: other records have it"),
        ]
        | None
    ) = None
    sections: (
        Annotated[
            list[tuple[str, str, list[str]]],
            Meta(description="number and name of a tag, and the words after it"),
        ]
        | None
    ) = None
    comments: (
        Annotated[
            list[tuple[str, str]],
            Meta(description="place and text: `3` after the third tag, `3.5` after its fifth word"),
        ]
        | None
    ) = None


class TdCall(Record, tag="td_call"):
    """A call for the director."""

    section: SectionId | None = None
    table: Int | None = None
    round: Int | None = None
    time: Time | None = None
    status: Int | None = None


class Library(Record, tag="library"):
    """A folder of movements."""

    folder: str | None = None
    header: str | None = None

    key = ("folder",)


class Movement(Record, tag="movement"):
    """A movement of a library."""

    library: str | None = None
    number: Int | None = None
    class_: Int | None = field(name="class", default=None)
    title: str | None = None
    movement_type: Int | None = None
    instructions: str | None = None
    tables: Int | None = None
    rounds: Int | None = None
    teams: Int | None = None
    winners: Int | None = None
    balance: Int | None = None
    source: str | None = None
    description: str | None = None
    details: str | None = None
    board_sets: Int | None = None
    directions: list[str] | None = None
    lines: list[str] | None = None

    key = ("library", "number")


class MovementRound(Record, tag="movement_round"):
    """One table of one round of a movement."""

    library: str | None = None
    movement: Int | None = None
    round: Int | None = None
    table: Int | None = None
    ns: Int | None = None
    ew: Int | None = None
    board_set: Int | None = None
    arrow_switch: bool = False
    south: Annotated[Int, Meta(description="in an individual, where ns is North")] | None = None
    west: Annotated[Int, Meta(description="in an individual, where ew is East")] | None = None

    key = ("library", "movement", "round", "table")


class Ranking(Record, tag="ranking"):
    """A place in a ranking; `extra` has `provisional` while results are missing or undecided, the
    `imps` of a team, the `average` per board where places go by it, and a `penalty` that the total
    lacks."""

    section: SectionId | None = None
    direction: Annotated[str, Meta(description="NS or EW")] | None = None
    pair: Int | None = None
    names: list[str] | None = None
    boards: Int | None = None
    total: float | None = None
    maximum: float | None = None
    percentage: float | None = None
    place: Int | None = None

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
    """What a record is about: records with the same identity are joined; None is never joined."""
    if record.key is None:
        return None
    about = tuple([getattr(record, name) for name in record.key])
    if type(record) is Seat:
        return (*about[:3], record.round or 0)
    if type(record) is Player and record.number is None:
        return None
    return about


def name_of(person: Seat | Player) -> str:
    """The full name of a person."""
    parts = (person.first_name, person.last_name)
    return person.name or " ".join(part for part in parts if part)


def type_name(record: Record) -> str:
    """The name of a record's type, as in its `type` field."""
    return _NAMES[type(record)]
