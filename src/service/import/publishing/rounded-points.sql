-- Usable rows, and those whose points have no more than one and two decimals.
SELECT
  count(*)::INTEGER AS rows,
  (count(*) FILTER (greatest(abs(lat - round(lat, 1)), abs(lng - round(lng, 1))) < 1e-9))::INTEGER AS tenths,
  (count(*) FILTER (greatest(abs(lat - round(lat, 2)), abs(lng - round(lng, 2))) < 1e-9))::INTEGER AS hundredths
FROM judged WHERE reason IS NULL
