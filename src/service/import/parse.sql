-- Typed columns of every readable row, and the first reason in its own cells to reject it.
-- `cells` has one text column per field, null when unknown (present() has been applied).
CREATE TABLE parsed AS
WITH meaning AS (
  SELECT word, list(currency ORDER BY currency) AS currencies FROM currency_word GROUP BY word
), repeated AS (
  -- Almost all contents are different, and numbering all rows would take as long as everything else.
  SELECT n, row_number() OVER (PARTITION BY content ORDER BY n) AS occurrence
  FROM cells SEMI JOIN (SELECT content FROM cells GROUP BY content HAVING count(*) > 1) USING (content)
), split AS (
  SELECT
    *,
    CASE WHEN $macrozone_is_split THEN string_split(macrozone, $separator) ELSE [macrozone] END AS macro_parts,
    CASE WHEN $microzone_is_split THEN string_split(microzone, $separator) ELSE [microzone] END AS micro_parts,
    coalesce(price_exact, number_of(price_digits, $price_style)) * price_times AS price_low,
    number_of(price_high, $price_style) * price_times AS price_upper,
    coalesce(area_exact, number_of(area_digits, $area_style)) * sqm AS area_low,
    number_of(area_high, $area_style) * sqm AS area_upper
  FROM cells JOIN amount USING (n)
), narrowed AS (
  SELECT
    *,
    middle_of(price_low, price_upper, price_high) AS price_number,
    middle_of(area_low, area_upper, area_high) AS area_number
  FROM split
), typed AS (
  SELECT
    n,
    content,
    coalesce(repeated.occurrence, 1) AS occurrence,
    narrowed.price AS price_text,
    price_high IS NOT NULL AS price_is_range,
    area_high IS NOT NULL AS area_is_range,
    CASE WHEN price_sign = '' OR sign.currencies IS NOT NULL THEN price_number END AS price,
    $price_style = 'mixed' AND could_be_either(price_digits) AS price_is_ambiguous,
    narrowed.currency AS currency_text,
    code.currencies AS code_currencies,
    sign.currencies AS sign_currencies,
    has_area,
    area_number AS area,
    narrowed.rooms AS rooms_text,
    try_cast(room.value AS INTEGER) AS rooms,
    narrowed.lat AS lat_text,
    narrowed.lng AS lng_text,
    degrees_of(narrowed.lat) AS lat,
    degrees_of(narrowed.lng) AS lng,
    coalesce(narrowed.date, $date) AS date_text,
    CASE
      WHEN offer.value IS NOT NULL THEN offer.value
      WHEN narrowed.ad_sub_type IS NULL THEN coalesce($given_offer, CASE WHEN is_by_month THEN 'rent' ELSE $ad_sub_type END)
    END AS ad_sub_type,
    is_by_month,
    coalesce(kind.value, CASE WHEN narrowed.property_type IS NULL THEN $property_type ELSE 'other' END) AS base_type,
    is_yes(narrowed.is_studio) AS is_studio,
    is_yes(narrowed.is_duplex) AS is_duplex,
    is_yes(narrowed.is_penthouse) AS is_penthouse,
    coalesce(land.value, $country) AS country,
    narrowed.country IS NOT NULL AND land.value IS NULL AS country_is_unknown,
    -- The parts of a cell go from its own level outward; a separate column for a level takes precedence.
    coalesce(narrowed.region, present(macro_parts[4]), present(micro_parts[5])) AS region,
    coalesce(narrowed.province, present(macro_parts[3]), present(micro_parts[4])) AS province,
    coalesce(narrowed.city, present(macro_parts[2]), present(micro_parts[3])) AS city,
    coalesce(present(macro_parts[1]), present(micro_parts[2])) AS macrozone,
    present(micro_parts[1]) AS microzone
  FROM narrowed
  LEFT JOIN repeated USING (n)
  LEFT JOIN listing_word offer ON offer.field = 'ad_sub_type' AND offer.word = narrowed.ad_sub_type
  LEFT JOIN listing_word kind ON kind.field = 'property_type' AND kind.word = narrowed.property_type
  LEFT JOIN listing_word room ON room.field = 'rooms' AND room.word = narrowed.rooms
  LEFT JOIN listing_word land ON land.field = 'country' AND land.word = narrowed.country
  LEFT JOIN meaning code ON code.word = upper(narrowed.currency)
  LEFT JOIN meaning sign ON sign.word = price_sign
), dated AS (
  SELECT
    typed.*, date_day.day AS listed_on, date_day.is_ambiguous AS date_is_ambiguous,
    -- The currencies that the row itself allows; null when it names none.
    CASE
      WHEN code_currencies IS NOT NULL AND sign_currencies IS NOT NULL THEN list_intersect(code_currencies, sign_currencies)
      ELSE coalesce(code_currencies, sign_currencies)
    END AS currencies
  FROM typed LEFT JOIN date_day ON date_day.text = date_text
)
SELECT
  n, content, occurrence, price, lat, lng, listed_on, ad_sub_type, country, currencies,
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
    WHEN area IS NULL AND area_is_range THEN 'area is a wide range, treated as unknown'
    WHEN area IS NULL THEN 'unreadable area, treated as unknown'
    WHEN area <= 0 THEN 'area not above 0, treated as unknown'
    WHEN area < coalesce($min_area, area) OR area > coalesce($max_area, area) THEN 'area outside the given bounds, treated as unknown'
    WHEN area_is_range THEN 'area is a range, read as its middle'
  END AS area_repair,
  CASE WHEN price_is_range THEN 'price is a range, read as its middle' END AS price_repair,
  CASE WHEN country_is_unknown THEN 'unreadable country, treated as unknown' END AS country_repair,
  CASE WHEN rooms_text IS NOT NULL AND (rooms IS NULL OR rooms > 100) THEN 'unreadable rooms, treated as unknown' END AS rooms_repair,
  false AS is_respelled,
  CASE
    WHEN price_text IS NULL THEN 'no price'
    WHEN price IS NULL AND price_is_ambiguous THEN 'ambiguous price'
    WHEN price IS NULL AND price_is_range THEN 'price is a wide range'
    WHEN price IS NULL THEN 'unreadable price'
    WHEN price <= 0 THEN 'price not above 0'
    WHEN lat_text IS NULL OR lng_text IS NULL THEN 'no coordinates'
    WHEN lat IS NULL OR lng IS NULL THEN 'unreadable coordinates'
    WHEN lat = 0 AND lng = 0 THEN 'coordinates 0,0'
    WHEN date_text IS NULL THEN 'no date'
    WHEN date_is_ambiguous THEN 'ambiguous date'
    WHEN listed_on IS NULL THEN 'unreadable date'
    WHEN ad_sub_type IS NULL THEN 'unknown ad_sub_type'
    WHEN is_by_month AND ad_sub_type = 'buy' THEN 'price by the month of a sale'
    WHEN ad_sub_type = 'short_let' THEN 'short let, not a rent by the month'
    WHEN currency_text IS NOT NULL AND code_currencies IS NULL THEN 'unknown currency'
    WHEN currencies = [] THEN 'price and currency column have different currencies'
  END AS reason
FROM dated
