SELECT token.id, token.prefix, token.kind, account.name AS account, token.created_at, token.revoked_at
FROM token JOIN account ON account.id = token.account
ORDER BY account.name, token.created_at, token.id
