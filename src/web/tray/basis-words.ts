import { titleWithUnit, type Units } from '../figures/figure-words.ts'
import { windowText } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import type { Tray } from './compared/use-tray.ts'

/** Says what the figures of areas are: the metric with its unit, and the resolution and window that they share. */
export function basisWords({ entries, metric, comparability }: Tray, name: string, units: Units): string {
  const title = titleWithUnit(name, metric, units)
  const base = entries.find(({ isBaseline }) => isBaseline)?.area
  return comparability.kind === 'same' && base?.resolution != null && base.edition
    ? t('{metric}, at resolution {resolution, number}, {window}', {
        metric: title,
        resolution: base.resolution,
        window: windowText(base.edition),
      })
    : title
}
