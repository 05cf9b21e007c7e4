-- Evidence for several levels in one cell of the zones' columns.
WITH named AS (
  SELECT 'macrozone' AS field, macrozone AS name FROM cells UNION ALL SELECT 'microzone', microzone FROM cells
), split AS (
  SELECT field, name, string_split(name, $separator) AS parts FROM named WHERE name IS NOT NULL
)
SELECT
  field,
  count(*)::INTEGER AS cells,
  count(*) FILTER (len(parts) > 1)::INTEGER AS separated,
  quantile_disc(len(parts), 0.05)::INTEGER AS fewest,
  quantile_disc(len(parts), 0.95)::INTEGER AS most,
  count(DISTINCT parts[1])::INTEGER AS inner,
  count(DISTINCT parts[2:])::INTEGER AS outer
FROM split GROUP BY field
