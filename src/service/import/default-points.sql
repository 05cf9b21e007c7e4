-- Points where the listings of $places or more places stand: nobody knows where those are. A point lies in one place,
-- and on a border or under two names for one place in two or three.
UPDATE parsed SET reason = 'coordinates are a default point'
WHERE reason IS NULL AND (lat, lng) IN (
  SELECT (lat, lng)
  FROM parsed
  WHERE reason IS NULL
  GROUP BY lat, lng
  HAVING count(DISTINCT lower(coalesce(microzone, macrozone, city))) >= $places
)
