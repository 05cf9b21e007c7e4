SELECT DISTINCT currency FROM fact WHERE price_usd IS NULL ORDER BY currency
