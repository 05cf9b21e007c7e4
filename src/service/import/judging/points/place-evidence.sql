-- Evidence for several levels in one cell of the zones' columns.
WITH named AS (
  SELECT 'macrozone' AS field, macrozone AS name, count(*) AS rows FROM cells GROUP BY ALL
  UNION ALL SELECT 'microzone', microzone, count(*) FROM cells GROUP BY ALL
), split AS (
  SELECT field, rows, string_split(name, $separator) AS parts FROM named WHERE name IS NOT NULL
), lengths AS (
  SELECT
    field, len(parts) AS length,
    sum(sum(rows)) OVER (PARTITION BY field ORDER BY len(parts)) AS until,
    sum(sum(rows)) OVER (PARTITION BY field) AS cells
  FROM split GROUP BY field, len(parts)
), usual AS (
  SELECT
    field,
    min(length) FILTER (until >= 0.05 * cells)::INTEGER AS fewest,
    min(length) FILTER (until >= 0.95 * cells)::INTEGER AS most
  FROM lengths GROUP BY field
)
SELECT
  field,
  sum(rows)::INTEGER AS cells,
  coalesce(sum(rows) FILTER (len(parts) > 1), 0)::INTEGER AS separated,
  any_value(fewest) AS fewest,
  any_value(most) AS most,
  count(DISTINCT parts[1])::INTEGER AS inner,
  count(DISTINCT parts[2:])::INTEGER AS outer
FROM split JOIN usual USING (field) GROUP BY field
