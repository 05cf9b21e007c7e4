-- Accounts and their tokens: statements of one or two lines, for SQLite and Postgres.

-- name: insertAccount
-- Returns no row when the name is taken.
INSERT INTO account (name, plan, status, anchor_day, created_at) VALUES (:name, :plan, 'active', :anchor_day, :created_at)
ON CONFLICT (name) DO NOTHING RETURNING id;

-- name: accountNamed
SELECT id, name, plan, status, anchor_day, created_at FROM account WHERE name = :name;

-- name: listAccounts
SELECT id, name, plan, status, anchor_day, created_at FROM account ORDER BY name;

-- name: plansInUse
SELECT DISTINCT plan FROM account ORDER BY plan;

-- name: setStatus
UPDATE account SET status = :status WHERE name = :name;

-- name: setPlan
UPDATE account SET plan = :plan WHERE name = :name;

-- name: lastToken
SELECT coalesce(max(id), 0) AS id FROM token WHERE account = :account;

-- name: insertToken
INSERT INTO token (account, prefix, kind, sha256, created_at) VALUES (:account, :prefix, :kind, :sha256, :created_at);

-- name: revokeToken
-- Revoking again keeps the first date.
UPDATE token SET revoked_at = coalesce(revoked_at, :revoked_at) WHERE id = :id;

-- name: noteUse
INSERT INTO token_use (token, day) VALUES (:token, :day)
ON CONFLICT (token) DO UPDATE SET day = excluded.day WHERE token_use.day < excluded.day
