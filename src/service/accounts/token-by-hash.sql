-- The caller: read on every request, so that a revoked token is refused from the next one.
SELECT account.id AS account_id, account.name AS account, account.plan, account.status, account.anchor_day,
  token.id AS token_id, token.prefix, token.kind
FROM token JOIN account ON account.id = token.account
WHERE token.sha256 = :sha256 AND token.revoked_at IS NULL
