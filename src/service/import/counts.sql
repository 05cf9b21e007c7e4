-- How many rows met each end: null for those kept or held.
SELECT reason, count(*)::INTEGER AS rows, count(held.n)::INTEGER AS held
FROM judged LEFT JOIN held USING (n)
GROUP BY reason ORDER BY rows DESC, reason
