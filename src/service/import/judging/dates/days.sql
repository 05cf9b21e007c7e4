-- The day of each different date. A month becomes its first day. A quarter becomes the first day of its last month, so
-- that the three-month window of resolutions 7 and 8 can be that quarter. `$date_order` is what the file shows: dmy,
-- mdy, or each (every date by itself); `$dotted`, `$year_first`, `$short_years_first`, `$six_digits`, `$are_years` and `$pointed`
-- are how other forms are meant; `$half_converted` is whether a program took days for months in dates with the year first;
-- `$uncounted` are the days from 1900 on that a workbook does not count.
CREATE TABLE date_day AS
WITH named AS (
  SELECT word, any_value(month) AS month FROM month_word GROUP BY word
), read AS (
  SELECT
    cell,
    coalesce($date_order = 'each' AND either_first(a, b), false)
      AND NOT ($short_years_first AND is_short(text))
      -- 2013.5 can be May, or the middle of the year.
      -- 2026-03-09 can be the ninth of March, or what a program with the month first made of 03/09/2026.
      OR $half_converted AND regexp_full_match(text, '\d{4}-\d{1,2}-\d{1,2}([T ].*)?')
      OR $pointed = 'unknown' AND regexp_full_match(pointed.fraction, '[1-9]') AS is_ambiguous,
    CASE
      WHEN $half_converted AND regexp_full_match(text, '\d{4}-\d{1,2}-\d{1,2}([T ].*)?') THEN NULL
      WHEN $short_years_first AND is_short(text) THEN day_from(text[1:2], text[4:5], text[7:8])
      WHEN $year_first = 'ymd' AND regexp_full_match(text, '\d{4}-\d{2}-\d{2}([T ].*)?') THEN try_cast(text[1:10] AS DATE)
      WHEN $are_years AND regexp_full_match(text, '\d{4}[-/]\d{2}') THEN NULL
      WHEN $pointed = 'decimal' AND pointed.year <> '' THEN day_from(pointed.year, month_of_decimal(pointed.fraction)::VARCHAR, '1')
      WHEN $pointed = 'decimal' AND regexp_full_match(text, '\d{4}') THEN try_strptime(text || '-1-1', '%Y-%m-%d')::DATE
      WHEN $pointed = 'unknown' AND regexp_full_match(pointed.fraction, '[1-9]') THEN NULL
      WHEN regexp_full_match(text, '\d{4}[-/.]\d{1,2}')
        THEN try_strptime(regexp_replace(text, '[/.]', '-') || '-1', '%Y-%m-%d')::DATE
      WHEN regexp_full_match(text, '\d{6}') THEN CASE $six_digits
        WHEN 'ym' THEN try_strptime(text || '01', '%Y%m%d')::DATE
        WHEN 'ymd' THEN day_from(text[1:2], text[3:4], text[5:6])
        WHEN 'dmy' THEN day_from(text[5:6], text[3:4], text[1:2])
        WHEN 'mdy' THEN day_from(text[5:6], text[1:2], text[3:4])
      END
      WHEN regexp_full_match(text, '\d{8}([T ]\d.*|\d{4}|\d{6})?') THEN try_strptime(text[1:8], '%Y%m%d')::DATE
      -- Days since 1900, or 1904, as spreadsheets store dates: of 1990 to 2064.
      WHEN regexp_full_match(text, '\d{5}([.,]\d*)?') AND try_cast(text[1:5] AS INTEGER) + $uncounted BETWEEN 32874 AND 59999
        THEN DATE '1899-12-30' + try_cast(text[1:5] AS INTEGER) + $uncounted
      -- Seconds and milliseconds since 1970.
      WHEN regexp_full_match(text, '\d{9,10}(\.\d*)?') THEN make_timestamp(try_cast(split_part(text, '.', 1) AS BIGINT) * 1000000)::DATE
      WHEN regexp_full_match(text, '\d{13}(\.\d*)?') THEN make_timestamp(try_cast(text[1:13] AS BIGINT) * 1000)::DATE
      -- Microseconds and nanoseconds, and /Date(1790028000000+0200)/ of .NET, whose day is that of its zone.
      WHEN regexp_full_match(text, '\d{16}(\d{3})?') THEN make_timestamp(try_cast(text[1:16] AS BIGINT))::DATE
      WHEN regexp_full_match(text, '/Date\(\d{9,13}([+-]\d{4})?\)/')
        THEN (make_timestamp(try_cast(regexp_extract(text, '\d+') AS BIGINT) * 1000)
          + to_hours(coalesce(try_cast(regexp_extract(text, '([+-]\d{2})\d{2}\)', 1) AS INTEGER), 0)))::DATE
      -- 2026m3, as Stata and Eurostat write months.
      WHEN regexp_full_match(text, '\d{4}[mM]\d{1,2}') THEN try_strptime(text[1:4] || '-' || text[6:] || '-1', '%Y-%m-%d')::DATE
      WHEN regexp_full_match(text, '\d{4}[/.-]\d{1,2}[/.-]\d{1,2}([T ].*)?')
        THEN try_strptime(
          regexp_replace(regexp_extract(text, '^[0-9/.-]+'), '[/.]', '-', 'g'),
          CASE $year_first WHEN 'ydm' THEN '%Y-%d-%m' ELSE '%Y-%m-%d' END
        )::DATE
      -- As Hungarians and Koreans write them: 2025. 09. 03.
      WHEN regexp_full_match(text, '\d{4}\. ?\d{1,2}\. ?\d{1,2}\.?([T ].*)?')
        THEN try_strptime(regexp_replace(text, '^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2}).*$', '\1-\2-\3'), '%Y-%m-%d')::DATE
      WHEN regexp_full_match(text, '\d{1,2}[/.-]\d{4}')
        THEN try_strptime('1/' || regexp_replace(text, '[.-]', '/'), '%d/%m/%Y')::DATE
      WHEN slashed.year <> '' AND $date_order = 'dmy' THEN day_from(slashed.year, slashed.b, slashed.a)
      WHEN slashed.year <> '' AND $date_order = 'mdy' THEN day_from(slashed.year, slashed.a, slashed.b)
      WHEN slashed.year <> '' AND either_first(a, b) THEN NULL
      WHEN slashed.year <> ''
        THEN coalesce(day_from(slashed.year, slashed.b, slashed.a), day_from(slashed.year, slashed.a, slashed.b))
      WHEN dotted.year <> '' AND $dotted = 'mdy' THEN day_from(dotted.year, dotted.day, dotted.month)
      WHEN dotted.year <> '' THEN day_from(dotted.year, dotted.month, dotted.day)
      WHEN quarter_year.year <> '' THEN day_from(quarter_year.year, (3 * coalesce(try_cast(quarter_year.quarter || quarter_year.before AS INTEGER), try_cast(roman_month(quarter_year.before) AS INTEGER)))::VARCHAR, '1')
      WHEN short_quarter.year <> '' THEN day_from(short_quarter.year, (3 * try_cast(short_quarter.quarter || short_quarter.before AS INTEGER))::VARCHAR, '1')
      WHEN year_quarter.year <> '' THEN day_from(year_of_era(year_quarter.era, year_quarter.year), (3 * try_cast(year_quarter.quarter || year_quarter.before AS INTEGER))::VARCHAR, '1')
      WHEN numbered_span.year <> '' AND try_cast(numbered_span.last AS INTEGER) = try_cast(numbered_span.first AS INTEGER) + 2
        THEN day_from(numbered_span.year, numbered_span.last, '1')
      WHEN named_span.year <> '' AND named.month IN ('3', '6', '9', '12') AND try_cast(opening.month AS INTEGER) = try_cast(named.month AS INTEGER) - 2
        THEN day_from(named_span.year, named.month, '1')
      WHEN roman.year <> '' THEN day_from(roman.year, roman_month(roman.month), roman.day)
      WHEN day_named.year <> '' THEN day_from(day_named.year, named.month, day_named.day)
      WHEN joined.year <> '' THEN day_from(joined.year, named.month, joined.day)
      -- Before the names of months, because KW is none.
      WHEN week_year.year <> '' THEN day_of_week(week_year.year, lpad(week_year.week, 2, '0'), '4')
      WHEN month_named.year <> ''
        THEN day_from(month_named.year, named.month, coalesce(nullif(month_named.day, ''), '1'))
      WHEN year_named.year <> '' THEN day_from(year_named.year, named.month, year_named.day)
      WHEN taiwanese.year <> ''
        THEN day_from((try_cast(taiwanese.year AS INTEGER) + 1911)::VARCHAR, taiwanese.month || taiwanese.slashed_month, taiwanese.day || taiwanese.slashed_day)
      -- The Thursday of a week lies in the month in which most of the week does.
      WHEN week.year <> '' THEN day_of_week(week.year, week.week, coalesce(nullif(week.day, ''), '4'))
      WHEN east_asian.year <> ''
        THEN day_from(year_of_era(east_asian.era, east_asian.year), east_asian.month, coalesce(nullif(east_asian.day, ''), '1'))
      WHEN short_era.year <> ''
        THEN day_from(year_of_era_number(CASE short_era.era WHEN 'R' THEN '令和' ELSE '平成' END, short_era.year), short_era.month, short_era.day)
      WHEN month_year.year <> '' THEN day_from(month_year.year, named.month, '1')
    END AS day
  FROM date_text LEFT JOIN named ON named.word = translate(folded(CASE
    WHEN named_span.year <> '' THEN named_span.last
    WHEN day_named.year <> '' THEN day_named.month
    WHEN joined.year <> '' THEN joined.month
    WHEN month_named.year <> '' THEN month_named.month
    WHEN year_named.year <> '' THEN year_named.month
    ELSE month_year.month
  END), '''’.', '')
  LEFT JOIN named AS opening ON opening.word = folded(nullif(named_span.first, ''))
)
-- A number outside these years is not a date.
SELECT cell AS text, is_ambiguous, CASE WHEN year(day) BETWEEN 1900 AND 2100 THEN day END AS day FROM read
