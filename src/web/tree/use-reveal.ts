import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReceivedZone } from '../../contract/service/geo.ts'
import type { Resolution } from '../../domain/cell.ts'
import { type GeoId, LEVELS, type Level } from '../../domain/place.ts'
import { lookupOptions, placeOfZone, placeOptions } from '../free/geo.ts'
import { mayPass } from '../requests/query-client.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { resolutionOver } from '../view/resolution-in-force.ts'
import { revealPlace, useTree } from './tree-state.ts'

/** The level of places that suits a view at each resolution. */
const LEVEL_AT: Readonly<Record<Resolution, Level>> = {
  4: 'region',
  5: 'province',
  6: 'city',
  7: 'macrozone',
  8: 'microzone',
}

/** How the tree opens at a place. */
interface Reveal {
  /** True while the place is being looked up. */
  readonly isLooking: boolean
  /** Why the place could not be looked up; null when it was, or when there is none. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null
  /** Opens the tree at the place in view. */
  reveal(): void
}

type Find = (client: QueryClient) => Promise<FoundPlace | null>

/** Opens the tree at the chosen place, else at the one that has just been closed, else at the place in view. */
export function useReveal(closed: GeoId | null): Reveal {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ find: Find }>({
    find: () => findPlace(client, getAddress().place ?? closed),
  })
  const [state, setState] = useState<{ isLooking: boolean; error: unknown }>({ isLooking: true, error: null })
  useEffect(() => {
    let isCurrent = true
    const { focused } = useTree.getState()
    const end = (error: unknown, found: FoundPlace | null) => {
      if (!isCurrent) return
      // A viewer who has moved in the tree meanwhile stays there.
      if (found && useTree.getState().focused === focused) revealPlace(found.place, found.above)
      setState({ isLooking: false, error })
    }
    asked.find(client).then(
      (found) => end(null, found),
      (error: unknown) => end(error, null),
    )
    return () => {
      isCurrent = false
    }
  }, [client, asked])
  const ask = (find: Find) => {
    setState({ isLooking: true, error: null })
    setAsked({ find })
  }
  return {
    isLooking: state.isLooking,
    failure: state.error === null ? null : { error: state.error, retry: () => ask(asked.find) },
    reveal: () => ask(findInView),
  }
}

interface FoundPlace {
  readonly place: ReturnType<typeof placeOfZone>
  readonly above: readonly ReturnType<typeof placeOfZone>[]
}

async function findPlace(client: QueryClient, place: GeoId | null): Promise<FoundPlace | null> {
  if (place === null) return findInView(client)
  const known = await orNull(client.fetchQuery(placeOptions(place)))
  return known && { place: known, above: [] }
}

async function findInView(client: QueryClient): Promise<FoundPlace | null> {
  const { view } = usePage.getState().rested ?? getAddress()
  // Nearby views share an answer.
  const [lat, lng] = [Number(view.lat.toFixed(3)), Number(view.lng.toFixed(3))]
  const point = await orNull(client.fetchQuery(lookupOptions(lat, lng)))
  const zones = (point?.zones ?? []).map(placeOfZone)
  const zone = zoneFor(point?.zones ?? [], LEVEL_AT[resolutionOver(view)])
  return zone && { place: placeOfZone(zone), above: zones }
}

/** The finest zone that is not finer than a level; the coarsest where all are. */
function zoneFor(zones: readonly ReceivedZone[], level: Level): ReceivedZone | null {
  const fineness = (zone: ReceivedZone) => LEVELS.indexOf(zone.level)
  const sorted = zones.toSorted((a, b) => fineness(b) - fineness(a))
  return sorted.find((zone) => fineness(zone) <= LEVELS.indexOf(level)) ?? sorted.at(-1) ?? null
}

/** The tree opens at its root where the service knows no place. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (mayPass(error)) throw error
    return null
  }
}
