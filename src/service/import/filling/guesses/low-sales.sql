-- Usable rows for sale by currency, those of them that are as low as rents, and the highest of these.
SELECT
  currency,
  count(*)::INTEGER AS sales,
  (count(*) FILTER (is_low))::INTEGER AS low,
  max(price) FILTER (is_low) AS price
FROM (
  SELECT
    judged.currency, price,
    price * usd < $usd AND coalesce(price * usd / area < $usd_per_sqm, true) AS is_low
  FROM judged JOIN dollar ON dollar.currency = judged.currency AND dollar.year = year(listed_on)
  WHERE reason IS NULL AND ad_sub_type = 'buy'
)
GROUP BY currency ORDER BY low DESC, currency
