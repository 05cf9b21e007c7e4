import { foldName } from '../../../../domain/names/fold-name.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { nameOfColumn } from '../../columns/known-columns.ts'

const TAX = /\b(?:vat|tax|gst|hst|mwst|ust|btw|tva|iva|moms|dph|kdv|afa)\b/
const WITHOUT =
  /\b(?:excl\w*|exkl\w*|without|plus|ohne|zzgl|hors|sin|sem|sans|zonder|senza|bez|fara|haric|uden|utan|eks|ex)\b/

/** Names the columns that say, by yes or no, whose prices are without tax, as Ireland's register does of new homes. */
export async function untaxedPrices(session: DuckSession, header: readonly string[]): Promise<string[]> {
  const notes: string[] = []
  for (const [column, name] of header.entries()) {
    if (!saysUntaxed(name)) continue
    const [count] = await session.rows<{ untaxed: number; rows: number }>(
      `SELECT count(*) FILTER (is_yes(present(c${column}::VARCHAR)))::INTEGER AS untaxed, count(*)::INTEGER AS rows
      FROM judged JOIN raw USING (n) WHERE reason IS NULL`,
    )
    if (!count || count.untaxed === 0) continue
    notes.push(
      `column "${nameOfColumn(header, column)}" says that ${count.untaxed} of ${count.rows} prices are without tax; they count as they are, so add the tax in the file if they should be compared with the others`,
    )
  }
  return notes
}

function saysUntaxed(name: string): boolean {
  const folded = foldName(name)
  return TAX.test(folded) && WITHOUT.test(folded)
}
