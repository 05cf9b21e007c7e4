-- Evidence for the order of day and month, as counts of different dates.
SELECT
  count(*) FILTER (shows_day_first(a, b))::INTEGER AS day_first,
  count(*) FILTER (shows_month_first(a, b))::INTEGER AS month_first,
  count(*) FILTER (either_first(a, b))::INTEGER AS either
FROM date_text
