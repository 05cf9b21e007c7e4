-- The cells, at one resolution, in which listings name the places of one level (table `member`), the number of those
-- listings, and whether the place holds the cell, because most listings in it name this place.
SELECT place, cell, listings, row_number() OVER (PARTITION BY cell ORDER BY listings DESC, place) = 1 AS holds
FROM (
  SELECT member.place, cell_parent(named_cell.cell, $resolution) AS cell, sum(named_cell.listings)::INTEGER AS listings
  FROM named_cell JOIN member USING (chain)
  GROUP BY ALL
)
ORDER BY place, cell
