SELECT day, sum(calls) AS calls, sum(bought_cells) AS bought_cells, sum(held_cells) AS held_cells
FROM (
  SELECT day, calls, cells AS bought_cells, 0 AS held_cells FROM spent_on_day WHERE day >= ?
  UNION ALL
  SELECT day, 0, 0, cells FROM held_told WHERE day >= ?
)
GROUP BY day
ORDER BY day DESC
