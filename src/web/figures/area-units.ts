import { type AreaUnit, areaUnitOf, SQM_PER_SQFT } from '../../domain/area-unit.ts'
import type { Conversion } from './amounts.ts'

const UNITS: Readonly<Record<AreaUnit, string>> = { m2: 'm²', ft2: 'ft²' }

/** Returns a unit of area as people write it: `m²`, `ft²`; any other name as it is. */
export function sizeUnit(name: string): string {
  const unit = areaUnitOf(name)
  return unit === null ? name : UNITS[unit]
}

/** Returns how many of the units shown one unit of the purchase has. */
export function areaFactorOf({ areaFactor = 1 }: Conversion): number {
  return areaFactor
}

/** The unit of area of figures as they are shown. */
interface ShownAreaUnit {
  readonly size_unit: string
  readonly areaFactor?: number
  /** Set where the service states no unit of its areas. */
  readonly isAreaUnstated?: true
}

/**
 * Returns the name and the factor of the unit in which areas are shown: the reader's, otherwise the service's. Prices per m²
 * are per m² by the name of their field, even where the service states no unit of its areas.
 */
export function areaUnits(size_unit: string, wanted: AreaUnit | null): ShownAreaUnit {
  if (size_unit === '') return { ...areaUnits('m2', wanted), isAreaUnstated: true }
  const bought = areaUnitOf(size_unit)
  if (wanted === null || bought === null || bought === wanted) return { size_unit }
  return { size_unit: wanted, areaFactor: wanted === 'ft2' ? 1 / SQM_PER_SQFT : SQM_PER_SQFT }
}
