UPDATE spent_day SET used = used - 1
WHERE account = :account AND day = :day AND quota_group = :quota_group AND used > 0
