-- How many of the rows that are kept were repaired, by kind; a row may have several repairs.
WITH kept AS (
  FROM judged ANTI JOIN held USING (n) WHERE reason IS NULL
), kinds AS (
  SELECT area_repair AS kind FROM kept
  UNION ALL SELECT rooms_repair FROM kept
  UNION ALL SELECT 'place name in the spelling of most rows' FROM kept WHERE is_respelled
  UNION ALL SELECT 'latitude and longitude were exchanged, put right' FROM kept SEMI JOIN swapped USING (n)
)
SELECT kind, count(*)::INTEGER AS rows FROM kinds WHERE kind IS NOT NULL GROUP BY kind ORDER BY rows DESC, kind
