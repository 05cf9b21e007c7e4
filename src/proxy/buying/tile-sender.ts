import type { Edition, PurchaseEvent } from '../../contract/proxy-api.ts'
import { sentBytes } from '../tiles/sent-tile.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'

export type SendEvent = (event: PurchaseEvent) => void

/** Sends tiles, each after its edition: an edition applies to all tiles until the next one is sent. */
export function createTileSender(send: SendEvent): (edition: Edition, tile: StoredTile) => void {
  let current: string | null = null
  return (edition, tile) => {
    if (edition.as_of !== current) send({ type: 'edition', edition })
    current = edition.as_of
    send({ type: 'tile', parent: tile.parent, bytes: Buffer.from(sentBytes(tile)).toString('base64') })
  }
}
