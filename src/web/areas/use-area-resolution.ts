import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Resolution } from '../../domain/cell.ts'
import { type Circle, circleCandidateCount } from '../../domain/distance.ts'
import type { GeoId } from '../../domain/place.ts'
import { circleResolutionsOptions } from '../queries/circle-resolutions.ts'
import { coverageOptions } from '../queries/coverage.ts'
import { placeOptions } from '../queries/geo.ts'
import { useFinestResolution } from '../queries/page-tiles.ts'
import { useAsOf } from '../queries/period.ts'
import { placeCellsOptions } from '../queries/place-cells.ts'
import type { Address } from '../state/address.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { type AreaLimits, type Coarser, countCellsAt, finestAnswerable, resolutionOfArea } from './area-resolution.ts'

/** The resolution of an area's figures, whatever the map shows. */
export interface AreaResolution {
  /** Null while it is being chosen. */
  readonly resolution: Resolution | null
  /** Null where the address's resolution holds. */
  readonly coarser: Coarser | null
  /** Why it cannot be chosen. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null
}

/** The resolution of the address's circle. Where the address has none, chooses the finest answerable and keeps it there. */
export function useCircleResolution(circle: Circle): AreaResolution {
  return useResolutionOfCircle(circle, { wanted: useAddress(ofCircle), keep: keepCircleResolution })
}

/** The same for the address's place, whose cells and country tell the page how fine its figures can be. */
export function usePlaceResolution(zone: GeoId): AreaResolution {
  return useResolutionOfPlace(zone, { wanted: useAddress(ofPlace), keep: keepPlaceResolution })
}

const ofCircle = (address: Address) => address.circleResolution
const ofPlace = (address: Address) => address.placeResolution
const keepCircleResolution = (circleResolution: Resolution) => setAddress({ circleResolution }, 'replace')
const keepPlaceResolution = (placeResolution: Resolution) => setAddress({ placeResolution }, 'replace')

/** The resolution that an address has for an area, if it has one, and how it keeps another. */
interface KeptIn {
  readonly wanted: Resolution | null
  /** The same function every time. */
  readonly keep: (chosen: Resolution) => void
}

/** The resolution of any circle. */
export function useResolutionOfCircle({ lat, lng, radius_km }: Circle, { wanted, keep }: KeptIn): AreaResolution {
  const plan = useFinestResolution()
  const query = useQuery(circleResolutionsOptions({ lat, lng, radius_km }))
  const market = query.data?.resolutions ?? null
  const limits = useMemo(
    () => ({ plan, market, cellsAt: (at: Resolution) => circleCandidateCount({ lat, lng, radius_km }, at) }),
    [plan, market, lat, lng, radius_km],
  )
  const kept = useKeptResolution(wanted, limits, market !== null, keep)
  const isStuck = wanted === null && query.isLoadingError
  return { ...kept, failure: isStuck ? { error: query.error, retry: () => void query.refetch() } : null }
}

/** The resolution of any place. */
export function useResolutionOfPlace(zone: GeoId, { wanted, keep }: KeptIn): AreaResolution {
  const finest = useFinestResolution()
  const cells = useQuery(placeCellsOptions(zone))
  const country = useQuery(placeOptions(zone)).data?.country
  const coverage = useQuery(coverageOptions)
  const market = coverage.data?.countries.find((row) => row.country === country)?.h3_resolutions ?? null
  const limits = useMemo((): AreaLimits => {
    const { cells: stored = [], coarserResolution = null } = cells.data ?? {}
    const plan = coarserResolution !== null && coarserResolution < finest ? coarserResolution : finest
    return { plan, market, cellsAt: (at) => countCellsAt(stored, at) }
  }, [cells.data, market, finest])
  const isKnown = cells.data !== undefined && country !== undefined && !coverage.isPending
  const kept = useKeptResolution(wanted, limits, isKnown, keep)
  const isStuck = wanted === null && cells.isLoadingError
  return { ...kept, failure: isStuck ? { error: cells.error, retry: () => void cells.refetch() } : null }
}

function useKeptResolution(
  wanted: Resolution | null,
  limits: AreaLimits,
  isKnown: boolean,
  keep: (chosen: Resolution) => void,
): Omit<AreaResolution, 'failure'> {
  // The plan is known with the period.
  const hasPeriod = useAsOf() !== undefined
  const chosen = useMemo(
    () => (wanted === null && isKnown && hasPeriod ? finestAnswerable(limits) : null),
    [wanted, isKnown, hasPeriod, limits],
  )
  useEffect(() => {
    if (chosen !== null) keep(chosen)
  }, [chosen, keep])
  return useMemo(() => {
    if (wanted === null) return { resolution: chosen, coarser: null }
    const [resolution, coarser] = resolutionOfArea(wanted, limits)
    return { resolution, coarser }
  }, [wanted, chosen, limits])
}
