import type { DuckSession } from '../../../storage/duck-session.ts'

/** How rows of totals and averages begin, in lower case. (Somme, Summa and Media are names of places and people, too.) */
const TOTALS =
  'total,totals,grand total,total general,total général,totale,totale complessivo,totaal,eindtotaal,gesamt,gesamtergebnis,' +
  'summe,gesamtsumme,suma,razem,celkem,toplam,итого,всего,合計,合计,总计,總計,小計,小计,합계,총계,' +
  'subtotal,sub-total,sub total,sous-total,subtotale,subtotaal,zwischensumme,teilergebnis,' +
  'average,mean,avg,moyenne,durchschnitt,mittelwert,promedio,gemiddelde,średnia,среднее,平均,평균'
/** Other rows below a table with averages, as written by pandas' `describe`. */
const STATISTICS = 'count,std,min,max,median,25%,50%,75%'
/** A row begins in one of the first columns: the very first can be an index. */
const COLUMNS = 3

/** A word in a larger share of the rows is a value like any other, such as the condition of homes: Good, Average, Poor. */
const MOST_ROWS = 0.05

/** Sets rows aside whose first text says that they are a total or an average, and that have no other words. */
export async function setTotalsAside(session: DuckSession, header: readonly string[]): Promise<void> {
  const columns = [...header.keys()].map((column) => `c${column}::VARCHAR`)
  await setSubtotalsAside(session, columns)
  const first = columns.slice(0, COLUMNS).map((cell) => `present(${cell})`)
  await session.run(
    `INSERT INTO set_aside
    WITH row_name AS (
      SELECT *, rtrim(lower(coalesce(${first.join(', ')})), ' :.') AS word FROM raw ANTI JOIN set_aside USING (n)
    ), found AS (
      SELECT
        n, word, word IN (SELECT unnest(string_split($totals, ','))) AS is_total,
        -- An agency or a title of this name stands beside a city or a type.
        len(list_filter([${columns.join(', ')}], lambda cell: regexp_full_match(cell, '\\D*\\pL{4}\\D*')
          AND rtrim(lower(present(cell)), ' :.') <> word)) > 0 AS has_others
      FROM row_name WHERE word IN (SELECT unnest(string_split($totals || ',' || $statistics, ',')))
    ), lone AS (
      FROM found WHERE NOT has_others
      QUALIFY count(*) OVER (PARTITION BY word) <= greatest(1, ${MOST_ROWS} * (SELECT count(*) FROM raw))
    )
    SELECT n, 'total or average, not a listing' FROM lone WHERE (SELECT bool_or(is_total) FROM lone)`,
    { totals: TOTALS, statistics: STATISTICS },
  )
}

/**
 * Sets rows aside that are the total or the average of a group: their first text names it (Subtotal Centro, Retiro Total),
 * and one of their numbers is the sum or the mean of those of its rows. (A "Reforma total" beside a "Reforma" has its own.)
 */
async function setSubtotalsAside(session: DuckSession, columns: readonly string[]): Promise<void> {
  const texts = columns.slice(0, COLUMNS).map((cell) => `lower(present(${cell}))`)
  const word = `(?:${TOTALS.replaceAll(',', '|')})`
  const patterns = { before: `^${word}[\\s:–-]+(.+)$`, after: `^(.+?)[\\s:–-]+${word}$` }
  await session.run(
    `CREATE TABLE subtotal AS
    WITH named AS (
      SELECT n, coalesce(${texts.join(', ')}) AS word FROM raw ANTI JOIN set_aside USING (n)
    )
    SELECT n, coalesce(nullif(regexp_extract(word, $before, 1), ''), nullif(regexp_extract(word, $after, 1), '')) AS part
    FROM named WHERE NOT (word >= '0' AND word < ':') AND part <> ''`,
    patterns,
  )
  // Planning what follows takes longer than a small file.
  if ((await session.rows('FROM subtotal LIMIT 1')).length > 0) await session.run(sumsOf(columns, texts))
  await session.run('DROP TABLE subtotal')
}

function sumsOf(columns: readonly string[], texts: readonly string[]): string {
  const digits = columns.map((cell) => `try_cast(regexp_replace(${cell}, '[^0-9]', '', 'g') AS DOUBLE)`)
  const numbers = `unnest([${digits.join(', ')}]) AS number, unnest(range(${columns.length})) AS place`
  return `INSERT INTO set_aside
    WITH own AS (
      SELECT n, ${numbers} FROM subtotal JOIN raw USING (n)
    ), member AS (
      SELECT subtotal.n, ${numbers} FROM subtotal JOIN raw ON list_contains([${texts.join(', ')}], part)
    ), sums AS (
      SELECT n, place, sum(number) AS total, avg(number) AS mean, min(number) AS least, max(number) AS most
      FROM member GROUP BY ALL HAVING count(number) > 1
    )
    SELECT DISTINCT n, 'total or average, not a listing' FROM own JOIN sums USING (n, place)
    WHERE number > most AND number = total OR number > least AND number < most AND abs(number - mean) < 1`
}
