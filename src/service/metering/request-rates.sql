-- Requests of this minute, by account and group or by network address. In a separate file, so that a restart and a
-- second service on the same folder continue the count; worthless after the minute.
CREATE TABLE IF NOT EXISTS taken (
  minute INTEGER NOT NULL, -- minutes since 1970
  key TEXT NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (minute, key)
) WITHOUT ROWID;
