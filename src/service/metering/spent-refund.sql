UPDATE spent SET used = used - 1
WHERE account = :account AND quota_group = :quota_group AND cycle = :cycle AND used > 0
