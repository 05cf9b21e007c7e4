-- The units of area that cells name, in m², the most frequent first; `cells` is how many have an area.
SELECT
  own_unit AS unit, sum(rows)::INTEGER AS rows, sum(sum(rows)) OVER ()::INTEGER AS named,
  (SELECT count(area)::INTEGER FROM cells) AS cells
FROM amount
WHERE field = 'area' AND own_unit IS NOT NULL AND digits IS NOT NULL
  AND NOT EXISTS (FROM cells WHERE area_sqft IS NOT NULL OR area_unit IS NOT NULL)
GROUP BY own_unit ORDER BY rows DESC, own_unit
