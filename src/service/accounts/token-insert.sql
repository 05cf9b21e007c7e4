INSERT INTO token (account, prefix, kind, sha256, created_at) VALUES (:account, :prefix, :kind, :sha256, :created_at)
