-- The markets that one file of listings holds; `simulated` when the demonstration made them.
SELECT country, bool_or(source = 'demo') AS simulated FROM read_parquet($file) GROUP BY country ORDER BY country
