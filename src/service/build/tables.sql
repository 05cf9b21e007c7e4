-- Rooms as in lenses: 5 is five or more, -1 unknown. (least() would turn an unknown number into 5.)
CREATE MACRO room_group(rooms) AS (CASE WHEN rooms IS NULL THEN -1 WHEN rooms > 5 THEN 5 ELSE rooms END)::TINYINT;
CREATE TABLE rate (currency VARCHAR NOT NULL, usd DOUBLE NOT NULL);
CREATE TABLE figure (
  lens INTEGER NOT NULL,
  cell BIGINT NOT NULL,
  estimated BOOLEAN NOT NULL,
  listings INTEGER NOT NULL,
  median_price DOUBLE,
  median_price_per_sqm DOUBLE,
  median_area DOUBLE,
  average_price DOUBLE
);
-- Each cell with itself and its neighbours at the same resolution; kept for the next period.
CREATE TABLE ring (cell BIGINT NOT NULL, near BIGINT NOT NULL);
