-- The figures of cells with ids from :first to :last under one lens, ascending. A cell is given as the distance of its
-- id from :first, which fits into a JavaScript number while the id does not. Each value costs as much as finding the
-- row, so `estimated` is the last bit of the listings.
SELECT
  cell - :first, listings * 2 + estimated, median_price, median_price_per_sqm, median_area, average_price
FROM figure
WHERE lens = :lens AND cell BETWEEN :first AND :last
