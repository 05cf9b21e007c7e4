-- Rejects ranges of small numbers far below the prices around them: 200-250 beside 250000 is in thousands, or in something else.
UPDATE judged
SET reason = 'price is a range far below the others, as if in thousands'
FROM (
  SELECT ad_sub_type, currency, median(price) AS price FROM judged WHERE reason IS NULL GROUP BY ad_sub_type, currency
) middle, cells
WHERE judged.reason IS NULL AND judged.ad_sub_type = middle.ad_sub_type AND judged.currency = middle.currency
  AND cells.n = judged.n AND judged.price < 10000 AND 200 * judged.price < middle.price
  AND cells.price IN (SELECT text FROM amount WHERE field = 'price' AND high IS NOT NULL AND factor = 1 AND high_factor = 1)
