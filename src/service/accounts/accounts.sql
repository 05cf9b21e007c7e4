-- Accounts, their tokens, sessions of their pages, and what they have spent. Secrets are stored only as hashes.
CREATE TABLE IF NOT EXISTS account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'lapsed')),
  anchor_day INTEGER CHECK (anchor_day BETWEEN 1 AND 31), -- day on which a cycle begins; null: not anchored
  created_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS token (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account (id),
  prefix TEXT NOT NULL UNIQUE, -- first characters of the plaintext, to distinguish tokens
  kind TEXT NOT NULL CHECK (kind IN ('rw', 'ro')),
  sha256 TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  revoked_at TEXT -- a revoked token stays listed
);
CREATE TABLE IF NOT EXISTS token_use (
  token INTEGER PRIMARY KEY REFERENCES token (id),
  day TEXT NOT NULL -- the last day, UTC, on which the token was used
);
CREATE TABLE IF NOT EXISTS spent (
  account INTEGER NOT NULL,
  quota_group TEXT NOT NULL,
  cycle TEXT NOT NULL, -- first day of the cycle; 'ever' for an account that is not anchored
  used INTEGER NOT NULL,
  PRIMARY KEY (account, quota_group, cycle)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS spent_day (
  account INTEGER NOT NULL,
  day TEXT NOT NULL, -- UTC
  quota_group TEXT NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (account, day, quota_group)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sign_in_link (
  sha256 TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account (id),
  expires_at TEXT NOT NULL,
  used_at TEXT -- a link signs in once
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS session (
  sha256 TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account (id),
  expires_at TEXT NOT NULL
) WITHOUT ROWID;
