import { type ColumnPlan, columnOf, rivalsByField, usedColumns } from '../../columns/known-columns.ts'
import { KNOWN, knownShare, RECOGNISED, type Value, type ValuesOf } from '../../values/recognised-values.ts'
import { offerOfType } from '../../values/word-meanings.ts'

/** A column of types or offers keeps its field if at least this share of its values are such. */
const MOSTLY_KNOWN = 0.5

/** The columns of types and offers that are better by their values than those chosen by name. */
export async function betterRivals(
  header: readonly string[],
  named: ColumnPlan,
  { map, valuesOf }: { map: Readonly<Record<string, string>>; valuesOf: ValuesOf },
): Promise<ColumnPlan> {
  const better: ColumnPlan = {}
  const rivals = rivalsByField(header)
  const used = usedColumns(named)
  for (const field of ['property_type', 'ad_sub_type'] as const) {
    const chosen = columnOf(named[field])
    const free = (rivals.get(field) ?? []).filter((column) => !used.has(column))
    if (chosen === null || free.length === 0 || field in map) continue
    // `Residential Lease` states an offer, which its rival, Condominium, does not.
    const saysOffer = field === 'property_type' && !named.ad_sub_type && (await valuesOf(chosen)).some(statesOffer)
    // Which rows are for rent is then read from the one, and the type from the other.
    if (saysOffer && named.is_rent) continue
    const isKnown = async (column: number, share: number) =>
      knownShare(await valuesOf(column), RECOGNISED[field]) >= share
    if (await isKnown(chosen, MOSTLY_KNOWN)) continue
    const column = await firstOf(free, (each) => isKnown(each, saysOffer ? MOSTLY_KNOWN : KNOWN))
    if (column === null) continue
    better[field] = { column }
    if (saysOffer) better.is_rent = { column: chosen }
  }
  return better
}

function statesOffer({ text }: Value): boolean {
  return offerOfType(text) !== null
}

async function firstOf(columns: readonly number[], test: (column: number) => Promise<boolean>): Promise<number | null> {
  for (const column of columns) if (await test(column)) return column
  return null
}
