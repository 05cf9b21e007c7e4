import type { Duplex } from 'node:stream'

/** An interim response other than 101, which ends HTTP on its connection. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d/
/** Bytes of a head that tell its status. */
const STATUS_BYTES = 12
/** Bytes of an interim response that are waited for. */
const LONGEST_INTERIM = 65_536
const NOTHING = Buffer.alloc(0)

/**
 * Drops interim responses, which servers may send unasked, several of them and in pieces (RFC 9110, 15.2): undici breaks
 * the connection for a 100. Every request on the connection must be one write, after the response to the one before.
 */
export function dropContinue(socket: Duplex): void {
  const read: (size?: number) => Buffer | null = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  let isBeforeResponse = true
  let begun: Buffer = NOTHING
  socket.write = ((...args: Parameters<typeof write>) => {
    isBeforeResponse = true
    return write(...args)
  }) as Duplex['write']
  socket.read = (size?: number) => {
    // Node reads 0 bytes, to have more fetched; undici reads whatever is there.
    if (size !== undefined) return read(size)
    for (let chunk = read(); chunk !== null; chunk = read()) {
      if (!isBeforeResponse) return chunk
      const bytes = withoutInterim(begun.length === 0 ? chunk : Buffer.concat([begun, chunk]))
      isBeforeResponse = mayBeInterim(bytes)
      begun = isBeforeResponse ? bytes : NOTHING
      if (!isBeforeResponse) return bytes
    }
    return null
  }
}

/** Cuts off the interim responses that have arrived whole. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes
  while (INTERIM.test(rest.toString('latin1', 0, STATUS_BYTES))) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    rest = rest.subarray(end + 4)
  }
  return rest
}

/** True while more bytes must tell whether this is an interim response, or where it ends. */
function mayBeInterim(bytes: Buffer): boolean {
  const status = bytes.toString('latin1', 0, STATUS_BYTES)
  if (status.length === STATUS_BYTES) return INTERIM.test(status) && bytes.length < LONGEST_INTERIM
  return 'HTTP/1.'.startsWith(status.slice(0, 7)) || status.startsWith('HTTP/1.')
}
