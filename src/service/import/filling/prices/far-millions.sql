-- How many kept prices that a word for millions made far higher than the others, and one of them.
WITH middle AS (
  SELECT ad_sub_type, median(price) AS price FROM judged WHERE reason IS NULL GROUP BY ALL
)
SELECT count(*)::INTEGER AS rows, min_by(cells.price, n) AS cell, min_by(judged.price, n)::DOUBLE AS price
FROM judged JOIN cells USING (n) JOIN middle ON middle.ad_sub_type = judged.ad_sub_type
WHERE judged.reason IS NULL AND judged.price > 50 * middle.price
  AND cells.price IN (SELECT text FROM amount WHERE field = 'price' AND factor = 1000000)
