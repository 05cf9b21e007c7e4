-- Records that the CSV reader refused, each once, even with several faults. `place` is the record's number, counting
-- from 1 and including blank records and the header.
SELECT
  line::BIGINT AS place,
  'malformed line: ' || lower(string_agg(DISTINCT error_type::VARCHAR, ', ' ORDER BY error_type::VARCHAR)) AS reason,
  any_value(csv_line) AS text
FROM reject_errors
GROUP BY line
ORDER BY line
