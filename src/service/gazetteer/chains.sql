-- The chains, in the order of their numbers, and their listings by cell at $resolution.
WITH coarse AS (
  SELECT
    chain, country, region, province, city, macrozone, microzone, cell_parent(cell, $resolution) AS cell,
    sum(listings)::INTEGER AS listings
  FROM named_cell GROUP BY ALL
)
SELECT
  country, region, province, city, macrozone, microzone, sum(listings)::INTEGER AS listings, list(cell) AS cells,
  list(listings) AS counts
FROM coarse
GROUP BY chain, country, region, province, city, macrozone, microzone
ORDER BY chain
