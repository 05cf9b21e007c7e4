-- Usable rents by country, without those whose price says itself that it is by the month.
SELECT judged.country, count(*)::INTEGER AS rows
FROM judged
JOIN cells USING (n)
ANTI JOIN (SELECT text FROM amount WHERE field = 'price' AND is_by_month) AS said ON said.text = cells.price
WHERE reason IS NULL AND judged.ad_sub_type = 'rent'
GROUP BY ALL ORDER BY rows DESC, judged.country
