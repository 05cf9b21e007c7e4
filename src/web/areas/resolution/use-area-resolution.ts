import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { cellResolution, isResolution, type Resolution } from '../../../domain/cell.ts'
import type { GeoId } from '../../../domain/place.ts'
import { circleResolutionsOptions } from '../../free/circle-resolutions.ts'
import { countryExtentOptions } from '../../free/country-extent.ts'
import { coverageOptions } from '../../free/coverage.ts'
import { isCountryId, placeOptions } from '../../free/geo.ts'
import { useAsOf } from '../../free/period.ts'
import { placeCellsOptions } from '../../free/place-cells.ts'
import type { Address } from '../../state/address/address.ts'
import type { AreaShape } from '../../state/address/area-choice.ts'
import { shapeKey } from '../../state/address/area-list.ts'
import type { DrawnShape } from '../../state/address/opening.ts'
import { setAddress, useAddress } from '../../state/use-address.ts'
import { useFinestResolution } from '../../tiles/page-tiles.ts'
import { circleOfShape, countOfShape } from '../chosen/shape-geometry.ts'
import {
  type AreaLimits,
  type Coarser,
  countCellsAt,
  countCountryCells,
  finestAnswerable,
  resolutionOfArea,
} from './area-resolution.ts'

/** The resolution of an area's figures, whatever the map shows. */
export interface AreaResolution {
  /** Null while it is being chosen. */
  readonly resolution: Resolution | null
  /** Null when the address's resolution applies. */
  readonly coarser: Coarser | null
  /** What limits it, as far as is known. */
  readonly limits: AreaLimits
  /** Why it cannot be chosen. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null
}

/**
 * The resolution of the address's place. Its cells and country limit how fine its figures can be. If the address names no
 * resolution, chooses the finest possible one and writes it there. Without a place, there is no resolution.
 */
export function usePlaceResolution(zone: GeoId | null): AreaResolution {
  const limited = usePlaceLimits(zone)
  return useKeptResolution(limited, { wanted: useAddress(ofPlace), keep: keepPlaceResolution, finest: 8 })
}

const ofPlace = (address: Address) => address.placeResolution
const keepPlaceResolution = (placeResolution: Resolution) => setAddress({ placeResolution }, 'replace')

/** The resolution that the address has for an area, if any, and a function that writes another one there. */
interface KeptIn {
  readonly wanted: Resolution | null
  /** The same function every time. */
  readonly keep: (chosen: Resolution) => void
  /** No finer one is chosen. */
  readonly finest: Resolution
}

/**
 * The resolution of any area; without an area, there is none. A cell has its own resolution, unless the address has
 * another.
 */
export function useShapeResolution(shape: AreaShape | null, kept: Omit<KeptIn, 'finest'>): AreaResolution {
  const place = usePlaceLimits(shape?.kind === 'place' ? shape.geo_id : null)
  const drawn = useDrawnLimits(shape === null || shape.kind === 'place' ? null : shape)
  const own = shape?.kind === 'cell' ? cellResolution(shape.cell) : 8
  return useKeptResolution(shape?.kind === 'place' ? place : drawn, { ...kept, finest: isResolution(own) ? own : 8 })
}

/** What limits an area's resolution, as far as is known. */
interface Limited {
  readonly limits: AreaLimits
  readonly isKnown: boolean
  /** Why it will not be known. */
  readonly failure: AreaResolution['failure']
}

function useDrawnLimits(shape: DrawnShape | null): Limited {
  const plan = useFinestResolution()
  const key = shape && shapeKey(shape)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the shape
  const around = useMemo(() => shape && circleOfShape(shape), [key])
  const query = useQuery(circleResolutionsOptions(around))
  const market = query.data?.resolutions ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the shape
  const limits = useMemo(
    () => ({ plan, market, cellsAt: (at: Resolution) => (shape === null ? 0 : countOfShape(shape, at)) }),
    [plan, market, key],
  )
  const retry = () => void query.refetch()
  return { limits, isKnown: market !== null, failure: query.isLoadingError ? { error: query.error, retry } : null }
}

function usePlaceLimits(zone: GeoId | null): Limited {
  const finest = useFinestResolution()
  const isCountry = zone !== null && isCountryId(zone)
  const cells = useQuery(placeCellsOptions(isCountry ? null : zone))
  const extent = useQuery({ ...countryExtentOptions(zone ?? ''), enabled: isCountry })
  const place = useQuery(placeOptions(zone))
  const country = place.data?.country
  const coverage = useQuery({ ...coverageOptions, enabled: zone !== null })
  const market = coverage.data?.countries.find((row) => row.country === country)?.h3_resolutions ?? null
  const limits = useMemo((): AreaLimits => {
    if (isCountry) return { plan: finest, market, cellsAt: (at) => countCountryCells(extent.data ?? null, at) }
    const { cells: stored = [], coarserResolution = null } = cells.data ?? {}
    const plan = coarserResolution !== null && coarserResolution < finest ? coarserResolution : finest
    return { plan, market, cellsAt: (at) => countCellsAt(stored, at) }
  }, [isCountry, extent.data, cells.data, market, finest])
  const isGroundKnown = isCountry ? !extent.isPending : cells.data !== undefined
  const isKnown = isGroundKnown && country !== undefined && !coverage.isPending
  // The service may list no cells, without an error, for a place that it does not know.
  const failed = [cells, place].find(({ isLoadingError }) => isLoadingError)
  const failure = failed ? { error: failed.error, retry: () => void failed.refetch() } : null
  return { limits, isKnown, failure }
}

function useKeptResolution({ limits, isKnown, failure }: Limited, { wanted, keep, finest }: KeptIn): AreaResolution {
  // The plan is known with the period.
  const hasPeriod = useAsOf() !== undefined
  const chosen = useMemo(
    () => (wanted === null && isKnown && hasPeriod ? finestAnswerable(limits, finest) : null),
    [wanted, isKnown, hasPeriod, limits, finest],
  )
  useEffect(() => {
    if (chosen !== null) keep(chosen)
  }, [chosen, keep])
  const isStuck = wanted === null && failure !== null
  const found = useMemo(() => {
    if (wanted === null) return { resolution: chosen, coarser: null }
    const [resolution, coarser] = resolutionOfArea(wanted, limits)
    return { resolution, coarser }
  }, [wanted, chosen, limits])
  return { ...found, limits, failure: isStuck ? failure : null }
}
