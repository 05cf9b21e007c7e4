import type { AsOf } from '../../domain/period.ts'
import { lastMonth } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { noteAboutLink } from '../state/about-link.ts'
import { getAddress, setAddress } from '../state/use-address.ts'

/** Takes periods that the service does not have out of the address, and says which. */
export function leaveOutPeriods(periods: readonly AsOf[]): void {
  const { period, since, beside } = getAddress()
  const isOut = (each: AsOf | null | undefined) => each != null && periods.includes(each)
  for (const each of periods) {
    noteAboutLink(
      t('The statistics service has no figures of {month}, so this part of the link was left out.', {
        month: lastMonth(each),
      }),
    )
  }
  setAddress(
    {
      ...(isOut(period) && { period: null }),
      ...(isOut(since) && { since: null }),
      ...(beside?.kind === 'period' && isOut(beside.period) && { beside: null }),
    },
    'replace',
  )
}
