-- Charges one request to the cycle and the day. `charged` is null when the allowance is spent, and for a call that was
-- charged before (`known`). A single statement, hence atomic: where two services charge the same call at once, the second
-- one violates the key of charged_call, is undone as a whole, and has to run again.
WITH known AS (
  UPDATE charged_call SET requests = requests + 1 WHERE account = :account AND call = :once RETURNING account
),
charged AS (
  INSERT INTO spent (account, quota_group, cycle, used)
  SELECT :account, :quota_group, :cycle, 1
  WHERE CAST(:allowance AS BIGINT) > 0 AND NOT EXISTS (SELECT FROM known)
  ON CONFLICT (account, quota_group, cycle) DO UPDATE SET used = spent.used + 1 WHERE spent.used < CAST(:allowance AS BIGINT)
  RETURNING used
),
counted AS (
  INSERT INTO spent_day (account, day, quota_group, used) SELECT :account, :day, :quota_group, 1 FROM charged
  ON CONFLICT (account, day, quota_group) DO UPDATE SET used = spent_day.used + 1
),
noted AS (
  INSERT INTO charged_call (account, call, charged_at)
  SELECT :account, :once, now() FROM charged WHERE CAST(:once AS TEXT) IS NOT NULL
)
SELECT (SELECT used FROM charged) AS charged, EXISTS (SELECT FROM known) AS known
