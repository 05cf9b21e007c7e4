-- The usual price, and price per m², of the usable rows that are taken to be for sale, in their most frequent currency.
SELECT
  currency,
  count(*)::INTEGER AS rows,
  median(price) AS price,
  CASE WHEN count(area) >= count(*) / 2 THEN median(price / area) END AS per_sqm
FROM judged
WHERE reason IS NULL AND ad_sub_type = 'buy'
GROUP BY currency
ORDER BY rows DESC, currency
LIMIT 1
