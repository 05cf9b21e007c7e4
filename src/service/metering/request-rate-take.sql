-- Counts one request, or returns no row when the limit is reached. A single statement, hence atomic.
INSERT INTO taken (minute, key, requests) SELECT :minute, :key, 1 WHERE :limit > 0
ON CONFLICT (minute, key) DO UPDATE SET requests = requests + 1 WHERE requests < :limit
RETURNING requests
