import type { Records } from '../../../domain/figure.ts'
import { floorOf, stateSentence } from '../../figures/state-words.ts'
import { t } from '../../language/translate.ts'
import type { Area } from '../area.ts'
import type { AreaCounts } from '../spread/area-figures.ts'

/** Says why none of an area's cells has a figure; `noCellsText` is the sentence for an area without cells. */
export function noFigureWords(
  { cells, rest, edition, resolution, isLoading }: Area,
  { counts, noCellsText, records }: { counts: AreaCounts; noCellsText: string; records: Records },
): string {
  if (isLoading) return t('Loading figures…')
  if (cells.length === 0) return noCellsText
  if (cells.every(({ state }) => state === 'sea')) return t('This area lies in the sea.')
  if (counts.failed > 0) return t('The figures here could not be loaded.')
  if (counts.finer_than_plan > 0) return t('The plan does not allow this much detail.')
  if (rest !== null || counts.not_bought > 0)
    return counts.too_few > 0
      ? t('What has been bought here has no figures. The rest has not been bought.')
      : rest === null
        ? t('No figures here have been bought.')
        : resolution === null
          ? t('No figures here have been bought yet.')
          : // The map beside it may show figures of another resolution.
            t('No figures at resolution {resolution, number} have been bought here yet.', { resolution })
  if (counts.loading > 0) return t('Loading figures…')
  if (cells.some(({ figure }) => figure !== null)) return t('The cells here have figures, but none of this kind.')
  if (counts.too_few > 0) {
    return t(
      'No cell here has a figure: fewer {records, select, sales {sales} other {listings}} than the floor{floor, plural, =0 {} other { (#)}}, or none.',
      { records, floor: floorOf(edition) },
    )
  }
  if (counts.no_listings > 0) return stateSentence('no_listings', edition, records)
  return t('The statistics service does not seem to cover this area, or not at this resolution.')
}
