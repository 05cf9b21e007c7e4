-- What is found out about the rows of a file while they are judged.

-- What the different texts of a field's cells mean; texts without a meaning are left out.
CREATE TABLE listing_word (field VARCHAR NOT NULL, word VARCHAR NOT NULL, value VARCHAR NOT NULL);
CREATE TABLE currency_word (word VARCHAR NOT NULL, currency VARCHAR NOT NULL);
CREATE TABLE country_currency (country VARCHAR NOT NULL, currency VARCHAR NOT NULL);
-- Currencies with exchange rates, and the last day (such as 2022-12-30) of those that ended.
CREATE TABLE known_currency (currency VARCHAR NOT NULL, ended VARCHAR);
CREATE TABLE swapped (n BIGINT NOT NULL);
-- Rows whose coordinates were metres of Web Mercator.
CREATE TABLE converted (n BIGINT NOT NULL);
CREATE TABLE located (n BIGINT NOT NULL, cell BIGINT NOT NULL);
CREATE TABLE coarse_country (coarse BIGINT NOT NULL, country VARCHAR NOT NULL);
-- Cells at resolution 6 near borders, and the country of those of resolution 8 in them: of the nearest town, and of the
-- nearest town in a country with a currency.
CREATE TABLE border (coarse BIGINT NOT NULL);
CREATE TABLE border_country (cell BIGINT NOT NULL, currency VARCHAR, country VARCHAR NOT NULL);
-- Cells at resolution 6 that cannot lie in the country of their rows.
CREATE TABLE misplaced (coarse BIGINT NOT NULL, country VARCHAR NOT NULL);
CREATE TABLE held (n BIGINT NOT NULL);
-- Rows that a preset does not read as listings: with a reason, or without one where another row of the same sale is read.
CREATE TABLE set_aside (n BIGINT NOT NULL, reason VARCHAR);
-- What a preset adds to the report.
CREATE TABLE note (text VARCHAR NOT NULL);
