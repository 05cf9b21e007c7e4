SELECT n, lat, lng FROM parsed WHERE reason IS NULL
