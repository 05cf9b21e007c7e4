-- Evidence for how dates of other forms are meant, as counts of different dates.
WITH part AS (
  SELECT
    text, dotted,
    try_cast(dotted.day AS INTEGER) AS first,
    try_cast(dotted.month AS INTEGER) AS second,
    CASE WHEN regexp_full_match(text, '\d{6}') THEN text END AS six,
    regexp_extract(text, '^(\d{4})[-/](\d{2})$', ['year', 'next']) AS pair,
    regexp_extract(text, '^\d{4}[/.-](\d{1,2})[/.-](\d{1,2})(?:[T ].*)?$', ['middle', 'last']) AS year_first,
    regexp_extract(text, '^(\d{2})[/.-](\d{2})[/.-](\d{2})(?:[T ,].*)?$', ['first', 'middle', 'last']) AS short,
    -- Those of a float that is a whole year show nothing.
    nullif(regexp_replace(pointed.fraction, '^0+$', ''), '') AS fraction
  FROM date_text
), short AS (
  -- 18-03-05, whose year can come first or last.
  SELECT
    short.first, short.last,
    day_from(short.first, short.middle, short.last) AS ymd,
    coalesce(day_from(short.last, short.middle, short.first), day_from(short.last, short.first, short.middle)) AS year_last
  FROM part WHERE short.last <> ''
), six AS (
  SELECT
    text,
    year(try_strptime(six || '01', '%Y%m%d')) BETWEEN 1900 AND 2100 AS is_ym,
    day_from(six[1:2], six[3:4], six[5:6]) <= $today::DATE AS is_ymd,
    day_from(six[5:6], six[3:4], six[1:2]) <= $today::DATE AS is_dmy,
    day_from(six[5:6], six[1:2], six[3:4]) <= $today::DATE AS is_mdy
  FROM part WHERE six IS NOT NULL
)
SELECT
  count(*) FILTER (dotted.year <> '')::INTEGER AS dotted,
  count(*) FILTER (shows_day_first(first, second))::INTEGER AS dotted_day_first,
  count(*) FILTER (shows_month_first(first, second))::INTEGER AS dotted_month_first,
  count(*) FILTER (year_first.middle <> '')::INTEGER AS year_first,
  count(*) FILTER (try_cast(year_first.middle AS INTEGER) > 12 AND try_cast(year_first.last AS INTEGER) <= 12)::INTEGER
    AS day_in_middle,
  count(*) FILTER (try_cast(year_first.middle AS INTEGER) <= 12 AND try_cast(year_first.last AS INTEGER) > 12)::INTEGER
    AS day_last,
  (count(DISTINCT year_first.middle) FILTER (year_first.middle <> ''))::INTEGER AS year_first_middles,
  count(*) FILTER (pair.year <> '')::INTEGER AS pairs,
  count(*) FILTER ((try_cast(pair.year AS INTEGER) + 1) % 100 = try_cast(pair.next AS INTEGER))::INTEGER AS pairs_of_years,
  count(*) FILTER (regexp_full_match(fraction, '0[1-9]|1[0-2]'))::INTEGER AS pointed_months,
  count(*) FILTER (regexp_full_match(fraction, '\d{2,}') AND NOT regexp_full_match(fraction, '(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?'))::INTEGER
    AS pointed_decimals,
  (SELECT count(*)::INTEGER FROM short) AS short,
  (SELECT count(*) FILTER (ymd <= $today::DATE)::INTEGER FROM short) AS short_ymd,
  (SELECT count(*) FILTER (year_last <= $today::DATE)::INTEGER FROM short) AS short_year_last,
  (SELECT count(DISTINCT first)::INTEGER FROM short) AS short_firsts,
  (SELECT count(DISTINCT last)::INTEGER FROM short) AS short_lasts,
  (SELECT coalesce(max(ymd) > max(year_last), false) FROM short) AS short_is_newer,
  (SELECT count(*)::INTEGER FROM six) AS six,
  (SELECT count(*) FILTER (is_ym)::INTEGER FROM six) AS six_ym,
  (SELECT count(*) FILTER (is_ymd)::INTEGER FROM six) AS six_ymd,
  (SELECT count(*) FILTER (is_dmy)::INTEGER FROM six) AS six_dmy,
  (SELECT count(*) FILTER (is_mdy)::INTEGER FROM six) AS six_mdy
FROM part
