INSERT INTO spent_day (account, day, quota_group, used) VALUES (:account, :day, :quota_group, 1)
ON CONFLICT (account, day, quota_group) DO UPDATE SET used = used + 1
