"""Views of a database for common questions; they only select, and have the label columns too.

Points and places are worked out when a file is read, as `bmconv rank` does (ranked.py).
"""

from typing import NamedTuple

VIEWS = {
    "standing_result": """
  -- the last result of each board at each table and round, unless that one is erased
  SELECT * FROM result WHERE standing""",
    "board_points": """
  -- the points of both sides for each result that stands: matchpoints, or IMPs
  SELECT event_id, source_file, {labels}section, "table", round, board, pair_ns, pair_ew, score_ns,
    mp_ns, mp_ew, imp_ns, imp_ew
  FROM result WHERE standing""",
    "pair_names": """
  -- who a pair, player or team is; direction is empty if a number belongs to one pair only
  SELECT event_id, section, coalesce(direction, '') AS direction, pair, {names} AS names
  FROM ranking""",
    "pair_ranking": """
  -- the places of the pairs, players or teams of every event, as `bmconv rank` gives them
  SELECT event_id, source_file, {labels}section, coalesce(direction, '') AS direction, pair,
    {names} AS names, boards, total, maximum, percentage, place
  FROM ranking""",
    "player_night": """
  -- every player of every event, with the place of the pair or team; who: the number, or the name
  SELECT r.event_id, r.source_file, {labels_r}e.date, {number} AS number, {name} AS name,
    coalesce({number}, {name}) AS who, coalesce(r.section, 0) AS section,
    coalesce(r.direction, '') AS direction, r.pair, r.boards, r.percentage, r.place
  FROM ranking r JOIN events e ON e.event_id = r.event_id
  CROSS JOIN {players}""",
    "partnership_night": """
  -- every two players who played together at an event, the first in order of who
  SELECT a.event_id, {labels_a}a.date, a.who AS who, b.who AS partner, a.name,
    b.name AS partner_name, a.boards, a.percentage, a.place
  FROM player_night a JOIN player_night b ON b.event_id = a.event_id AND b.section = a.section
    AND b.direction = a.direction AND b.pair = a.pair AND a.who < b.who""",
    "player_season": """
  -- every player, by number within the labels: nights, boards, average, best, last, partners
  SELECT {labels_p}p.who, max(p.name) AS name, count(DISTINCT p.event_id) AS nights,
    sum(p.boards) AS boards, avg(p.percentage) AS average, max(p.percentage) AS best,
    max(p.date) AS last, (
      SELECT count(DISTINCT CASE WHEN n.who = p.who THEN n.partner ELSE n.who END)
      FROM partnership_night n WHERE p.who IN (n.who, n.partner){same}) AS partners
  FROM player_night p GROUP BY {labels_p}p.who""",
    "pair_season": """
  -- every two players who played together: nights, boards, average, best, last
  SELECT {labels}who, partner, max(name) AS name, max(partner_name) AS partner_name,
    count(DISTINCT event_id) AS nights, sum(boards) AS boards, avg(percentage) AS average,
    max(percentage) AS best, max(date) AS last
  FROM partnership_night GROUP BY {labels}who, partner""",
    "club_season": """
  -- every club (or whatever the labels name): nights, players, boards, the last night
  SELECT {labels}count(DISTINCT event_id) AS nights, count(DISTINCT who) AS players,
    sum(boards) AS boards, max(date) AS last
  FROM player_night{by_labels}""",
}


class Dialect(NamedTuple):
    """How a database unpacks lists that are stored as JSON."""

    create: str
    names: str
    """The names of a ranking as one text."""
    players: str
    """The players of a ranking `r`, as rows."""
    number: str
    name: str
    json: str
    """The type of a column with lists or maps."""


SQLITE = Dialect(
    "CREATE VIEW IF NOT EXISTS",
    "(SELECT group_concat(value, ' & ') FROM json_each(names))",
    "json_each(r.extra, '$.players') p",
    "json_extract(p.value, '$.number')",
    "json_extract(p.value, '$.name')",
    "TEXT",
)
POSTGRES = Dialect(
    "CREATE OR REPLACE VIEW",
    "(SELECT string_agg(value, ' & ') FROM jsonb_array_elements_text(names))",
    "jsonb_array_elements(r.extra->'players') p",
    "(p.value->>'number')",
    "(p.value->>'name')",
    "jsonb",
)
DUCKDB = Dialect(
    "CREATE OR REPLACE VIEW",
    "nullif(array_to_string(names::varchar[], ' & '), '')",
    "unnest(json_extract(r.extra, '$.players[*]')) p(value)",
    "(p.value->>'number')",
    "(p.value->>'name')",
    "json",
)


def views(labels: list[str], dialect: Dialect) -> list[str]:
    """The statements that create the views."""
    words = dialect._asdict() | {
        f"labels{'_' * bool(of)}{of}": "".join(f'{of}{"." * bool(of)}"{x}", ' for x in labels)
        for of in ("", "r", "a", "p")
    }
    words["same"] = "".join(
        f" AND coalesce(n.\"{x}\", '') = coalesce(p.\"{x}\", '')" for x in labels
    )
    words["by_labels"] = " GROUP BY " + ", ".join(f'"{x}"' for x in labels) if labels else ""
    return [f"{dialect.create} {name} AS{query.format(**words)}" for name, query in VIEWS.items()]
