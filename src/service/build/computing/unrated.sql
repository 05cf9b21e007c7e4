-- The listings of the window by currency, and how many of them have no exchange rate.
SELECT currency, count(*)::INTEGER AS listings, count(*) FILTER (price_usd IS NULL)::INTEGER AS unrated
FROM fact GROUP BY currency ORDER BY currency
