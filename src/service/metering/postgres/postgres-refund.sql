-- Takes back the charge of a failed request; that of a call with a key only if it was charged, and no other request with
-- the key has its response or may still get it. `held` waits for requests with the same key and reads what they left: by
-- the count before them, neither step would apply. The result only sets the order of locks, that of postgres-charge.sql.
WITH held AS MATERIALIZED (
  SELECT requests FROM charged_call WHERE account = :account AND call = :once FOR UPDATE
),
ended AS (
  UPDATE charged_call SET requests = charged_call.requests - 1 FROM held
  WHERE account = :account AND call = :once AND held.requests > 1
),
noted AS (
  DELETE FROM charged_call USING held WHERE account = :account AND call = :once AND held.requests = 1 RETURNING account
),
due AS (
  SELECT WHERE CAST(:once AS TEXT) IS NULL OR EXISTS (SELECT FROM noted)
),
refunded AS (
  UPDATE spent SET used = used - 1
  WHERE account = :account AND quota_group = :quota_group AND cycle = :cycle AND used > 0 AND EXISTS (SELECT FROM due)
  RETURNING used
),
uncounted AS (
  UPDATE spent_day SET used = used - 1
  WHERE account = :account AND day = :day AND quota_group = :quota_group AND used > 0 AND EXISTS (SELECT FROM due)
  RETURNING used
)
SELECT (SELECT used FROM refunded), (SELECT used FROM uncounted)
