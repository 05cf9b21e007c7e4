-- Records that the CSV reader refused, once each though several things may be wrong with one; `place` counts every
-- line of the file's row of records from 1, blank ones and the header included.
SELECT
  line::BIGINT AS place,
  'malformed line: ' || lower(string_agg(DISTINCT error_type::VARCHAR, ', ' ORDER BY error_type::VARCHAR)) AS reason,
  any_value(csv_line) AS text
FROM reject_errors
GROUP BY line
ORDER BY line
