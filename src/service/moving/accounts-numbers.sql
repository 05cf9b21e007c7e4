-- Postgres counts on from the highest numbers that were moved; SQLite does so by itself.
SELECT
  setval(pg_get_serial_sequence('account', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM account), false),
  setval(pg_get_serial_sequence('token', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM token), false)
