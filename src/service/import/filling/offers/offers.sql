-- A rent's price is that of the column of rents, also where nothing says whether a row is a rent and it has no other
-- price. Rents beside the prices of sales are left out.
ALTER VIEW cells RENAME TO cells_as_written;
CREATE VIEW cells AS
WITH told AS (
  SELECT
    cells_as_written.* EXCLUDE (rent),
    CASE WHEN offer.value = 'rent' OR ad_sub_type IS NULL AND price IS NULL THEN rent END AS rent
  FROM cells_as_written
  LEFT JOIN listing_word offer ON offer.field = 'ad_sub_type' AND offer.word = cells_as_written.ad_sub_type
)
SELECT * REPLACE (
  coalesce(rent, price) AS price,
  CASE WHEN rent IS NOT NULL THEN coalesce(price_period, (SELECT value FROM constant WHERE field = 'rent_period')) ELSE price_period END AS price_period,
  CASE WHEN rent IS NOT NULL THEN coalesce(ad_sub_type, 'rent') ELSE ad_sub_type END AS ad_sub_type
)
FROM told;
INSERT INTO listing_word
SELECT 'ad_sub_type', 'rent', 'rent'
WHERE NOT EXISTS (FROM listing_word WHERE field = 'ad_sub_type' AND word = 'rent');
