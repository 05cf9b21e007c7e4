SELECT id, name, plan, status, anchor_day, created_at FROM account WHERE name = :name
