-- Figures of a portion's pooled cells, from the listings of the cell and its neighbours.
INSERT INTO figure
SELECT
  pool.lens, pool.cell, true, count(*), median(price_usd), median(price_per_sqm_usd), median(area), avg(price_usd)
FROM pool JOIN ring ON ring.cell = pool.cell JOIN member ON member.cell = ring.near AND member.lens = pool.lens
WHERE pool.cell BETWEEN $first AND $last
GROUP BY pool.lens, pool.cell
