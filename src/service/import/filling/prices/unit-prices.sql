-- Whether prices are those of a unit of area, which times the area are another column's, or count a power of ten of the
-- units in which another column has the price of a unit of area. No row when they are neither.
WITH numbers AS (
  SELECT price, area, try_cast(regexp_replace(other_column::VARCHAR, '[^0-9.]', '', 'g') AS DOUBLE) AS other
  FROM judged JOIN raw USING (n)
  WHERE reason IS NULL AND area > 0
), ratios AS (
  SELECT area, unnest([
    {'is_unit': true, 'ratio': price * area / other},
    {'is_unit': true, 'ratio': price * area / 0.09290304 / other},
    {'is_unit': false, 'ratio': other * area / price},
    {'is_unit': false, 'ratio': other * area / 0.09290304 / price}
  ]) AS each, unnest([1, 2, 3, 4]) AS kind
  FROM numbers WHERE other > 0
), powers AS (
  SELECT area, kind, each.is_unit, log10(each.ratio) AS exact, round(log10(each.ratio))::INTEGER AS power FROM ratios
)
SELECT power, is_unit
FROM powers
-- Prices per unit of area are rounded.
WHERE abs(exact - power) < 0.01 AND (power BETWEEN 3 AND 6 OR power = 0 AND is_unit)
GROUP BY kind, power, is_unit
HAVING count(*) >= $fewest AND count(*) >= $almost_all * (SELECT count(*) FROM numbers)
  -- Where all areas are about the same, as of homes in one building, prices in two currencies have the ratio of an area, too;
  -- only by chance is it exactly theirs.
  AND (max(area) > 1.1 * min(area) OR power = 0 AND max(abs(exact)) < 0.001)
ORDER BY count(*) DESC LIMIT 1
