import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import { t } from '../language/translate.ts'
import { Notice } from '../ui/failures/Notice.tsx'

/** Why no earlier periods can be bought for the map, and what there is instead; nothing when they can. */
export function UnavailableNotice({ answer: { unavailable } }: { answer: EarlierAnswer }) {
  switch (unavailable) {
    case null:
      return null
    case 'no_history':
      return (
        <Notice kind="info">
          {t(
            'The statistics service sells no earlier periods. The map can show those that were bought while they were current.',
          )}{' '}
          {cannotBuy()}
        </Notice>
      )
    case 'not_in_plan':
      return (
        <Notice kind="info">
          {t(
            'This page’s plan with the statistics service does not include earlier periods. Those that were bought while they were current can be shown.',
          )}{' '}
          {cannotBuy()}
        </Notice>
      )
    case 'areas_only':
      return (
        <Notice kind="info">
          {t(
            'The statistics service sells earlier periods only for places and circles, not for the map. Open a place or compare an area to see its history.',
          )}
        </Notice>
      )
  }
}

/** What to do where the map says that figures are not bought. */
function cannotBuy(): string {
  return t('What was not bought then cannot be bought now: go back to the newest month, or choose another figure.')
}
