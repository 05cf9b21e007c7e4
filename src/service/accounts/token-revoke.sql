-- Revoking again keeps the first date.
UPDATE token SET revoked_at = coalesce(revoked_at, :revoked_at) WHERE id = :id
