-- Requests of this minute, by account and group or by network address. Kept in a file of its own, so that a restart and
-- a second service on the same folder go on counting; worth nothing after the minute.
CREATE TABLE IF NOT EXISTS taken (
  minute INTEGER NOT NULL, -- minutes since 1970
  key TEXT NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (minute, key)
) WITHOUT ROWID;
