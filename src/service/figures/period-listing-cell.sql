SELECT country FROM listing_cell WHERE cell = CAST(:cell AS INTEGER)
