import type { ListingField } from '../columns/listing-fields.ts'
import type { Reading } from './reading.ts'

/** What a map lacks or shows wrongly if a field is unknown in most rows. */
const MISSED: readonly (readonly [fields: readonly ListingField[], missing: string])[] = [
  [['area', 'area_sqft'], 'so the map has no price per m² for them'],
  [['rooms'], 'so filters by rooms miss them'],
  [['property_type', 'is_studio', 'is_duplex', 'is_penthouse'], 'so flats and houses are mixed'],
]
/** The fields that warnings are about. */
export const WARNED_FIELDS = MISSED.flatMap(([fields]) => fields)

/** The parts of a reading that warnings are about. */
type Warned = Pick<Reading, 'rows' | 'usable' | 'values' | 'styles'> & {
  readonly columns: readonly Omit<Reading['columns'][number], 'examples'>[]
  readonly rejected: readonly Omit<Reading['rejected'][number], 'example'>[]
}

/** If the median area is above this, areas are probably not in m². */
const LARGE_MIDDLE = 400
/** Shares of rows. */
const MOST = 0.5
const SOME_UNKNOWN = 0.05
const HARDLY_ANY = 0.05

/** Facts about a file that its reading does not show. */
export interface Beside {
  /** Tables of the file that were not read. */
  readonly leftOut: readonly string[]
  /** The rows that can be listings: none that is a share, a part of a sale or a total. */
  readonly listings: number
  /** Most listings have a type, be it the one that was given for all of them. */
  readonly areTyped: boolean
  /** The median area in m²; null without areas. */
  readonly middleArea: number | null
}

/** Warnings about parts of a reading that are probably wrong. */
export function readingWarnings(reading: Warned, { leftOut, listings, areTyped, middleArea }: Beside): string[] {
  const { rows, usable, columns, values } = reading
  const warnings = leftOut.map((table) => `${table} is not read; save it as a file of its own to import it too`)
  const area = columns.find(({ field }) => field === 'area')
  if (area && middleArea !== null && middleArea > LARGE_MIDDLE) {
    const what = `half of the areas are above ${Math.floor(middleArea)} m²; if they are in square feet`
    warnings.push(`${what}, choose with --map area_sqft=${area.column}`)
  }
  if (rows > 0 && usable < HARDLY_ANY * rows) warnings.push(`only ${usable} of ${rows} rows can be used`)
  for (const [fields, consequence] of MISSED) {
    const named = columns.filter(({ field }) => fields.includes(field))
    if (named.length === 0 && areTyped && fields.includes('property_type')) continue
    const filled = Math.max(0, ...named.map((column) => column.filled))
    const read = Math.max(0, ...named.map((column) => column.read))
    if (listings === 0 || read >= MOST * listings) continue
    warnings.push(
      filled < MOST * listings
        ? `${listings - filled} of ${listings} rows have no ${fields[0]}, ${consequence}`
        : `the ${fields[0]} of ${listings - read} of ${listings} rows cannot be read, ${consequence}`,
    )
  }
  for (const { field, values: known } of values) {
    const unknown = known.filter(({ isUnknown }) => isUnknown)
    const count = unknown.reduce((sum, value) => sum + value.rows, 0)
    if (count > SOME_UNKNOWN * rows) {
      const words = unknown.slice(0, 5).map(({ cell }) => `"${cell}"`)
      warnings.push(`${count} of ${rows} rows have a ${field} that is not known, such as ${words.join(', ')}`)
    }
  }
  for (const { of, style, evidence } of reading.styles) {
    if (!style.endsWith('mixed')) continue
    const isShown = ['point', 'comma'].some((sign) => Number(evidence[sign] ?? 0) > 0)
    warnings.push(
      isShown
        ? `${of} is written in styles that contradict each other`
        : `the signs in ${of} can group thousands or begin decimals, and no row shows which; choose with --decimal-sign`,
    )
  }
  const ambiguous = reading.rejected.find(({ name }) => name === 'ambiguous price')?.rows ?? 0
  if (ambiguous > SOME_UNKNOWN * rows) {
    const what = `${ambiguous} of ${rows} prices are rejected: the sign in them can group thousands or begin decimals`
    warnings.push(`${what}; choose with --decimal-sign`)
  }
  return warnings
}
