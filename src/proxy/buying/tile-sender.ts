import { isDeepStrictEqual } from 'node:util'
import type { Edition, PurchaseEvent } from '../../contract/proxy-api.ts'
import { sentBytes } from '../tiles/sent-tile.ts'
import type { StoredTile } from '../tiles/stored-tile.ts'

export type SendEvent = (event: PurchaseEvent) => void

/** Sends tiles, each after what is stated about it: that applies to all tiles until it is stated again. */
export function createTileSender(send: SendEvent): (edition: Edition, tile: StoredTile) => void {
  let current: Edition | null = null
  return (edition, tile) => {
    if (!isDeepStrictEqual(edition, current)) send({ type: 'edition', edition })
    current = edition
    send({ type: 'tile', parent: tile.parent, bytes: Buffer.from(sentBytes(tile)).toString('base64') })
  }
}
