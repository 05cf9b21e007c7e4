-- Kept rows by repair; a row can have several repairs.
WITH kept AS (
  FROM judged ANTI JOIN held USING (n) WHERE reason IS NULL
), kinds AS (
  SELECT area_repair AS kind FROM kept
  UNION ALL SELECT rooms_repair FROM kept
  UNION ALL SELECT price_repair FROM kept
  UNION ALL SELECT country_repair FROM kept
  UNION ALL SELECT 'place name changed to its most common spelling' FROM kept WHERE is_respelled
  UNION ALL SELECT 'swapped latitude and longitude, corrected' FROM kept SEMI JOIN swapped USING (n)
)
SELECT kind, count(*)::INTEGER AS rows FROM kinds WHERE kind IS NOT NULL GROUP BY kind ORDER BY rows DESC, kind
