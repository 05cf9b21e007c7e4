-- Evidence in dates that can have the day or the month first: how many would lie in the future in either order, how
-- many different first and second numbers there are and the largest of each, how many years, and where the middle of the
-- points is.
SELECT
  count(*) FILTER (day_from(slashed.year, slashed.b, slashed.a) > $today::DATE)::INTEGER AS to_come_dmy,
  count(*) FILTER (day_from(slashed.year, slashed.a, slashed.b) > $today::DATE)::INTEGER AS to_come_mdy,
  count(DISTINCT a)::INTEGER AS first_numbers,
  count(DISTINCT b)::INTEGER AS second_numbers,
  max(a)::INTEGER AS largest_first,
  max(b)::INTEGER AS largest_second,
  count(DISTINCT slashed.year)::INTEGER AS years,
  (SELECT median(degrees_of(lat)) FROM cells) AS lat,
  (SELECT median(degrees_of(lng)) FROM cells) AS lng,
  (SELECT mode(listing_word.value) FROM cells JOIN listing_word ON field = 'country' AND word = cells.country) AS country
FROM date_text WHERE slashed.year <> ''
