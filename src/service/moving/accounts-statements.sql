-- Moving accounts, in SQLite and in Postgres: each table in the order of its key, parents first.

-- name: readAccount
SELECT id, name, plan, status, anchor_day, created_at FROM account ORDER BY id;

-- name: readToken
SELECT id, account, prefix, kind, sha256, created_at, revoked_at FROM token ORDER BY id;

-- name: readTokenUse
SELECT token, day FROM token_use ORDER BY token;

-- name: readSpent
SELECT account, quota_group, cycle, used FROM spent ORDER BY account, quota_group, cycle;

-- name: readSpentDay
SELECT account, day, quota_group, used FROM spent_day ORDER BY account, day, quota_group;

-- name: readLink
SELECT sha256, account, expires_at, used_at FROM sign_in_link ORDER BY sha256;

-- name: readSession
SELECT sha256, account, expires_at FROM session ORDER BY sha256;

-- name: addAccount
INSERT INTO account (id, name, plan, status, anchor_day, created_at)
VALUES (:id, :name, :plan, :status, :anchor_day, :created_at);

-- name: addToken
INSERT INTO token (id, account, prefix, kind, sha256, created_at, revoked_at)
VALUES (:id, :account, :prefix, :kind, :sha256, :created_at, :revoked_at);

-- name: addTokenUse
INSERT INTO token_use (token, day) VALUES (:token, :day);

-- name: addSpent
INSERT INTO spent (account, quota_group, cycle, used) VALUES (:account, :quota_group, :cycle, :used);

-- name: addSpentDay
INSERT INTO spent_day (account, day, quota_group, used) VALUES (:account, :day, :quota_group, :used);

-- name: addLink
INSERT INTO sign_in_link (sha256, account, expires_at, used_at) VALUES (:sha256, :account, :expires_at, :used_at);

-- name: addSession
INSERT INTO session (sha256, account, expires_at) VALUES (:sha256, :account, :expires_at)
