import { useMemo } from 'react'
import type { AsOf } from '../../domain/period.ts'
import { useAsOf } from '../free/period.ts'
import { useAddress } from '../state/use-address.ts'

/** Returns the earlier periods that are shown, or that a change is counted from. */
export function useWantedPeriods(): readonly AsOf[] {
  const served = useAsOf() ?? null
  const since = useAddress(({ metric, since: from }) => (metric === 'change' ? from : null))
  const period = useAddress((address) => address.period)
  const beside = useAddress((address) => (address.beside?.kind === 'period' ? address.beside.period : null))
  return useMemo(
    () =>
      [...new Set([period, beside, since])].flatMap((each) =>
        each !== null && served !== null && each < served ? each : [],
      ),
    [period, beside, since, served],
  )
}
