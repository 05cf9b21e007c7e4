-- A dunam is 2,500 m² in Iraq and 14,400 square feet in Cyprus; areas in dunams have been read as 1,000 m² each.
WITH written AS (
  SELECT n, unit_word(coalesce(area, '')) AS area, unit_word(coalesce(area_unit, '')) AS unit FROM cells
), dunam AS (
  SELECT n FROM written
  WHERE regexp_matches(area, '^\pL*[^\pL²]*(?:d[uo]n[ua]ms?|dönüm|دونم|דונם)$')
    OR regexp_matches(unit, '^(?:d[uo]n[ua]ms?|dönüm|دونم|דונם)$') AND NOT regexp_matches(area, '[\pL²]')
    OR $bare_unit = 1000 AND NOT regexp_matches(area, '[\pL²]')
), sized AS (
  SELECT judged.n, area * CASE country WHEN 'iq' THEN 2.5 ELSE 1.337803776 END AS area
  FROM judged SEMI JOIN dunam USING (n)
  WHERE country IN ('iq', 'cy') AND area IS NOT NULL
)
UPDATE judged
SET
  area = CASE WHEN sized.area <= coalesce($max_area, sized.area) THEN sized.area END,
  area_repair = CASE
    WHEN sized.area <= coalesce($max_area, sized.area) THEN area_repair
    ELSE 'area outside the given bounds, treated as unknown'
  END
FROM sized WHERE sized.n = judged.n
