INSERT INTO session (sha256, account, expires_at) VALUES (:sha256, :account, :expires_at)
