-- The digits of each row's price and area, and the text around them. They become numbers once the decimal sign of the
-- column is known. Areas in square feet are in a column of their own or have the unit in the cell.
CREATE TABLE amount AS
WITH given AS (
  SELECT
    n, price, coalesce(area, area_sqft) AS area,
    CASE WHEN area IS NULL OR is_in_feet(area) THEN 0.09290304 ELSE 1.0 END AS sqm
  FROM cells
), split AS (
  SELECT n, price, area, sqm, amount_parts(price) AS price_parts, amount_parts(without_unit(area)) AS area_parts
  FROM given
)
SELECT
  n,
  scientific(price) AS price_exact,
  nullif(price_parts.digits, '') AS price_digits,
  coalesce(sign_of(price_parts.before || price_parts.after), '') AS price_sign,
  area IS NOT NULL AS has_area,
  scientific(area) AS area_exact,
  CASE WHEN area_parts.before = '' AND area_parts.after = '' THEN nullif(area_parts.digits, '') END AS area_digits,
  sqm
FROM split
