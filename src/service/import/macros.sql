-- How one cell of a file is read. Each macro returns null for what it cannot read.

-- Whether a text begins with a digit, or a letter with which no text that means "unknown" begins: most cells do.
CREATE MACRO is_certainly_known(t) AS (
  t >= '0' AND t < ':' OR t >= 'A' AND t < 'N' OR t >= 'O' AND t < 'U' OR t >= 'a' AND t < 'n' OR t >= 'o' AND t < 'u'
);
-- Trims white space, including no-break spaces, and the NUL characters with which programs in C fill a field; `present`
-- also returns null for texts that mean "unknown".
-- (Looking for white space at both ends first takes a fraction of the time; all texts below '!' begin with it.)
CREATE MACRO trimmed_text(t) AS (CASE
  WHEN t < '!' OR prefix(t, chr(160)) OR suffix(t, ' ') OR suffix(t, E'\t') OR suffix(t, E'\n') OR suffix(t, E'\r')
    OR suffix(t, chr(160)) OR suffix(t, chr(0))
    THEN trim(t, E' \t\n\r' || chr(160) || chr(0))
  ELSE t
END);
-- (A list, because planning every value of an IN takes longer than importing a small file.)
CREATE MACRO is_unknown(t) AS list_contains([
  '', '#n/a', 'n/a', 'n.a.', 'na', 'nan', 'null', '(null)', '\n', 'none', 'nil', 'undefined', 'unknown', '#value!',
  '#ref!', '#null!', 'not specified', 'not available', 'not provided', 'not stated', 'unspecified', '-', '--', '–', '—', '?'
], lower(trimmed_text(t)));
-- ="00123", as programs write a cell of CSV whose digits Excel has to leave as they are.
CREATE MACRO is_formula(t) AS (contains(t, '="') AND regexp_matches(t, '(?s)^[\s\x{A0}]*=".*"[\s\x{A0}]*$'));
CREATE MACRO without_formula(t) AS nullif(
  trim(replace(regexp_replace(t, '(?s)^[\s\x{A0}]*="(.*)"[\s\x{A0}]*$', '\1'), '""', '"')), ''
);
-- (DuckDB plans a macro within another as often as the other names its text, so few of these are nested.)
CREATE MACRO present(t) AS (CASE
  WHEN is_certainly_known(t) THEN trimmed_text(t)
  WHEN is_unknown(t) THEN NULL
  WHEN is_formula(t) THEN without_formula(t)
  ELSE trimmed_text(t)
END);
-- Without tags and entities of HTML, except between two digits, which can be two numbers: <del>500</del><b>450</b>.
CREATE MACRO has_markup(t) AS regexp_matches(t, '<[a-zA-Z/][^<>]*>|&(?:nbsp|euro|pound|sup2|amp|#160|#8364|#163|#178);');
CREATE MACRO without_markup(t) AS trimmed_text(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(t, '(\d)\s*(?:<[a-zA-Z/][^<>]*>\s*)+(\d)', '\1 | \2', 'g'), '<[a-zA-Z/][^<>]*>', '', 'g'),
    '&nbsp;', ' '), '&#160;', ' '), '&euro;', '€'), '&#8364;', '€'), '&pound;', '£'), '&#163;', '£'), '&sup2;', '²'), '&#178;', '²'), '&amp;', '&')
);
-- Digits of other scripts as 0 to 9: Arabic, Persian, Devanagari, Bengali, Gujarati, Thai, Lao, Burmese, Khmer and full-width
-- ones, with the Arabic signs of numbers.
CREATE MACRO has_other_digits(t) AS regexp_matches(t, '[٠-٩۰-۹०-९০-৯૦-૯๐-๙໐-໙၀-၉០-៩０-９]');
CREATE MACRO plain_digits(t) AS translate(
  t,
  '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯૦૧૨૩૪૫૬૭૮૯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩０１２３４５６７８９．，＋－／：٫٬',
  '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789.,+-/:.,'
);
CREATE MACRO finite(x) AS (CASE WHEN isfinite(x) THEN x END);
CREATE MACRO folded(t) AS translate(lower(strip_accents(t)), 'łıøđ', 'liod');
CREATE MACRO is_yes(t) AS coalesce(list_contains([
  '1', '1.0', 'true', 't', 'yes', 'y', 'x', 'si', 'sim', 'oui', 'vrai', 'ja', 'wahr', 'vero', 'waar', 'tak', 'ano', 'da', 'evet'
], folded(t)), false);
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
-- Two numbers in one cell, as in "450 000 420 000", "120 80" and "850, 900": blanks and apostrophes group thousands, no
-- price has twelve digits, and no blank follows the sign of decimals.
CREATE MACRO is_several(t) AS (
  regexp_matches(t, '\d[.,;][\s\x{00a0}\x{2007}\x{2009}\x{202f}]+\d') OR
  regexp_matches(t, '\d[\s\x{00a0}\x{2007}\x{2009}\x{202f}''’]+(\d{1,2}(\D|$)|\d{4})')
  OR regexp_matches(t, '\d{4}[\s\x{00a0}\x{2007}\x{2009}\x{202f}''’]+\d')
  OR regexp_matches(t, '\d{3}([\s\x{00a0}\x{2007}\x{2009}\x{202f}''’]\d{3}){3}')
);
-- (And without the marks of the direction of writing, which pages in Hebrew and Arabic put around numbers.)
CREATE MACRO without_blanks(t) AS regexp_replace(
  t, '[\s\x{00a0}\x{2007}\x{2009}\x{202f}''’\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{feff}]', '', 'g'
);
-- "250.000 € (3.125 €/m²)" and "£1,950 pcm (£450 pw)": in brackets is what the price is for a square metre, or a rent by the
-- other period.
CREATE MACRO without_rate(t) AS regexp_replace(
  regexp_replace(t, '(?i)\s*\([^()\d/]{0,4}\d[\d.,\s]*[^()\d/]{0,4}\s?(?:/|per|por|pro) ?(?:m2|m²|qm|mq|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft²)\)$', ''),
  '(?i)^([^()]*\d\s?(?:pcm|pw|p/m|p/w|per month|per week)\.?)\s*\([^()\d]{0,3}\d[\d.,]*\s?(?:pcm|pw|p/m|p/w|per month|per week)\.?\)$', '\1'
);
-- Of a price in euros with the same in money that the euro has replaced or is replacing, as laws want it, the one in euros.
CREATE MACRO in_euros(t) AS regexp_replace(
  t, '(?i)^([^()/]*\d\s?(?:€|eur|euro))[\s\x{a0}]*[(/|]?\s*\d[\d.,\s\x{a0}\x{202f}]*(?:лв|лева|bgn|kn|hrk)\.?\s?\)?$', '\1'
);
-- Of a price and, after it, what it is for a square metre, as cards of portals show them in two lines, the price.
CREATE MACRO without_next_rate(t) AS regexp_replace(
  t,
  '(?i)^([^/]*\d[\s\x{a0}]?(?:€|eur|zł|pln|kč|czk|£|lei|ft|kr))[\s\x{a0}|;,–-]+\d[\d.,\s\x{a0}\x{202f}]*(?:€|eur|zł|pln|kč|czk|£|lei|ft|kr)[\s\x{a0}]?(?:/|per|por|pro)[\s\x{a0}]?(?:m2|m²|mq|qm|sqm)$',
  '\1'
);
-- A number and the text around it: "R$ 380.000,00" is 380.000,00 and R$. White space and the apostrophes that group
-- Swiss numbers are removed; the number then ends in a digit.
CREATE MACRO is_plain(t) AS regexp_full_match(t, '-?\d(?:[\d.,]*\d)?');
CREATE MACRO has_only_digits(t) AS regexp_full_match(t, '\d{1,15}');
CREATE MACRO has_sign(t) AS (contains(t, '.') OR contains(t, ','));
CREATE MACRO amount_in(t) AS regexp_extract(
  CASE WHEN is_several(t) THEN '' ELSE without_blanks(t) END,
  '^((?:[^\d.,-]\D*?)?)(-?\d(?:[\d.,]*\d)?)(\D*)$',
  ['before', 'digits', 'after']
);
-- Two numbers as the ends of a range: "200.000-250.000€", "od 40 do 45 m²", "900k to 1.2m". A word for a range stands by
-- itself, so "450000 was 500000" is none, and has at most a unit or a currency beside it.
CREATE MACRO range_parts(t) AS regexp_extract(
  regexp_replace(
    translate(t, chr(160) || chr(8239) || '～〜', '  ~~'),
    '(?i)([^\pL])(?:to|bis|hasta|ate|até|al?|à|tot|do|až|la|fins)([^\pL])', '\1–\2'
  ),
  '^((?:[^\d.,-]\D*?)?)(\d(?:[\d.,\s''’]*\d)?)\s*((?:[^\d\s.,–—-]{1,8}2?\.?)?)\s*[-–—~]\s*([^\d\s.,–—-]{0,4})\s*(\d(?:[\d.,\s''’]*\d)?)(\D*)$',
  ['before', 'low', 'low_after', 'high_before', 'high', 'after']
);
-- The word at the beginning of the text after a number that shortens it: 250k, 1,2 mln zł, 850 tys.; '' for others.
-- Short words count only before nothing or a currency: "mes" is not "m" and "es".
-- A Czech mil. is a million; in Spanish and Portuguese, mil is a thousand. TEUR, eFt and т.р. are thousands with their currency.
CREATE MACRO times_word(after) AS coalesce(nullif(regexp_extract(after, '(?i)^(mil\.?)(?:kč|czk)', 1), ''), nullif(
  regexp_extract(after, '(?i)^(t)(?:€|eur)$', 1) || regexp_extract(after, '(?i)^(e)ft\.?(?:/.*)?$', 1) || regexp_extract(after, '(?i)^(т)\.?р(?:уб)?\.?$', 1), ''
), nullif(regexp_extract(
  after,
  '(?i)^((?:k|tys|tis|bin|tkr|m|mi|mm|mn|mio|mln|mkr|bn)\.?(?:de)?)(?:€|£|\$|₺|₽|euros?|eur|usd|gbp|chf|sek|nok|dkk|pln|czk|ron|try|brl|ars|mxn|aud|nzd|cad|huf|zł|kč|kr\.?|lei|tl|ft|forint|rub|руб\.?|₪|shekels?|nis|ils)?(?:/.*)?$',
  1
), ''), regexp_extract(
  after,
  '(?i)^((?:thousand|tausend|tsd|duizend|mila|mille|тис|triliun|mrd|mld|miljoner|miljoen|millionen|millones|millions|million|mill[oó]n|milhões|milhão|milion[eiyiůó]*w?|milioane|milyon|millió|milj|mill|milmillones|milmilhões|mdp|juta|jt|triệu|trieu|tr|млн|тыс|ribu|rb|miliardy?|miliard[aio]|miliar|milyar|miljard|mlrd|млрд|tỷ|tỉ|lakhs|lakh|lacs|lac|crores|crore|crs|cr|ezer|χιλιάδες|χιλ|εκατομμύρια|εκατ|ล้าน|แสน|သိန်း|מיליון|אלף|مليون|ألف|الف|천만|千万|千萬|백만|百万|百萬|만|万|萬|ﾏﾝ|マン|億|亿|억)\.?(?:de|di)?)(?:\W|[^a-z]|€|£|\$|rs|inr|pkr|usd|eur|euro|brl|reais|kr|sek|nok|dkk|huf|ft|forint|idr|rp|vnd|đ|try|tl|pln|zł|ron|lei|mxn|ars|cop|clp|pen|pesos|shekels?|nis|ils|₪|/|$)',
  1
));
-- Of a price in rupees, L are lakhs, as they are of a short number beside prices in crores; the rs in Offers are none.
CREATE MACRO is_in_rupees(before) AS regexp_matches(before, '(?i)₹|\b(rs|inr)\b');
CREATE MACRO is_in_crores(after) AS regexp_matches(after, '(?i)^(?:cr|crs|crores?|la(?:kh|c)s?)\.?$');
CREATE MACRO is_lakhs(after, before, digits, has_crores) AS (
  regexp_full_match(after, '(?i)l\.?')
  AND (is_in_rupees(before) OR has_crores AND before = '' AND regexp_full_match(digits, '\d{1,3}([.,]\d+)?'))
);
-- Of a price in reais, mil is a thousand; so it is in euros from 50 on, below which it could be a Slovak million.
CREATE MACRO is_iberian_thousands(after, before, digits) AS (
  regexp_full_match(before, '(?i).*r\$') AND regexp_full_match(after, '(?i)mil')
  OR (regexp_full_match(after, '(?i)mil(€|eur|euros)') OR before = '€' AND regexp_full_match(after, '(?i)mil'))
    AND regexp_full_match(digits, '[5-9]\d|\d{3}')
);
-- Its factor. M is millions, but miliar (billions) in rupiah. (A map, because the branches of a CASE take longer to plan.)
CREATE MACRO times_of(short, sign_before) AS (CASE
  WHEN short = '' THEN 1
  WHEN lower(short) IN ('m', 'm.') AND regexp_full_match(sign_before, '(?i)(rp|idr)\.?') THEN 1000000000
  ELSE coalesce(MAP {
    'thousand': 1000, 'tausend': 1000, 'tsd': 1000, 'duizend': 1000, 'mila': 1000, 'mille': 1000, 'тис': 1000,
    'χιλιάδες': 1000, 'χιλ': 1000, 't': 1000, 'e': 1000, 'т': 1000, 'mrd': 1000000000,
    'mld': 1000000000, 'triliun': 1000000000000, 'ezer': 1000, 'אלף': 1000, 'ألف': 1000, 'الف': 1000, 'แสน': 100000, 'သိန်း': 100000,
    'k': 1000, 'tys': 1000, 'tis': 1000, 'bin': 1000, 'tkr': 1000, 'тыс': 1000, 'ribu': 1000, 'rb': 1000,
    '万': 10000, 'ﾏﾝ': 10000, 'マン': 10000, '萬': 10000, '만': 10000, '천만': 10000000, '千万': 10000000, '千萬': 10000000, 'l': 100000, 'lac': 100000, 'lacs': 100000, 'lakh': 100000, 'lakhs': 100000,
    'cr': 10000000, 'crs': 10000000, 'crore': 10000000, 'crores': 10000000, '億': 100000000, '亿': 100000000,
    '억': 100000000, 'bn': 1000000000, 'miliar': 1000000000, 'milyar': 1000000000, 'miljard': 1000000000,
    'mlrd': 1000000000, 'miliard': 1000000000, 'miliardy': 1000000000, 'miliarda': 1000000000, 'miliardi': 1000000000, 'miliardo': 1000000000,
    'milmillones': 1000000000, 'milmilhões': 1000000000, 'млрд': 1000000000, 'tỷ': 1000000000, 'tỉ': 1000000000
  }[regexp_replace(lower(short), '\.?(de)?$', '')], 1000000)
END);
-- A number in two parts, as in 12억 5000만원, 12億5,000万円, 3 tỷ 500 triệu, 2 crore 50 lakh and 1 millón 200 mil. White space is gone.
CREATE MACRO two_parts(t) AS regexp_extract(
  t,
  '(?i)^((?:[^\d.,-]\D*?)?)(\d{1,4})(억|億|亿|tỷ|tỉ|miliard[aio]|miliar|milyar|milmillones|milyon|millió|millones|mill[oó]n|milh[oõ]es|milh[aã]o|milioni|milione|miliony|milionów|milion|millions?|millionen|crores?|cr|млрд|млн|mln|mio|juta|jt)\.?(?:de)?(?:and|und|y|e)?(\d{1,3}(?:[.,]?\d{3})?)(천만|千万|千萬|백만|百万|百萬|만|万|萬|ﾏﾝ|マン|triệu|tr|juta|jt|ribu|rb|milioni|milione|millones|mill[oó]n|bin|ezer|lakhs?|lacs?|млн|тыс|tys|tis|mila|mille|mil|thousand|tsd|천)?\.?(\D*)$',
  ['before', 'first', 'first_unit', 'second', 'second_unit', 'after']
);
-- After millions, mil are thousands. A Korean 9억 5천 is 9억 5천만: nobody adds thousands to hundreds of millions.
CREATE MACRO two_parts_unit(word) AS (CASE
  WHEN lower(word) = 'mil' THEN 1000
  WHEN word = '천' THEN 10000000
  WHEN word <> '' THEN times_of(word, '')
END);
-- Null where the second part is not below one of the first unit.
CREATE MACRO two_parts_number(first, first_unit, second, second_unit) AS (CASE
  WHEN try_cast(translate(second, '.,', '') AS DOUBLE) * two_parts_unit(second_unit) < two_parts_unit(first_unit)
    THEN try_cast(first AS DOUBLE) * two_parts_unit(first_unit) + try_cast(translate(second, '.,', '') AS DOUBLE) * two_parts_unit(second_unit)
END);
-- How a sign that can be either is meant in a shortened number, whatever the column shows: 1.125M and 1,25 mln are decimals,
-- lakhs and East Asian words group with commas, and Indonesian and Vietnamese millions with points. Null for thousands.
CREATE MACRO times_style(short, digits) AS (CASE
  WHEN short = '' THEN NULL
  WHEN regexp_matches(short, '(?i)^(k|tys|tis|bin|tkr|тыс|тис|т$|t$|e$|tsd|tausend|thousand|duizend|mila$|mille$|χιλ|ezer|אלף|ألف|الف)') THEN NULL
  WHEN regexp_matches(short, '(?i)^(lakh|lac|l$|cr|천만|千万|千萬|백만|百万|百萬|万|ﾏﾝ|マン|萬|만|億|亿|억)') THEN 'point'
  WHEN regexp_matches(short, '(?i)^(juta|jt|ribu|rb|triệu|trieu|tr$)') THEN 'comma'
  WHEN contains(digits, '.') THEN 'point'
  ELSE 'comma'
END);
-- The currency's sign or word, in upper case, without "per month" and marks such as "250.–"; '' if there is none.
CREATE MACRO sign_of(around) AS upper(regexp_replace(regexp_replace(
  around,
  '(?i)(/|por|per|pro|par|al|a|za|pe|na|в|на|ל)?(months?|monthly|calendarmonth|mt|mtl|mo|mth|mnd|monat|monatlich|mois|mensuels?|mes|mensual(?:es)?|mês|mensal|mese|mensil[ei]|maand|p\.?c\.?m|p[/.]?m|miesiąc|mies|mc|měsíc|měs|lună|luna|ay|aylık|月|월|เดือน|tháng|bulan|мес|месяц|міс|місяць|kk|kuukausi|hó|hónap|mj|mjesec|شهر|חודש|μήνα|cc|hc|k\.?k|kostenkoper|v\.?o\.?n|vb|vhb|fai|hai|ttc|ono)\.?$', ''
), '[.,:–—-]', '', 'g'));
-- Words around a price that leave it as it is: "Guide price £250,000", "SOLD $1,020,000", "ab 310.000 €", "85.000 EUR + TVA".
-- They are removed only where a sign of a currency, or nothing, is left. White space has been removed before. (A "mid $700k" is
-- more than 700,000.)
CREATE MACRO without_offer_words(before) AS regexp_replace(
  before,
  '(?i)^(?:(?:매매가?|guideprice|priceguide|buyersguide|guide|askingprice|asking|fixedprice|saleprice|soldprice|price|reducedto|reduced|soldfor|sold|now|low|auctionguide|auctionestimate|auction|undercontract|underoffer|(?:(?:best)?offers?|enquiries)(?:inexcessof|intheregionof|over|above|around|from)|inexcessof|over|oieo|oiro|poa|startingfrom|from|startingat|upto|circa|approx|about|aprox|env|environ|ca|ab|von|nur|vb|preis|kaufpreis|àpartirde|apartirde|prix|desde|precio|preço|da|apartireda|prezzo|vanaf|vraagprijs|prijs|slutpris|utgångspris|begärtpris|prisantydning|totalpris|kontantpris|pris|från|fra|od|cena|cenaod|dela|preț|pret|fiyat|desde|preu)[.:]?)+(\W|[A-Z]{1,3}\$|[A-Z]{3}$|(?:rs|rp|rm|fr|kr|kč|zł|tl)\.?$|$)', '\1'
);
CREATE MACRO without_tax_words(after) AS regexp_replace(
  after,
  '(?i)[(*,;+]?(zzgl|inkl|incl|excl|exkl|plus|più|plusz|mas|más|mais|hors|ht|ttc|net|netto|brutto|bruto|nettovendeur|netvendeur)?\.?(\+)?(\+|plus|gst|sold|guideprice|priceguide|guide|asking|askingprice|fixedprice|oieo|oiro|freehold|leasehold|auction|tva|iva|vat|mwst|ust|btw|kdv|dph|vat23%|vat8%|fai|hai|hni|haiincluses|honorairesinclus|negotiable|negociables?|zanemovitost|/-|négociable|negociabil|trattabili?|vb|vhb|ono|neg|nego|donegocjacji|pazarlıklı|\*)\)?[.*]*$', ''
);
-- Without what a price includes or not: "€ 1.450 p/m (incl.)", "1.150 €/mnd exclusief g/w/e", "950 € zzgl. NK", "800 € warm".
-- Other words stay, because they can say that it is that of a week or of a square metre.
CREATE MACRO without_costs(after) AS regexp_replace(
  -- 844 € CC /mois.
  regexp_replace(after, '(?i)[(,]?(?:[ch]\.?c\.?|chargescomprises|horscharges)\)?((?:/|par)mois)$', '\1'),
  '(?i)[(,]?(?:(?:in|ex)[ck]l(?:us[a-z]{2,4})?\.?|zzgl\.?|kalt(?:miete)?|warm(?:miete)?)(?:g/?w/?[el]|gas|water|electra|service(?:kosten)?|n(?:eben)?k(?:osten)?\.?|heizkosten|bills|utilities|charges|costs|kosten|spese)?\)?$|[(,+]?(?:[ch]\.?c\.?|chargescomprises|horscharges|spese(?:in|es)cluse)\)?$|\(?(?:\+|más|mas|plus|e|y)(?:gastos|condom[ií]nio|comunidad|spese|charges|nebenkosten|nk|bills|utilities|opłaty|media|servicekosten)\.?\)?$', ''
);
-- "per month" after a price: 950 €/mes, 1,200 pcm.
CREATE MACRO is_by_month(after) AS regexp_matches(
  after,
  '(?i)((/|por|per|pro|par|al|a|za|pe|na|в|на|ל)(months?|mt|mo|mth|mnd|monat|mois|mes|mês|mese|maand|miesiąc|mies|mc|měsíc|měs|lună|luna|ay|月|월|เดือน|tháng|bulan|мес|месяц|міс|місяць|kk|kuukausi|hó|hónap|mj|mjesec|شهر|חודש|μήνα)|calendarmonth|p\.?c\.?m|p[/.]?m|monthly|aylık|mtl|monatlich|mensuels?|mensual(es)?|mensal|mensil[ei])\.?$'
);
-- By the month, from a column of its own: monthly, pcm, al mes.
CREATE MACRO is_by_the_month(t) AS coalesce(regexp_matches(
  folded(replace(t, '_', ' ')),
  '^mon$|\b(mo|mth|p/m|months?|monthly|pcm|p\.c\.m|mes|meses|mensual(es)?|mensualmente|mensal|mois|mensuels?|mensuelles?|mese|mensil[ei]|monate?|monatlich|mtl|mnd|maand|maandelijks|miesiac|miesiecznie|mc|mesic|mesicne|luna|lunar|ay|aylik|manad|maned)\b|(^|[\s/])(мес|месяц|помесячно|ежемесячно|міс|місяць|щомісяця|μηνα|μηνιαια|월|月|每月|เดอน|thang|bulan|bulanan|شهريا?|شهر|חודשי|לחודש)($|[\s/.])'
), false);
-- By the day, the week or the year, from a column of its own: weekly, per night, por semana.
CREATE MACRO is_by_other_period(t) AS coalesce(regexp_matches(
  folded(replace(t, '_', ' ')),
  '^([wyd]|wee|ann|hur)$|\b(hours?|hourly|stunden?|heures?|horas?)\b|\b([2-9]|\d\d+) ?months?\b|\b(yrs?|wks?|p/w|p\.a|quarter\w*|fortnight\w*|bi-?weekly|trimestr\w*|semestr\w*|days?|daily|nights?|nightly|weeks?|weekly|pw|p\.w|pppw|years?|yearly|annum|annual(ly|e|i)?|annu[aio]|settimanal[ei]|pa|dias?|diari[oa]|noches?|semanas?|semanal|anos?|anual|jours?|nuits?|semaines?|hebdo\w*|annees?|tage?|nacht|nachte|woche|wochentlich|jahre?|jahrlich|giorn[oi]|notte|notti|settiman[ae]|ann[oi]|dag|dagen|jaar|jaarlijks|dzien|doba|tydzien|tygodniowo|rok|rocznie|noc|tyden|tydne|rocne|zi|noapte|saptamana|gun|gunluk|gecelik|hafta|haftalik|yil|yillik|setmana)\b|(^|[\s/])(сутки|день|посуточно|неделя|тиждень|доба|год|рік|일|주|년|日|周|年|每年|nam|tahun|tahunan|hari|harian|minggu|سنويا?|سنة|سنوي|يوميا?|يوم|اسبوعيا?|שנתי|לשנה|ללילה)($|[\s/.])'
), false);
-- The same after a price: 350 pw, 350 per week, 90/noche. Blanks are gone from what stands there.
CREATE MACRO is_by_other_period_after(after) AS
  regexp_matches(after, '(?i)/(w|wk|an|yr|y|n)\.?$')
  OR is_by_other_period(after || ' ' || regexp_replace(after, '(?i)^(/|por|per|pro|par|al|à|a|za|pe|na)', ''));
-- 1.48E6, as programs write large numbers.
CREATE MACRO scientific(t) AS (
  CASE WHEN regexp_full_match(t, '-?\d+(\.\d+)?[eE][+-]?\d+') THEN finite(try_cast(t AS DOUBLE)) END
);
-- Units of area with their size in m², from a column of their own or after a number: sqft, SQUARE_FEET, m², acres.
CREATE TABLE area_unit (word VARCHAR NOT NULL, square_metres VARCHAR NOT NULL);
-- The unit of an area without one in its cell; null when a column of units has another that is not known.
CREATE MACRO column_unit(area, unit, square_metres) AS (
  CASE WHEN area IS NULL THEN 0.09290304 WHEN unit IS NULL THEN 1 ELSE square_metres END
);
CREATE MACRO unit_word(t) AS regexp_replace(lower(t), '[\s\x{00a0}\x{202f}\x{200e}\x{200f}._-]', '', 'g');
CREATE MACRO unit_end(t) AS regexp_extract(t, '[^\d.,]\D*?[2²]?$');
-- Of an area in two units, as in 953 sq ft / 89 sq m, the one in square metres.
CREATE MACRO in_one_unit(t) AS (CASE
  WHEN regexp_matches(t, '(?i)\d\s*(sq\.?\s?f(ee|oo)?t|ft2|ft²|square f(ee|oo)t)') THEN
    coalesce(nullif(regexp_extract(t, '(?i)(\d[\d.,]*\s*(m2|m²|sqm|sq\.?\s?m\.?|sq\.? met(re|er)s?|square met(re|er)s?))(\W|$)', 1), ''), t)
  -- Super Built-up area 1350(125.42 sq.m.).
  WHEN regexp_matches(t, '(?i)area:?\s*\d[\d.,]*\s*\(') THEN regexp_replace(
    t, '(?i)^(?:(?:super )?(?:built|build)[- ]?up|super|carpet|covered|saleable)\s?area:?\s*\d[\d.,]*\s*\((\d[\d.,]*\s*sq\.?\s?m\.?)\)$', '\1'
  )
  -- 84㎡(25.7평) and 25.7坪（84㎡）.
  WHEN contains(t, '(') OR contains(t, '（') THEN regexp_replace(
    -- How it was measured: 70.5m²（壁芯）.
    regexp_replace(t, '\s*[(（](?:壁芯|壁心|内法|登記|実測|公簿)[)）]$', ''), '(?i)^(\d[\d.,\s]*(?:㎡|m2|m²|평|坪))\s*[(（]\s*[약約]?\s*\d[\d.,]*\s*(?:㎡|m2|m²|평|坪)\s*[)）]$', '\1'
  )
  ELSE t
END);
-- Of 52,3/30/9, as Russians write a home's area, that of its rooms and that of its kitchen, the first: no other is as large as
-- the other two together.
CREATE MACRO with_rooms(t) AS regexp_extract(
  t, '^(\d{2,3}(?:[.,]\d{1,2})?)\s?/\s?(\d{1,3}(?:[.,]\d{1,2})?|[-–—])\s?/\s?(\d{1,2}(?:[.,]\d{1,2})?|[-–—])(\s?(?:м2|м²|кв\.?\s?м\.?|m2|m²))?$',
  ['total', 'rooms', 'kitchen', 'unit']
);
CREATE MACRO without_rooms(t) AS (CASE WHEN regexp_matches(t, '/.*/') THEN list_transform(
  [with_rooms(t)],
  lambda p: CASE WHEN p.total <> '' AND part_of(p.total) >= part_of(p.rooms) + part_of(p.kitchen) THEN p.total || p.unit ELSE t END
)[1] ELSE t END);
-- Of an area with those of other things, as in "120 m² + terrace 20" and "180 m² / działka 800 m²", its own.
-- In 65 + 20 m², as Swedish portals write it, the second number is that of cellars and the like.
CREATE MACRO with_cellar(t) AS regexp_extract(t, '(?i)^(\d{2,3}(?:[.,]\d{1,2})?)\s?\+\s?\d{1,3}(?:[.,]\d{1,2})?(\s?(?:m2|m²|kvm))$', ['own', 'unit']);
CREATE MACRO without_extras(t) AS coalesce(nullif(with_cellar(t).own || with_cellar(t).unit, ''), nullif(regexp_extract(
  t,
  '(?i)^(\d[\d.,\s]*(?:m2|m²|sqm|sq\.?\s?m\.?|mq|qm|mp|м2|м²|sq\.?\s?ft\.?|ft2|ft²)?)\s*(?:\+|[/;,]\s.*\d|[/;,]\s(?:.*\s)?)(?:.*[\s\d(²2])?(?:terra[sczç]|terrain|terren|teren|teras|taras|balc|balk|loggia|garten|garden|jard|giardin|tuin|ogród|zahrad|bahçe|patio|pátio|yard|parking|garag|garaż|stellplatz|carport|cellar|keller|cantina|sklep|piwnic|trastero|storage|działk|pozem|grund|land|plot|parcela).*$',
  1
), ''), t);
-- Without how it was measured: 85 m² útiles, 120 m² Wohnfläche, 1,250 sq ft living, Carpet Area: 900 sq.ft.
CREATE MACRO without_measure(t) AS regexp_replace(
  CASE WHEN t >= 'A' THEN regexp_replace(
    t,
    '(?i)^(?:(?:super )?(?:built|build)[- ]?up(?: area)?|super area|carpet(?: area)?|covered area|saleable area|(?:total |gross |net )?(?:internal |living |floor )area|superficie(?: (?:[uú]til|construida|total|habitable))?|[aá]rea (?:[uú]til|construida|constru[ií]da|privativa)|surface(?: habitable)?|wohnfl(?:ä|ae)che|woonoppervlakte|superficie (?:commerciale|calpestabile)|powierzchnia(?: użytkowa)?)\s*:?\s*(\d[\d.,\s]*\s*(?:m2|m²|sqm|sq\.?\s?m\.?|mq|qm|sq\.?[\s-]?ft\.?|sqft|ft2|ft²|sq\.?[\s-]?yards?|sq\.?\s?yds?))\.?$',
    '\1'
  ) ELSE t END,
  '(?i)^(\d[\d.,\s\x{00a0}\x{202f}]*(?:m2|m²|sqm|sq\.?\s?m\.?|mq|qm|mp|м2|м²|кв\.?\s?м\.?|τ\.?μ\.?|sq\.?\s?ft\.?|sqft|ft2|ft²|sf))\s+\(?(?:[uú]tile?s?|[uú]teis|utili|construid[oa]s?|constru[ií]d[oa]s?|const\.?|habitables?|(?:loi )?carrez|env\.?|environ|wohnfl(?:ä|ae)che|nutzfl(?:ä|ae)che|wfl\.?|n?etto|neto|net|brutt?o|brüt|gross|living(?: area)?|internal|interior|est\.?|approx\.?|calpestabili|commerciali|boarea|woonoppervlakte|użytkowej|użytkowe|(?:super )?built[- ]?up(?: area)?|carpet(?: area)?|super area)\)?$',
  '\1'
);
-- Of an area in several units, or in a fraction of one, a single number: 2 rai 1 ngan, 1-2-50 ไร่ (rai, ngan and square
-- wah), 1/2 acre, 1½ acres. (The decimals of thirds and eighths could group thousands, so those of acres are read as square
-- metres, and others are not read.)
CREATE MACRO thai_parts(t) AS regexp_extract(
  t,
  '(?i)^(\d{1,4})(?:\s*(?:rai|ไร่)\.?,?\s*(?:([0-3])\s*(?:ngan|งาน)\.?,?\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:sq\.?\s?wah|square wah|ตร\.?\s?ว\.?|ตารางวา|wah)\.?)?|-([0-3])-(\d{1,2}(?:\.\d+)?)\s*(?:rai|ไร่))$',
  ['rai', 'ngan', 'wah', 'second', 'third']
);
CREATE MACRO square_metres_in(p) AS printf(
  '%.2f m2', 1600 * part_of(p.rai) + 400 * part_of(p.ngan || p.second) + 4 * part_of(p.wah || p.third)
);
CREATE MACRO fraction_parts(t) AS regexp_extract(
  translate(t, chr(160) || '⁄', ' /'), '^(?:(\d{1,3})\s*(?:\s|and\s))?(?:(\d)\s?/\s?(2|3|4|5|6|8|10))\s?(\pL.*)$', ['whole', 'over', 'under', 'unit']
);
-- Of land registers that count hectares, ares and square metres: 1 ha 20 a 35 ca.
CREATE MACRO ares_in(t) AS list_transform(
  [regexp_extract(
    t, '(?i)^(?:(\d{1,4})\s*ha\.?,?\s*)?(?:(\d{1,2})\s*a(?:res?)?\.?,?\s*)?(\d{1,2})\s*(?:ca|centiares?)\.?$', ['ha', 'a', 'ca']
  )],
  lambda p: CASE WHEN p.ha || p.a = '' THEN t ELSE printf('%.0f m2', 10000 * part_of(p.ha) + 100 * part_of(p.a) + part_of(p.ca)) END
)[1];
CREATE MACRO in_decimals(t) AS (CASE
  WHEN regexp_matches(t, '(?i)\d\s*(?:ca|centiares?)\.?$') THEN ares_in(t)
  WHEN regexp_matches(t, '(?i)\d\s*(?:rai|ไร่)') THEN
    list_transform([thai_parts(t)], lambda p: CASE WHEN p.rai <> '' AND p.ngan || p.wah || p.second <> '' THEN square_metres_in(p) ELSE t END)[1]
  WHEN regexp_matches(t, '[/⁄½¼¾]') THEN list_transform(
    [fraction_parts(trim(replace(replace(replace(t, '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4')))],
    lambda p: CASE
      WHEN p.over = '' OR part_of(p.over) >= part_of(p.under) THEN t
      WHEN p.under NOT IN ('3', '6', '8') THEN printf('%.2f ', part_of(p.whole) + part_of(p.over) / part_of(p.under)) || p.unit
      WHEN regexp_full_match(p.unit, '(?i)ac(res?)?\.?')
        THEN printf('%.2f m2', 4046.8564224 * (part_of(p.whole) + part_of(p.over) / part_of(p.under)))
      ELSE t
    END
  )[1]
  ELSE t
END);
-- "ca. 85 m²" is read as 85 m².
CREATE MACRO without_about(t) AS
  regexp_replace(t, '(?i)^(ca|cca|circa|approx|approximately|about|aprox|env|environ|around|ok|około|cirka|yaklaşık|±|~|≈)\.?\s*(\d)', '\2');

CREATE MACRO could_be_either(d) AS regexp_full_match(d, '-?[1-9]\d{0,2}[.,]\d{3}');
-- 85.5, 1,250.00, 1,250,000 and the Indian 12,50,000.
CREATE MACRO shows_point(d) AS (NOT could_be_either(d) AND regexp_full_match(
  d, '-?(\d+\.\d+|\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,}|\d{1,2}(,\d{2})+,\d{3}(\.\d+)?)'
));
-- 85,5, 1.250,00 and 1.250.000.
CREATE MACRO shows_comma(d) AS (NOT could_be_either(d) AND regexp_full_match(
  d, '-?(\d+,\d+|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})'
));
-- Certainly three decimals or more: 1250.000, 1,250.000, 85.2503.
CREATE MACRO has_thousandths(d) AS
  regexp_matches(d, '^-?(0|\d{4,})[.,]\d{3,}$|^-?\d+[.,]\d{4,}$|,.*\.\d{3,}$|\..*,\d{3,}$');
CREATE MACRO with_point(d) AS try_cast(replace(d, ',', '') AS DOUBLE);
CREATE MACRO with_comma(d) AS try_cast(replace(replace(d, '.', ''), ',', '.') AS DOUBLE);
-- `style` is what the column shows; it matters only for numbers such as 1.250. The result can be infinite.
CREATE MACRO number_of(d, style) AS (CASE
  WHEN NOT contains(d, '.') AND NOT contains(d, ',') THEN try_cast(d AS DOUBLE)
  -- A single point that cannot group thousands.
  WHEN NOT contains(d, ',') AND strlen(d) - strpos(d, '.') <> 3 AND NOT contains(d[strpos(d, '.') + 1:], '.')
    THEN try_cast(d AS DOUBLE)
  WHEN could_be_either(d) THEN CASE style WHEN 'point' THEN with_point(d) WHEN 'comma' THEN with_comma(d) END
  WHEN shows_point(d) THEN with_point(d)
  WHEN shows_comma(d) THEN with_comma(d)
END);

-- The middle of a range whose ends are not more than a half apart; `high_text` is null for a single number.
CREATE MACRO middle_of(low, high, high_text) AS (CASE
  WHEN high_text IS NULL THEN low
  WHEN high >= low AND high <= 1.5 * low THEN (low + high) / 2
END);

-- 2026.0, as programs write whole numbers in columns with gaps.
CREATE MACRO without_zero(t) AS regexp_replace(t, '\.0$', '');
-- A date from its parts, as 2026-9-3 or 3 September 2026; a year and a month without a day are a month.
CREATE MACRO date_of_parts(y, m, d) AS (CASE
  WHEN regexp_full_match(m, '\d{1,2}(\.0)?') THEN concat_ws('-', without_zero(y), without_zero(m), without_zero(d))
  ELSE concat_ws(' ', without_zero(d), m, without_zero(y))
END);
-- Q1 2025, from a year and a quarter in cells of their own: 1, Q1, 1T, 1st, II; as it is where the quarter has its year.
CREATE MACRO date_of_quarter(y, q) AS (CASE
  WHEN regexp_matches(q, '\d{4}') THEN q
  WHEN regexp_full_match(q, '(?i)I{1,3}|IV') THEN q || ' quarter ' || without_zero(y)
  WHEN regexp_full_match(q, '\D{0,8}[1-4](\.0)?\D{0,10}') THEN 'Q' || regexp_extract(q, '[1-4]') || ' ' || without_zero(y)
  ELSE concat_ws(' ', q || ' quarter', without_zero(y))
END);
-- 2025-W07, in the same way.
CREATE MACRO date_of_week(y, w) AS (CASE
  WHEN regexp_matches(w, '\d{4}') THEN w
  WHEN regexp_full_match(w, '\D{0,8}\d{1,2}(\.0)?') THEN without_zero(y) || '-W' || lpad(regexp_extract(w, '\d{1,2}'), 2, '0')
  ELSE concat_ws(' ', w, without_zero(y))
END);
-- The day of a month such as 202408, from a cell of its own; the month where that has none.
CREATE MACRO day_of_month(month, d) AS (CASE
  WHEN regexp_full_match(month, '\d{6}') AND try_strptime(month || lpad(without_zero(d), 2, '0'), '%Y%m%d') IS NOT NULL
    THEN month || lpad(without_zero(d), 2, '0')
  ELSE month
END);
-- A year of the Buddhist era from 2440 (1897) to 2639, four digits of a date; '' if there is none.
CREATE MACRO buddhist_year(t) AS regexp_extract(t, '(?:^|\D)(2(?:4[4-9]|5\d|6[0-3])\d)(?:\D|$)', 1);
-- Its last two digits at the end of a date, from 2557 (2014) to 2575, as in 3/9/69 and 3 ก.ย. 69.
CREATE MACRO short_buddhist_year(t) AS regexp_extract(
  t, '^(?:\d{1,2}[/.-] ?\d{1,2}[/.-] ?|\d{1,2}[ -][^\d,]+[ -])(5[7-9]|6\d|7[0-5])(?:[T ,].*)?$', 1
);
-- The common year of one in an East Asian era. Without an era, a year of three digits is
-- one of Taiwan; one of two could be any.
CREATE MACRO year_of_era_number(era, y) AS (CASE
  WHEN era IN ('民國', '民国') OR era = '' AND length(y) = 3 THEN (try_cast(y AS INTEGER) + 1911)::VARCHAR
  WHEN era = '令和' THEN (try_cast(y AS INTEGER) + 2018)::VARCHAR
  WHEN era = '平成' THEN (try_cast(y AS INTEGER) + 1988)::VARCHAR
  WHEN length(y) = 4 THEN y
END);
-- The first year of an era has a word of its own.
CREATE MACRO year_of_era(era, y) AS (CASE
  WHEN y = '元' THEN CASE WHEN era <> '' THEN year_of_era_number(era, '1') END
  ELSE year_of_era_number(era, y)
END);
CREATE MACRO full_year(y) AS (CASE WHEN length(y) > 2 THEN y WHEN y < '70' THEN '20' || y ELSE '19' || y END);
CREATE MACRO day_from(y, m, d) AS try_strptime(full_year(y) || '-' || m || '-' || d, '%Y-%m-%d')::DATE;
-- "Added on 03/10/2026" and "Reduced: 3 October 2026" are the day on which a home was offered at its price.
CREATE MACRO without_event(t) AS regexp_replace(
  t,
  '(?i)^(?:added|reduced|listed|posted|published|advertised|sold|online|publicado|publicada|publié|publiée|mise en ligne|mis en ligne|ajouté|ajoutée|eingestellt|inseriert|verkauft|pubblicato|inserito|geplaatst|aangeboden|dodano|opublikowano|vloženo|publicat|anunciado)(?:\s+(?:on|since|at|el|le|em|il|am|seit|op|sinds|dnia|dne|la|in data))?\s*:?\s+(\S*\d.*)$', '\1'
);
-- With the whole year of Sep 1, '26 and of 1 Sep '26.
CREATE MACRO with_whole_year(t) AS regexp_replace(t, '^(\D*\pL\D*\d{0,2}|\d{1,2}\D*\pL\D*?)[ ,]+[''’]([0-6]\d)$', '\1 20\2');
-- "3/10/2026 (updated 5/10/2026)": a later change is not the day of the offer.
CREATE MACRO without_change(t) AS regexp_replace(
  t, '(?i)(\d)[\s,;|(–-]+(?:last )?(?:updated|reduced|modified|edited|actualizad[oa]|atualizad[oa]|modificad[oa]|aktualisiert|aggiornat[oa]|bijgewerkt|mis à jour|mise à jour)\b.*$', '\1'
);
-- "01.09.2026 - 03.10.2026": what follows the first day is not its time.
CREATE MACRO is_span_of_days(t) AS
  regexp_matches(
    t,
    '^(?:\d{1,2}\. ?\d{1,2}\. ?\d{4}|\d{4}\. ?\d{1,2}\. ?\d{1,2}\.?|\S*[\d日일])[T ,](?:.*[^\d.])?(?:(?:19|20)\d\d(?:[/-]|\. ?)\d{1,2}(?:[/-]|\. ?)\d|\d{1,2}[/.-] ?\d{1,2}[/.-] ?(?:19|20)\d\d|(?:19|20)\d\d ?[年년])'
  )
  -- Without the year of the second: 13.09.2026 bis 14.10., which without a word or its last point could be a time.
  OR regexp_matches(t, '(?i)(?:19|20)\d\d\.?\s+(?:bis|to|until|till|al?|au|do|hasta|até|tot|t/m)\s+\d{1,2}[./-] ?\d{1,2}\.?$|(?:19|20)\d\d\.?\s*[–—-]\s*\d{1,2}\. ?\d{1,2}\.$')
  OR regexp_matches(t, '^\d{1,2}[/.-]\d{1,2}[/.-]\d\d [^\d:]*\d{1,2}[/.-]\d{1,2}[/.-]\d\d$')
  -- Days with the names of months have a time before a second one: 3 Sep 2026 10:00 - 4 Oct 2026 10:00.
  OR regexp_matches(t, '\d:\d.* (?:\d{1,2}[ -][^\s\d.,-]{3,}\.?|[^\s\d.,-]{3,}\.? \d{1,2},?)[ -](?:19|20)\d\d');
-- "3 days ago", "yesterday": nothing says from which day they count.
CREATE MACRO is_relative_day(t) AS regexp_matches(
  folded(t),
  '\b(ago|yesterday|today|just now|last (week|month)|hace|hoy|ayer|il y a|hier|aujourd.?hui|vor|heute|gestern|fa|oggi|ieri|geleden|vandaag|gisteren|temu|dzis|dzisiaj|wczoraj|pred|dnes|vcera|acum|astazi|ha|hoje|ontem|once|bugun|dun|sedan|siden|idag|i dag|igar|i gar|i gaar)\b|назад|сегодня|вчера|сьогодні|вчора|今日|昨日|昨天|今天|어제|오늘|[日天月周週時]前|[일주달] ?전'
);
-- Of a year with decimals, the month in which it lies: 2013.0 is January, 2013.083 February and 2013.5 July. Decimals are rounded.
CREATE MACRO month_of_decimal(fraction) AS least(12, 1 + floor(
  12 * try_cast('0.' || fraction AS DOUBLE) + CASE WHEN length(fraction) < 3 THEN 0.06 ELSE 0.006 END
))::INTEGER;
-- 18-03-05, 18/03/05 and 18.03.05, with two digits each.
CREATE MACRO is_short(t) AS regexp_full_match(t, '\d{2}[/.-]\d{2}[/.-]\d{2}([T ,].*)?');
-- A day of a week of ISO 8601; null for the 53rd of a year that has 52.
CREATE MACRO day_of_week(y, w, d) AS list_transform(
  [try_strptime(concat_ws('-', y, w, d), '%G-%V-%u')::DATE], lambda day: CASE WHEN isoyear(day) = y::INTEGER THEN day END
)[1];
-- Days of the Persian and the Islamic calendar, as days of the common one.
CREATE TABLE converted_date (cell VARCHAR NOT NULL, day VARCHAR NOT NULL);
-- A year of either, from 1300 to 1499.
CREATE MACRO has_other_year(t) AS regexp_matches(t, '(?:^|\D)1[34]\d\d(?:\D|$)|^1[34]\d{6}$');
-- The number of a month, as text, from its name in any language.
CREATE TABLE month_word (word VARCHAR NOT NULL, month VARCHAR NOT NULL);
CREATE MACRO roman_month(name) AS nullif(
  list_position(['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'], lower(name)), 0
)::VARCHAR;
-- Two numbers of a date, one the day and one the month.
CREATE MACRO shows_day_first(a, b) AS (a > 12 AND b <= 12);
CREATE MACRO shows_month_first(a, b) AS (b > 12 AND a <= 12);
CREATE MACRO either_first(a, b) AS (a <= 12 AND b <= 12 AND a <> b);

-- Zero in some programs, and the beginning of their calendars: not a day on which a home was offered.
CREATE MACRO is_zero_day(day) AS list_contains(
  [DATE '1900-01-01', DATE '1901-01-01', DATE '1904-01-01', DATE '1970-01-01'], day
);
-- A price whose column counts thousands or more, with the word that says so ('k'), unless the cell has its own.
CREATE MACRO scaled_price(t, scale) AS (CASE
  WHEN times_word(without_blanks(regexp_extract(t, '\D*$'))) <> '' THEN t
  ELSE regexp_replace(t, '(\d)(\D*)$', '\1' || scale || '\2')
END);
-- What a price counts, from a column beside it: 500 and 万元, 1.2 and Cr. (A bare m can be a month.)
CREATE MACRO is_scale(t) AS coalesce(regexp_full_match(
  t, '(?i)(?:[万萬만億亿억]|百万|百萬|천만)[元円圆원]?|lakhs?|lacs?|crores?|crs?|thousands?|millions?|billions?|mln|mio|tys|tsd|tỷ|triệu|млн|тыс'
), false);
-- Numbers that people write where a form wants a price. (9,999,999 is asked for some homes, and 8,888,888 is lucky.)
CREATE MACRO is_no_price(price) AS price < 2 OR list_contains([
  123456, 1111111, 11111111, 111111111, 1111111111, 99999999, 999999999, 9999999999,
  1234567, 12345678, 123456789, 1234567890, 987654321
]::DOUBLE[], price);
-- 4.5 and 3½ rooms, as the Swiss count.
CREATE MACRO has_half_room(t) AS coalesce(regexp_matches(t, '^\d{1,2}([.,]5(\D|$)| ?½| 1/2)'), false);
-- From a column of what a price is for: EUR/m², per sqft.
CREATE MACRO is_by_area(t) AS coalesce(regexp_matches(
  folded(replace(t, '_', ' ')), '^ps[fm]$|(/|\b(per|pro|por|par|al|za)) ?(m2|m²|mq|qm|kvm|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft2|metro|metre|meter|quadratmeter|acre|ha)\b'
) OR regexp_matches(folded(t), '/ ?m²'), false);

-- What the different texts of a field's cells mean; texts without a meaning are left out.
CREATE TABLE listing_word (field VARCHAR NOT NULL, word VARCHAR NOT NULL, value VARCHAR NOT NULL);
CREATE TABLE currency_word (word VARCHAR NOT NULL, currency VARCHAR NOT NULL);
CREATE TABLE country_currency (country VARCHAR NOT NULL, currency VARCHAR NOT NULL);
-- Currencies with exchange rates, and the last day (such as 2022-12-30) of those that ended.
CREATE TABLE known_currency (currency VARCHAR NOT NULL, ended VARCHAR);
CREATE MACRO currencies_in_both(a, b) AS array_to_string(list_intersect(string_split(a, ','), string_split(b, ',')), ',');
CREATE TABLE swapped (n BIGINT NOT NULL);
-- Rows whose coordinates were metres of Web Mercator.
CREATE TABLE converted (n BIGINT NOT NULL);
CREATE TABLE located (n BIGINT NOT NULL, cell BIGINT NOT NULL);
CREATE TABLE coarse_country (coarse BIGINT NOT NULL, country VARCHAR NOT NULL);
-- Cells at resolution 6 near borders, and the country of those of resolution 8 in them: of the nearest town, and of the
-- nearest town in a country with a currency.
CREATE TABLE border (coarse BIGINT NOT NULL);
CREATE TABLE border_country (cell BIGINT NOT NULL, currency VARCHAR, country VARCHAR NOT NULL);
-- Cells at resolution 6 that cannot lie in the country of their rows.
CREATE TABLE misplaced (coarse BIGINT NOT NULL, country VARCHAR NOT NULL);
CREATE TABLE held (n BIGINT NOT NULL);
-- Rows that a preset does not read as listings: with a reason, or without one where another row of the same sale is read.
CREATE TABLE set_aside (n BIGINT NOT NULL, reason VARCHAR);
-- What a preset adds to the report.
CREATE TABLE note (text VARCHAR NOT NULL);
