-- Prices of rents are by month unless price_period says otherwise; developments have the price of their cheapest unit.
CREATE TABLE properati_row AS
SELECT
  *,
  CASE
    WHEN ad_type IS NOT NULL AND folded(ad_type) NOT IN ('propiedad', 'property', 'propriedade')
      THEN 'a development, not one property'
    WHEN price_period IS NOT NULL AND folded(price_period) NOT IN ('mensual', 'mensal', 'monthly')
      THEN 'price by another period than the month'
  END AS reason
FROM source_row;

INSERT INTO set_aside SELECT n, reason FROM properati_row WHERE reason IS NOT NULL;

INSERT INTO cells BY NAME
SELECT
  n,
  coalesce(md5(concat_ws(chr(31), id, created_on, price)), content) AS content,
  price,
  currency,
  coalesce(surface_covered, surface_total) AS area,
  coalesce(bedrooms, rooms) AS rooms,
  lat,
  lon AS lng,
  created_on AS date,
  operation AS ad_sub_type,
  property_type,
  country, region, city, macrozone, microzone
FROM properati_row WHERE reason IS NULL;

INSERT INTO note
SELECT format(
  'areas: {:,} from surface_covered, {:,} from surface_total where the covered area is missing',
  count(surface_covered), count(surface_total) FILTER (surface_covered IS NULL)
)
FROM properati_row WHERE reason IS NULL
