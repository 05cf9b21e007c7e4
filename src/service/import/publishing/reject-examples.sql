-- One row of each reason for rejection, in the beginnings of the cells that reasons are about.
SELECT reason, arg_min(concat_ws(' | ',
  'price ' || coalesce(cells.price[:40], '–'), 'at ' || coalesce(
    CASE WHEN cells.lat IS NULL AND cells.lng IS NULL THEN cells.point[:80] END,
    coalesce(cells.lat[:40], '–') || ', ' || coalesce(cells.lng[:40], '–')
  ),
  'date ' || cells.date[:40], 'currency ' || cells.currency[:40], 'offer ' || cells.ad_sub_type[:40]
), n) AS example
FROM judged JOIN cells USING (n)
WHERE reason IS NOT NULL
GROUP BY reason
