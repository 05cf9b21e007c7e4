SELECT (SELECT count(*) FROM tile) AS tiles_held, (SELECT count(*) FROM receipt) AS calls_spent
