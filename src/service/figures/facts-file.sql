-- Row groups are small because a query for a few cells reads whole groups, and sorted so that it finds the right ones.
ATTACH '{file}' AS facts_file (ROW_GROUP_SIZE 10240);
CREATE TABLE facts_file.fact AS
SELECT
  cell, ad_sub_type, property_type, rooms, price_usd, price_per_sqm_usd, area, kept_1m, kept_3m
FROM trimmed ORDER BY cell;
DETACH facts_file
