import { useMemo } from 'react'
import { DEFAULT_AD_SUB_TYPE, type Lens, lensKey } from '../../domain/lens.ts'
import { isRent } from '../figures/amounts.ts'
import { isMoney } from '../figures/figure-words.ts'
import { useAsOf } from '../free/period.ts'
import { useScale } from '../scale/use-scale.ts'
import type { Address } from '../state/address/address.ts'
import type { Split } from '../state/address/beside.ts'
import { isEmbedded } from '../state/embedded.ts'
import { useAddress } from '../state/use-address.ts'
import { useIsPhone } from '../ui/device/use-media.ts'

/** Returns how two maps lie; null with one. A phone has no room for two side by side, a frame none for a second. */
export function useSplit(): Split | null {
  const isPhone = useIsPhone()
  const split = useAddress(({ beside, split: chosen }) => (beside === null || isEmbedded ? null : chosen))
  return split !== null && isPhone ? 'swipe' : split
}

/** Whether one of two lenses is of sales and the other of rents; a service can have other offers. */
function areSaleAndRent(lenses: readonly Lens[]): boolean {
  const isSale = ({ ad_sub_type = DEFAULT_AD_SUB_TYPE }: Lens) => ad_sub_type === DEFAULT_AD_SUB_TYPE
  return lenses.some(isSale) && lenses.some((lens) => isRent(lensKey(lens)))
}

/** True where prices stand beside rents, which are too far apart for one scale: each map then has classes of its own. */
export function useHasTwoScales(): boolean {
  return useAddress(
    ({ beside, lens, metric, locked }) =>
      !locked && isMoney(metric) && beside?.kind === 'lens' && areSaleAndRent([lens, beside.lens]),
  )
}

/**
 * Returns what the second map shows instead of the address, with the classes of the first unless each has its own; null
 * with one map.
 */
export function useBesidePatch(): Partial<Address> | null {
  const split = useSplit()
  const beside = useAddress((address) => address.beside)
  const hasTwoScales = useHasTwoScales()
  const served = useAsOf() ?? null
  const scale = useScale()
  const classes = scale && JSON.stringify({ at: scale.decided, of: scale.of, resolution: scale.name.resolution })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the classes
  return useMemo(() => {
    if (split === null || beside === null || scale === null) return null
    const { resolution, currency } = scale.name
    const breaks = {
      resolution,
      ...(currency && { currency }),
      at: scale.decided,
      of: scale.of ?? ({ kind: 'view' } as const),
    }
    const other =
      beside.kind === 'lens'
        ? { lens: beside.lens }
        : { period: served !== null && beside.period < served ? beside.period : null }
    const isSame = !hasTwoScales && scale.decided.length > 0
    return { ...other, breaks: isSame ? breaks : null, locked: isSame, beside: null }
  }, [split, beside, served, classes, hasTwoScales])
}
