INSERT INTO sign_in_link (sha256, account, expires_at) VALUES (:sha256, :account, :expires_at)
