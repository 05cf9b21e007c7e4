-- Areas and their units.

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
