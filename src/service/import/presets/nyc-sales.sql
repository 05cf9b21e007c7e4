-- Categories with one dwelling a sale: 01 one-family houses, 09 and 10 cooperatives, 12, 13 and 15 condominiums, 17
-- cooperatives of condominiums. Areas of cooperatives, where there are any, are those of their buildings.
CREATE TABLE nyc_row AS
WITH coded AS (
  SELECT
    *,
    regexp_extract(category, '^\d\d') AS code,
    try_cast(regexp_replace(sale_price, '[$,\s]', '', 'g') AS DOUBLE) AS dollars,
    try_cast(regexp_replace(residential_units, ',', '', 'g') AS DOUBLE) AS homes,
    try_cast(regexp_replace(commercial_units, ',', '', 'g') AS DOUBLE) AS shops
  FROM source_row
)
SELECT
  *,
  CASE
    WHEN code NOT IN ('01', '09', '10', '12', '13', '15', '17') THEN 'not one dwelling: building class category'
    WHEN homes > 1 THEN 'sale of several dwellings'
    WHEN shops > 0 THEN 'sale with business premises'
    -- Transfers within families and the like: the city records them at 0 or a nominal price.
    WHEN dollars < 10000 THEN 'no or nominal price: not a sale on the market'
  END AS reason
FROM coded;

INSERT INTO set_aside SELECT n, reason FROM nyc_row WHERE reason IS NOT NULL;

INSERT INTO cells BY NAME
SELECT
  n,
  md5(concat_ws(
    chr(31), borough, block, lot, coalesce(apartment_number, ''), coalesce(address, ''), sale_date, sale_price
  )) AS content,
  dollars::BIGINT::VARCHAR AS price,
  'USD' AS currency,
  CASE WHEN code IN ('01', '12', '13', '15') THEN nullif(replace(gross_square_feet, ',', ''), '0') END AS area_sqft,
  latitude AS lat,
  longitude AS lng,
  sale_date AS date,
  'buy' AS ad_sub_type,
  CASE code WHEN '01' THEN 'house' ELSE 'apartment' END AS property_type,
  'us' AS country,
  'New York' AS city,
  CASE trim(upper(borough))
    WHEN '1' THEN 'Manhattan' WHEN '2' THEN 'Bronx' WHEN '3' THEN 'Brooklyn' WHEN '4' THEN 'Queens'
    WHEN '5' THEN 'Staten Island' ELSE borough
  END AS macrozone,
  neighborhood AS microzone
FROM nyc_row WHERE reason IS NULL
