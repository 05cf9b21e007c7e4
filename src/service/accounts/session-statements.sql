-- Sign-in links and sessions: statements of one line, for SQLite and Postgres.

-- name: insertLink
INSERT INTO sign_in_link (sha256, account, expires_at) VALUES (:sha256, :account, :expires_at);

-- name: forgetLinks
DELETE FROM sign_in_link WHERE expires_at < :before;

-- name: insertSession
INSERT INTO session (sha256, account, expires_at) VALUES (:sha256, :account, :expires_at);

-- name: deleteSession
DELETE FROM session WHERE sha256 = :sha256;

-- name: deleteSessionsOf
DELETE FROM session WHERE account = :account;

-- name: deleteOpenLinksOf
DELETE FROM sign_in_link WHERE account = :account AND used_at IS NULL;

-- name: forgetSessions
DELETE FROM session WHERE expires_at < :before;
