import { closeSync, openSync, readSync } from 'node:fs'

const FIRST_BYTES = 'PMTiles'

/** Why a file cannot be served as tiles, so that no reader has to find out; null when it can. */
export function whyNoTiles(path: string): string | null {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(FIRST_BYTES.length)
      readSync(file, head, 0, head.length, 0)
      return head.toString('latin1') === FIRST_BYTES ? null : `it does not start with ${FIRST_BYTES}`
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
