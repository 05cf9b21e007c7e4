-- Where a listing writer collects rows before publishing them. `grouping` refers to a row of staged_group, -1 in rooms
-- or area means unknown, and `day` counts from 1970-01-01.
CREATE TABLE staged (
  key VARCHAR NOT NULL,
  grouping INTEGER NOT NULL,
  day INTEGER NOT NULL,
  rooms TINYINT NOT NULL,
  price DOUBLE NOT NULL,
  area DOUBLE NOT NULL,
  lat DOUBLE NOT NULL,
  lng DOUBLE NOT NULL,
  cell BIGINT NOT NULL
);
CREATE TABLE staged_group (
  grouping INTEGER NOT NULL,
  source VARCHAR NOT NULL,
  country VARCHAR NOT NULL,
  ad_sub_type VARCHAR NOT NULL,
  property_type VARCHAR NOT NULL,
  currency VARCHAR NOT NULL,
  region VARCHAR,
  province VARCHAR,
  city VARCHAR,
  macrozone VARCHAR,
  microzone VARCHAR
);
