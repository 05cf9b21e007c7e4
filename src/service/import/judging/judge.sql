-- The outcome of each row: a row without a reason is kept, unless it is held already.
CREATE TABLE judged AS
WITH placed AS (
  SELECT parsed.* EXCLUDE (country), located.cell, coalesce(parsed.country, own.country, nearest.country, coarse_country.country) AS country,
    misplaced.coarse IS NOT NULL AS is_misplaced
  FROM parsed
  LEFT JOIN located USING (n)
  LEFT JOIN coarse_country ON coarse_country.coarse = cell_parent(located.cell, 6)
  LEFT JOIN border_country own ON own.cell = located.cell AND own.currency = parsed.currencies
  LEFT JOIN border_country nearest ON nearest.cell = located.cell AND nearest.currency IS NULL
  LEFT JOIN misplaced ON misplaced.coarse = cell_parent(located.cell, 6) AND misplaced.country = parsed.country
), local AS (
  SELECT placed.*, coalesce($currency, country_currency.currency) AS usual_currency
  FROM placed LEFT JOIN country_currency USING (country)
), priced AS (
  SELECT
    local.* EXCLUDE (usual_currency),
    CASE
      WHEN currencies IS NULL OR contains(currencies, usual_currency) THEN usual_currency
      WHEN strlen(currencies) = 3 THEN currencies
      -- A bare $ where no money of the country is called a dollar, a peso or a real, and many homes are offered in US dollars.
      WHEN contains(currencies, 'USD') AND list_contains([
        'UAH', 'GEL', 'AMD', 'AZN', 'KZT', 'UZS', 'KGS', 'TJS', 'MDL', 'RUB', 'BYN', 'TRY', 'ILS', 'LBP', 'EGP', 'IQD', 'AED',
        'KHR', 'LAK', 'MMK', 'VND', 'IDR', 'MVR', 'PEN', 'VES', 'PYG', 'BOB', 'CRC', 'GTQ', 'HNL', 'TZS', 'KES', 'NGN', 'GHS'
      ], usual_currency) THEN 'USD'
    END AS currency
  FROM local
)
SELECT
  priced.* EXCLUDE (reason, currencies, is_misplaced, is_in_m),
  CASE
    WHEN reason IS NOT NULL THEN reason
    WHEN is_misplaced THEN 'coordinates outside the row’s country'
    WHEN country IS NULL THEN 'no country near the coordinates'
    WHEN currency IS NULL AND currencies IS NULL THEN 'no currency known for the country'
    WHEN currency IS NULL THEN 'currency sign with several meanings'
    WHEN is_in_m AND currency = 'IDR' THEN 'price in M, which can be millions or billions of rupiah'
    WHEN known_currency.currency IS NULL OR listed_on > ended::DATE
      THEN 'no exchange rate for ' || currency || ': load one with "squaremetre rates FILE"'
  END AS reason
FROM priced LEFT JOIN known_currency USING (currency)
