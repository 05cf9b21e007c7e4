-- No row comes back when the link is used, expired or unknown. One statement, so that it works once.
UPDATE sign_in_link SET used_at = :now
WHERE sha256 = :sha256 AND used_at IS NULL AND expires_at > :now
RETURNING account
