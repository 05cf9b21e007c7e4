DELETE FROM sign_in_link WHERE expires_at < :before
