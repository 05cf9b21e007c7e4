import type { DuckSession } from '../../storage/duck-session.ts'

/** How rows of totals and averages begin, in lower case. (Somme, Summa and Media are names of places and people, too.) */
const TOTALS =
  'total,totals,grand total,total general,total général,totale,totale complessivo,totaal,eindtotaal,gesamt,gesamtergebnis,' +
  'summe,gesamtsumme,suma,razem,celkem,toplam,итого,всего,合計,合计,总计,總計,小計,小计,합계,총계,' +
  'subtotal,sub-total,sub total,sous-total,subtotale,subtotaal,zwischensumme,teilergebnis,' +
  'average,mean,avg,moyenne,durchschnitt,mittelwert,promedio,gemiddelde,średnia,среднее,平均,평균'
/** What else stands below a table with averages, as pandas describes one. */
const STATISTICS = 'count,std,min,max,median,25%,50%,75%'
/** A row begins in one of the first columns: the very first can be an index. */
const COLUMNS = 3

/** Sets rows aside whose first text says that they are a total or an average, unless half of all do, as in a column of kinds. */
export async function setTotalsAside(session: DuckSession, header: readonly string[]): Promise<void> {
  const cells = [...header.keys()].slice(0, COLUMNS).map((column) => `present(c${column}::VARCHAR)`)
  await session.run(
    `INSERT INTO set_aside
    WITH row_name AS (
      SELECT n, rtrim(lower(coalesce(${cells.join(', ')})), ' :.') AS word FROM raw ANTI JOIN set_aside USING (n)
    ), found AS (
      SELECT n, word IN (SELECT unnest(string_split($totals, ','))) AS is_total FROM row_name
      WHERE word IN (SELECT unnest(string_split($totals || ',' || $statistics, ',')))
    )
    SELECT n, 'total or average, not a listing' FROM found
    WHERE (SELECT bool_or(is_total) FROM found) AND 2 * (SELECT count(*) FROM found) < (SELECT count(*) FROM raw)`,
    { totals: TOTALS, statistics: STATISTICS },
  )
}
