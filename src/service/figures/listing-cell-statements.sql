-- The cells with listings, in a period's figures.sqlite or in held-cells.sqlite: statements of one line.

-- name: countries
SELECT DISTINCT country FROM listing_cell;

-- name: listingCell
SELECT country FROM listing_cell WHERE cell = CAST(:cell AS INTEGER);

-- name: fingerprint
SELECT value FROM meta WHERE key = 'fingerprint';
