-- Rejects small numbers far below shortened prices: 350 beside 350万 or 350k lacks their word, or counts something else.
-- Where few prices are shortened, they show nothing of the others.
WITH shortened AS (
  SELECT text FROM amount WHERE field = 'price' AND factor > 1
), level AS (
  SELECT
    currency, median(price) FILTER (is_shortened) AS price,
    count(*) FILTER (is_shortened) >= 0.2 * count(*) AS shows_others
  FROM (
    SELECT judged.currency, judged.price, cells.price IN (FROM shortened) AS is_shortened
    FROM judged JOIN cells USING (n) WHERE judged.reason IS NULL AND judged.ad_sub_type = 'buy'
  )
  GROUP BY currency
)
UPDATE judged
SET reason = 'price far below the others, which have a word for thousands or more'
FROM level, cells
WHERE judged.reason IS NULL AND judged.ad_sub_type = 'buy' AND judged.currency = level.currency AND level.shows_others
  AND cells.n = judged.n AND judged.price < 10000 AND 200 * judged.price < level.price
  AND cells.price NOT IN (FROM shortened)
