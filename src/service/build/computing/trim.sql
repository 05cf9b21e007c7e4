-- Keeps listings in the band from quantile $trim to 1 - $trim of price per m² (of price when there is no area) among
-- listings with the same country, offer, type and rooms. Quantiles are values of listings, counted from either end, so
-- that a group in which the share is less than one listing loses none. Listings that equal a bound are kept. Each window
-- has its own bands.
CREATE OR REPLACE TABLE trimmed AS
WITH measured AS (
  SELECT *, area IS NOT NULL AS has_area FROM fact
), band AS (
  SELECT
    country, ad_sub_type, property_type, rooms, has_area,
    quantile_disc(measure, $trim) AS low_3m,
    -quantile_disc(-measure, $trim) AS high_3m,
    quantile_disc(measure, $trim) FILTER (in_last_month) AS low_1m,
    -quantile_disc(-measure, $trim) FILTER (in_last_month) AS high_1m
  FROM measured
  GROUP BY ALL
)
SELECT
  measured.* EXCLUDE (has_area, measure, currency),
  measured.in_last_month AND measure BETWEEN low_1m AND high_1m AS kept_1m,
  measure BETWEEN low_3m AND high_3m AS kept_3m
FROM measured JOIN band USING (country, ad_sub_type, property_type, rooms, has_area)
WHERE measure BETWEEN low_3m AND high_3m OR (measured.in_last_month AND measure BETWEEN low_1m AND high_1m)
