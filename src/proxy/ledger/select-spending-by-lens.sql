SELECT lens, count(*) AS calls, sum(cells) AS bought_cells
FROM receipt
GROUP BY lens
ORDER BY calls DESC, lens
LIMIT ?
