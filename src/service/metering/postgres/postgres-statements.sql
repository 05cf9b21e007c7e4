-- Counts in Postgres: short statements.

-- name: take
-- Counts one request of this minute, or returns no row when the limit is reached.
INSERT INTO taken (minute, key, requests)
SELECT :minute, :key, 1 WHERE CAST(:limit AS INTEGER) > 0
ON CONFLICT (minute, key) DO UPDATE SET requests = taken.requests + 1 WHERE taken.requests < CAST(:limit AS INTEGER)
RETURNING requests;

-- name: forgetMinutes
-- Keeps the neighbouring minutes, because the clocks of two services can differ.
DELETE FROM taken WHERE minute NOT BETWEEN CAST(:minute AS INTEGER) - 1 AND CAST(:minute AS INTEGER) + 1;

-- name: forgetCalls
-- Longer than a balancer or a client keeps trying.
DELETE FROM charged_call WHERE charged_at < now() - INTERVAL '10 minutes'
