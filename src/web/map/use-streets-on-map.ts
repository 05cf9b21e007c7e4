import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { basemapOptions } from '../free/basemap.ts'
import { type StreetsFault, type StreetsProgress, showStreets, useStreets } from '../streets/streets-state.ts'
import { isNotLoaded } from '../ui/failures/not-loaded.ts'
import type { MapShell } from './shell/map-shell.ts'

/** How long streets may take until they are given up, in milliseconds. */
const LIMIT_MS = 15_000

/** Shows on the map the streets that are wanted: by the operator, once the map has been drawn, or by the reader. */
export function useStreetsOnMap(shell: MapShell | null, isDrawn: boolean): void {
  const { data: basemap } = useQuery({ ...basemapOptions, enabled: isDrawn })

  useEffect(() => {
    if (basemap?.streets && basemap.is_shown_at_once && !useStreets.getState().isChosen) showStreets(basemap.streets)
  }, [basemap])

  useDrawnStreets(shell, tell)
}

/** Shows the same streets on a second map. Faults are reported for the first map only. */
export function useSameStreets(shell: MapShell | null): void {
  useDrawnStreets(shell, tellNobody)
}

type Tell = (progress: StreetsProgress, attribution?: string) => void

const tell: Tell = (progress, attribution) =>
  useStreets.setState({ progress, ...(attribution !== undefined && { attribution }) })
const tellNobody: Tell = () => undefined

function useDrawnStreets(shell: MapShell | null, say: Tell): void {
  const wanted = useStreets((streets) => streets.wanted)
  const attempt = useStreets((streets) => streets.attempt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same streets
  useEffect(() => {
    if (!shell || wanted === null) return
    const ending = new AbortController()
    void draw(shell, wanted, { ended: ending.signal, say })
    return () => {
      ending.abort()
      shell.basemap.setStreets(null)
    }
  }, [shell, wanted, attempt, say])
}

async function draw(
  shell: MapShell,
  address: string,
  { ended, say }: { ended: AbortSignal; say: Tell },
): Promise<void> {
  let isLoading = true
  const give = (fault: StreetsFault, cause: unknown) => {
    if (ended.aborted) return
    isLoading = false
    // The sentence on the page names no address or status, which are what an operator looks for.
    console.warn('No streets:', cause)
    shell.basemap.setStreets(null)
    say({ fault }, '')
  }
  const late = AbortSignal.timeout(LIMIT_MS)
  const until = AbortSignal.any([ended, late])
  late.addEventListener('abort', () => isLoading && give('late', late.reason))
  try {
    const { loadStreets, readArchiveTile } = await import('../streets/load-streets.ts')
    const streets = await loadStreets(address, until)
    if (until.aborted) return
    shell.basemap.setStreets({
      styleOf: streets.styleOf,
      hidesShores: streets.isWorld,
      readArchiveTile,
      onArrive: () => {
        isLoading = false
        say('shown', streets.attribution)
      },
      onFault: (cause) => {
        if (isLoading) give('unreachable', cause)
        else say('incomplete')
      },
    })
  } catch (error) {
    if (until.aborted) return
    give(faultOf(error), error)
  }
}

/** The class of the error is in a chunk of its own, which has not arrived when that is what failed. */
function faultOf(error: unknown): StreetsFault {
  if (isNotLoaded(error)) return 'program'
  const fault = typeof error === 'object' && error !== null && 'fault' in error ? error.fault : null
  return fault === 'unreadable' || fault === 'unknown schema' ? fault : 'unreachable'
}
