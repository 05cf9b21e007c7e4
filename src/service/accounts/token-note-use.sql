INSERT INTO token_use (token, day) VALUES (:token, :day)
ON CONFLICT (token) DO UPDATE SET day = max(day, excluded.day)
