-- The box of a file's listings: the middle four fifths of their latitudes and longitudes, widened on each side by the
-- same width or one degree; and how many listings lie in it.
CREATE TABLE span AS
WITH usable AS (
  SELECT lat, lng FROM parsed WHERE reason IS NULL AND abs(lat) <= 90 AND abs(lng) <= 180
), sample AS (
  -- About 20,000 rows from the whole file show where its middle is; sorting all of them would show no more.
  SELECT lat, lng FROM parsed
  WHERE reason IS NULL AND abs(lat) <= 90 AND abs(lng) <= 180
    -- Both as UBIGINT: DuckDB would otherwise divide in 128 bits, which takes twenty times as long.
    AND hash(n) % greatest(1, (SELECT count(*) FROM usable) // 20000)::UBIGINT = 0
), middle AS (
  SELECT
    quantile_cont(lat, 0.1) AS south, quantile_cont(lat, 0.9) AS north,
    quantile_cont(lng, 0.1) AS west, quantile_cont(lng, 0.9) AS east
  FROM sample
), box AS (
  SELECT
    south - greatest(north - south, 1) AS south, north + greatest(north - south, 1) AS north,
    west - greatest(east - west, 1) AS west, east + greatest(east - west, 1) AS east
  FROM middle
)
-- There is one box; grouping all rows by its sides would take longer than counting them.
SELECT
  any_value(south) AS south, any_value(north) AS north, any_value(west) AS west, any_value(east) AS east,
  count(*) AS listings, count(*) FILTER (lat BETWEEN south AND north AND lng BETWEEN west AND east) AS inside
FROM box, usable
