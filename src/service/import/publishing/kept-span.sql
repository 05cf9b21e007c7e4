SELECT
  country, currency, count(*)::INTEGER AS rows, min(listed_on)::VARCHAR AS first_day, max(listed_on)::VARCHAR AS last_day
FROM judged ANTI JOIN held USING (n)
WHERE reason IS NULL
GROUP BY country, currency ORDER BY country, rows DESC, currency
