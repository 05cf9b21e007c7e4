-- How many kept prices that name no currency are read as euros although people of their country still paid with other money.
SELECT count(*)::INTEGER AS rows, min(listed_on)::VARCHAR AS first, max(listed_on)::VARCHAR AS last
FROM judged
JOIN cells USING (n)
JOIN (SELECT key AS country, value AS year FROM json_each($began)) began ON began.country = judged.country
LEFT JOIN amount ON amount.field = 'price' AND amount.text = cells.price
WHERE judged.reason IS NULL AND judged.currency = 'EUR' AND year(listed_on) < began.year
  AND cells.currency IS NULL AND coalesce(amount.sign, '') = ''
