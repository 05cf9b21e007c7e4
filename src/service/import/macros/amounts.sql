-- Prices and other amounts with their signs and words.

-- Two numbers in one cell, as in "450 000 420 000", "120 80" and "850, 900": blanks and apostrophes group thousands, no
-- price has twelve digits, and no blank follows the sign of decimals.
CREATE MACRO is_several(t) AS (
  regexp_matches(t, '\d[.,;][\s\x{00a0}\x{2007}\x{2009}\x{202f}]+\d') OR
  regexp_matches(t, '\d[\s\x{00a0}\x{2007}\x{2009}\x{202f}''’]+(\d{1,2}(\D|$)|\d{4})')
  OR regexp_matches(t, '\d{4}[\s\x{00a0}\x{2007}\x{2009}\x{202f}''’]+\d')
  OR regexp_matches(t, '\d{3}([\s\x{00a0}\x{2007}\x{2009}\x{202f}''’]\d{3}){3}')
);
-- (And without the marks of the direction of writing, which pages in Hebrew and Arabic put around numbers.)
CREATE MACRO without_blanks(t) AS regexp_replace(
  t, '[\s\x{00a0}\x{2007}\x{2009}\x{202f}''’\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{feff}]', '', 'g'
);
-- "250.000 € (3.125 €/m²)" and "£1,950 pcm (£450 pw)": in brackets is what the price is for a square metre, or a rent by the
-- other period.
CREATE MACRO without_rate(t) AS regexp_replace(
  regexp_replace(t, '(?i)\s*\([^()\d/]{0,4}\d[\d.,\s]*[^()\d/]{0,4}\s?(?:/|per|por|pro) ?(?:m2|m²|qm|mq|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft²)\)$', ''),
  '(?i)^([^()]*\d\s?(?:pcm|pw|p/m|p/w|per month|per week)\.?)\s*\([^()\d]{0,3}\d[\d.,]*\s?(?:pcm|pw|p/m|p/w|per month|per week)\.?\)$', '\1'
);
-- Of a price in euros with the same in money that the euro has replaced or is replacing, as laws want it, the one in euros.
CREATE MACRO in_euros(t) AS regexp_replace(
  t, '(?i)^([^()/]*\d\s?(?:€|eur|euro))[\s\x{a0}]*[(/|]?\s*\d[\d.,\s\x{a0}\x{202f}]*(?:лв|лева|bgn|kn|hrk)\.?\s?\)?$', '\1'
);
-- Of a price and, after it, what it is for a square metre, as cards of portals show them in two lines, the price.
CREATE MACRO without_next_rate(t) AS regexp_replace(
  t,
  '(?i)^([^/]*\d[\s\x{a0}]?(?:€|eur|zł|pln|kč|czk|£|lei|ft|kr))[\s\x{a0}|;,–-]+\d[\d.,\s\x{a0}\x{202f}]*(?:€|eur|zł|pln|kč|czk|£|lei|ft|kr)[\s\x{a0}]?(?:/|per|por|pro)[\s\x{a0}]?(?:m2|m²|mq|qm|sqm)$',
  '\1'
);
-- A number and the text around it: "R$ 380.000,00" is 380.000,00 and R$. White space and the apostrophes that group
-- Swiss numbers are removed; the number then ends in a digit.
CREATE MACRO is_plain(t) AS regexp_full_match(t, '-?\d(?:[\d.,]*\d)?');
CREATE MACRO has_only_digits(t) AS regexp_full_match(t, '\d{1,15}');
CREATE MACRO has_sign(t) AS (contains(t, '.') OR contains(t, ','));
CREATE MACRO amount_in(t) AS regexp_extract(
  CASE WHEN is_several(t) THEN '' ELSE without_blanks(t) END,
  '^((?:[^\d.,-]\D*?)?)(-?\d(?:[\d.,]*\d)?)(\D*)$',
  ['before', 'digits', 'after']
);
-- Two numbers as the ends of a range: "200.000-250.000€", "od 40 do 45 m²", "900k to 1.2m". A word for a range stands by
-- itself, so "450000 was 500000" is none, and has at most a unit or a currency beside it.
CREATE MACRO range_parts(t) AS regexp_extract(
  regexp_replace(
    translate(t, chr(160) || chr(8239) || '～〜', '  ~~'),
    '(?i)([^\pL])(?:to|bis|hasta|ate|até|al?|à|tot|do|až|la|fins)([^\pL])', '\1–\2'
  ),
  '^((?:[^\d.,-]\D*?)?)(\d(?:[\d.,\s''’]*\d)?)\s*((?:[^\d\s.,–—-]{1,8}2?\.?)?)\s*[-–—~]\s*([^\d\s.,–—-]{0,4})\s*(\d(?:[\d.,\s''’]*\d)?)(\D*)$',
  ['before', 'low', 'low_after', 'high_before', 'high', 'after']
);
-- The word at the beginning of the text after a number that shortens it: 250k, 1,2 mln zł, 850 tys.; '' for others.
-- Short words count only before nothing or a currency: "mes" is not "m" and "es".
-- A Czech mil. is a million; in Spanish and Portuguese, mil is a thousand. TEUR, eFt and т.р. are thousands with their currency.
CREATE MACRO times_word(after) AS coalesce(nullif(regexp_extract(after, '(?i)^(mil\.?)(?:kč|czk)', 1), ''), nullif(
  regexp_extract(after, '(?i)^(t)(?:€|eur)$', 1) || regexp_extract(after, '(?i)^(e)ft\.?(?:/.*)?$', 1) || regexp_extract(after, '(?i)^(т)\.?р(?:уб)?\.?$', 1), ''
), nullif(regexp_extract(
  after,
  '(?i)^((?:k|tys|tis|bin|tkr|m|mi|mm|mn|mio|mln|mkr|bn)\.?(?:de)?)(?:€|£|\$|₺|₽|euros?|eur|usd|gbp|chf|sek|nok|dkk|pln|czk|ron|try|brl|ars|mxn|aud|nzd|cad|huf|zł|kč|kr\.?|lei|tl|ft|forint|rub|руб\.?|₪|shekels?|nis|ils)?(?:/.*)?$',
  1
), ''), regexp_extract(
  after,
  '(?i)^((?:thousand|tausend|tsd|duizend|mila|mille|тис|triliun|mrd|mld|miljoner|miljoen|millionen|millones|millions|million|mill[oó]n|milhões|milhão|milion[eiyiůó]*w?|milioane|milyon|millió|milj|mill|milmillones|milmilhões|mdp|juta|jt|triệu|trieu|tr|млн|тыс|ribu|rb|miliardy?|miliard[aio]|miliar|milyar|miljard|mlrd|млрд|tỷ|tỉ|lakhs|lakh|lacs|lac|crores|crore|crs|cr|ezer|χιλιάδες|χιλ|εκατομμύρια|εκατ|ล้าน|แสน|သိန်း|מיליון|אלף|مليون|ألف|الف|천만|千万|千萬|백만|百万|百萬|만|万|萬|ﾏﾝ|マン|億|亿|억)\.?(?:de|di)?)(?:\W|[^a-z]|€|£|\$|rs|inr|pkr|usd|eur|euro|brl|reais|kr|sek|nok|dkk|huf|ft|forint|idr|rp|vnd|đ|try|tl|pln|zł|ron|lei|mxn|ars|cop|clp|pen|pesos|shekels?|nis|ils|₪|/|$)',
  1
));
-- Of a price in rupees, L are lakhs, as they are of a short number beside prices in crores; the rs in Offers are none.
CREATE MACRO is_in_rupees(before) AS regexp_matches(before, '(?i)₹|\b(rs|inr)\b');
CREATE MACRO is_in_crores(after) AS regexp_matches(after, '(?i)^(?:cr|crs|crores?|la(?:kh|c)s?)\.?$');
CREATE MACRO is_lakhs(after, before, digits, has_crores) AS (
  regexp_full_match(after, '(?i)l\.?')
  AND (is_in_rupees(before) OR has_crores AND before = '' AND regexp_full_match(digits, '\d{1,3}([.,]\d+)?'))
);
-- Of a price in reais, mil is a thousand; so it is in euros from 50 on, below which it could be a Slovak million.
CREATE MACRO is_iberian_thousands(after, before, digits) AS (
  regexp_full_match(before, '(?i).*r\$') AND regexp_full_match(after, '(?i)mil')
  OR (regexp_full_match(after, '(?i)mil(€|eur|euros)') OR before = '€' AND regexp_full_match(after, '(?i)mil'))
    AND regexp_full_match(digits, '[5-9]\d|\d{3}')
);
-- Its factor. M is millions, but miliar (billions) in rupiah. (A map, because the branches of a CASE take longer to plan.)
CREATE MACRO times_of(short, sign_before) AS (CASE
  WHEN short = '' THEN 1
  WHEN lower(short) IN ('m', 'm.') AND regexp_full_match(sign_before, '(?i)(rp|idr)\.?') THEN 1000000000
  ELSE coalesce(MAP {
    'thousand': 1000, 'tausend': 1000, 'tsd': 1000, 'duizend': 1000, 'mila': 1000, 'mille': 1000, 'тис': 1000,
    'χιλιάδες': 1000, 'χιλ': 1000, 't': 1000, 'e': 1000, 'т': 1000, 'mrd': 1000000000,
    'mld': 1000000000, 'triliun': 1000000000000, 'ezer': 1000, 'אלף': 1000, 'ألف': 1000, 'الف': 1000, 'แสน': 100000, 'သိန်း': 100000,
    'k': 1000, 'tys': 1000, 'tis': 1000, 'bin': 1000, 'tkr': 1000, 'тыс': 1000, 'ribu': 1000, 'rb': 1000,
    '万': 10000, 'ﾏﾝ': 10000, 'マン': 10000, '萬': 10000, '만': 10000, '천만': 10000000, '千万': 10000000, '千萬': 10000000, 'l': 100000, 'lac': 100000, 'lacs': 100000, 'lakh': 100000, 'lakhs': 100000,
    'cr': 10000000, 'crs': 10000000, 'crore': 10000000, 'crores': 10000000, '億': 100000000, '亿': 100000000,
    '억': 100000000, 'bn': 1000000000, 'miliar': 1000000000, 'milyar': 1000000000, 'miljard': 1000000000,
    'mlrd': 1000000000, 'miliard': 1000000000, 'miliardy': 1000000000, 'miliarda': 1000000000, 'miliardi': 1000000000, 'miliardo': 1000000000,
    'milmillones': 1000000000, 'milmilhões': 1000000000, 'млрд': 1000000000, 'tỷ': 1000000000, 'tỉ': 1000000000
  }[regexp_replace(lower(short), '\.?(de)?$', '')], 1000000)
END);
-- A number in two parts, as in 12억 5000만원, 12億5,000万円, 3 tỷ 500 triệu, 2 crore 50 lakh and 1 millón 200 mil. White space is gone.
CREATE MACRO two_parts(t) AS regexp_extract(
  t,
  '(?i)^((?:[^\d.,-]\D*?)?)(\d{1,4})(억|億|亿|tỷ|tỉ|miliard[aio]|miliar|milyar|milmillones|milyon|millió|millones|mill[oó]n|milh[oõ]es|milh[aã]o|milioni|milione|miliony|milionów|milion|millions?|millionen|crores?|cr|млрд|млн|mln|mio|juta|jt)\.?(?:de)?(?:and|und|y|e)?(\d{1,3}(?:[.,]?\d{3})?)(천만|千万|千萬|백만|百万|百萬|만|万|萬|ﾏﾝ|マン|triệu|tr|juta|jt|ribu|rb|milioni|milione|millones|mill[oó]n|bin|ezer|lakhs?|lacs?|млн|тыс|tys|tis|mila|mille|mil|thousand|tsd|천)?\.?(\D*)$',
  ['before', 'first', 'first_unit', 'second', 'second_unit', 'after']
);
-- After millions, mil are thousands. A Korean 9억 5천 is 9억 5천만: nobody adds thousands to hundreds of millions.
CREATE MACRO two_parts_unit(word) AS (CASE
  WHEN lower(word) = 'mil' THEN 1000
  WHEN word = '천' THEN 10000000
  WHEN word <> '' THEN times_of(word, '')
END);
-- Null where the second part is not below one of the first unit.
CREATE MACRO two_parts_number(first, first_unit, second, second_unit) AS (CASE
  WHEN try_cast(translate(second, '.,', '') AS DOUBLE) * two_parts_unit(second_unit) < two_parts_unit(first_unit)
    THEN try_cast(first AS DOUBLE) * two_parts_unit(first_unit) + try_cast(translate(second, '.,', '') AS DOUBLE) * two_parts_unit(second_unit)
END);
-- How a sign that can be either is meant in a shortened number, whatever the column shows: 1.125M and 1,25 mln are decimals,
-- lakhs and East Asian words group with commas, and Indonesian and Vietnamese millions with points. Null for thousands.
CREATE MACRO times_style(short, digits) AS (CASE
  WHEN short = '' THEN NULL
  WHEN regexp_matches(short, '(?i)^(k|tys|tis|bin|tkr|тыс|тис|т$|t$|e$|tsd|tausend|thousand|duizend|mila$|mille$|χιλ|ezer|אלף|ألف|الف)') THEN NULL
  WHEN regexp_matches(short, '(?i)^(lakh|lac|l$|cr|천만|千万|千萬|백만|百万|百萬|万|ﾏﾝ|マン|萬|만|億|亿|억)') THEN 'point'
  WHEN regexp_matches(short, '(?i)^(juta|jt|ribu|rb|triệu|trieu|tr$)') THEN 'comma'
  WHEN contains(digits, '.') THEN 'point'
  ELSE 'comma'
END);
-- The currency's sign or word, in upper case, without "per month" and marks such as "250.–"; '' if there is none.
CREATE MACRO sign_of(around) AS upper(regexp_replace(regexp_replace(
  around,
  '(?i)(/|por|per|pro|par|al|a|za|pe|na|в|на|ל)?(months?|monthly|calendarmonth|mt|mtl|mo|mth|mnd|monat|monatlich|mois|mensuels?|mes|mensual(?:es)?|mês|mensal|mese|mensil[ei]|maand|p\.?c\.?m|p[/.]?m|miesiąc|mies|mc|měsíc|měs|lună|luna|ay|aylık|月|월|เดือน|tháng|bulan|мес|месяц|міс|місяць|kk|kuukausi|hó|hónap|mj|mjesec|شهر|חודש|μήνα|cc|hc|k\.?k|kostenkoper|v\.?o\.?n|vb|vhb|fai|hai|ttc|ono)\.?$', ''
), '[.,:–—-]', '', 'g'));
-- Words around a price that leave it as it is: "Guide price £250,000", "SOLD $1,020,000", "ab 310.000 €", "85.000 EUR + TVA".
-- They are removed only where a sign of a currency, or nothing, is left. White space has been removed before. (A "mid $700k" is
-- more than 700,000.)
CREATE MACRO without_offer_words(before) AS regexp_replace(
  before,
  '(?i)^(?:(?:매매가?|guideprice|priceguide|buyersguide|guide|askingprice|asking|fixedprice|saleprice|soldprice|price|reducedto|reduced|soldfor|sold|now|low|auctionguide|auctionestimate|auction|undercontract|underoffer|(?:(?:best)?offers?|enquiries)(?:inexcessof|intheregionof|over|above|around|from)|inexcessof|over|oieo|oiro|poa|startingfrom|from|startingat|upto|circa|approx|about|aprox|env|environ|ca|ab|von|nur|vb|preis|kaufpreis|àpartirde|apartirde|prix|desde|precio|preço|da|apartireda|prezzo|vanaf|vraagprijs|prijs|slutpris|utgångspris|begärtpris|prisantydning|totalpris|kontantpris|pris|från|fra|od|cena|cenaod|dela|preț|pret|fiyat|desde|preu)[.:]?)+(\W|[A-Z]{1,3}\$|[A-Z]{3}$|(?:rs|rp|rm|fr|kr|kč|zł|tl)\.?$|$)', '\1'
);
CREATE MACRO without_tax_words(after) AS regexp_replace(
  after,
  '(?i)[(*,;+]?(zzgl|inkl|incl|excl|exkl|plus|più|plusz|mas|más|mais|hors|ht|ttc|net|netto|brutto|bruto|nettovendeur|netvendeur)?\.?(\+)?(\+|plus|gst|sold|guideprice|priceguide|guide|asking|askingprice|fixedprice|oieo|oiro|freehold|leasehold|auction|tva|iva|vat|mwst|ust|btw|kdv|dph|vat23%|vat8%|fai|hai|hni|haiincluses|honorairesinclus|negotiable|negociables?|zanemovitost|/-|négociable|negociabil|trattabili?|vb|vhb|ono|neg|nego|donegocjacji|pazarlıklı|\*)\)?[.*]*$', ''
);
-- Without what a price includes or not: "€ 1.450 p/m (incl.)", "1.150 €/mnd exclusief g/w/e", "950 € zzgl. NK", "800 € warm".
-- Other words stay, because they can say that it is that of a week or of a square metre.
CREATE MACRO without_costs(after) AS regexp_replace(
  -- 844 € CC /mois.
  regexp_replace(after, '(?i)[(,]?(?:[ch]\.?c\.?|chargescomprises|horscharges)\)?((?:/|par)mois)$', '\1'),
  '(?i)[(,]?(?:(?:in|ex)[ck]l(?:us[a-z]{2,4})?\.?|zzgl\.?|kalt(?:miete)?|warm(?:miete)?)(?:g/?w/?[el]|gas|water|electra|service(?:kosten)?|n(?:eben)?k(?:osten)?\.?|heizkosten|bills|utilities|charges|costs|kosten|spese)?\)?$|[(,+]?(?:[ch]\.?c\.?|chargescomprises|horscharges|spese(?:in|es)cluse)\)?$|\(?(?:\+|más|mas|plus|e|y)(?:gastos|condom[ií]nio|comunidad|spese|charges|nebenkosten|nk|bills|utilities|opłaty|media|servicekosten)\.?\)?$', ''
);
-- "per month" after a price: 950 €/mes, 1,200 pcm.
CREATE MACRO is_by_month(after) AS regexp_matches(
  after,
  '(?i)((/|por|per|pro|par|al|a|za|pe|na|в|на|ל)(months?|mt|mo|mth|mnd|monat|mois|mes|mês|mese|maand|miesiąc|mies|mc|měsíc|měs|lună|luna|ay|月|월|เดือน|tháng|bulan|мес|месяц|міс|місяць|kk|kuukausi|hó|hónap|mj|mjesec|شهر|חודש|μήνα)|calendarmonth|p\.?c\.?m|p[/.]?m|monthly|aylık|mtl|monatlich|mensuels?|mensual(es)?|mensal|mensil[ei])\.?$'
);
-- By the month, from a column of its own: monthly, pcm, al mes.
CREATE MACRO is_by_the_month(t) AS coalesce(regexp_matches(
  folded(replace(t, '_', ' ')),
  '^mon$|\b(mo|mth|p/m|months?|monthly|pcm|p\.c\.m|mes|meses|mensual(es)?|mensualmente|mensal|mois|mensuels?|mensuelles?|mese|mensil[ei]|monate?|monatlich|mtl|mnd|maand|maandelijks|miesiac|miesiecznie|mc|mesic|mesicne|luna|lunar|ay|aylik|manad|maned)\b|(^|[\s/])(мес|месяц|помесячно|ежемесячно|міс|місяць|щомісяця|μηνα|μηνιαια|월|月|每月|เดอน|thang|bulan|bulanan|شهريا?|شهر|חודשי|לחודש)($|[\s/.])'
), false);
-- By the day, the week or the year, from a column of its own: weekly, per night, por semana.
CREATE MACRO is_by_other_period(t) AS coalesce(regexp_matches(
  folded(replace(t, '_', ' ')),
  '^([wyd]|wee|ann|hur)$|\b(hours?|hourly|stunden?|heures?|horas?)\b|\b([2-9]|\d\d+) ?months?\b|\b(yrs?|wks?|p/w|p\.a|quarter\w*|fortnight\w*|bi-?weekly|trimestr\w*|semestr\w*|days?|daily|nights?|nightly|weeks?|weekly|pw|p\.w|pppw|years?|yearly|annum|annual(ly|e|i)?|annu[aio]|settimanal[ei]|pa|dias?|diari[oa]|noches?|semanas?|semanal|anos?|anual|jours?|nuits?|semaines?|hebdo\w*|annees?|tage?|nacht|nachte|woche|wochentlich|jahre?|jahrlich|giorn[oi]|notte|notti|settiman[ae]|ann[oi]|dag|dagen|jaar|jaarlijks|dzien|doba|tydzien|tygodniowo|rok|rocznie|noc|tyden|tydne|rocne|zi|noapte|saptamana|gun|gunluk|gecelik|hafta|haftalik|yil|yillik|setmana)\b|(^|[\s/])(сутки|день|посуточно|неделя|тиждень|доба|год|рік|일|주|년|日|周|年|每年|nam|tahun|tahunan|hari|harian|minggu|سنويا?|سنة|سنوي|يوميا?|يوم|اسبوعيا?|שנתי|לשנה|ללילה)($|[\s/.])'
), false);
-- The same after a price: 350 pw, 350 per week, 90/noche. Blanks are gone from what stands there.
CREATE MACRO is_by_other_period_after(after) AS
  regexp_matches(after, '(?i)/(w|wk|an|yr|y|n)\.?$')
  OR is_by_other_period(after || ' ' || regexp_replace(after, '(?i)^(/|por|per|pro|par|al|à|a|za|pe|na)', ''));
-- 1.48E6, as programs write large numbers.
CREATE MACRO scientific(t) AS (
  CASE WHEN regexp_full_match(t, '-?\d+(\.\d+)?[eE][+-]?\d+') THEN finite(try_cast(t AS DOUBLE)) END
);
