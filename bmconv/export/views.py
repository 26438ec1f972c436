"""Views of a database for common questions; they only select, and have the label columns too.

Points and places are worked out when a file is read, as `bmconv rank` does (ranked.py).
"""

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
}
SQLITE_NAMES = "(SELECT group_concat(value, ' & ') FROM json_each(names))"
POSTGRES_NAMES = "(SELECT string_agg(value, ' & ') FROM jsonb_array_elements_text(names))"


def views(labels: list[str], create: str, names: str) -> list[str]:
    """The statements that create the views; `names` makes one text of a list of names."""
    named = "".join(f'"{label}", ' for label in labels)
    return [
        f"{create} {name} AS{query.replace('{labels}', named).replace('{names}', names)}"
        for name, query in VIEWS.items()
    ]
