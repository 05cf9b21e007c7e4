-- Figures of a portion's cells with enough listings of their own.
INSERT INTO figure
SELECT
  lens, cell, false, count(*), median(price_usd), median(price_per_sqm_usd), median(area), avg(price_usd)
FROM member SEMI JOIN (FROM own WHERE with_area >= $floor AND cell BETWEEN $first AND $last) AS enough USING (lens, cell)
WHERE cell BETWEEN $first AND $last
GROUP BY lens, cell
