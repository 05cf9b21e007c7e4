-- Rows outside the file's span that would lie within it with the opposite sign of the latitude, the longitude or both, and
-- where that is. The span is as clear as for those with latitude and longitude swapped.
WITH mirrored AS (
  SELECT
    n, lat, lng, country,
    CASE WHEN lat BETWEEN south AND north THEN lat WHEN -lat BETWEEN south AND north THEN -lat END AS span_lat,
    CASE WHEN lng BETWEEN west AND east THEN lng WHEN -lng BETWEEN west AND east THEN -lng END AS span_lng
  FROM parsed, span
  WHERE reason IS NULL
    AND span.inside >= 20 AND span.inside >= 0.9 * span.listings
    AND NOT (lat BETWEEN south AND north AND lng BETWEEN west AND east)
)
FROM mirrored WHERE span_lat IS NOT NULL AND span_lng IS NOT NULL
