-- The dates of the first rows that have one, and the shares of these rows that lie in or near Iran and Afghanistan, and
-- on or near the Arabian Peninsula.
SELECT
  list(date) AS dates,
  avg((lat BETWEEN 24 AND 40 AND lng BETWEEN 44 AND 75)::INTEGER) AS in_persia,
  avg((lat BETWEEN 12 AND 38 AND lng BETWEEN 34 AND 60)::INTEGER) AS in_arabia
FROM (
  SELECT date, degrees_of(lat) AS lat, degrees_of(lng) AS lng
  FROM cells WHERE date IS NOT NULL AND lat IS NOT NULL LIMIT 200
)
