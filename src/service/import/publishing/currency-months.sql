-- Prices by currency and month that are kept, or rejected for lack of a rate.
SELECT
  currency, reason IS NULL AS has_rate, last_day(listed_on)::VARCHAR AS month_end, count(*)::INTEGER AS rows,
  min(listed_on)::VARCHAR AS first_day, max(listed_on)::VARCHAR AS last_day
FROM judged ANTI JOIN held USING (n)
WHERE currency <> 'USD' AND (reason IS NULL OR prefix(reason, 'no exchange rate for '))
GROUP BY ALL ORDER BY currency, month_end
