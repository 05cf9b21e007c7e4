-- Rents that only the type of the home says to be such.
SELECT word AS type, count(*)::INTEGER AS homes
FROM judged
JOIN cells USING (n)
JOIN listing_word ON field = 'offer_of_type' AND word = cells.property_type OR field = 'broad_offer' AND word = cells.is_rent
WHERE reason IS NULL AND judged.ad_sub_type = 'rent' AND cells.ad_sub_type IS NULL
GROUP BY ALL
ORDER BY homes DESC, type
LIMIT 3
