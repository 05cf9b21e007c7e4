-- Rejects rows on points that $places or more places share: their true position is unknown. A real point lies in one
-- place, or in two or three on a border or where a place has two names.
UPDATE parsed SET reason = 'coordinates are a default point'
WHERE reason IS NULL AND (lat, lng) IN (
  SELECT (lat, lng)
  FROM parsed
  -- Few points have that many rows, so that few names need to be compared.
  SEMI JOIN (SELECT lat, lng FROM parsed WHERE reason IS NULL GROUP BY lat, lng HAVING count(*) >= $places) USING (lat, lng)
  WHERE reason IS NULL
  GROUP BY lat, lng
  HAVING count(DISTINCT lower(coalesce(microzone, macrozone, city))) >= $places
)
