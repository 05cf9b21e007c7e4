-- Statements that only Postgres needs.

-- name: lockAccount
-- Until the end of the transaction, so that two services do not create a token for one form.
SELECT id FROM account WHERE id = :account FOR NO KEY UPDATE;

-- name: offerKey
INSERT INTO shared_key (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING;

-- name: sharedKey
SELECT value FROM shared_key WHERE name = :name;

-- name: probe
-- Throws where reading works and writing does not.
UPDATE squaremetre_schema SET version = version
