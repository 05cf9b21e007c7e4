import { gunzipSync } from 'node:zlib'
import type { Edition, PurchaseEvent } from '../../contract/proxy-api.ts'
import type { HeldTile } from './ledger.ts'

export type Tell = (event: PurchaseEvent) => void

/** Tells tiles, each after the edition that it belongs to: an edition counts until the next one is told. */
export function createTeller(tell: Tell): { tile(edition: Edition, tile: HeldTile): void } {
  let current: string | null = null
  return {
    tile: (edition, { parent, gzip }) => {
      if (edition.as_of !== current) tell({ type: 'edition', edition })
      current = edition.as_of
      tell({ type: 'tile', parent, bytes: gunzipSync(gzip).toString('base64') })
    },
  }
}
