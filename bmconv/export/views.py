"""Views of the SQLite database for common questions; they have the label columns too."""

STANDING_RESULT = """
CREATE VIEW IF NOT EXISTS standing_result AS
  -- the last result of each board at each table and round, unless that one is erased
  SELECT * FROM result WHERE standing
"""

BOARD_MATCHPOINTS = """
CREATE VIEW IF NOT EXISTS board_matchpoints AS
  -- N-S's matchpoints on each played board within its section: 2 for a better score, 1 for the same
  SELECT event_id, source_file, {labels}section, "table", round, board, pair_ns, pair_ew, score_ns,
    2 * (rank() OVER scores - 1) + count(*) OVER same - 1 AS mp_ns,
    2 * (count(*) OVER boards - 1) AS maximum
  FROM standing_result
  WHERE score_ns IS NOT NULL AND coalesce(remarks, '') NOT LIKE '%!%%' ESCAPE '!'
  WINDOW
    boards AS (PARTITION BY event_id, section, board),
    scores AS (PARTITION BY event_id, section, board ORDER BY score_ns),
    same AS (PARTITION BY event_id, section, board, score_ns)
"""

PAIR_NAMES = """
CREATE VIEW IF NOT EXISTS pair_names AS
  -- who a pair is, by the seats before play; direction is its side in the first round
  WITH first_round AS (
    SELECT event_id, section, "table", ns_pair, ew_pair,
      row_number() OVER (PARTITION BY event_id, section ORDER BY "table") - 1 AS at,
      count(*) OVER (PARTITION BY event_id, section) AS tables
    FROM round WHERE round = 1),
  moved AS (  -- E-W start ew_move_before_play tables further on
    SELECT home.event_id, home.section, home."table", home.ns_pair, there.ew_pair, a.session
    FROM first_round home
    LEFT JOIN section a ON a.event_id = home.event_id AND a.id IS home.section
    JOIN first_round there ON there.event_id = home.event_id AND there.section IS home.section
      AND there.at = (home.at + coalesce(a.ew_move_before_play, 0)) % home.tables),
  person AS (
    SELECT s.event_id, s.section, iif(s.direction IN ('N', 'S'), 'NS', 'EW') AS direction,
      iif(s.direction IN ('N', 'S'), ns_pair, ew_pair) AS pair,
      s.direction IN ('N', 'E') AS is_first,
      coalesce(s.name, s.first_name || ' ' || s.last_name, s.last_name, s.first_name,
        (SELECT coalesce(p.name, p.first_name || ' ' || p.last_name, p.last_name, p.first_name)
         FROM player p
         WHERE p.event_id = s.event_id AND p.number = s.number
           AND (p.session IS m.session OR p.session IS NULL)
         ORDER BY p.session IS NULL LIMIT 1),
        s.number) AS name
    FROM seat s JOIN moved m
    ON m.event_id = s.event_id AND m.section IS s.section AND m."table" = s."table"
    WHERE coalesce(s.round, 0) = 0 AND NOT s.removed),
  pair AS (
    SELECT event_id, section, direction, pair, max(iif(is_first, name, NULL)) AS one,
      max(iif(is_first, NULL, name)) AS other
    FROM person WHERE pair > 0 GROUP BY event_id, section, direction, pair)
  SELECT event_id, section, direction, pair, coalesce(one || ' & ' || other, one, other) AS names
  FROM pair
"""

PAIR_RANKING = """
CREATE VIEW IF NOT EXISTS pair_ranking AS
  -- percentages of the pairs of a section; direction if two pairs share a number
  -- (a quick look: adjusted scores and other methods are for `bmconv rank`)
  WITH two_fields AS (
    SELECT DISTINCT a.event_id, a.section FROM round a JOIN round b
    ON a.event_id = b.event_id AND a.section IS b.section AND a.round = b.round
      AND a.ns_pair = b.ew_pair AND a.ns_pair > 0),
  played AS (
    SELECT event_id, section, 'NS' AS side, pair_ns AS pair, mp_ns AS points, maximum
      FROM board_matchpoints
    UNION ALL
    SELECT event_id, section, 'EW', pair_ew, maximum - mp_ns, maximum FROM board_matchpoints),
  sided AS (
    SELECT p.event_id, p.section, CASE WHEN t.event_id IS NULL THEN '' ELSE side END AS direction,
      pair, points, maximum
    FROM played p LEFT JOIN two_fields t ON t.event_id = p.event_id AND t.section IS p.section),
  totals AS (
    SELECT event_id, section, direction, pair, count(*) AS boards, sum(points) AS total,
      sum(maximum) AS maximum
    FROM sided GROUP BY event_id, section, direction, pair)
  SELECT t.event_id, {labels}t.section, t.direction, t.pair, n.names, t.boards, t.total, t.maximum,
    round(100.0 * t.total / t.maximum, 2) AS percentage,
    rank() OVER (
      PARTITION BY t.event_id, t.section, t.direction ORDER BY 1.0 * t.total / t.maximum DESC
    ) AS place
  FROM totals t JOIN events USING (event_id)
  LEFT JOIN pair_names n ON n.event_id = t.event_id AND n.section IS t.section AND n.pair = t.pair
    AND t.direction IN ('', n.direction)
  WHERE t.maximum > 0
"""

VIEWS = (STANDING_RESULT, BOARD_MATCHPOINTS, PAIR_NAMES, PAIR_RANKING)


def views(labels: list[str]) -> list[str]:
    """The statements that create the views."""
    named = "".join(f'"{label}", ' for label in labels)
    return [view.replace("{labels}", named) for view in VIEWS]
