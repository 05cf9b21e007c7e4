-- The forms that each different date of the file matches; they become days once the order of day and month is known.
CREATE TABLE date_text AS
WITH seen AS (
  SELECT DISTINCT date AS text FROM cells WHERE date IS NOT NULL
  UNION SELECT $date::VARCHAR WHERE $date IS NOT NULL
), matched AS (
  SELECT
    text,
    -- 3/09/2016, 03-09-16; a time can follow.
    regexp_extract(text, '^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:[T ,].*)?$', ['a', 'b', 'year']) AS slashed,
    -- 3.9.2016, 3. 9. 2016.
    regexp_extract(text, '^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?:[T ,].*)?$', ['day', 'month', 'year']) AS dotted,
    -- 3 Sep 2016, 3rd September 2016, 03-Sep-16, 3. září 2016, 3 de septiembre de 2016, 3 d’abril de 2016; a day of the
    -- week can come before, and a time after.
    regexp_extract(
      text,
      '^(?:\p{L}+\.?,? )?(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[ /-]+(?:de )?([\p{L}''’]+)\.?[ ,/-]+(?:de |del )?(\d{4}|\d{2})(?: r\.?)?(?:[T ,].*\d:\d.*)?$',
      ['day', 'month', 'year']
    ) AS day_named,
    -- Sep 3, 2016, September-3-2016, Sat Sep 03 2016 12:00, and September 2016 or septiembre de 2016.
    regexp_extract(
      text,
      '^(?:\p{L}+\.?,? )?([\p{L}''’]+)\.?[ /-](?:(\d{1,2})(?:st|nd|rd|th)?(?:,? |[/-]))?(?:de |del )?(\d{4})(?:[T ,].*\d:\d.*)?$',
      ['month', 'day', 'year']
    ) AS month_named,
    -- 2026年10月1日, 2026년 10월 1일, 2026年10月.
    regexp_extract(
      text, '^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日일号號])?(?:[T ,].*)?$', ['year', 'month', 'day']
    ) AS east_asian,
    -- Sep-16.
    regexp_extract(text, '^([\p{L}''’]+)\.?[-/''’](\d{2})$', ['month', 'year']) AS month_year,
    -- 2018Q1, 2018-Q1, Q1 2018, 1Q2018; T in Romance languages.
    regexp_extract(text, '^(?:[QqTt]([1-4])|([1-4])[QqTt])[ /-]?(\d{4})$', ['quarter', 'before', 'year']) AS quarter_year,
    regexp_extract(text, '^(\d{4})[ /-]?[QqTt]([1-4])$', ['year', 'quarter']) AS year_quarter
  FROM seen
)
SELECT *, try_cast(slashed.a AS INTEGER) AS a, try_cast(slashed.b AS INTEGER) AS b FROM matched
