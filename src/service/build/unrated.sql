-- The listings of the window without an exchange rate, by currency, and how many have one.
SELECT
  currency, count(*) FILTER (price_usd IS NULL)::INTEGER AS listings,
  (SELECT count(price_usd)::INTEGER FROM fact) AS rated
FROM fact GROUP BY currency HAVING count(*) FILTER (price_usd IS NULL) > 0 ORDER BY currency
