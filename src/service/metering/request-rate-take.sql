-- One request more, unless the minute's are taken: no row comes back then. One statement, hence atomic.
INSERT INTO taken (minute, key, requests) SELECT :minute, :key, 1 WHERE :limit > 0
ON CONFLICT (minute, key) DO UPDATE SET requests = requests + 1 WHERE requests < :limit
RETURNING requests
