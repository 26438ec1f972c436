"""Views of the SQLite database, for questions that come up every week."""

STANDING_RESULT = """
CREATE VIEW IF NOT EXISTS standing_result AS
  -- the last result of each board at each table and round, unless that one is erased
  SELECT * FROM (
    SELECT *, row_number() OVER (
      PARTITION BY event_id, section, "table", round, board,
        CASE WHEN "table" IS NULL AND round IS NULL THEN pair_ns END,
        CASE WHEN "table" IS NULL AND round IS NULL THEN pair_ew END
      ORDER BY id DESC, rowid DESC) AS turn
    FROM result)
  WHERE turn = 1 AND NOT erased
"""

BOARD_MATCHPOINTS = """
CREATE VIEW IF NOT EXISTS board_matchpoints AS
  -- N-S's matchpoints on each played board within its section: 2 for a better score, 1 for the same
  SELECT event_id, source_file, section, "table", round, board, pair_ns, pair_ew, score_ns,
    2 * (rank() OVER scores - 1) + count(*) OVER same - 1 AS mp_ns,
    2 * (count(*) OVER boards - 1) AS maximum
  FROM standing_result
  WHERE score_ns IS NOT NULL AND coalesce(remarks, '') NOT LIKE '%!%%' ESCAPE '!'
  WINDOW
    boards AS (PARTITION BY event_id, section, board),
    scores AS (PARTITION BY event_id, section, board ORDER BY score_ns),
    same AS (PARTITION BY event_id, section, board, score_ns)
"""

PAIR_RANKING = """
CREATE VIEW IF NOT EXISTS pair_ranking AS
  -- percentages of the pairs of a section; direction where a number stands for two pairs
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
  SELECT *, round(100.0 * total / maximum, 2) AS percentage,
    rank() OVER (PARTITION BY event_id, section, direction ORDER BY 1.0 * total / maximum DESC)
      AS place
  FROM totals WHERE maximum > 0
"""

VIEWS = (STANDING_RESULT, BOARD_MATCHPOINTS, PAIR_RANKING)
