SELECT lens, cell, estimated::INTEGER, listings, median_price, median_price_per_sqm, median_area, average_price
FROM figure ORDER BY lens, cell
