-- Days, months and quarters.

-- 2026.0, as programs write whole numbers in columns with gaps.
CREATE MACRO without_zero(t) AS regexp_replace(t, '\.0$', '');
-- A date from its parts, as 2026-9-3 or 3 September 2026; a year and a month without a day are a month.
CREATE MACRO date_of_parts(y, m, d) AS (CASE
  WHEN regexp_full_match(m, '\d{1,2}(\.0)?') THEN concat_ws('-', without_zero(y), without_zero(m), without_zero(d))
  ELSE concat_ws(' ', without_zero(d), m, without_zero(y))
END);
-- Q1 2025, from a year and a quarter in cells of their own: 1, Q1, 1T, 1st, II; as it is where the quarter has its year.
CREATE MACRO date_of_quarter(y, q) AS (CASE
  WHEN regexp_matches(q, '\d{4}') THEN q
  WHEN regexp_full_match(q, '(?i)I{1,3}|IV') THEN q || ' quarter ' || without_zero(y)
  WHEN regexp_full_match(q, '\D{0,8}[1-4](\.0)?\D{0,10}') THEN 'Q' || regexp_extract(q, '[1-4]') || ' ' || without_zero(y)
  ELSE concat_ws(' ', q || ' quarter', without_zero(y))
END);
-- 2025-W07, in the same way.
CREATE MACRO date_of_week(y, w) AS (CASE
  WHEN regexp_matches(w, '\d{4}') THEN w
  WHEN regexp_full_match(w, '\D{0,8}\d{1,2}(\.0)?') THEN without_zero(y) || '-W' || lpad(regexp_extract(w, '\d{1,2}'), 2, '0')
  ELSE concat_ws(' ', w, without_zero(y))
END);
-- The day of a month such as 202408, from a cell of its own; the month where that has none.
CREATE MACRO day_of_month(month, d) AS (CASE
  WHEN regexp_full_match(month, '\d{6}') AND try_strptime(month || lpad(without_zero(d), 2, '0'), '%Y%m%d') IS NOT NULL
    THEN month || lpad(without_zero(d), 2, '0')
  ELSE month
END);
-- A year of the Buddhist era from 2440 (1897) to 2639, four digits of a date; '' if there is none.
CREATE MACRO buddhist_year(t) AS regexp_extract(t, '(?:^|\D)(2(?:4[4-9]|5\d|6[0-3])\d)(?:\D|$)', 1);
-- Its last two digits at the end of a date, from 2557 (2014) to 2575, as in 3/9/69 and 3 ก.ย. 69.
CREATE MACRO short_buddhist_year(t) AS regexp_extract(
  t, '^(?:\d{1,2}[/.-] ?\d{1,2}[/.-] ?|\d{1,2}[ -][^\d,]+[ -])(5[7-9]|6\d|7[0-5])(?:[T ,].*)?$', 1
);
-- The common year of one in an East Asian era. Without an era, a year of three digits is
-- one of Taiwan; one of two could be any.
CREATE MACRO year_of_era_number(era, y) AS (CASE
  WHEN era IN ('民國', '民国') OR era = '' AND length(y) = 3 THEN (try_cast(y AS INTEGER) + 1911)::VARCHAR
  WHEN era = '令和' THEN (try_cast(y AS INTEGER) + 2018)::VARCHAR
  WHEN era = '平成' THEN (try_cast(y AS INTEGER) + 1988)::VARCHAR
  WHEN length(y) = 4 THEN y
END);
-- The first year of an era has a word of its own.
CREATE MACRO year_of_era(era, y) AS (CASE
  WHEN y = '元' THEN CASE WHEN era <> '' THEN year_of_era_number(era, '1') END
  ELSE year_of_era_number(era, y)
END);
CREATE MACRO full_year(y) AS (CASE WHEN length(y) > 2 THEN y WHEN y < '70' THEN '20' || y ELSE '19' || y END);
CREATE MACRO day_from(y, m, d) AS try_strptime(full_year(y) || '-' || m || '-' || d, '%Y-%m-%d')::DATE;
-- "Added on 03/10/2026" and "Reduced: 3 October 2026" are the day on which a home was offered at its price.
CREATE MACRO without_event(t) AS regexp_replace(
  t,
  '(?i)^(?:added|reduced|listed|posted|published|advertised|sold|online|publicado|publicada|publié|publiée|mise en ligne|mis en ligne|ajouté|ajoutée|eingestellt|inseriert|verkauft|pubblicato|inserito|geplaatst|aangeboden|dodano|opublikowano|vloženo|publicat|anunciado)(?:\s+(?:on|since|at|el|le|em|il|am|seit|op|sinds|dnia|dne|la|in data))?\s*:?\s+(\S*\d.*)$', '\1'
);
-- With the whole year of Sep 1, '26 and of 1 Sep '26.
CREATE MACRO with_whole_year(t) AS regexp_replace(t, '^(\D*\pL\D*\d{0,2}|\d{1,2}\D*\pL\D*?)[ ,]+[''’]([0-6]\d)$', '\1 20\2');
-- "3/10/2026 (updated 5/10/2026)": a later change is not the day of the offer.
CREATE MACRO without_change(t) AS regexp_replace(
  t, '(?i)(\d)[\s,;|(–-]+(?:last )?(?:updated|reduced|modified|edited|actualizad[oa]|atualizad[oa]|modificad[oa]|aktualisiert|aggiornat[oa]|bijgewerkt|mis à jour|mise à jour)\b.*$', '\1'
);
-- "01.09.2026 - 03.10.2026": what follows the first day is not its time.
CREATE MACRO is_span_of_days(t) AS
  regexp_matches(
    t,
    '^(?:\d{1,2}\. ?\d{1,2}\. ?\d{4}|\d{4}\. ?\d{1,2}\. ?\d{1,2}\.?|\S*[\d日일])[T ,](?:.*[^\d.])?(?:(?:19|20)\d\d(?:[/-]|\. ?)\d{1,2}(?:[/-]|\. ?)\d|\d{1,2}[/.-] ?\d{1,2}[/.-] ?(?:19|20)\d\d|(?:19|20)\d\d ?[年년])'
  )
  -- Without the year of the second: 13.09.2026 bis 14.10., which without a word or its last point could be a time.
  OR regexp_matches(t, '(?i)(?:19|20)\d\d\.?\s+(?:bis|to|until|till|al?|au|do|hasta|até|tot|t/m)\s+\d{1,2}[./-] ?\d{1,2}\.?$|(?:19|20)\d\d\.?\s*[–—-]\s*\d{1,2}\. ?\d{1,2}\.$')
  OR regexp_matches(t, '^\d{1,2}[/.-]\d{1,2}[/.-]\d\d [^\d:]*\d{1,2}[/.-]\d{1,2}[/.-]\d\d$')
  -- Days with the names of months have a time before a second one: 3 Sep 2026 10:00 - 4 Oct 2026 10:00.
  OR regexp_matches(t, '\d:\d.* (?:\d{1,2}[ -][^\s\d.,-]{3,}\.?|[^\s\d.,-]{3,}\.? \d{1,2},?)[ -](?:19|20)\d\d');
-- "3 days ago", "yesterday": nothing says from which day they count.
CREATE MACRO is_relative_day(t) AS regexp_matches(
  folded(t),
  '\b(ago|yesterday|today|just now|last (week|month)|hace|hoy|ayer|il y a|hier|aujourd.?hui|vor|heute|gestern|fa|oggi|ieri|geleden|vandaag|gisteren|temu|dzis|dzisiaj|wczoraj|pred|dnes|vcera|acum|astazi|ha|hoje|ontem|once|bugun|dun|sedan|siden|idag|i dag|igar|i gar|i gaar)\b|назад|сегодня|вчера|сьогодні|вчора|今日|昨日|昨天|今天|어제|오늘|[日天月周週時]前|[일주달] ?전'
);
-- Of a year with decimals, the month in which it lies: 2013.0 is January, 2013.083 February and 2013.5 July. Decimals are rounded.
CREATE MACRO month_of_decimal(fraction) AS least(12, 1 + floor(
  12 * try_cast('0.' || fraction AS DOUBLE) + CASE WHEN length(fraction) < 3 THEN 0.06 ELSE 0.006 END
))::INTEGER;
-- 18-03-05, 18/03/05 and 18.03.05, with two digits each.
CREATE MACRO is_short(t) AS regexp_full_match(t, '\d{2}[/.-]\d{2}[/.-]\d{2}([T ,].*)?');
-- A day of a week of ISO 8601; null for the 53rd of a year that has 52.
CREATE MACRO day_of_week(y, w, d) AS list_transform(
  [try_strptime(concat_ws('-', y, w, d), '%G-%V-%u')::DATE], lambda day: CASE WHEN isoyear(day) = y::INTEGER THEN day END
)[1];
-- Days of the Persian and the Islamic calendar, as days of the common one.
CREATE TABLE converted_date (cell VARCHAR NOT NULL, day VARCHAR NOT NULL);
-- A year of either, from 1300 to 1499.
CREATE MACRO has_other_year(t) AS regexp_matches(t, '(?:^|\D)1[34]\d\d(?:\D|$)|^1[34]\d{6}$');
-- The number of a month, as text, from its name in any language.
CREATE TABLE month_word (word VARCHAR NOT NULL, month VARCHAR NOT NULL);
CREATE MACRO roman_month(name) AS nullif(
  list_position(['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'], lower(name)), 0
)::VARCHAR;
-- Two numbers of a date, one the day and one the month.
CREATE MACRO shows_day_first(a, b) AS (a > 12 AND b <= 12);
CREATE MACRO shows_month_first(a, b) AS (b > 12 AND a <= 12);
CREATE MACRO either_first(a, b) AS (a <= 12 AND b <= 12 AND a <> b);

-- Zero in some programs, and the beginning of their calendars: not a day on which a home was offered.
CREATE MACRO is_zero_day(day) AS list_contains(
  [DATE '1900-01-01', DATE '1901-01-01', DATE '1904-01-01', DATE '1970-01-01'], day
);
