import { promisify } from 'node:util'
import { brotliDecompress, crc32, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import { inTurns } from '../../../server/work/turns.ts'

/** Some servers send deflate without the frame that HTTP demands (RFC 9110, 8.4.1.2). */
function inflateAny(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  // The frame begins with the method 8, and is a multiple of 31.
  const isFramed = body.length >= 2 && ((body[0] ?? 0) & 15) === 8 && body.readUInt16BE(0) % 31 === 0
  return isFramed ? inflateFramed(body, options) : inflateBare(body, options)
}
const inflateFramed = promisify<Buffer, ZlibOptions, Buffer>(inflate)
const inflateBare = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)

const gunzipWhole = promisify<Buffer, ZlibOptions, Buffer>(gunzip)

/** Some servers write a line break or the like after the last byte. */
async function gunzipAny(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  try {
    return await gunzipWhole(body, options)
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR'
    const plain = isBroken ? await gunzipFirst(body, options).catch(() => null) : null
    if (plain === null) throw error
    return plain
  }
}

/** The first member of gzip (RFC 1952), whatever follows it. */
async function gunzipFirst(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  const flags = body[3] ?? 0
  let start = 10
  if (flags & 4) start += 2 + body.readUInt16LE(start)
  // The name of the file, and a comment.
  for (const flag of [8, 16]) if (flags & flag) start = body.indexOf(0, start) + 1
  if (flags & 2) start += 2
  const { buffer, read } = await inflateCounted(body.subarray(start), options)
  if (crc32(buffer) !== body.readUInt32LE(start + read)) throw new Error('the checksum does not match')
  return buffer
}

/** Also returns how many bytes were read. */
function inflateCounted(body: Buffer, options: ZlibOptions): Promise<{ buffer: Buffer; read: number }> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, told: unknown) => {
      if (error !== null) return reject(error)
      // With `info`, Node passes more than its types say.
      const { buffer, engine } = told as { buffer: Buffer; engine: { bytesWritten: number } }
      resolve({ buffer, read: engine.bytesWritten })
    }
    inflateRaw(body, { ...options, info: true }, done)
  })
}

const DECODERS = {
  gzip: gunzipAny,
  'x-gzip': gunzipAny,
  deflate: inflateAny,
  br: promisify(brotliDecompress),
} as const

/** Values of `Content-Encoding` that change nothing: none, and character sets, which some servers put there by mistake. */
const NO_ENCODINGS: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary', '8bit'])

/** A body that says it is compressed more often than this is refused. */
const MOST_LAYERS = 4

/** A body whose encoding is unknown, or that is broken or too long. */
export class UnreadableBody extends Error {
  /** Whether it is longer than wanted. */
  readonly isTooLarge: boolean

  constructor(message: string, isTooLarge = false) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

/**
 * Returns the plain bytes of a body; throws `UnreadableBody` when it is broken, in an unknown encoding, or longer than
 * `most` bytes. Some gateways compress or unpack a body and leave its header as it was, so the bytes decide in doubt.
 */
export async function decodeBody(body: Buffer, encoding: string | undefined, most: number): Promise<Buffer> {
  const names = (encoding ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (names.length > MOST_LAYERS) throw new UnreadableBody(`the body is encoded ${names.length} times`)
  let plain = body
  // The last one was applied last.
  for (const name of names.reverse()) plain = await decodeOne(plain, name, most)
  for (let layer = 0; isGzip(plain) && layer < MOST_LAYERS; layer++) plain = await decompress(plain, 'gzip', most)
  return plain
}

async function decodeOne(body: Buffer, name: string, most: number): Promise<Buffer> {
  if (NO_ENCODINGS.has(name)) return body
  try {
    return await decompress(body, name, most)
  } catch (error) {
    if (isText(body)) return body
    if (isGzip(body) && !name.endsWith('gzip')) return decompress(body, 'gzip', most)
    throw error
  }
}

async function decompress(body: Buffer, name: string, most: number): Promise<Buffer> {
  if (!Object.hasOwn(DECODERS, name)) throw new UnreadableBody(`the body has the unknown encoding '${name}'`)
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: most })
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    const reason = error instanceof Error ? error.message : String(error)
    throw new UnreadableBody(`the body cannot be decompressed: ${reason}`, isTooLarge)
  }
}

/** True for the first bytes of gzip, with which no text begins. */
function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

/** Bytes that tell text from compressed data. */
const TELLING_BYTES = 512

function isText(body: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, TELLING_BYTES), { stream: true })
    return text !== '' && !/[^\P{Cc}\t\r\n]/u.test(text)
  } catch {
    return false
  }
}

/** Bytes that are copied or decoded in one step, which takes about a millisecond. */
const STEP = 262_144

/** Joins the pieces of a body. A long body gets memory of its own, so that it can be transferred to another thread. */
export async function joinBody(pieces: readonly Buffer[]): Promise<Buffer> {
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  return size <= STEP ? Buffer.concat(pieces) : inTurns(joined(pieces, size))
}

function* joined(pieces: readonly Buffer[], size: number): Generator<void, Buffer> {
  const whole = Buffer.allocUnsafeSlow(size)
  let end = 0
  let ready = STEP
  for (const piece of pieces) {
    end += piece.copy(whole, end)
    if (end < ready) continue
    ready = end + STEP
    yield
  }
  return whole
}

/**
 * Converts a body to UTF-8, the encoding of JSON. A body whose type names an unknown character set is returned as it is.
 */
export async function inUtf8(body: Buffer, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const read = readerOfUtf32(body)
  const charset = charsetOf(body, headers['content-type'] ?? '')
  if (read === null && /^(utf-?8|us-ascii|ascii)$/.test(charset)) return body
  try {
    const pieces = read === null ? decoded(body, new TextDecoder(charset)) : fromUtf32(body, read)
    return await joinBody(await inTurns(pieces))
  } catch (error) {
    if (error instanceof RangeError) return body
    throw error
  }
}

/** UTF-16 is known by its first two bytes: a byte order mark, or the half of an ASCII character that is 0. */
function charsetOf(body: Buffer, type: string): string {
  const mark = body.length < 2 ? 0 : body.readUInt16BE(0)
  if (mark === 0xfeff || (mark > 0 && mark < 0x80)) return 'utf-16be'
  if (mark === 0xfffe || (mark > 0 && mark < 0x8000 && mark % 0x100 === 0)) return 'utf-16le'
  return /;\s*charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** UTF-32, which `TextDecoder` does not know: a byte order mark, or an ASCII character and three bytes that are 0. */
function readerOfUtf32(body: Buffer): ((at: number) => number) | null {
  if (body.length < 4 || body.length % 4 !== 0) return null
  const readers = [(at: number) => body.readUInt32BE(at), (at: number) => body.readUInt32LE(at)]
  return readers.find((read) => read(0) === 0xfeff || (read(0) > 0 && read(0) < 0x80)) ?? null
}

function* fromUtf32(body: Buffer, read: (at: number) => number): Generator<void, Buffer[]> {
  const pieces: Buffer[] = []
  for (let first = 0; first < body.length; first += STEP) {
    if (first > 0) yield
    let text = ''
    for (let at = first; at < Math.min(first + STEP, body.length); at += 4) text += String.fromCodePoint(read(at))
    pieces.push(Buffer.from(first === 0 ? text.replace(/^\uFEFF/, '') : text))
  }
  return pieces
}

function* decoded(body: Buffer, decoder: InstanceType<typeof TextDecoder>): Generator<void, Buffer[]> {
  const pieces: Buffer[] = []
  for (let first = 0; first < body.length; first += STEP) {
    if (first > 0) yield
    pieces.push(Buffer.from(decoder.decode(body.subarray(first, first + STEP), { stream: true })))
  }
  return [...pieces, Buffer.from(decoder.decode())]
}
