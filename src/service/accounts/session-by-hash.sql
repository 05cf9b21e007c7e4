SELECT account.id, account.name, account.plan, account.status, account.anchor_day, account.created_at
FROM session JOIN account ON account.id = session.account
WHERE session.sha256 = :sha256 AND session.expires_at > :now
