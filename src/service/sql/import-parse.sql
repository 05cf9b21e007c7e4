-- Typed columns of every row that could be read, and the first reason to reject it that its own cells give.
-- `cells` holds one text column per field, null where the file says nothing (present() has been applied).
CREATE TABLE parsed AS
WITH typed AS (
  SELECT
    n,
    content,
    row_number() OVER (PARTITION BY content ORDER BY n) AS occurrence,
    cells.price AS price_text,
    amount(cells.price) AS price,
    coalesce(upper(cells.currency), $currency) AS currency,
    coalesce(amount(cells.area), amount(cells.area_sqft) * 0.09290304) AS area,
    try_cast(regexp_extract(cells.rooms, '^\d+') AS INTEGER) AS rooms,
    cells.lat AS lat_text,
    cells.lng AS lng_text,
    degrees_of(cells.lat) AS lat,
    degrees_of(cells.lng) AS lng,
    cells.date AS date_text,
    CASE WHEN cells.date IS NULL THEN day_of($date) ELSE day_of(cells.date) END AS listed_on,
    coalesce(offer.value, CASE WHEN cells.ad_sub_type IS NULL THEN $ad_sub_type END) AS ad_sub_type,
    coalesce(kind.value, CASE WHEN cells.property_type IS NULL THEN $property_type ELSE 'other' END) AS base_type,
    is_yes(cells.is_studio) AS is_studio,
    is_yes(cells.is_duplex) AS is_duplex,
    is_yes(cells.is_penthouse) AS is_penthouse,
    coalesce(lower(cells.country), $country) AS country,
    cells.region,
    cells.province,
    -- A cell such as "Moema/São Paulo" holds a zone and its city.
    coalesce(cells.city, outer_name(cells.microzone), outer_name(cells.macrozone)) AS city,
    inner_name(cells.macrozone) AS macrozone,
    inner_name(cells.microzone) AS microzone
  FROM cells
  LEFT JOIN listing_word offer ON offer.field = 'ad_sub_type' AND offer.word = folded(cells.ad_sub_type)
  LEFT JOIN listing_word kind ON kind.field = 'property_type' AND kind.word = folded(cells.property_type)
)
SELECT
  * EXCLUDE (price_text, lat_text, lng_text, date_text, area, rooms, base_type, is_studio, is_duplex, is_penthouse),
  CASE WHEN area > 0 THEN area END AS area,
  CASE
    WHEN base_type <> 'apartment' THEN base_type
    WHEN is_studio THEN 'studio'
    WHEN is_duplex THEN 'duplex'
    WHEN is_penthouse THEN 'penthouse'
    ELSE base_type
  END AS property_type,
  CASE WHEN rooms BETWEEN 0 AND 100 THEN rooms::TINYINT END AS rooms,
  CASE
    WHEN price_text IS NULL THEN 'no price'
    WHEN price IS NULL THEN 'unreadable price'
    WHEN price <= 0 THEN 'price not above 0'
    WHEN lat_text IS NULL OR lng_text IS NULL THEN 'no coordinates'
    WHEN lat IS NULL OR lng IS NULL THEN 'unreadable coordinates'
    WHEN abs(lat) > 90 OR abs(lng) > 180 THEN 'coordinates out of range'
    WHEN lat = 0 AND lng = 0 THEN 'coordinates 0,0'
    WHEN listed_on IS NULL AND date_text IS NULL THEN 'no date'
    WHEN listed_on IS NULL THEN 'unreadable date'
    WHEN ad_sub_type IS NULL THEN 'unknown ad_sub_type'
    WHEN country IS NOT NULL AND NOT regexp_full_match(country, '[a-z]{2}') THEN 'country is no alpha-2 code'
  END AS reason
FROM typed
ORDER BY n
