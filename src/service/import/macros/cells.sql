-- Texts of cells, whatever they mean. Each macro returns null for what it cannot read.

-- Whether a text begins with a digit, or a letter with which no text that means "unknown" begins: most cells do.
CREATE MACRO is_certainly_known(t) AS (
  t >= '0' AND t < ':' OR t >= 'A' AND t < 'N' OR t >= 'O' AND t < 'U' OR t >= 'a' AND t < 'n' OR t >= 'o' AND t < 'u'
);
-- Trims white space, including no-break spaces, and the NUL characters with which programs in C fill a field; `present`
-- also returns null for texts that mean "unknown".
-- (Looking for white space at both ends first takes a fraction of the time; all texts below '!' begin with it.)
CREATE MACRO trimmed_text(t) AS (CASE
  WHEN t < '!' OR prefix(t, chr(160)) OR suffix(t, ' ') OR suffix(t, E'\t') OR suffix(t, E'\n') OR suffix(t, E'\r')
    OR suffix(t, chr(160)) OR suffix(t, chr(0))
    THEN trim(t, E' \t\n\r' || chr(160) || chr(0))
  ELSE t
END);
-- (A list, because planning every value of an IN takes longer than importing a small file.)
CREATE MACRO is_unknown(t) AS list_contains([
  '', '#n/a', 'n/a', 'n.a.', 'na', 'nan', 'null', '(null)', '\n', 'none', 'nil', 'undefined', 'unknown', '#value!',
  '#ref!', '#null!', 'not specified', 'not available', 'not provided', 'not stated', 'unspecified', '-', '--', '–', '—', '?'
], lower(trimmed_text(t)));
-- ="00123", as programs write a cell of CSV whose digits Excel has to leave as they are.
CREATE MACRO is_formula(t) AS (contains(t, '="') AND regexp_matches(t, '(?s)^[\s\x{A0}]*=".*"[\s\x{A0}]*$'));
CREATE MACRO without_formula(t) AS nullif(
  trim(replace(regexp_replace(t, '(?s)^[\s\x{A0}]*="(.*)"[\s\x{A0}]*$', '\1'), '""', '"')), ''
);
-- (DuckDB plans a macro within another as often as the other names its text, so few of these are nested.)
CREATE MACRO present(t) AS (CASE
  WHEN is_certainly_known(t) THEN trimmed_text(t)
  WHEN is_unknown(t) THEN NULL
  WHEN is_formula(t) THEN without_formula(t)
  ELSE trimmed_text(t)
END);
-- Without tags and entities of HTML, except between two digits, which can be two numbers: <del>500</del><b>450</b>.
CREATE MACRO has_markup(t) AS regexp_matches(t, '<[a-zA-Z/][^<>]*>|&(?:nbsp|euro|pound|sup2|amp|#160|#8364|#163|#178);');
CREATE MACRO without_markup(t) AS trimmed_text(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(t, '(\d)\s*(?:<[a-zA-Z/][^<>]*>\s*)+(\d)', '\1 | \2', 'g'), '<[a-zA-Z/][^<>]*>', '', 'g'),
    '&nbsp;', ' '), '&#160;', ' '), '&euro;', '€'), '&#8364;', '€'), '&pound;', '£'), '&#163;', '£'), '&sup2;', '²'), '&#178;', '²'), '&amp;', '&')
);
-- Digits of other scripts as 0 to 9: Arabic, Persian, Devanagari, Bengali, Gujarati, Thai, Lao, Burmese, Khmer and full-width
-- ones, with the Arabic signs of numbers.
CREATE MACRO has_other_digits(t) AS regexp_matches(t, '[٠-٩۰-۹०-९০-৯૦-૯๐-๙໐-໙၀-၉០-៩０-９]');
CREATE MACRO plain_digits(t) AS translate(
  t,
  '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯૦૧૨૩૪૫૬૭૮૯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩０１２３４５６７８９．，＋－／：٫٬',
  '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789.,+-/:.,'
);
CREATE MACRO finite(x) AS (CASE WHEN isfinite(x) THEN x END);
CREATE MACRO folded(t) AS translate(lower(strip_accents(t)), 'łıøđ', 'liod');
CREATE MACRO is_yes(t) AS coalesce(list_contains([
  '1', '1.0', 'true', 't', 'yes', 'y', 'x', 'si', 'sim', 'oui', 'vrai', 'ja', 'wahr', 'vero', 'waar', 'tak', 'ano', 'da', 'evet'
], folded(t)), false);
