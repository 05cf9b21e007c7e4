-- The version of an application's tables.

-- name: lock
SELECT pg_advisory_xact_lock(:lock);

-- name: exists
-- Reads the catalogue itself: functions such as to_regclass may know it as it was before the lock.
SELECT EXISTS (
  SELECT FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = 'squaremetre_schema'
) AS exists;

-- name: version
SELECT version FROM squaremetre_schema;

-- name: forgetVersion
CREATE TABLE IF NOT EXISTS squaremetre_schema (version INTEGER NOT NULL);
DELETE FROM squaremetre_schema;

-- name: noteVersion
INSERT INTO squaremetre_schema (version) VALUES (:version)
