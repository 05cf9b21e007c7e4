SELECT country, region, province, city, macrozone, microzone, sum(listings)::INTEGER AS listings
FROM named_cell
GROUP BY ALL
ORDER BY min(chain)
