-- Rows out of the file's span, which would lie within it with latitude and longitude exchanged; none where the span is
-- not clear, which takes 20 listings and nine of ten within it.
SELECT n, lat, lng, country
FROM parsed, span
WHERE reason IS NULL
  AND span.inside >= 20 AND span.inside >= 0.9 * span.listings
  AND NOT (lat BETWEEN south AND north AND lng BETWEEN west AND east)
  AND lng BETWEEN south AND north AND lat BETWEEN west AND east
