import type { Meter } from '../contract/proxy-api.ts'
import { TileStore } from '../web/tiles/tile-store.ts'

/** Tile stores on a clock that only the test moves, with what they requested and reported. */
export class WatchedTileStores {
  /** The requests to the proxy, as `GET tiles` or `POST purchases`. */
  requests: string[] = []
  readonly periods: string[] = []
  readonly meters: Meter[] = []
  /** Milliseconds. */
  clock = 0

  open(baseUrl: string, capacity = 600): TileStore {
    return new TileStore({
      baseUrl,
      send: (input, init) => {
        this.requests.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.split('/')[2]}`)
        return fetch(input, init)
      },
      now: () => this.clock,
      capacity,
      onPeriod: (moved) => this.periods.push(moved),
      onMeter: (meter) => this.meters.push(meter),
    })
  }
}
