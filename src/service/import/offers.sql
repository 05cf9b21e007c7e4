-- A rent's price is that of the column of rents, also where nothing says whether a row is a rent and it has no other
-- price. Rents beside the prices of sales are left out.
UPDATE cells SET rent = NULL
WHERE coalesce((SELECT value FROM listing_word WHERE field = 'ad_sub_type' AND word = cells.ad_sub_type), '') <> 'rent'
  AND (ad_sub_type IS NOT NULL OR price IS NOT NULL);
UPDATE cells SET price = rent WHERE rent IS NOT NULL;
UPDATE cells SET ad_sub_type = 'rent' WHERE rent IS NOT NULL AND ad_sub_type IS NULL;
INSERT INTO listing_word
SELECT 'ad_sub_type', 'rent', 'rent'
WHERE NOT EXISTS (FROM listing_word WHERE field = 'ad_sub_type' AND word = 'rent');
