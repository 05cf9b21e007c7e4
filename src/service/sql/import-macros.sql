-- How one cell of a file is read. Each answers null for what it cannot read.
CREATE MACRO present(t) AS (
  CASE WHEN lower(trim(t)) NOT IN ('', '#n/a', 'n/a', 'na', 'nan', 'null', 'none', '-') THEN trim(t) END
);
CREATE MACRO finite(x) AS (CASE WHEN isfinite(x) THEN x END);

-- 1480000, 1,480,000.50, 1.480.000,50 or 85,5, with or without a currency's sign or code and a unit.
CREATE MACRO bare_amount(t) AS regexp_replace(t, '[\s\x{00a0}\x{202f}''€£$¥]|^(?:US|AU|A|R|C)?\$|^[A-Z]{3}|[A-Z]{3}$|(?:m2|m²)$', '', 'g');
CREATE MACRO grouped_amount(t) AS (
  CASE
    WHEN regexp_full_match(t, '-?\d{1,3}(,\d{3})+(\.\d+)?') THEN replace(t, ',', '')
    WHEN regexp_full_match(t, '-?\d{1,3}(\.\d{3})+(,\d+)|-?\d{1,3}(\.\d{3}){2,}') THEN replace(replace(t, '.', ''), ',', '.')
    WHEN regexp_full_match(t, '-?\d+,\d+') THEN replace(t, ',', '.')
    ELSE t
  END
);
CREATE MACRO amount(t) AS (
  finite(coalesce(try_cast(t AS DOUBLE), try_cast(grouped_amount(bare_amount(t)) AS DOUBLE)))
);
CREATE MACRO degrees_of(t) AS (finite(coalesce(try_cast(t AS DOUBLE), try_cast(replace(t, ',', '.') AS DOUBLE))));

-- 2016-09-03 (a time may follow), 2016-09, 201609, 20160903, 2016/9/3, 3/09/2016 (day first); a month is its first day.
CREATE MACRO day_of(t) AS (
  CASE
    WHEN regexp_full_match(t, '\d{4}-\d{2}-\d{2}([T ].*)?') THEN try_cast(t[1:10] AS DATE)
    WHEN regexp_full_match(t, '\d{6}') THEN try_strptime(t || '01', '%Y%m%d')::DATE
    WHEN regexp_full_match(t, '\d{4}-\d{2}') THEN try_cast(t || '-01' AS DATE)
    WHEN regexp_full_match(t, '\d{8}') THEN try_strptime(t, '%Y%m%d')::DATE
    WHEN regexp_full_match(t, '\d{4}/\d{1,2}/\d{1,2}') THEN try_strptime(t, '%Y/%m/%d')::DATE
    WHEN regexp_full_match(t, '\d{1,2}[/.-]\d{1,2}[/.-]\d{4}([T ].*)?')
      THEN try_strptime(regexp_replace(regexp_extract(t, '^[0-9/.-]+'), '[.-]', '/', 'g'), '%d/%m/%Y')::DATE
  END
);
CREATE MACRO folded(t) AS lower(strip_accents(t));
CREATE MACRO is_yes(t) AS coalesce(lower(t) IN ('1', '1.0', 'true', 't', 'yes', 'y', 'si', 'sí', 'sim', 'oui', 'ja'), false);
CREATE MACRO inner_name(t) AS (present(split_part(t, '/', 1)));
CREATE MACRO outer_name(t) AS (CASE WHEN contains(t, '/') THEN present(split_part(t, '/', -1)) END);

CREATE TABLE listing_word (field VARCHAR NOT NULL, word VARCHAR NOT NULL, value VARCHAR NOT NULL);
CREATE TABLE country_currency (country VARCHAR NOT NULL, currency VARCHAR NOT NULL);
CREATE TABLE known_currency (currency VARCHAR NOT NULL);
CREATE TABLE located (n BIGINT NOT NULL, cell BIGINT NOT NULL);
CREATE TABLE coarse_country (coarse BIGINT NOT NULL, country VARCHAR NOT NULL);
CREATE TABLE held (n BIGINT NOT NULL);
