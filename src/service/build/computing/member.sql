-- The listings of the window at one resolution, each in its cell and once for every lens that includes it. Sorted,
-- which halves the time for the figures.
CREATE OR REPLACE TABLE member AS
SELECT lens, cell_parent(cell, $resolution) AS cell, price_usd, price_per_sqm_usd, area
FROM trimmed JOIN kind USING (ad_sub_type, property_type, rooms) JOIN kind_lens USING (kind)
WHERE CASE WHEN $resolution <= 6 THEN kept_1m ELSE kept_3m END
ORDER BY cell, lens
