import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { Method } from '../../domain/class-breaks.ts'
import type { BreaksOwner, PaletteName } from '../state/class-choice.ts'
import { countOf } from '../ui/format.ts'
import { placeName } from '../ui/place-name.ts'

export const METHOD_LABELS: Readonly<Record<Method, string>> = {
  quantile: 'Equal counts (quantiles)',
  jenks: 'Natural groups (Jenks)',
  logarithmic: 'Logarithmic',
  equal: 'Equal steps',
}

export const PALETTE_LABELS: Readonly<Record<PaletteName, string>> = {
  magma: 'Magma',
  viridis: 'Viridis',
  cividis: 'Cividis',
  sea: 'Sea',
  earth: 'Earth',
}

/** Returns a territory's name. A province is often named after its city, so it is told apart by its level. */
export function territoryName(territory: ScaleTerritory): string {
  const name = placeName(territory)
  return territory.level === 'province' || territory.level === 'region' ? `${name} ${territory.level}` : name
}

/** What is known about the classes in force. */
interface ClassesShown {
  /** Null when the page fitted them, because no territory has classes. */
  readonly of: BreaksOwner | null
  /** Null while the name is unknown. */
  readonly territory: ScaleTerritory | null
  readonly locked: boolean
  /** The number of cells that provisional classes come from; null when unknown. */
  readonly observed: number | null
}

/** Returns whose classes they are: `Classes of Barcelona`, `Classes fitted to this view`. */
export function ownerWords({ of, territory, locked, observed }: ClassesShown): string {
  const end = locked ? ', locked' : ''
  switch (of?.kind) {
    case undefined:
      return 'Classes fitted to this view'
    case 'view':
      return `Classes fitted to a view${end}`
    case 'fixed':
      return `Fixed classes, the same everywhere${end}`
    case 'hand':
      return `Classes set by hand${end}`
    case 'territory': {
      const owner = territory === null ? 'a place' : territoryName(territory)
      const from = observed === null ? '' : `, from ${countOf(observed, 'cell')}`
      return `Classes of ${owner}${of.isProvisional ? `, provisional${from}` : ''}${end}`
    }
  }
}
