SELECT column_name, regexp_matches(column_type, '^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL)') AS is_number,
  column_type = 'BLOB' AS is_binary,
  -- GEOMETRY('EPSG:3857') has its system as a code, PROJJSON or well-known text; '' for none, null for another column.
  CASE WHEN prefix(column_type, 'GEOMETRY') THEN
    replace(regexp_extract(column_type, '(?s)^GEOMETRY\(''(.*)''\)$', 1), '''''', '''')
  END AS system
FROM (DESCRIBE SELECT * FROM $source)
