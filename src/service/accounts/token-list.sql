-- The tokens of all accounts, or of one.
SELECT token.id, token.prefix, token.kind, account.name AS account, token.created_at, token.revoked_at,
  token_use.day AS last_used_on
FROM token JOIN account ON account.id = token.account LEFT JOIN token_use ON token_use.token = token.id
-- In this order Postgres knows what the parameter is.
WHERE token.account = :account OR :account IS NULL
ORDER BY account.name, token.created_at, token.id
