import type { Edition, Refusal } from '../../../contract/proxy-api.ts'
import { areaUnitOf } from '../../../domain/area-unit.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { TileLedger } from '../../ledger/ledger.ts'
import { ownRefusal } from '../../upstream/connection/refusals.ts'

/**
 * Returns why figures must not be kept beside those that are held under the same name: a service may measure one market in
 * square feet and another in square metres, and an edition has one unit. Null when they may.
 */
export async function otherUnits(
  ledger: Pick<TileLedger, 'edition'>,
  name: EditionName,
  { size_unit }: Pick<Edition, 'size_unit'>,
): Promise<Refusal | null> {
  const held = (await ledger.edition(name))?.size_unit ?? ''
  const [own, other] = [areaUnitOf(size_unit), areaUnitOf(held)]
  if (own === null || other === null || own === other) return null
  const message = `The statistics service measures areas in '${size_unit.slice(0, 20)}' here, and in '${held.slice(0, 20)}' where figures are held. Nothing was kept.`
  return ownRefusal('other_units', message)
}
