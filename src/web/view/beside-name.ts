import { useMemo } from 'react'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey } from '../../domain/lens.ts'
import { useAsOf } from '../free/period.ts'
import { useAddress } from '../state/use-address.ts'

/** Returns the edition of the second map from that of the first; null with one map. */
export function useBesideName(name: EditionName | null): EditionName | null {
  const beside = useAddress((address) => address.beside)
  const served = useAsOf() ?? null
  return useMemo(() => {
    if (name === null || beside === null || served === null) return null
    if (beside.kind === 'lens') return { ...name, lens: lensKey(beside.lens) }
    return { ...name, as_of: beside.period < served ? beside.period : served }
  }, [name, beside, served])
}
