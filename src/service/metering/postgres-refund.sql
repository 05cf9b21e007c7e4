-- Takes back the charge of a failed request; that of a call with a key only if it was charged, and no other request with
-- the key has its response or may still get it.
WITH ended AS (
  UPDATE charged_call SET requests = requests - 1 WHERE account = :account AND call = :once AND requests > 1
),
noted AS (
  DELETE FROM charged_call WHERE account = :account AND call = :once AND requests = 1 RETURNING account
),
due AS (
  SELECT WHERE CAST(:once AS TEXT) IS NULL OR EXISTS (SELECT FROM noted)
),
refunded AS (
  UPDATE spent SET used = used - 1
  WHERE account = :account AND quota_group = :quota_group AND cycle = :cycle AND used > 0 AND EXISTS (SELECT FROM due)
)
UPDATE spent_day SET used = used - 1
WHERE account = :account AND day = :day AND quota_group = :quota_group AND used > 0 AND EXISTS (SELECT FROM due)
