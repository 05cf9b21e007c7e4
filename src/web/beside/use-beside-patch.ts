import { useMemo } from 'react'
import { useAsOf } from '../queries/period.ts'
import { useScale } from '../scale/use-scale.ts'
import type { Address } from '../state/address.ts'
import type { Split } from '../state/beside.ts'
import { isEmbedded } from '../state/embedded.ts'
import { useAddress } from '../state/use-address.ts'
import { useIsPhone } from '../ui/use-media.ts'

/** Returns how two maps lie; null with one. A phone has no room for two side by side, a frame none for a second. */
export function useSplit(): Split | null {
  const isPhone = useIsPhone()
  const split = useAddress(({ beside, split: chosen }) => (beside === null || isEmbedded ? null : chosen))
  return split !== null && isPhone ? 'swipe' : split
}

/** Returns what the second map shows instead of the address, with the classes of the first; null with one map. */
export function useBesidePatch(): Partial<Address> | null {
  const split = useSplit()
  const beside = useAddress((address) => address.beside)
  const served = useAsOf() ?? null
  const scale = useScale()
  const classes = scale && JSON.stringify({ at: scale.breaks, of: scale.of, resolution: scale.name.resolution })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the classes
  return useMemo(() => {
    if (split === null || beside === null || scale === null) return null
    const { resolution, currency } = scale.name
    const breaks = {
      resolution,
      ...(currency && { currency }),
      at: scale.breaks,
      of: scale.of ?? ({ kind: 'view' } as const),
    }
    const other =
      beside.kind === 'lens'
        ? { lens: beside.lens }
        : { period: served !== null && beside.period < served ? beside.period : null }
    return { ...other, breaks: scale.breaks.length > 0 ? breaks : null, locked: scale.breaks.length > 0, beside: null }
  }, [split, beside, served, classes])
}
