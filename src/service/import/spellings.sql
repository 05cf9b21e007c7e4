-- Names that differ only in case, such as croydon and Croydon, and their most common spelling.
CREATE TABLE spelling AS
WITH named AS (
  SELECT level, name, count(*) AS listings
  FROM (UNPIVOT (SELECT region, province, city, macrozone, microzone FROM parsed) ON COLUMNS(*) INTO NAME level VALUE name)
  GROUP BY level, name
), best AS (
  SELECT level, name, first_value(name) OVER (PARTITION BY level, lower(name) ORDER BY listings DESC, name) AS spelled
  FROM named
)
SELECT * FROM best WHERE name <> spelled
