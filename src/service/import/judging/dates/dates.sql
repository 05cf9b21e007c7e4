-- The forms that each different date of the file matches; they become days once the order of day and month is known. `text` is
-- a cell with a year of the common era.
CREATE TABLE date_text AS
WITH seen AS (
  SELECT DISTINCT date AS cell FROM cells WHERE date IS NOT NULL
  UNION SELECT $date::VARCHAR WHERE $date IS NOT NULL
), thai AS (
  -- 3/9/69 is of 2026 only there.
  SELECT coalesce(avg((degrees_of(lat) BETWEEN 5 AND 21 AND degrees_of(lng) BETWEEN 97 AND 106)::INTEGER) >= 0.9, false) AS is_thai
  FROM (SELECT lat, lng FROM cells WHERE lat IS NOT NULL LIMIT 200)
), counted AS (
  -- In Thailand, 2026 is 2569. Some such years among others are misspelt.
  SELECT
    cell,
    buddhist_year(cell) AS year,
    CASE WHEN is_thai THEN short_buddhist_year(cell) ELSE '' END AS short_year,
    avg((buddhist_year(cell) <> '' OR short_year <> '')::INTEGER) OVER () >= 0.95 AS is_buddhist,
    regexp_extract(cell, '^(\p{L}{3,})(\d{2})$', ['month', 'year']) AS joined_month
  FROM seen, thai
), joined AS (
  -- May19, as of ImmobilienScout24: days of three months would differ more than years do, and years do not lie in the future.
  SELECT
    coalesce(
      avg((joined_month.year <> '')::INTEGER) >= 0.95
        AND count(DISTINCT lower(joined_month.month)) FILTER (joined_month.year <> '') >= 3
        AND max(try_cast(joined_month.year AS INTEGER)) - min(try_cast(joined_month.year AS INTEGER)) <= 10
        AND max(try_cast(joined_month.year AS INTEGER)) <= $today[3:4]::INTEGER,
      false
    ) AS are_months
  FROM counted
), common AS (
  SELECT
    cell,
    is_buddhist AND year || short_year <> '' AS is_of_era,
    are_months AND joined_month.year <> '' AS is_joined_month,
    with_whole_year(without_change(without_event(CASE
      WHEN is_buddhist AND year <> '' THEN replace(cell, year, (year::INTEGER - 543)::VARCHAR)
      WHEN is_buddhist AND short_year <> ''
        THEN regexp_replace(cell, '^(\d{1,2}\D+?(?:\d{1,2}\D{1,2})?)' || short_year || '\b', '\1' || (short_year::INTEGER + 1957))
      WHEN are_months THEN regexp_replace(cell, '^(\p{L}{3,})(\d{2})$', '\1-\2')
      ELSE cell
    END))) AS whole,
    CASE WHEN day IS NOT NULL THEN day WHEN length(whole) > 14 AND is_span_of_days(whole) THEN '' ELSE whole END AS text
  FROM counted LEFT JOIN converted_date USING (cell), joined
), matched AS (
  SELECT
    cell, text, is_of_era, is_joined_month,
    -- 3/09/2016, 03-09-16; a time can follow.
    regexp_extract(text, '^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:[T ,].*)?$', ['a', 'b', 'year']) AS slashed,
    -- 3.9.2016, 3. 9. 2016, 3.9.2016.
    regexp_extract(text, '^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})\.?(?:[T ,].*)?$', ['day', 'month', 'year']) AS dotted,
    -- 3 Sep 2016, 3rd September 2016, 03-Sep-16, 3. září 2016, 3 de septiembre de 2016, 3 d’abril de 2016; a day of the
    -- week can come before, and a time after.
    regexp_extract(
      text,
      '^(?:[^\d\s.,]+\.?,? )?(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[ /-]+(?:de |of )?((?:[^\d\s.,/-]+\.?)+)[ ,/-]+(?:de |del )?(\d{4}|\d{2})(?: [rг]\.?)?(?:[T ,].*\d:\d.*)?$',
      ['day', 'month', 'year']
    ) AS day_named,
    -- 03SEP2016 and 03sep2016 10:00:00, as SAS and Stata write them.
    regexp_extract(text, '^(\d{2})([^\d\s.,/-]{3})(\d{4})(?:[ :].*)?$', ['day', 'month', 'year']) AS joined,
    -- Sep 3, 2016, September-3-2016, Sat Sep 03 2016 12:00, and September 2016 or septiembre de 2016.
    regexp_extract(
      text,
      '^(?:[^\d\s.,]+\.?,? )?([^\d\s.,/-]+)\.?[ /-](?:(\d{1,2})(?:st|nd|rd|th)?(?:,? |[/-]))?(?:de |del )?(\d{4})(?:[T ,].*\d:\d.*)?$',
      ['month', 'day', 'year']
    ) AS month_named,
    -- 2026. április 3., 2026 Apr 3, 2026 m. rugsėjo 3 d.
    regexp_extract(text, '^(\d{4})(?:\.| m\.)? ([^\d\s.,/-]{2,})\.? (\d{1,2})(?:\.| d\.)?$', ['year', 'month', 'day']) AS year_named,
    -- 2026年10月1日, 2026년 10월 1일, 2026年10月; 民國115年10月1日 and 令和8年10月1日.
    regexp_extract(
      text, '^(民國|民国|令和|平成)? ?(\d{1,4}|元) ?[年년] ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日일号號])?(?:[T ,].*)?$', ['era', 'year', 'month', 'day']
    ) AS east_asian,
    -- 1151001, as Taiwan's registry writes the same day, and 115/10/01.
    regexp_extract(
      text, '^(1[0-4]\d)(?:(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])|[/.-](\d{1,2})[/.-](\d{1,2}))$', ['year', 'month', 'day', 'slashed_month', 'slashed_day']
    ) AS taiwanese,
    -- 12.IX.2026 and 12 IX 2026. (Without a day, I to IV are quarters, too.)
    regexp_extract(text, '(?i)^(\d{1,2})[ ./-] ?([ivx]{1,4})[ ./-] ?(\d{4})(?: ?r\.?)?$', ['day', 'month', 'year']) AS roman,
    -- 2026-W38, 2026W38 and 2026-W38-4, weeks of ISO 8601.
    regexp_extract(text, '^(\d{4})-?W(\d{2})(?:-?([1-7]))?$', ['year', 'week', 'day']) AS week,
    -- W38 2026, KW 38/2026, as Germans write the same weeks.
    regexp_extract(text, '(?i)^K?W ?(\d{1,2})[ /-](\d{4})$', ['week', 'year']) AS week_year,
    -- R6.3.12 and H31/4/1, days of Reiwa and Heisei.
    regexp_extract(text, '^([RH])(\d{1,2})[./-](\d{1,2})[./-](\d{1,2})$', ['era', 'year', 'month', 'day']) AS short_era,
    -- Sep-16 is a month; Sep16 can be a day, and has a dash here where the column shows that it is not.
    regexp_extract(text, '^([^\d\s.,/-]+?)\.?[-/''’](\d{2})$', ['month', 'year']) AS month_year,
    -- 2013.05, a month; or 2013.5 and 2013.417, years with decimals.
    regexp_extract(text, '^(\d{4})\.(\d+)$', ['year', 'fraction']) AS pointed,
    -- 2018Q1, 2018-Q1, 2018/1Q, Q1 2018, 1Q2018, 1st quarter 2018, 1. Quartal 2018, III квартал 2018, 2018年第1四半期, 令和5年第3四半期; T in Romance languages.
    regexp_extract(
      text, '(?i)^(?:(?:[QT]|quarter )([1-4])|([1-4]|i{1,3}|iv)(?:[QT]|(?:st|nd|rd|th) quarter|(?:\.|º|o|°|er|e|ère|ème|eme|-й)? ?(?:trimestre|trimestru|trimester|quartal|quarter|kwartał|kwartaal|kvartal|kvartál|čtvrtletí|negyedév|çeyrek|квартал|кв\.?))),?(?: of| de| del| du)?[ /-]?(\d{4})(?: ?г\.?| года)?$', ['quarter', 'before', 'year']
    ) AS quarter_year,
    -- Q3/26 and 3Q26; other words for a quarter beside two digits can be the numbers of a house and a flat.
    regexp_extract(text, '(?i)^(?:[QT]([1-4])|([1-4])[QT])[ /''’-]*(\d{2})$', ['quarter', 'before', 'year']) AS short_quarter,
    regexp_extract(
      text, '(?i)^(令和|平成|民國|民国)? ?(\d{1,4}|元)(?:(?:[ /-]?[QT]| ?[年년]? ?第|[年년] ?|,? quarter )([1-4])(?:四半期|季度?|분기)?|[ /-]?([1-4])[QT])$',
      ['era', 'year', 'quarter', 'before']
    ) AS year_quarter,
    -- Jul-Sep 2026 and 2026年7-9月, quarters, too.
    regexp_extract(text, '^(\pL{3,})\.? ?[–—/-] ?(\pL{3,})\.?(?: de)? (\d{4})$', ['first', 'last', 'year']) AS named_span,
    regexp_extract(text, '^(\d{4}) ?[年년] ?(1|4|7|10) ?[月월]? ?[–—~～〜-] ?(3|6|9|12) ?[月월]$', ['year', 'first', 'last']) AS numbered_span
  FROM common
)
SELECT *, try_cast(slashed.a AS INTEGER) AS a, try_cast(slashed.b AS INTEGER) AS b FROM matched
