-- Figures of cells from the listings within a price range, by the rules of a build: a cell with enough listings of its
-- own is observed, a cell with fewer is pooled with its neighbours, others are absent. $wanted and $members are ids
-- separated by commas; each wanted cell is repeated for each member (itself and its neighbours). The ranges of ids that
-- contain all members are literals, because only literals keep DuckDB from reading all rows. $resolution is that of the
-- cells; parents are computed from the bits of the resolution-8 id, as h3 does.
WITH
pair AS (
  SELECT unnest(string_split($wanted, ','))::BIGINT AS wanted, unnest(string_split($members, ','))::BIGINT AS member
),
held AS (
  SELECT
    (cell & ~(15::BIGINT << 52)) | ($resolution::BIGINT << 52)
      | ((1::BIGINT << (3 * (15 - $resolution::INTEGER))) - 1) AS member,
    price_usd, price_per_sqm_usd, area
  FROM ({facts})
  WHERE CASE WHEN $resolution::INTEGER <= 6 THEN kept_1m ELSE kept_3m END
    AND ad_sub_type = $ad_sub_type
    AND ($property_type::VARCHAR IS NULL OR property_type = $property_type)
    AND ($rooms::INTEGER IS NULL OR rooms = $rooms OR ($rooms = 5 AND rooms > 5))
    AND ($min_price::DOUBLE IS NULL OR price_usd >= $min_price)
    AND ($max_price::DOUBLE IS NULL OR price_usd <= $max_price)
),
own AS (
  SELECT member AS cell, count(area) AS listings
  FROM held WHERE member IN (SELECT wanted FROM pair)
  GROUP BY member
),
chosen AS (
  SELECT pair.wanted AS cell, pair.member, own.listings < $floor::INTEGER AS estimated
  FROM pair JOIN own ON own.cell = pair.wanted
  WHERE pair.member = pair.wanted OR own.listings < $floor::INTEGER
)
SELECT
  chosen.cell,
  chosen.estimated,
  count(*)::INTEGER,
  median(price_usd),
  median(price_per_sqm_usd) FILTER (area IS NOT NULL),
  median(area),
  avg(price_usd)
FROM chosen JOIN held ON held.member = chosen.member
GROUP BY chosen.cell, chosen.estimated
HAVING count(area) >= $floor::INTEGER
ORDER BY chosen.cell
