COPY (
  SELECT
    cell, country, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area, in_last_month, kept_1m, kept_3m
  FROM trimmed ORDER BY cell
) TO $file (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20480)
