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
UNION ALL
-- And one cell of each repair of a kept row.
SELECT kind, arg_min(text, n) FROM (
  SELECT n, area_repair AS kind, 'area ' || coalesce(cells.area, cells.area_sqft)[:40] AS text FROM judged JOIN cells USING (n) WHERE reason IS NULL
  UNION ALL SELECT n, rooms_repair, 'rooms ' || cells.rooms[:40] FROM judged JOIN cells USING (n) WHERE reason IS NULL
  UNION ALL SELECT n, price_repair, 'price ' || cells.price[:40] FROM judged JOIN cells USING (n) WHERE reason IS NULL
  UNION ALL SELECT n, country_repair, 'country ' || cells.country[:40] FROM judged JOIN cells USING (n) WHERE reason IS NULL
  UNION ALL SELECT n, 'swapped latitude and longitude, corrected', 'at ' || coalesce(cells.lat[:40] || ', ' || cells.lng[:40], cells.point[:80])
  FROM judged JOIN cells USING (n) JOIN swapped USING (n) WHERE reason IS NULL
) WHERE kind IS NOT NULL AND text IS NOT NULL
GROUP BY kind
