-- Cells at every resolution with a listing from $start to before $end, and the country of most of their listings.
WITH held AS (
  SELECT cell, country, count(*) AS listings
  FROM read_parquet($files, hive_partitioning = false)
  WHERE listed_on >= $start::DATE AND listed_on < $end::DATE
  GROUP BY cell, country
), counted AS (
  SELECT cell_parent(cell, r::INTEGER) AS cell, country, sum(listings) AS listings
  FROM held, range(4, 9) AS resolution (r)
  GROUP BY ALL
)
SELECT cell, arg_max(country, (listings, country)) AS country FROM counted GROUP BY cell ORDER BY cell
