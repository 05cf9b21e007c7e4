-- The usual price, and price per m², of the usable rows that are taken to be of an offer, in their most frequent currency.
SELECT
  currency,
  count(*)::INTEGER AS rows,
  median(price) AS price,
  -- The middle day, whose rate says what the prices were worth.
  quantile_disc(listed_on, 0.5)::VARCHAR AS day,
  CASE WHEN count(area) >= count(*) / 2 THEN median(price / area) END AS per_sqm
FROM judged
WHERE reason IS NULL AND ad_sub_type = $offer
GROUP BY currency
ORDER BY rows DESC, currency
LIMIT 1
