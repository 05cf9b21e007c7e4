-- Coordinates.

-- With a minus of its own character, and the directions as letters: −3.7038, 3.7038 Oeste.
CREATE MACRO with_minus(t) AS regexp_replace(t, '^[−–]\s*', '-');
CREATE MACRO with_letters(t) AS (CASE WHEN regexp_matches(t, '(?i)[a-z]{3}') THEN regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  t,
  '(?i)\b(?:north|norte|nord)\b', 'N'), '(?i)\b(?:south|sur|sul|sud|süd)\b', 'S'), '(?i)\b(?:east|este|est|ost)\b', 'E'),
  '(?i)\b(?:west|oeste|ovest|ouest)\b', 'W'
) ELSE t END);
-- 40 24 10 N, 40:24:10 and N 40:24.2; without a direction, only colons show that they are minutes and seconds.
CREATE MACRO spaced_parts(t) AS regexp_extract(
  t,
  '(?i)^([NSEW]?)\s*(-?\d{1,3})([\s:]+)(\d{1,2}(?:[.,]\d+)?)(?:[\s:]+(\d{1,2}(?:[.,]\d+)?))?\s*([NSEW]?)$',
  ['before', 'degrees', 'sign', 'minutes', 'seconds', 'after']
);
-- 40°24'10"N, N 40.4168° and 3° 42.2' W.
CREATE MACRO sexagesimal_parts(t) AS regexp_extract(
  t,
  '(?i)^([NSEW]?)\s*(-?\d{1,3}(?:[.,]\d+)?)\s*(°|º|deg)?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*[''’′])?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|''''))?\s*([NSEW]?)$',
  ['before', 'degrees', 'sign', 'minutes', 'seconds', 'after']
);
CREATE MACRO part_of(t) AS coalesce(try_cast(replace(t, ',', '.') AS DOUBLE), 0);
CREATE MACRO degrees_in(p) AS (CASE WHEN p.degrees <> '' AND trim(p.sign) || p.before || p.after <> '' AND part_of(p.minutes) <= 60 AND part_of(p.seconds) <= 60 THEN
  (abs(part_of(p.degrees)) + part_of(p.minutes) / 60 + part_of(p.seconds) / 3600)
  * (CASE WHEN prefix(p.degrees, '-') OR upper(p.before || p.after) IN ('S', 'W') THEN -1 ELSE 1 END)
END);
-- (As a list, the parts occur once in the query; otherwise they would be looked for in every cell.)
CREATE MACRO degrees_of(t) AS coalesce(
  finite(try_cast(t AS DOUBLE)),
  finite(try_cast(replace(t, ',', '.') AS DOUBLE)),
  finite(try_cast(with_minus(t) AS DOUBLE)),
  list_transform([with_letters(with_minus(t))], lambda u: list_filter(
    list_transform([sexagesimal_parts(u), spaced_parts(u)], lambda p: degrees_in(p)), lambda d: d IS NOT NULL
  )[1])[1]
);
-- Degrees of a coordinate in ten-millionths of them; what is not a number, or are degrees already, stays.
CREATE MACRO from_ten_millionths(t) AS (
  CASE WHEN abs(try_cast(t AS DOUBLE)) > 180 THEN (try_cast(t AS DOUBLE) / 1e7)::VARCHAR ELSE t END
);
-- Both coordinates of one cell: "52.37, 4.89", POINT (4.89 52.37), {"lat": 52.37, "lon": 4.89}, and [4.89, 52.37] as in
-- GeoJSON; where the file's points lie near towns only with both exchanged, they are exchanged later.
CREATE MACRO array_pair(t) AS regexp_extract(
  t, '^\[\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*(?:,\s*-?\d+(?:\.\d+)?\s*)?\]$', ['lng', 'lat']
);
CREATE MACRO point_pair(t) AS regexp_extract(t, '^[\[(]?\s*\+?(-?\d+(?:\.\d+)?)\s*[,;|/ ]\s*\+?(-?\d+(?:\.\d+)?)\s*[\])]?$', ['lat', 'lng']);
-- With the latitude first, of one whose column says that the longitude is.
CREATE MACRO latitude_first(t) AS
  regexp_replace(t, '^(\(?)\s*([+-]?\d+(?:\.\d+)?)\s*[,;|/ ]\s*([+-]?\d+(?:\.\d+)?)\s*\)?$', '\3, \2');
-- In the address of a map: geo:40.4168,-3.7038, https://www.google.com/maps/@40.4168,-3.7038,15z and …/maps?q=40.4168,-3.7038.
CREATE MACRO address_pair(t) AS regexp_extract(
  t, '(?:^geo:|/@|[?&](?:q|ll|query|center|destination)=(?:loc:)?)(-?\d{1,2}\.\d+)(?:,|%2C)(-?\d{1,3}\.\d+)', ['lat', 'lng']
);
CREATE MACRO point_text(t) AS regexp_extract(t, '(?i)POINT\s*(?:Z|M|ZM)?\s*\(+\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)', ['lng', 'lat']);
-- {"type":"Point","coordinates":[4.89,52.37]}.
CREATE MACRO geojson_pair(t) AS regexp_extract(
  t, '"coordinates"\s*:\s*\[+\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)', ['lng', 'lat']
);
-- A point in well-known binary, written in hexadecimal as databases export it, in longitude and latitude (of WGS 84, ETRS89 or
-- NAD83) or Web Mercator.
CREATE MACRO binary_point(t) AS regexp_extract(
  t,
  '(?i)^(?:\\x)?(?:(01)(?:01000000|010000[2A]0(?:(?:E6|A2|AD)100000|110F0000)|01000080|E9030000)|00(?:00000001|[2A]0000001(?:000010E6|00000F11)|80000001|000003E9))([0-9a-f]{32})(?:[0-9a-f]{16})?$',
  ['little', 'numbers']
);
-- Points of other systems, and lines and areas.
CREATE MACRO is_point_of_grid(t) AS regexp_matches(t, '(?i)^(?:\\x)?(?:01010000[2A]0|00[2A]0000001)[0-9a-f]{40}');
CREATE MACRO is_shape(t) AS regexp_matches(
  t, '(?i)^(?:\\x)?(?:010[2-7]0000[02A]0|00[02A]000000[2-7])|^(?:SRID ?= ?\d+;)?\s*(?:MULTI)?(?:POLYGON|LINESTRING)'
);
-- The middle of the outline of a home, between its ends in both directions: POINT (4.89 52.37). Null for what is larger than
-- about 2 km, as the areas of places are, or is no outline in text.
CREATE MACRO outline_middle(t) AS CASE WHEN regexp_matches(t, '(?i)^(?:SRID ?= ?4326;)?\s*(?:MULTI)?POLYGON\s*(?:Z|M|ZM)?\s*\(') THEN
  list_transform([{
    x: regexp_extract_all(t, '(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)', 1)::DOUBLE[],
    y: regexp_extract_all(t, '(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)', 2)::DOUBLE[]
  }], lambda s: CASE WHEN greatest(list_max(s.x) - list_min(s.x), list_max(s.y) - list_min(s.y)) <= 0.02 THEN
    printf('POINT (%.7f %.7f)', (list_min(s.x) + list_max(s.x)) / 2, (list_min(s.y) + list_max(s.y)) / 2)
  END)[1]
END;
-- Whether a point says that it is in Web Mercator, as those of databases do; others say it in the name of their column.
CREATE MACRO is_in_web_mercator(t) AS
  regexp_matches(t, '(?i)^(?:\\x)?(?:01010000[2A]0110F0000|00[2A]000000100000F11)|^SRID ?= ?(?:3857|900913) ?;');
-- On the sphere of web maps, from metres.
CREATE MACRO web_mercator_lng(x) AS degrees(x / 6378137);
CREATE MACRO web_mercator_lat(y) AS degrees(2 * atan(exp(y / 6378137)) - pi() / 2);
-- Its text, POINT (4.89 52.37); other texts as they are, with an ordinary minus.
CREATE MACRO point_of(t) AS list_transform([binary_point(t)], lambda p: CASE
  WHEN is_shape(t) THEN outline_middle(t)
  WHEN p.numbers <> '' THEN
    ST_GeomFromWKB(from_hex(CASE p.little WHEN '01' THEN '0101000000' ELSE '0000000001' END || p.numbers))::VARCHAR
  ELSE translate(t, '−', '-')
END)[1];
-- With decimal commas, as in 41,9028; 12,4964, and with the letters of the directions.
CREATE MACRO comma_pair(t) AS regexp_extract(
  t, '^[\[(]?\s*(-?\d{1,3},\d{3,})(?:\s*[;/|]\s*|,?\s+)(-?\d{1,3},\d{3,})\s*[\])]?$', ['lat', 'lng']
);
CREATE MACRO lettered_pair(t) AS regexp_extract(t, '(?i)^([NS]?[^NSEW,;/]*[NS]?)[\s,;/]+([EW]?[^NSEW,;/]*[EW]?)$', ['lat', 'lng']);
-- After an address, as Socrata exports it: 1 MAIN ST Baltimore, MD (39.29, -76.61).
CREATE MACRO last_pair(t) AS regexp_extract(t, '\(\s*(-?\d{1,3}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)\s*\)\s*$', ['lat', 'lng']);
CREATE MACRO point_lat(t) AS coalesce(
  nullif(array_pair(t).lat, ''), nullif(geojson_pair(t).lat, ''), nullif(point_pair(t).lat, ''), nullif(point_text(t).lat, ''), nullif(comma_pair(t).lat, ''), nullif(last_pair(t).lat, ''), nullif(address_pair(t).lat, ''),
  CASE WHEN regexp_matches(t, '(?i)[NS]') THEN nullif(lettered_pair(t).lat, '') END,
  nullif(regexp_extract(t, '(?i)["'']?lat(?:itude)?["'']?\s*[:=]\s*["'']?(-?\d+(?:\.\d+)?)', 1), '')
);
CREATE MACRO point_lng(t) AS coalesce(
  nullif(array_pair(t).lng, ''), nullif(geojson_pair(t).lng, ''), nullif(point_pair(t).lng, ''), nullif(point_text(t).lng, ''), nullif(comma_pair(t).lng, ''), nullif(last_pair(t).lng, ''), nullif(address_pair(t).lng, ''),
  CASE WHEN regexp_matches(t, '(?i)[NS]') THEN nullif(lettered_pair(t).lng, '') END,
  nullif(regexp_extract(t, '(?i)["'']?(?:lon|lng|long|longitude)["'']?\s*[:=]\s*["'']?(-?\d+(?:\.\d+)?)', 1), '')
);
