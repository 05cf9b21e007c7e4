-- Rents that only the type of the home says to be such.
SELECT cells.property_type AS type, count(*)::INTEGER AS homes
FROM judged
JOIN cells USING (n)
JOIN listing_word ON field = 'offer_of_type' AND word = cells.property_type
WHERE reason IS NULL AND judged.ad_sub_type = 'rent' AND cells.ad_sub_type IS NULL
GROUP BY ALL
ORDER BY homes DESC, type
LIMIT 3
