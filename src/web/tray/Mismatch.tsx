import { resolveAreas } from '../areas/add-area.ts'
import { letterOf } from '../areas/area-name.ts'
import { listOf } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Tray } from './use-tray.ts'

/** Says why areas cannot be compared, and offers what they have in common. */
export function Mismatch({ tray: { entries, comparability } }: { tray: Tray }) {
  switch (comparability.kind) {
    case 'same':
      return null
    case 'windows':
      return (
        <Notice kind="warning">
          {t(
            'The areas’ figures are from different months, so their differences are not shown. Buy the rest of the older areas.',
          )}
        </Notice>
      )
    case 'resolutions': {
      const { found, common } = comparability
      const parts = found.map((resolution) =>
        t('{areas} at {resolution, number}', {
          areas: listOf(
            entries.filter(({ area }) => area.resolution === resolution).map(({ chosen }) => letterOf(chosen.color)),
          ),
          resolution,
        }),
      )
      const colors = entries.map(({ chosen }) => chosen.color)
      const action =
        common === null
          ? null
          : {
              label: t('Show all at resolution {resolution, number}', { resolution: common }),
              onPress: () => resolveAreas(colors, common),
            }
      return (
        <Notice kind="warning" action={action}>
          {t('Areas are compared at one resolution, since cells of another size cover other months: {parts}.', {
            parts: listOf(parts),
          })}
        </Notice>
      )
    }
  }
}
