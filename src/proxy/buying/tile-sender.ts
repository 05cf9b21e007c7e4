import { isDeepStrictEqual } from 'node:util'
import type { Edition, PurchaseEvent } from '../../contract/proxy-api.ts'
import { sentBytes } from '../tiles/sent-tile.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'

export type SendEvent = (event: PurchaseEvent) => void

/**
 * Returns a function that sends tiles. An `edition` event precedes the first tile and every change of edition, and applies
 * to all tiles until the next one.
 */
export function createTileSender(send: SendEvent): (edition: Edition, tile: StoredTile) => void {
  let current: Edition | null = null
  return (edition, tile) => {
    if (!isDeepStrictEqual(edition, current)) send({ type: 'edition', edition })
    current = edition
    send({ type: 'tile', parent: tile.parent, bytes: Buffer.from(sentBytes(tile)).toString('base64') })
  }
}
