-- Rows of which an equal one was kept before.
INSERT INTO held SELECT n FROM judged WHERE reason IS NULL AND key IN (SELECT key FROM read_parquet($files))
