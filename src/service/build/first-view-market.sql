-- The country and the currency of most listings in a cell.
SELECT country, currency FROM fact
WHERE ad_sub_type = $ad_sub_type AND cell_parent(cell, $resolution::INTEGER) = $cell
GROUP BY country, currency ORDER BY count(*) DESC, country, currency LIMIT 1
