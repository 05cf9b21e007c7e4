-- The figures under one lens of the cells with ids from :first to :last, ascending; a cell by how far its id is above
-- :first, which a JavaScript number holds, while it would not hold the id. Each value of a row costs as much as finding
-- it, so that `estimated` comes as the last bit of the listings.
SELECT
  cell - :first, listings * 2 + estimated, median_price, median_price_per_sqm, median_area, average_price
FROM figure
WHERE lens = :lens AND cell BETWEEN :first AND :last
