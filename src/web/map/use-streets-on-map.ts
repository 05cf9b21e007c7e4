import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { basemapOptions } from '../queries/basemap.ts'
import { type StreetsFault, showStreets, useStreets } from '../streets/streets-state.ts'
import type { MapShell } from './map-shell.ts'

/** How long streets may take until they are given up, in milliseconds. */
const LIMIT_MS = 15_000

/** Shows on the map the streets that are wanted: by the operator, once the map has been drawn, or by the reader. */
export function useStreetsOnMap(shell: MapShell | null, isDrawn: boolean): void {
  const wanted = useStreets((streets) => streets.wanted)
  const attempt = useStreets((streets) => streets.attempt)
  const { data: basemap } = useQuery({ ...basemapOptions, enabled: isDrawn })

  useEffect(() => {
    if (basemap?.streets && basemap.is_shown_at_once && !useStreets.getState().isChosen) showStreets(basemap.streets)
  }, [basemap])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same streets
  useEffect(() => {
    if (!shell || wanted === null) return
    const ending = new AbortController()
    void draw(shell, wanted, ending.signal)
    return () => {
      ending.abort()
      shell.setStreets(null)
    }
  }, [shell, wanted, attempt])
}

async function draw(shell: MapShell, address: string, ended: AbortSignal): Promise<void> {
  const give = (fault: StreetsFault, cause: unknown) => {
    if (ended.aborted) return
    // The sentence on the page names no address or status, which are what an operator looks for.
    console.warn('No streets:', cause)
    shell.setStreets(null)
    useStreets.setState({ progress: { fault }, attribution: '' })
  }
  const late = AbortSignal.timeout(LIMIT_MS)
  const until = AbortSignal.any([ended, late])
  late.addEventListener('abort', () => useStreets.getState().progress === 'loading' && give('late', late.reason))
  try {
    const { loadStreets, readArchiveTile } = await import('../streets/load-streets.ts')
    const streets = await loadStreets(address, until)
    if (until.aborted) return
    shell.setStreets({
      styleOf: streets.styleOf,
      hidesShores: streets.isWorld,
      readArchiveTile,
      onArrive: () => useStreets.setState({ progress: 'shown', attribution: streets.attribution }),
      onFault: (cause) => {
        if (useStreets.getState().progress === 'loading') give('unreachable', cause)
        else useStreets.setState({ progress: 'incomplete' })
      },
    })
  } catch (error) {
    if (until.aborted) return
    give(faultOf(error), error)
  }
}

/** The class of the error is in a chunk of its own, which has not arrived when that is what failed. */
function faultOf(error: unknown): StreetsFault {
  const fault = typeof error === 'object' && error !== null && 'fault' in error ? error.fault : null
  return fault === 'unreadable' || fault === 'unknown schema' ? fault : 'unreachable'
}
