-- What accounts have spent: short statements.

-- name: used
SELECT used FROM spent WHERE account = :account AND quota_group = :quota_group AND cycle = :cycle;

-- name: chargeDay
INSERT INTO spent_day (account, day, quota_group, used) VALUES (:account, :day, :quota_group, 1)
ON CONFLICT (account, day, quota_group) DO UPDATE SET used = used + 1;

-- name: refund
UPDATE spent SET used = used - 1
WHERE account = :account AND quota_group = :quota_group AND cycle = :cycle AND used > 0;

-- name: refundDay
UPDATE spent_day SET used = used - 1
WHERE account = :account AND day = :day AND quota_group = :quota_group AND used > 0;

-- name: refill
-- Renames the cycle's row, so that the cycle starts again at zero.
UPDATE spent SET cycle = cycle || ' until ' || :at WHERE account = :account AND cycle = :cycle;
