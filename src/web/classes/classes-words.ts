import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { Method } from '../../domain/class-breaks.ts'
import { t } from '../language/translate.ts'
import type { BreaksOwner, PaletteName } from '../state/address/class-choice.ts'
import { nameWithLevel } from '../ui/words/place-name.ts'

/** The name of a way to make classes. */
export function methodLabel(method: Method): string {
  switch (method) {
    case 'quantile':
      return t('Equal counts (quantiles)')
    case 'jenks':
      return t('Natural groups (Jenks)')
    case 'logarithmic':
      return t('Logarithmic')
    case 'equal':
      return t('Equal steps')
  }
}

/** The name of a palette. */
export function paletteLabel(palette: PaletteName): string {
  switch (palette) {
    case 'magma':
      return t('Magma')
    case 'viridis':
      return t('Viridis')
    case 'cividis':
      return t('Cividis')
    case 'sea':
      return t('Sea colours')
    case 'earth':
      return t('Earth colours')
  }
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
  const words = unlockedWords(of, territory, observed)
  return locked && of !== null ? t('{classes}, locked', { classes: words }) : words
}

function unlockedWords(of: BreaksOwner | null, territory: ScaleTerritory | null, observed: number | null): string {
  switch (of?.kind) {
    case undefined:
      return t('Classes fitted to this view')
    case 'view':
      return t('Classes fitted to a view')
    case 'fixed':
      return t('Fixed classes, the same everywhere')
    case 'hand':
      return t('Classes set by hand')
    case 'territory': {
      const owner = territory === null ? t('a place') : nameWithLevel(territory)
      if (!of.isProvisional) return t('Classes of {owner}', { owner })
      return observed === null
        ? t('Classes of {owner}, provisional', { owner })
        : t('Classes of {owner}, provisional, from {observed, plural, one {# cell} other {# cells}} so far', {
            owner,
            observed,
          })
    }
  }
}
