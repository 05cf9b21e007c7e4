import { resolveAreas } from '../areas/chosen/add-area.ts'
import { letterOf } from '../areas/chosen/area-name.ts'
import { windowText } from '../figures/window-words.ts'
import { listOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import type { Tray, TrayEntry } from './compared/use-tray.ts'

/** Says why areas cannot be compared; null where they can. */
export function mismatchWords({ entries, comparability }: Pick<Tray, 'entries' | 'comparability'>): string | null {
  switch (comparability.kind) {
    case 'same':
      return null
    case 'windows':
      return t('The areas’ figures are from different months, so their differences are not shown.')
    case 'resolutions': {
      const { found } = comparability
      const parts = found.map((resolution) =>
        t('{areas} at {resolution, number}', {
          areas: listOf(
            entries.filter(({ area }) => area.resolution === resolution).map(({ chosen }) => letterOf(chosen.color)),
          ),
          resolution,
        }),
      )
      return t('Areas are compared at one resolution, since cells of another size cover other months: {parts}.', {
        parts: listOf(parts),
      })
    }
  }
}

/** Returns the months of an area where those of others differ; otherwise null. */
export function monthsApart(
  { area }: Pick<TrayEntry, 'area'>,
  { comparability }: Pick<Tray, 'comparability'>,
): string | null {
  return comparability.kind === 'windows' && area.edition ? windowText(area.edition) : null
}

/** Says why areas cannot be compared and what to do, and offers what they have in common. */
export function Mismatch({ tray }: { tray: Tray }) {
  const { entries, comparability } = tray
  const words = mismatchWords(tray)
  const common = comparability.kind === 'resolutions' ? comparability.common : null
  const colors = entries.map(({ chosen }) => chosen.color)
  const action =
    common === null
      ? null
      : {
          label: t('Show all at resolution {resolution, number}', { resolution: common }),
          onPress: () => resolveAreas(colors, common),
        }
  return words === null ? null : (
    <Notice kind="warning" action={action}>
      {comparability.kind === 'windows' ? `${words} ${t('Buy the rest of the older areas.')}` : words}
    </Notice>
  )
}
