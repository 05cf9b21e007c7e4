-- The columns of listings, typed.
CREATE TABLE flat AS
SELECT
  row_number() OVER () AS n, property_type, operation, price, currency, area, rooms, city, neighbourhood, latitude, longitude, date
FROM read_csv($file, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', columns = {
  id: 'BIGINT', title: 'VARCHAR', operation: 'VARCHAR', property_type: 'VARCHAR', price: 'DOUBLE', currency: 'VARCHAR',
  area: 'DOUBLE', rooms: 'TINYINT', bathrooms: 'TINYINT', city: 'VARCHAR', neighbourhood: 'VARCHAR', latitude: 'DOUBLE',
  longitude: 'DOUBLE', date: 'DATE'
});
-- write
COPY (SELECT flat.* EXCLUDE (n), cell FROM flat JOIN located USING (n) ORDER BY date, n)
TO $target (FORMAT parquet, COMPRESSION zstd)
