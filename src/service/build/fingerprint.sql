SELECT value FROM meta WHERE key = 'fingerprint'
