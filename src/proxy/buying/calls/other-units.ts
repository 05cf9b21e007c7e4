import type { Edition, Refusal } from '../../../contract/proxy-api.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import { areUnitsUnlike } from '../../tiles/held-unit.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'

/**
 * Returns why figures must not be kept beside those that are held under the same name: an edition has one unit of area, and
 * nobody knows how to convert theirs into it. Null when they may.
 */
export async function otherUnits(
  ledger: Pick<TileLedger, 'edition'>,
  name: EditionName,
  { size_unit }: Pick<Edition, 'size_unit'>,
): Promise<Refusal | null> {
  const held = (await ledger.edition(name))?.size_unit ?? ''
  if (!areUnitsUnlike(size_unit, held)) return null
  const message = `The statistics service answered with areas in '${size_unit.slice(0, 20)}', while the figures of this period that are held have them in '${held.slice(0, 20)}'. Nothing was kept. Figures bought earlier stay available.`
  return ownRefusal('other_units', message)
}
