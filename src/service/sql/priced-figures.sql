-- Figures of some cells from the listings within a price range, by the rules of a build: a cell with enough listings of
-- its own is observed, one with fewer is pooled with its neighbours, others are absent. On facts.parquet, sorted by
-- cell. $pairs is a JSON array of [wanted, member] ids as text: each wanted cell with itself and its neighbours.
-- $resolution is that of the cells; parents are made of the resolution-8 id by bits, as h3 does.
WITH
pair AS (
  SELECT (entry ->> 0)::BIGINT AS wanted, (entry ->> 1)::BIGINT AS member
  FROM (SELECT unnest(from_json($pairs::JSON, '["JSON"]')) AS entry)
),
fact AS (
  SELECT
    (cell & ~(15::BIGINT << 52)) | ($resolution::BIGINT << 52)
      | ((1::BIGINT << (3 * (15 - $resolution::INTEGER))) - 1) AS member,
    price_usd, price_per_sqm_usd, area
  FROM facts
  WHERE cell BETWEEN $first::BIGINT AND $last::BIGINT
    AND CASE WHEN $resolution::INTEGER <= 6 THEN in_last_month AND kept_1m ELSE kept_3m END
    AND ad_sub_type = $ad_sub_type
    AND ($property_type::VARCHAR IS NULL OR property_type = $property_type)
    AND ($rooms::INTEGER IS NULL OR rooms = $rooms OR ($rooms = 5 AND rooms > 5))
    AND ($min_price::DOUBLE IS NULL OR price_usd >= $min_price)
    AND ($max_price::DOUBLE IS NULL OR price_usd <= $max_price)
),
own AS (
  SELECT member AS cell, count(area) AS listings
  FROM fact WHERE member IN (SELECT wanted FROM pair)
  GROUP BY member
),
chosen AS (
  SELECT pair.wanted AS cell, pair.member, own.listings < $floor::INTEGER AS estimated
  FROM pair JOIN own ON own.cell = pair.wanted
  WHERE pair.member = pair.wanted OR own.listings < $floor::INTEGER
)
SELECT
  chosen.cell::VARCHAR AS cell,
  chosen.estimated AS estimated,
  count(*)::INTEGER AS listings,
  median(price_usd) AS median_price,
  median(price_per_sqm_usd) FILTER (area IS NOT NULL) AS median_price_per_sqm,
  median(area) AS median_area,
  avg(price_usd) AS average_price
FROM chosen JOIN fact ON fact.member = chosen.member
GROUP BY chosen.cell, chosen.estimated
HAVING count(area) >= $floor::INTEGER
ORDER BY chosen.cell
