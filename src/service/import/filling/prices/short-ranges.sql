-- Rejects small numbers far below the prices around them: 200-250 beside 250000 is in thousands, or in something else, and 1.25
-- beside 850 was 1.250 before a program took its point for that of decimals.
UPDATE judged
SET reason = CASE WHEN short.is_range
  THEN 'price is a range far below the others, as if in thousands'
  ELSE 'price with decimals far below the others, as if in thousands' END
FROM (
  SELECT ad_sub_type, currency, median(price) AS price FROM judged WHERE reason IS NULL GROUP BY ad_sub_type, currency
) middle, cells, (
  SELECT text, bool_or(high IS NOT NULL) AS is_range FROM amount
  WHERE field = 'price' AND factor = 1 AND high_factor = 1 AND (high IS NOT NULL OR regexp_full_match(digits, '\d{1,3}[.,]\d{1,3}'))
  GROUP BY text
) short
WHERE judged.reason IS NULL AND judged.ad_sub_type = middle.ad_sub_type AND judged.currency = middle.currency
  AND cells.n = judged.n AND judged.price < 10000 AND 200 * judged.price < middle.price
  AND cells.price = short.text
