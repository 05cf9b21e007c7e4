SELECT day, quota_group, used FROM spent_day
WHERE account = :account AND day >= :since AND used > 0
ORDER BY day DESC, quota_group
