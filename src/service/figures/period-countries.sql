SELECT DISTINCT country FROM listing_cell
