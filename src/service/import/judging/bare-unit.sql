-- Areas without a unit of their own are in `$unit`, or unknown where that is null.
UPDATE amount
SET
  factor = $unit, high_factor = $unit,
  digits = CASE WHEN $unit IS NOT NULL THEN digits END,
  high = CASE WHEN $unit IS NOT NULL THEN high END
WHERE field = 'area' AND own_unit IS NULL
