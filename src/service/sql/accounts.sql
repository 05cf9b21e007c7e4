-- Accounts, their tokens and what they have spent. Only the hash of a token is kept.
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
  prefix TEXT NOT NULL UNIQUE, -- the first characters of the plaintext, to tell tokens apart
  kind TEXT NOT NULL CHECK (kind IN ('rw', 'ro')),
  sha256 TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  revoked_at TEXT -- a revoked token stays listed
);
CREATE TABLE IF NOT EXISTS spent (
  account INTEGER NOT NULL,
  quota_group TEXT NOT NULL,
  cycle TEXT NOT NULL, -- first day of the cycle; 'ever' for an account that is not anchored
  used INTEGER NOT NULL,
  PRIMARY KEY (account, quota_group, cycle)
) WITHOUT ROWID;
