-- Rejects prices that are written in full in a column of thousands or more, and so are read as a thousand times those
-- around them: a fifth of that, or a twentieth for their area, is more than homes in one file differ. `$buy` and `$rent`
-- are what the columns count.
UPDATE judged
SET reason = $reason
FROM (
  SELECT ad_sub_type, currency, median(price) AS price, median(price / area) AS per_sqm,
    CASE ad_sub_type WHEN 'rent' THEN $rent ELSE $buy END::DOUBLE AS counted
  FROM judged WHERE reason IS NULL GROUP BY ad_sub_type, currency
) middle
WHERE judged.reason IS NULL AND judged.ad_sub_type = middle.ad_sub_type AND judged.currency = middle.currency
  AND counted > 1
  AND (
    5 * judged.price >= counted * middle.price
    OR (judged.price >= 10 * middle.price AND 20 * judged.price / judged.area >= counted * middle.per_sqm)
  )
