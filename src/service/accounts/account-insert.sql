INSERT INTO account (name, plan, status, anchor_day, created_at) VALUES (:name, :plan, 'active', :anchor_day, :created_at)
