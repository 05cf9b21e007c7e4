-- The outcome of each row: a row without a reason is kept, unless it is held already.
CREATE TABLE judged AS
WITH placed AS (
  SELECT parsed.* EXCLUDE (country), located.cell, coalesce(parsed.country, coarse_country.country) AS country,
    misplaced.coarse IS NOT NULL AS is_misplaced
  FROM parsed
  LEFT JOIN located USING (n)
  LEFT JOIN coarse_country ON coarse_country.coarse = cell_parent(located.cell, 6)
  LEFT JOIN misplaced ON misplaced.coarse = cell_parent(located.cell, 6) AND misplaced.country = parsed.country
), local AS (
  SELECT placed.*, coalesce($currency, country_currency.currency) AS usual_currency
  FROM placed LEFT JOIN country_currency USING (country)
), priced AS (
  SELECT
    local.* EXCLUDE (usual_currency),
    CASE
      WHEN currencies IS NULL OR list_contains(currencies, usual_currency) THEN usual_currency
      WHEN len(currencies) = 1 THEN currencies[1]
    END AS currency
  FROM local
)
SELECT
  priced.* EXCLUDE (content, occurrence, reason, currencies, is_misplaced),
  -- A file without dates can have the same rows every month, so the given date is part of a row's identity.
  md5(content || '#' || occurrence || CASE WHEN $date_is_given THEN '@' || listed_on ELSE '' END) AS key,
  CASE
    WHEN reason IS NOT NULL THEN reason
    WHEN is_misplaced THEN 'coordinates outside the row’s country'
    WHEN country IS NULL THEN 'no country near the coordinates'
    WHEN currency IS NULL AND currencies IS NULL THEN 'no currency known for the country'
    WHEN currency IS NULL THEN 'currency sign with several meanings'
    WHEN NOT EXISTS (
      FROM known_currency
      WHERE known_currency.currency = priced.currency AND listed_on <= coalesce(ended::DATE, listed_on)
    ) THEN 'no exchange rate for the currency'
  END AS reason
FROM priced
