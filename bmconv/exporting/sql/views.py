"""Views of a database for common questions; they only select, and have the label columns too.

Points and places are worked out when a file is read, as `bmconv rank` does (ranked.py).
"""

from typing import NamedTuple

from bmconv.exporting.sql.dialects import Dialect, create_view
from bmconv.exporting.tables import NIGHTS, DatasetColumn, ledger_tables, record_table
from bmconv.records import HIDDEN_NAME

OLD_NAMES = {"nights": NIGHTS, "pair_season": "partnership_season"}
"""Old names, kept as views for one more version, each with the table or view that it shows."""

MEANINGS = {
    "direction": "NS or EW; empty if a number belongs to one pair only",
    "names": "of the pair, player or team",
    "date": "of the event",
    "event": "the name of the event",
    "number": "the player's number",
    "name": "the player's name; over a season, the last in alphabetical order",
    "who": "the player: the number, or else the name; empty for hidden players",
    "partner": "the other player: the number, or else the name",
    "partner_name": "the name of the other player",
    "boards": "boards played",
    "percentage": "score of the pair or team at the event, in percent",
    "place": "place of the pair or team at the event",
    "nights": "number of events",
    "average": "mean of the percentages of all nights",
    "best": "highest percentage",
    "last": "date of the last night",
    "partners": "number of different partners",
    "players": "number of different players",
    "ns_names": "names of the pair sitting N-S",
    "ew_names": "names of the pair sitting E-W",
    "made": "1 if the contract was made, 0 if it went down",
    "declarer_names": "names of declarer's pair",
    "played": "number of results that stand",
    "best_ns": "highest score of N-S",
    "best_ew": "lowest score of N-S, the best of E-W",
    "average_score": "mean score of N-S",
    "made_contracts": "number of contracts made",
    "slams_bid": "number of contracts at level 6 or 7",
}
"""The meaning of columns of views that are not columns of results or rankings."""


class SqlView(NamedTuple):
    """A view: the expression of every column, and where the rows come from."""

    name: str
    description: str
    columns: dict[str, str]
    source: str


def views(labels: list[str], dialect: Dialect) -> list[SqlView]:
    """All views; each may use those before it."""
    return [
        *_results(labels),
        *_pairs(labels, dialect),
        *_players(labels, dialect),
        *_seasons(labels, dialect),
    ]


def create_views(labels: list[str], dialect: Dialect) -> list[str]:
    """The statements that create all views."""
    known = {column.name: column.description for column in record_table("result", labels).columns}
    known |= {column.name: column.description for column in record_table("ranking", []).columns}
    known |= MEANINGS
    statements = []
    described = {NIGHTS: ledger_tables([])[NIGHTS].columns}
    for view in views(labels, dialect):
        columns = [DatasetColumn(name, "", known[name]) for name in view.columns]
        described[view.name] = columns
        select = [f'{expression} AS "{name}"' for name, expression in view.columns.items()]
        statements += create_view(
            view.name, view.description, columns, select, view.source, dialect
        )
    for old, name in OLD_NAMES.items():
        columns = described[name]
        select = [f'"{column.name}"' for column in columns]
        about = f"The name that {name} had before."
        statements += create_view(old, about, columns, select, f'FROM "{name}"', dialect)
    return statements


def _columns_of(table: str, *names: str) -> dict[str, str]:
    """Columns of a table under their own names."""
    return {name: f'{table}."{name}"' for name in names}


def _results(labels: list[str]) -> list[SqlView]:
    """The views of results and boards."""
    origin = ("event_id", "source_file", *labels)
    points = ("mp_ns", "mp_ew", "imp_ns", "imp_ew")
    played = ("section", "table", "round", "board", "pair_ns", "pair_ew")
    table = record_table("result", labels)
    standing = "FROM result r WHERE r.standing"
    return [
        SqlView(
            "standing_result",
            "The last result of each board at each table and round, unless that one is erased.",
            _columns_of("r", *table.names),
            standing,
        ),
        SqlView(
            "board_points",
            "The points of both sides for each result that stands: matchpoints, or IMPs.",
            _columns_of("r", *origin, *played, "score_ns", *points),
            standing,
        ),
        SqlView(
            "board_statistics",
            "Every board of an event: how often it was played, and with which scores.",
            _columns_of("r", "event_id", *labels, "section", "board")
            | {
                "played": "count(*)",
                "average_score": "avg(r.score_ns)",
                "best_ns": "max(r.score_ns)",
                "best_ew": "min(r.score_ns)",
                "made_contracts": "sum(CASE WHEN r.tricks >= r.level + 6 THEN 1 ELSE 0 END)",
                "slams_bid": "sum(CASE WHEN r.level >= 6 THEN 1 ELSE 0 END)",
                "par_score": "max(r.par_score)",
            },
            f"{standing} GROUP BY "
            + ", ".join(_columns_of("r", "event_id", *labels, "section", "board").values()),
        ),
    ]


def _pairs(labels: list[str], dialect: Dialect) -> list[SqlView]:
    """The views of pairs, and of results with the names of pairs."""
    direction = {"direction": "coalesce(r.direction, '')"}
    names = {"names": dialect.names}
    origin = ("event_id", "source_file", *labels)
    played = ("section", "table", "round", "board")
    scored = ("contract", "declarer", "lead_card", "result", "score_ns", "mp_ns", "mp_ew")
    more = ("imp_ns", "imp_ew", "dd_tricks", "par_score", "score_against_par")
    both = " ".join(
        f"LEFT JOIN pair_names {side} ON {side}.event_id = r.event_id "
        f"AND coalesce({side}.section, 0) = coalesce(r.section, 0) AND {side}.pair = r.pair_{side} "
        f"AND {side}.direction IN ('', '{side.upper()}')"
        for side in ("ns", "ew")
    )
    pairs = _columns_of("r", "pair_ns") | {"ns_names": "ns.names"}
    pairs |= _columns_of("r", "pair_ew") | {"ew_names": "ew.names"}
    declarer = "CASE WHEN r.declarer IN ('N', 'S') THEN ns.names ELSE ew.names END"
    return [
        SqlView(
            "pair_names",
            "The names of every pair, player or team.",
            _columns_of("r", "event_id", "section") | direction | _columns_of("r", "pair") | names,
            "FROM ranking r",
        ),
        SqlView(
            "pair_ranking",
            "The places of the pairs, players or teams of every event, as by `bmconv rank`.",
            _columns_of("r", *origin, "section") | direction | _columns_of("r", "pair") | names
            | _columns_of("r", "boards", "total", "maximum", "percentage", "place"),
            "FROM ranking r",
        ),
        SqlView(
            "traveller",
            "Every result that stands, with the names of both pairs, score, points and lead.",
            _columns_of("r", *origin) | {"date": "e.date", "event": "e.name"}
            | _columns_of("r", *played) | pairs
            | _columns_of("r", *scored, *more, "level", "tricks") | {"declarer_names": declarer},
            f"FROM result r JOIN events e ON e.event_id = r.event_id {both} WHERE r.standing",
        ),
        SqlView(
            "slams",
            "Every contract at level 6 or 7, with declarer's pair, and whether it was made.",
            _columns_of("r", *origin) | {"date": "e.date"} | _columns_of("r", *played)
            | {"declarer_names": declarer} | _columns_of("r", "contract", "declarer", "tricks")
            | {"made": "CASE WHEN r.tricks >= r.level + 6 THEN 1 ELSE 0 END"}
            | _columns_of("r", "dd_tricks", "score_ns"),
            f"FROM result r JOIN events e ON e.event_id = r.event_id {both} "
            "WHERE r.standing AND r.level >= 6",
        ),
    ]  # fmt: skip


class _Player(NamedTuple):
    """The SQL of a player in a ranking `r`; `who` is the number, or else the name."""

    rows: str
    number: str
    name: str
    who: str


def _player(alias: str, dialect: Dialect) -> _Player:
    rows, number, name = (
        text.format(alias) for text in (dialect.players, dialect.number, dialect.person)
    )
    return _Player(
        f"CROSS JOIN {rows}", number, name, f"coalesce({number}, nullif({name}, '{HIDDEN_NAME}'))"
    )


def _players(labels: list[str], dialect: Dialect) -> list[SqlView]:
    """The views of players and partnerships at an event."""
    one, other = (_player(alias, dialect) for alias in "pq")
    events = "FROM ranking r JOIN events e ON e.event_id = r.event_id"
    return [
        SqlView(
            "player_night",
            "Every player of every event, with the place of the pair or team.",
            _columns_of("r", "event_id", "source_file", *labels)
            | {"date": "e.date", "number": one.number, "name": one.name, "who": one.who,
               "section": "coalesce(r.section, 0)", "direction": "coalesce(r.direction, '')"}
            | _columns_of("r", "pair", "boards", "percentage", "place"),
            f"{events} {one.rows}",
        ),
        SqlView(
            "partnership_night",
            "Every two players who played together at an event, the first in order of who.",
            _columns_of("r", "event_id", *labels)
            | {"date": "e.date", "who": one.who, "partner": other.who}
            | {"name": one.name, "partner_name": other.name}
            | _columns_of("r", "boards", "percentage", "place"),
            f"{events} {one.rows} {other.rows} WHERE {one.who} < {other.who}",
        ),
    ]  # fmt: skip


def _seasons(labels: list[str], dialect: Dialect) -> list[SqlView]:
    """The views of players, partnerships and clubs over a season."""
    figures = {
        "nights": "count(DISTINCT p.event_id)",
        "boards": "sum(p.boards)",
        "average": "avg(p.percentage)",
        "best": "max(p.percentage)",
        "last": "max(p.date)",
    }
    partnership = _columns_of("p", *labels, "who", "partner")
    names = {"name": "max(p.name)", "partner_name": "max(p.partner_name)"}
    by_club = _player_season(labels, figures, dialect)
    return [
        SqlView("player_season", "The season of every player, within the labels.", *by_club),
        SqlView(
            "league_player_season",
            "The season of every player, over all clubs.",
            *_player_season([], figures, dialect),
        ),
        SqlView(
            "partnership_season",
            "The season of every two players who played together, within the labels.",
            partnership | names | figures,
            f"FROM partnership_night p GROUP BY {', '.join(partnership.values())}",
        ),
        SqlView(
            "club_season",
            "Every club (or whatever the labels name) with the events whose players are known.",
            _columns_of("p", *labels)
            | {"nights": figures["nights"], "players": "count(DISTINCT p.who)"}
            | {"boards": figures["boards"], "last": figures["last"]},
            "FROM player_night p"
            + (f" GROUP BY {', '.join(_columns_of('p', *labels).values())}" if labels else ""),
        ),
    ]


def _player_season(
    labels: list[str], figures: dict[str, str], dialect: Dialect
) -> tuple[dict[str, str], str]:
    """The columns and the source of the view of players' seasons.

    The source joins two lists: the figures of the season, and the number of partners.
    """
    one, other = (_player(alias, dialect) for alias in "pq")
    player = _columns_of("p", *labels, "who")
    season = [*player.values(), "max(p.name) AS name"]
    season += [f"{expression} AS {name}" for name, expression in figures.items()]
    player_of_row = ", ".join((*_columns_of("r", *labels).values(), one.who))
    partners = [*_columns_of("r", *labels).values(), f"{one.who} AS who"]
    partners.append(f"count(DISTINCT {other.who}) AS partners")
    same = "".join(
        f" AND coalesce(n.\"{label}\", '') = coalesce(s.\"{label}\", '')" for label in labels
    )
    source = (
        f"FROM (SELECT {', '.join(season)} FROM player_night p WHERE p.who IS NOT NULL "
        f"GROUP BY {', '.join(player.values())}) s "
        f"LEFT JOIN (SELECT {', '.join(partners)} FROM ranking r {one.rows} {other.rows} "
        f"WHERE {one.who} <> {other.who} GROUP BY {player_of_row}) n ON n.who = s.who{same}"
    )
    columns = _columns_of("s", *labels, "who", "name", *figures)
    return columns | {"partners": "coalesce(n.partners, 0)"}, source
