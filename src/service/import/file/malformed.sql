-- Records that the CSV reader refused, each once, even with several faults. `place` is the record's number, counting
-- from 1 and including blank records and the header; `at` is where its bytes begin in the unpacked file. In `text`, each
-- byte that is not UTF-8 is a question mark.
SELECT
  line::BIGINT AS place,
  'malformed line: ' || lower(string_agg(DISTINCT error_type::VARCHAR, ', ' ORDER BY error_type::VARCHAR))
    || CASE WHEN bool_or(error_type = 'UNQUOTED VALUE' AND contains(csv_line, '\"'))
      THEN '; a quotation mark in a cell is written twice, "", not with a backslash' ELSE '' END AS reason,
  any_value(csv_line) AS text,
  any_value(line_byte_position)::BIGINT - 1 AS at
FROM reject_errors
GROUP BY line
ORDER BY line
