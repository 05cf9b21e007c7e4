SELECT used FROM spent WHERE account = :account AND quota_group = :quota_group AND cycle = :cycle
