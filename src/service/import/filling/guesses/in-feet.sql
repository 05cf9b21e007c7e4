-- Areas of the rows in `$countries` are square feet.
UPDATE judged SET area = area * 0.09290304 WHERE list_contains(string_split($countries, ','), country)
