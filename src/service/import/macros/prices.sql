-- Prices whose column says what they count, and those that are none.

-- A price whose column counts thousands or more, with the word that says so ('k'), unless the cell has its own.
CREATE MACRO scaled_price(t, scale) AS (CASE
  WHEN times_word(without_blanks(regexp_extract(t, '\D*$'))) <> '' THEN t
  ELSE regexp_replace(t, '(\d)(\D*)$', '\1' || scale || '\2')
END);
-- What a price counts, from a column beside it: 500 and 万元, 1.2 and Cr. (A bare m can be a month.)
CREATE MACRO is_scale(t) AS coalesce(regexp_full_match(
  t, '(?i)(?:[万萬만億亿억]|百万|百萬|천만)[元円圆원]?|lakhs?|lacs?|crores?|crs?|thousands?|millions?|billions?|mln|mio|tys|tsd|tỷ|triệu|млн|тыс'
), false);
-- Numbers that people write where a form wants a price. (9,999,999 is asked for some homes, and 8,888,888 is lucky.)
CREATE MACRO is_no_price(price) AS price < 2 OR list_contains([
  123456, 1111111, 11111111, 111111111, 1111111111, 99999999, 999999999, 9999999999,
  1234567, 12345678, 123456789, 1234567890, 987654321
]::DOUBLE[], price);
-- From a column of what a price is for: EUR/m², per sqft.
CREATE MACRO is_by_area(t) AS coalesce(regexp_matches(
  folded(replace(t, '_', ' ')), '^ps[fm]$|(/|\b(per|pro|por|par|al|za)) ?(m2|m²|mq|qm|kvm|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft2|metro|metre|meter|quadratmeter|acre|ha)\b'
) OR regexp_matches(folded(t), '/ ?m²'), false);
-- Currencies that two lists have in common.
CREATE MACRO currencies_in_both(a, b) AS array_to_string(list_intersect(string_split(a, ','), string_split(b, ',')), ',');
