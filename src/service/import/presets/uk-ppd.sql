-- Tables postcode_point (postcode, lat, lng) and certificate (postcode, address, building, area, lodged_on) hold what
-- --postcodes and --epc name.
CREATE MACRO plain_postcode(t) AS upper(regexp_replace(t, '[^A-Za-z0-9]', '', 'g'));
-- An address as words in upper case: "Flat 2, 15 High St." and "FLAT 2 15 HIGH ST" are equal.
CREATE MACRO plain_address(t) AS trim(regexp_replace(upper(replace(t, '''', '')), '[^A-Z0-9]+', ' ', 'g'));

-- In monthly files, a later row of a transaction replaces or deletes an earlier one.
CREATE TABLE ppd_row AS
SELECT
  *,
  CASE
    WHEN n < max(n) OVER (PARTITION BY transaction_id) THEN 'replaced by a later row of the same transaction'
    WHEN record_status = 'D' THEN 'deleted from the register'
    WHEN category_type = 'B' THEN 'category B: not a sale at the full market value to a private buyer'
    WHEN property_type = 'O' THEN 'not a dwelling: property type O'
  END AS reason
FROM source_row;

INSERT INTO set_aside SELECT n, reason FROM ppd_row WHERE reason IS NOT NULL;

-- The newest certificate of each full address, if all its certificates are of one building and do not contradict it.
CREATE TABLE measured_address AS
WITH newest AS (
  SELECT
    plain_postcode(postcode) AS postcode, plain_address(address) AS address, building, area,
    rank() OVER (PARTITION BY plain_postcode(postcode), plain_address(address) ORDER BY lodged_on DESC) AS age,
    count(building) OVER (PARTITION BY plain_postcode(postcode), plain_address(address), building) AS of_building,
    count(*) OVER (PARTITION BY plain_postcode(postcode), plain_address(address)) AS of_address
  FROM certificate WHERE area IS NOT NULL AND address IS NOT NULL
)
SELECT postcode, address, CASE WHEN count(DISTINCT area) = 1 AND bool_and(of_building IN (0, of_address)) THEN any_value(area) END AS area
FROM newest WHERE age = 1
GROUP BY postcode, address;

-- Certificates end an address with its street, its locality or its town.
CREATE TABLE sale_address AS
WITH short AS (
  SELECT
    n, plain_postcode(postcode) AS postcode, plain_address(concat_ws(' ', saon, paon, street)) AS street_address,
    locality, town_city
  FROM ppd_row WHERE reason IS NULL AND coalesce(saon, paon) IS NOT NULL
)
SELECT DISTINCT n, postcode, trim(unnest([
  street_address,
  concat_ws(' ', street_address, plain_address(locality)),
  concat_ws(' ', street_address, plain_address(town_city)),
  concat_ws(' ', street_address, plain_address(locality), plain_address(town_city))
])) AS address
FROM short;

CREATE TABLE sale_area AS
SELECT n, count(*) AS matches, any_value(area) AS area, bool_or(area IS NULL) AS is_unclear
FROM sale_address JOIN measured_address USING (postcode, address)
GROUP BY n;

INSERT INTO cells BY NAME
SELECT
  ppd_row.n,
  md5(transaction_id) AS content,
  price,
  'GBP' AS currency,
  CASE WHEN matches = 1 AND NOT is_unclear THEN sale_area.area END AS area,
  point.lat,
  point.lng,
  date_of_transfer AS date,
  'buy' AS ad_sub_type,
  CASE property_type WHEN 'D' THEN 'house' WHEN 'S' THEN 'townhouse' WHEN 'T' THEN 'townhouse' WHEN 'F' THEN 'apartment' END
    AS property_type,
  'gb' AS country,
  county AS region,
  district AS province,
  town_city AS city,
  locality AS microzone
FROM ppd_row
LEFT JOIN (
  SELECT plain_postcode(postcode) AS postcode, any_value(lat) AS lat, any_value(lng) AS lng
  FROM postcode_point WHERE try_cast(lat AS DOUBLE) BETWEEN -90 AND 90 GROUP BY 1
) AS point ON point.postcode = plain_postcode(ppd_row.postcode)
LEFT JOIN sale_area ON sale_area.n = ppd_row.n
WHERE reason IS NULL;

INSERT INTO note
SELECT format('positions from postcodes: {:,} of {:,} sales', count(lat), count(*)) FROM cells;
INSERT INTO note
SELECT format(
  'floor areas from energy certificates: {:,} of {:,} sales ({:.1f} %); ambiguous and therefore not used: {:,}',
  count(area), count(*), coalesce(100.0 * count(area) / nullif(count(*), 0), 0),
  (SELECT count(*) FROM sale_area WHERE matches > 1 OR is_unclear)
)
FROM cells
WHERE (SELECT count(*) FROM certificate) > 0
HAVING count(*) > 0
