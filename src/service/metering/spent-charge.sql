-- Charges one request, or returns no row when the allowance is spent. A single statement, hence atomic.
INSERT INTO spent (account, quota_group, cycle, used)
SELECT :account, :quota_group, :cycle, 1 WHERE :allowance > 0
ON CONFLICT (account, quota_group, cycle) DO UPDATE SET used = used + 1 WHERE used < :allowance
RETURNING used
