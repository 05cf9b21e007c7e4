import { createHash } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs'
import { PassThrough, pipeline as pipelineOf } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, Gunzip, gunzipSync } from 'node:zlib'
import { unpackedTooFar, unpackLimit } from '../storage/unpack-limit.ts'
import { decoderOf } from './code-pages.ts'
import type { CsvDialect } from './csv-dialect.ts'
import { CsvRecordCount } from './csv-record-count.ts'
import { Utf8Tally } from './text-encoding.ts'

/** The results of one pass over a file; `tally` and `count` are of the unpacked bytes. */
export interface ByteScan {
  /** Short digest of the bytes on disk. */
  readonly digest: string
  readonly tally: Utf8Tally
  readonly count: CsvRecordCount
}

/** Reads a whole file, unpacking `.gz`; counts records if its dialect is given. Throws when it unpacks too far. */
export async function scanBytes(file: string, dialect: CsvDialect | null): Promise<ByteScan> {
  const hash = createHash('sha256')
  const tally = new Utf8Tally()
  const count = new CsvRecordCount(dialect?.delimiter ?? ',', dialect?.header.length ?? 0)
  let size = 0
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  const counted = async (source: AsyncIterable<Buffer>) => {
    for await (const bytes of source) {
      tally.add(bytes)
      if (dialect) count.add(bytes)
    }
    tally.end()
    count.end()
  }
  const unpacker = unpack(file)
  try {
    await pipeline(read(file), hashed, unpacker, withinLimit(file), counted)
  } catch (error) {
    throw damageIn(error) ?? error
  }
  // What feeds the unpacker is not aborted where it was done before.
  if (unpacker instanceof Gunzip && unpacker.bytesWritten < size) throw goesOn()
  return { digest: hash.digest('hex').slice(0, 10), tally, count }
}

/**
 * Writes an unpacked copy of a file as UTF-8, changed; throws when its bytes are not valid in the encoding. Of UTF-8, bytes
 * that are not valid stay as they are.
 */
export async function writeAsUtf8(
  file: string,
  encoding: string,
  target: string,
  change: (text: string) => string = (text) => text,
): Promise<void> {
  const decoder = decoderOf(encoding)
  const changed = async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) yield Buffer.from(change(bytes.toString('latin1')), 'latin1')
  }
  const decoded = async function* (source: AsyncIterable<Buffer>) {
    try {
      for await (const bytes of source) yield Buffer.from(change(decoder.decode(bytes, { stream: true })))
      yield Buffer.from(change(decoder.decode()))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
      throw new Error(`expected text in ${encoding}, found other bytes; name the encoding with --encoding`, {
        cause: error,
      })
    }
  }
  const written = encoding === 'utf-8' ? changed : decoded
  await pipeline(read(file), unpack(file), withinLimit(file), written, createWriteStream(target))
}

/** The unpacked bytes of a file. */
export async function* unpackedBytes(file: string): AsyncGenerator<Uint8Array> {
  // The callback is required, but a failure reaches the reader of the last stream.
  yield* pipelineOf(read(file), unpack(file), () => {})
}

const FIRST_BYTES = 1 << 18
/** Those of a packed file that are unpacked, which can be a thousand times as many. */
const FIRST_PACKED_BYTES = 1 << 16

/** The beginning of a file, unpacked. */
export function firstBytes(file: string): Buffer {
  try {
    return readFirst(file)
  } catch (error) {
    throw damageIn(error) ?? error
  }
}

function readFirst(file: string): Buffer {
  const bytes = Buffer.alloc(FIRST_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    const most = isGzip(file) ? FIRST_PACKED_BYTES : FIRST_BYTES
    const start = bytes.subarray(0, readSync(descriptor, bytes, 0, most, 0))
    // The file is truncated on purpose: only its beginning is needed.
    return isGzip(file) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, FIRST_BYTES) : start
  } finally {
    closeSync(descriptor)
  }
}

function read(file: string) {
  return createReadStream(file, { highWaterMark: 1 << 20 })
}

function unpack(file: string) {
  return isGzip(file) ? createGunzip({ chunkSize: 1 << 18 }) : new PassThrough()
}

/** What to say of packed bytes that cannot be unpacked; null for another error. */
function damageIn(error: unknown): Error | null {
  const { code = '', message } = error as NodeJS.ErrnoException
  // The unpacker stops at the zeros that fill a block, and what feeds it is aborted.
  if (code === 'ABORT_ERR') return goesOn(error)
  if (!code.startsWith('Z_')) return null
  return new Error(
    `the packed file is damaged or incomplete; nothing was imported. Fetch or pack it again (${message})`,
    { cause: error },
  )
}

function goesOn(cause?: unknown): Error {
  return new Error(
    'the packed file has other bytes after its end, for example zeros that fill a block; nothing was imported. Unpack it with gunzip and import the result',
    { cause },
  )
}

/** Passes unpacked bytes on until there are too many. */
function withinLimit(file: string) {
  const most = isGzip(file) ? unpackLimit(file) : Number.POSITIVE_INFINITY
  return async function* (source: AsyncIterable<Buffer>) {
    let unpacked = 0
    for await (const bytes of source) {
      unpacked += bytes.length
      if (unpacked > most) throw unpackedTooFar(file)
      yield bytes
    }
  }
}

function isGzip(file: string): boolean {
  return /\.gz$/i.test(file)
}
