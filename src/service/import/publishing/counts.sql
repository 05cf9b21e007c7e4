-- Rows by reason for rejection; null for rows that are kept or held already.
SELECT reason, count(*)::INTEGER AS rows, count(held.n)::INTEGER AS held
FROM judged LEFT JOIN held USING (n)
GROUP BY reason ORDER BY rows DESC, reason
