-- Names that differ only in case, such as croydon and Croydon, and their most common spelling.
CREATE TABLE spelling AS
WITH place AS (
  SELECT region, province, city, macrozone, microzone, count(*) AS listings FROM parsed GROUP BY ALL
), named AS (
  SELECT level, name, sum(listings) AS listings
  FROM (UNPIVOT place ON region, province, city, macrozone, microzone INTO NAME level VALUE name)
  GROUP BY level, name
), best AS (
  SELECT level, name, first_value(name) OVER (PARTITION BY level, lower(name) ORDER BY listings DESC, name) AS spelled
  FROM named
)
SELECT * FROM best WHERE name <> spelled
