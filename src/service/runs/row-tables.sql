-- Keys of rows that no longer count because a newer run reads them otherwise, and of rows that counted and no longer do.
CREATE TABLE demoted (key VARCHAR NOT NULL);
CREATE TABLE lost (key VARCHAR NOT NULL);
