-- Evidence for the decimal sign of prices and areas, as counts of rows.
WITH signed AS (
  SELECT
    *,
    -- The ambiguous values, read as if their signs group thousands.
    CASE WHEN could_be_either(digits) THEN try_cast(translate(digits, '.,', '') AS DOUBLE) * factor END AS grouped
  FROM amount
  -- Millions are written in a style of their own: 0.9M stands beside 450.000 €.
  WHERE has_sign(digits) AND own_style IS NULL
), ordered AS (
  SELECT
    field, grouped, sum(rows) OVER (PARTITION BY field ORDER BY grouped) AS until,
    sum(rows) OVER (PARTITION BY field) AS of_all
  FROM signed WHERE grouped IS NOT NULL
), middle AS (
  SELECT field, min(grouped) AS grouped FROM ordered WHERE 2 * until >= of_all GROUP BY field
)
SELECT
  field,
  coalesce(sum(rows) FILTER (shows_point(digits)), 0)::INTEGER AS point,
  coalesce(sum(rows) FILTER (shows_comma(digits)), 0)::INTEGER AS comma,
  coalesce(sum(rows) FILTER (could_be_either(digits) AND contains(digits, '.')), 0)::INTEGER AS dotted,
  coalesce(sum(rows) FILTER (could_be_either(digits) AND contains(digits, ',')), 0)::INTEGER AS comma_dotted,
  any_value(middle.grouped) AS grouped,
  -- One 0.001 among prices in cents shows nothing.
  coalesce(2 * sum(rows) FILTER (has_thousandths(digits)) >= sum(rows) FILTER (NOT could_be_either(digits)), false) AS has_thousandths
FROM signed LEFT JOIN middle USING (field) GROUP BY field
