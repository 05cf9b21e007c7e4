-- The figures of these cells under one lens, in the order asked; :cells is a JSON array of decimal ids, as text.
SELECT CAST(figure.cell AS TEXT), figure.estimated, figure.listings, figure.median_price, figure.median_price_per_sqm,
  figure.median_area, figure.average_price
FROM json_each(:cells) AS wanted
CROSS JOIN figure ON figure.lens = :lens AND figure.cell = CAST(wanted.value AS INTEGER)
