-- Takes back the charge of a failed request; that of a call with a key only if it was charged.
WITH noted AS (
  DELETE FROM charged_call WHERE account = :account AND call = :once RETURNING account
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
