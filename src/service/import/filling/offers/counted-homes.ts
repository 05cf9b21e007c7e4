import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { nameOfColumn } from '../../columns/known-columns.ts'

const COUNT =
  '(?:n|no|nr|num|number|nb|nbre|nombre|numero|count|total|anzahl|liczba|pocet|antal|aantal|cantidad|qtd|quantidade)'
const HOMES =
  '(?:sales|transactions|listings|deals|anuncios|ventas|compraventas|transacciones|ventes|annonces|transactions|verkaufe|kauffalle|inserate|angebote|transaktionen|ofert|transakcji|transakcje|annunci|vendite|transazioni|compravendite|vendas|transacoes|verkopen|salg|prodeju|nabidek)'
/** Columns of how many homes were sold or offered: transactions, SalesVolume, num_anuncios, Anzahl. */
const OF_COUNTS = new RegExp(
  `^(?:${COUNT} (?:(?:of|de|d|di) )?)?${HOMES}(?: (?:count|volume|number))?$|^(?:count|anzahl)$`,
)

/** Names the columns that count homes: their rows are statistics of places rather than offers. */
export async function countedHomes(session: DuckSession, header: readonly string[]): Promise<string[]> {
  const notes: string[] = []
  for (const [column, name] of header.entries()) {
    if (!OF_COUNTS.test(foldName(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))) continue
    const [count] = await session.rows<{ several: number; rows: number }>(
      `SELECT count(*) FILTER (number > 1 AND number = floor(number))::INTEGER AS several, count(*)::INTEGER AS rows
      FROM (SELECT try_cast(replace(c${column}::VARCHAR, ',', '') AS DOUBLE) AS number FROM judged JOIN raw USING (n) WHERE reason IS NULL)`,
    )
    if (!count || count.several * 2 <= count.rows) continue
    notes.push(
      `column "${nameOfColumn(header, column)}" seems to count homes; each row counts as one home, so figures are wrong if its price is the median or average of several: then import a file with one row for each home instead`,
    )
  }
  return notes
}
