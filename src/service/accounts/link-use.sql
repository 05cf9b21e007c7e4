-- Returns no row when the link is used, expired or unknown. A single statement, so that a link works only once.
UPDATE sign_in_link SET used_at = :now
WHERE sha256 = :sha256 AND used_at IS NULL AND expires_at > :now
RETURNING account
