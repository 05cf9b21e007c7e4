-- Typed columns of every readable row, and the first reason in its own cells to reject it.
-- `cells` has one text column per field, null when unknown (present() has been applied).
CREATE TABLE parsed AS
WITH meaning AS (
  SELECT word, string_agg(currency, ',' ORDER BY currency) AS currencies FROM currency_word GROUP BY word
), repeated AS (
  -- Almost all contents are different, and numbering all rows would take as long as everything else. Numbers are grouped
  -- in half the time that texts take, and contents whose numbers are equal by chance are told apart by the numbering.
  SELECT n, row_number() OVER (PARTITION BY content ORDER BY n) AS occurrence
  FROM cells WHERE hash(content) IN (SELECT hash(content) FROM cells GROUP BY ALL HAVING count(*) > 1)
), styled AS (
  SELECT
    *,
    CASE WHEN field = 'price' THEN coalesce(own_style, $price_style) ELSE $area_style END AS style,
    CASE WHEN field = 'price' THEN coalesce(own_high_style, $price_style) ELSE $area_style END AS high_style
  FROM amount
), ends AS (
  -- Columns of their own, because planning an expression again wherever it is used takes longer than a small file.
  SELECT *, number_of(digits, style) AS low_number, number_of(high, high_style) AS high_number FROM styled
), scaled AS (
  SELECT
    *, coalesce(exact, finite(low_number)) * factor AS low_end, finite(high_number) * high_factor AS high_end,
    -- €265,000 beside 250.000,00 € is no 265: prices have no three decimals, unless others of the column certainly have.
    NOT $price_has_thousandths AND factor = 1 AND coalesce(could_be_either(digits), false) AND own_style IS NULL
      AND contains(digits, CASE style WHEN 'point' THEN '.' WHEN 'comma' THEN ',' END) AS is_thousandth
  FROM ends
), area_form AS (
  -- Whether the areas have three decimals: some certainly have, or most that can have them are too large to be without.
  SELECT coalesce(bool_or(has_thousandths(digits)), false)
    OR coalesce(sum(rows) FILTER (could_be_either(digits) AND low_end >= 10), 0) > coalesce(sum(rows) FILTER (could_be_either(digits) AND low_end < 10), 0) AS has_thousandths
  FROM scaled WHERE field = 'area'
), price_amount AS (
  SELECT
    text, currencies, is_by_month, is_by_other_period, is_in_m,
    high IS NOT NULL AS is_range,
    could_be_either(digits) AND own_style IS NULL AND ($price_style = 'mixed' OR is_thousandth) AS is_ambiguous,
    CASE WHEN is_thousandth THEN NULL WHEN sign = '' OR currencies IS NOT NULL THEN middle_of(low_end, high_end, high) END AS number
  FROM scaled LEFT JOIN meaning ON word = sign
  WHERE field = 'price'
), area_amount AS (
  SELECT
    text, column_unit, own_unit IS NOT NULL AS has_unit, high IS NOT NULL AS is_range,
    -- 1.250 sq ft beside 90.5 m² is no tenth of a square metre.
    NOT has_thousandths AND coalesce(could_be_either(digits) AND low_end < 5, false) AS is_ambiguous,
    CASE WHEN NOT is_ambiguous THEN middle_of(low_end, high_end, high) END AS number
  FROM scaled, area_form WHERE field = 'area'
), split AS (
  SELECT
    *,
    coalesce(area, area_sqft) AS area_text,
    column_unit(area, area_unit, try_cast(area_unit.square_metres AS DOUBLE)) AS column_unit,
    CASE WHEN $macrozone_is_split THEN list_transform(string_split(macrozone, $separator), lambda part: present(part)) END
      AS macro_parts,
    CASE WHEN $microzone_is_split THEN list_transform(string_split(microzone, $separator), lambda part: present(part)) END
      AS micro_parts
  FROM cells LEFT JOIN area_unit ON word = unit_word(cells.area_unit)
), typed AS (
  SELECT
    n,
    content,
    coalesce(repeated.occurrence, 1) AS occurrence,
    split.price AS price_text,
    coalesce(price_amount.is_range, false) AS price_is_range,
    coalesce(area_amount.is_range, false) AS area_is_range,
    coalesce(area_amount.is_ambiguous, false) AS area_is_ambiguous,
    CASE WHEN price_amount.text IS NULL THEN try_cast(split.price AS DOUBLE) ELSE price_amount.number END AS price,
    coalesce(price_amount.is_ambiguous, false) AS price_is_ambiguous,
    is_by_other_period(split.price_period) AS is_by_other_period,
    is_by_area(split.price_period) AS is_by_area,
    coalesce(price_amount.is_by_other_period, false) AS says_other_period,
    split.currency AS currency_text,
    code.currencies AS code_currencies,
    price_amount.currencies AS sign_currencies,
    area_text IS NOT NULL AS has_area,
    CASE
      WHEN area_amount.text IS NOT NULL THEN area_amount.number
      ELSE try_cast(area_text AS DOUBLE) * split.column_unit * $bare_unit
    END AS area,
    area_text IS NOT NULL AND NOT coalesce(area_amount.has_unit, false) AS area_is_bare,
    split.rooms AS rooms_text,
    try_cast(room.value AS INTEGER) AS rooms,
    split.lat AS lat_text,
    split.lng AS lng_text,
    split.point IS NOT NULL AS has_point,
    CASE WHEN split.lat IS NULL THEN is_shape(split.point) END AS is_shape,
    CASE WHEN split.lat IS NULL THEN is_point_of_grid(split.point) END AS is_of_grid,
    degrees_of(split.lat) AS lat,
    degrees_of(split.lng) AS lng,
    coalesce(split.date, $date) AS date_text,
    CASE
      WHEN 'share' IN (by_type.value, broad_offer.value) THEN 'share'
      WHEN offer.value IS NOT NULL THEN offer.value
      WHEN split.ad_sub_type IS NULL THEN coalesce($given_offer, by_type.value, broad_offer.value, CASE WHEN is_yes(split.is_rent) OR price_amount.is_by_month OR is_by_the_month(split.price_period) THEN 'rent' ELSE $ad_sub_type END)
    END AS ad_sub_type,
    coalesce(price_amount.is_by_month, false) AS is_by_month,
    coalesce(price_amount.is_in_m, false) AS is_in_m,
    coalesce(kind.value, broad_type.value, CASE WHEN split.property_type IS NULL THEN $property_type ELSE 'other' END) AS base_type,
    is_yes(split.is_studio) AS is_studio,
    is_yes(split.is_duplex) AS is_duplex,
    is_yes(split.is_penthouse) AS is_penthouse,
    coalesce(land.value, $country) AS country,
    split.country IS NOT NULL AND land.value IS NULL AS country_is_unknown,
    -- The parts of a cell go from its own level outward, and are null for a cell that is not split; a separate column for
    -- a level takes precedence.
    coalesce(split.region, macro_parts[4], micro_parts[5]) AS region,
    coalesce(split.province, macro_parts[3], micro_parts[4]) AS province,
    coalesce(split.city, macro_parts[2], micro_parts[3]) AS city,
    coalesce(CASE WHEN macro_parts IS NULL THEN split.macrozone END, macro_parts[1], micro_parts[2]) AS macrozone,
    CASE WHEN micro_parts IS NULL THEN split.microzone ELSE micro_parts[1] END AS microzone
  FROM split
  LEFT JOIN repeated USING (n)
  LEFT JOIN price_amount ON price_amount.text = split.price
  LEFT JOIN area_amount ON area_amount.text = area_text AND area_amount.column_unit IS NOT DISTINCT FROM split.column_unit
  LEFT JOIN listing_word offer ON offer.field = 'ad_sub_type' AND offer.word = split.ad_sub_type
  LEFT JOIN listing_word by_type ON by_type.field = 'offer_of_type' AND by_type.word = split.property_type
  LEFT JOIN listing_word broad_offer ON broad_offer.field = 'broad_offer' AND broad_offer.word = split.is_rent
  LEFT JOIN listing_word broad_type ON broad_type.field = 'broad_type' AND broad_type.word = split.is_rent
  LEFT JOIN listing_word kind ON kind.field = 'property_type' AND kind.word = split.property_type
  LEFT JOIN listing_word room ON room.field = 'rooms' AND room.word = split.rooms
  LEFT JOIN listing_word land ON land.field = 'country' AND land.word = split.country
  LEFT JOIN meaning code ON code.word = upper(split.currency)
), dated AS (
  SELECT
    typed.*, date_day.day AS listed_on, date_day.is_ambiguous AS date_is_ambiguous,
    -- The currencies that the row itself allows, as EUR or ARS,USD; null when it names none.
    CASE
      WHEN code_currencies <> sign_currencies THEN currencies_in_both(code_currencies, sign_currencies)
      ELSE coalesce(code_currencies, sign_currencies)
    END AS currencies
  FROM typed LEFT JOIN date_day ON date_day.text = date_text
)
SELECT
  n,
  -- A file without dates can have the same rows every month, so the given date is part of a row's identity.
  md5(content || '#' || occurrence || CASE WHEN $date_is_given THEN '@' || listed_on ELSE '' END) AS key,
  price, is_in_m, lat, lng, listed_on, ad_sub_type, country, currencies,
  region, province, city, macrozone, microzone,
  CASE WHEN area > 0 AND area >= coalesce($min_area, area) AND area <= coalesce($max_area, area) THEN area END AS area,
  CASE
    WHEN base_type <> 'apartment' THEN base_type
    WHEN is_studio THEN 'studio'
    WHEN is_duplex THEN 'duplex'
    WHEN is_penthouse THEN 'penthouse'
    ELSE base_type
  END AS property_type,
  CASE WHEN rooms BETWEEN 0 AND 100 THEN rooms::TINYINT END AS rooms,
  CASE
    WHEN NOT has_area THEN NULL
    WHEN area_is_ambiguous THEN 'area such as 1.250, in thousands or with decimals, treated as unknown'
    WHEN area IS NULL AND area_is_range THEN 'area is a wide range, treated as unknown'
    WHEN area IS NULL THEN 'unreadable area, treated as unknown'
    WHEN area <= 0 THEN 'area not above 0, treated as unknown'
    WHEN area < coalesce($min_area, area) OR area > coalesce($max_area, area) THEN 'area outside the given bounds, treated as unknown'
    WHEN area_is_range THEN 'area is a range, read as its middle'
    WHEN area_is_bare AND $bare_unit <> 1 THEN 'area without a unit, read in that of the others'
  END AS area_repair,
  CASE WHEN price_is_range THEN 'price is a range, read as its middle' END AS price_repair,
  CASE WHEN country_is_unknown THEN 'unreadable country, treated as unknown' END AS country_repair,
  CASE
    WHEN rooms_text IS NOT NULL AND (rooms IS NULL OR rooms > 100) THEN 'unreadable rooms, treated as unknown'
    WHEN has_half_room(rooms_text) THEN 'half a room, not counted'
  END AS rooms_repair,
  false AS is_respelled,
  CASE
    WHEN price_text IS NULL THEN 'no price'
    WHEN price IS NULL AND price_is_ambiguous THEN 'ambiguous price'
    WHEN price IS NULL AND price_is_range THEN 'price is a wide range'
    WHEN price IS NULL AND says_other_period THEN 'price by another period than the month'
    WHEN price IS NULL AND is_by_area(price_text) THEN 'price of a unit of area, not of the home'
    -- Price on application, Auction, trattativa riservata.
    WHEN price IS NULL AND NOT regexp_matches(price_text, '\d') THEN 'price without a number, as on request'
    WHEN price IS NULL THEN 'unreadable price'
    WHEN price <= 0 THEN 'price not above 0'
    WHEN is_no_price(price) THEN 'price that people write for none'
    WHEN is_shape THEN 'area or line in place of a point'
    WHEN is_of_grid THEN 'coordinates in metres of a grid, as the SRID of their points says'
    WHEN (lat_text IS NULL OR lng_text IS NULL) AND has_point THEN 'unreadable coordinates'
    WHEN lat_text IS NULL OR lng_text IS NULL THEN 'no coordinates'
    WHEN lat IS NULL OR lng IS NULL THEN 'unreadable coordinates'
    WHEN lat = 0 AND lng = 0 THEN 'coordinates 0,0'
    WHEN date_text IS NULL THEN 'no date'
    WHEN listed_on IS NULL AND is_relative_day(date_text) THEN 'date counted from a day that the file does not name'
    -- The order of day and month in such a date is doubtful only where a program may have converted it.
    WHEN date_is_ambiguous AND regexp_matches(date_text, '^\d{4}-')
      THEN 'date whose day and month a program may have exchanged: if none has, give --date-order dmy'
    WHEN date_is_ambiguous THEN 'ambiguous date'
    WHEN listed_on IS NULL AND has_other_year(date_text) THEN 'date that could be of the Persian or the Islamic calendar'
    -- 26-Sep is what spreadsheets show of a day of any year, and make of a month of 2026.
    WHEN listed_on IS NULL AND regexp_full_match(date_text, '\d{1,2}[ ./-]{1,2}\pL{3,}\.?|\pL{3,}\.?[ ./-]{1,2}\d{1,2}')
      THEN 'date without its year or its day: give the column a format that has both, and export it again'
    WHEN listed_on IS NULL THEN 'unreadable date'
    WHEN is_zero_day(listed_on) THEN 'date that programs write for none'
    WHEN ad_sub_type IS NULL THEN 'unknown ad_sub_type'
    WHEN is_by_month AND ad_sub_type = 'buy' THEN 'price by the month of a sale'
    WHEN is_by_area THEN 'price of a unit of area, not of the home'
    WHEN is_by_other_period THEN 'price by another period than the month'
    WHEN ad_sub_type = 'short_let' THEN 'short let, not a rent by the month'
    WHEN ad_sub_type = 'deposit' THEN 'deposit in place of a rent, not a price'
    WHEN ad_sub_type = 'share' THEN 'price of a share of the home, not of the whole'
    WHEN currency_text IS NOT NULL AND code_currencies IS NULL THEN 'unknown currency'
    WHEN currencies = '' THEN 'price and currency column have different currencies'
  END AS reason
FROM dated
