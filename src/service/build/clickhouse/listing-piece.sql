-- A piece of a file of listings, in the columns of table `listing`.
COPY (
  SELECT country, ad_sub_type, property_type, rooms, price, currency, area, listed_on, cell
  FROM read_parquet($file, file_row_number = true, hive_partitioning = false)
  WHERE file_row_number >= $first AND file_row_number < $end
) TO $piece (FORMAT parquet, COMPRESSION snappy)
