SELECT day, sum(calls) AS calls, sum(bought_cells) AS bought_cells, sum(held_cells) AS held_cells
FROM (
  SELECT substr(at, 1, 10) AS day, 1 AS calls, cells AS bought_cells, 0 AS held_cells FROM receipt WHERE at >= ?
  UNION ALL
  SELECT day, 0, 0, cells FROM held_told WHERE day >= ?
)
GROUP BY day
ORDER BY day DESC
