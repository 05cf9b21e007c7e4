-- The point that most kept rows share, and how many rows there are.
SELECT lat, lng, count(*)::INTEGER AS rows, (sum(count(*)) OVER ())::INTEGER AS of_rows
FROM judged WHERE reason IS NULL
GROUP BY lat, lng ORDER BY rows DESC, lat, lng LIMIT 1
