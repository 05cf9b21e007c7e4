-- Up to 200 usable rows from the whole file.
SELECT lat, lng, country, currencies, city, province, region FROM parsed
WHERE reason IS NULL AND n % greatest(1, (SELECT count(*) FROM parsed) // 200) = 0
ORDER BY n LIMIT 200
