-- One row of each reason for rejection, in the cells that reasons are about.
SELECT reason, arg_min(concat_ws(' | ',
  'price ' || coalesce(cells.price, '–'), 'at ' || coalesce(cells.lat, '–') || ', ' || coalesce(cells.lng, '–'),
  'date ' || cells.date
), n) AS example
FROM judged JOIN cells USING (n)
WHERE reason IS NOT NULL
GROUP BY reason
