SELECT account.name AS account, sign_in_link.expires_at, sign_in_link.used_at
FROM sign_in_link JOIN account ON account.id = sign_in_link.account
WHERE sign_in_link.sha256 = :sha256
