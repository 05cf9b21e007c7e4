import type { Readable } from 'node:stream'

/** Bytes of a head that tell a status. */
const STATUS_BYTES = 13

/**
 * Drops interim responses 100 that arrive whole, which servers may send unasked (RFC 9110, 15.2): undici breaks the
 * connection for one.
 */
export function dropContinue(socket: Readable): void {
  const read: (size?: number) => Buffer | null = socket.read.bind(socket)
  socket.read = (size?: number) => {
    // Node reads 0 bytes, to have more fetched; undici reads whatever is there.
    if (size !== undefined) return read(size)
    let chunk = read()
    while (chunk !== null && /^HTTP\/1\.\d 100\s/.test(chunk.toString('latin1', 0, STATUS_BYTES))) {
      const end = chunk.indexOf('\r\n\r\n')
      if (end < 0) break
      chunk = end + 4 < chunk.length ? chunk.subarray(end + 4) : read()
    }
    return chunk
  }
}
