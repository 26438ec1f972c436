"""Reading a movement: the DTOs of sections, tables and rounds as records."""

from bmconv import records as rec
from bmconv.bridge.scoring_methods import type_of
from bmconv.connector import schema
from bmconv.connector.parsing import printable
from bmconv.notes import Notes

SectionData = schema.SectionDTO | schema.SectionUpdateDTO


def fill_section(
    section: rec.Section, dto: SectionData, method: int, place: str, notes: Notes
) -> None:
    """Fill in the record of a section; `method` is the scoring method of its group."""
    section.missing_pair = abs(dto.MissingPair)
    if dto.MissingPair < 0:
        section.missing_side = "EW"
    elif dto.MissingPair and dto.Winners == 2:
        section.missing_side = "NS"
    section.ew_move_before_play = dto.EWMoveBeforePlay
    section.scoring_type = type_of(method, dto.GameType)
    section.winners = dto.Winners or None
    section.name = dto.Name or None
    section.game_type = dto.GameType or None
    section.keep_alive = dto.KeepBridgematesAlive
    section.explicit_participations = dto.HasExplicitParticipations
    sources = (dto.NorthSouthPairSectionLetters, dto.EastWestPairSectionLetters)
    if dto.IsCombiSection:
        section.combi_ns, section.combi_ew = (letters or None for letters in sources)
        if not any(sources):
            notes.loss("combi", place, "combi section{s} without source sections")
        for letters in filter(None, sources):
            if letters != letters.upper():
                text = "section letters respelled"
                notes.repair("letters-form", f"{place}: {printable(letters)}", text)
    elif any(sources):
        text = "letters of source sections left out: not a combi section"
        notes.loss("combi", place, text)


def table_of(dto: schema.TableDTO, section: int) -> rec.Table:
    """The record of a table."""
    return rec.Table(
        section=section,
        table=dto.TableNumber,
        connection_mode=dto.ConnectionMode,
        keep_alive=dto.KeepBridgematesAlive,
    )


def round_of(dto: schema.RoundDTO, section: int, table: int, mates: int | None) -> rec.Round:
    """The record of a round; `mates` is the section of the team mates."""
    return rec.Round(
        section=section,
        table=table,
        round=dto.RoundNumber,
        ns_pair=dto.PairNS,
        ew_pair=dto.PairEW,
        low_board=dto.LowBoardNumber,
        high_board=dto.HighBoardNumber,
        ns_team=dto.TeamNS or None,
        ew_team=dto.TeamEW or None,
        mates_section=mates,
        mates_table=dto.MatesTableTableNumber or None,
        mates_round=dto.MatesTableRoundNumber or None,
        extra={"Updated": True} if dto.Updated else None,
    )
