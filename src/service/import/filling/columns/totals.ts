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
