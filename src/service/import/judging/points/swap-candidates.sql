-- Rows outside the file's span that would lie within it with latitude and longitude swapped. A clear span needs at
-- least 20 listings inside, and nine out of ten; without one, there are no candidates.
SELECT n, lat, lng, country
FROM parsed, span
WHERE reason IS NULL
  AND span.inside >= 20 AND span.inside >= 0.9 * span.listings
  AND NOT (lat BETWEEN south AND north AND lng BETWEEN west AND east)
  AND lng BETWEEN south AND north AND lat BETWEEN west AND east
