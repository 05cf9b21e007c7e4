import type { Edition, PurchaseEvent } from '../../contract/proxy-api.ts'
import { sentBytes } from '../tiles/sent-tile.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'

export type Tell = (event: PurchaseEvent) => void

/** Sends tiles, each after its edition: an edition applies to all tiles until the next one is sent. */
export function createTeller(tell: Tell): { tile(edition: Edition, tile: StoredTile): void } {
  let current: string | null = null
  return {
    tile: (edition, tile) => {
      if (edition.as_of !== current) tell({ type: 'edition', edition })
      current = edition.as_of
      tell({ type: 'tile', parent: tile.parent, bytes: Buffer.from(sentBytes(tile)).toString('base64') })
    },
  }
}
