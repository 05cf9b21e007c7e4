import { createHash } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { CsvRecordCount } from './csv-record-count.ts'
import { Utf8Tally } from './text-encoding.ts'

/** What one pass over a file's bytes tells; `tally` and `count` are of the unpacked ones. */
export interface ByteScan {
  /** Short digest of the bytes as they lie on the disk. */
  readonly digest: string
  readonly tally: Utf8Tally
  readonly count: CsvRecordCount
}

/** Reads a whole file, unpacking `.gz`; records are counted where a delimiter is given. */
export async function scanBytes(file: string, delimiter: string | null): Promise<ByteScan> {
  const hash = createHash('sha256')
  const tally = new Utf8Tally()
  const count = new CsvRecordCount(delimiter ?? ',')
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      hash.update(bytes)
      yield bytes
    }
  }
  await pipeline(read(file), hashed, unpack(file), async (source: AsyncIterable<Buffer>) => {
    for await (const bytes of source) {
      tally.add(bytes)
      if (delimiter !== null) count.add(bytes)
    }
    tally.end()
    count.end()
  })
  return { digest: hash.digest('hex').slice(0, 10), tally, count }
}

/** Writes a file, unpacked, as UTF-8; throws where its bytes are not of the encoding. */
export async function writeAsUtf8(file: string, encoding: string, target: string): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decoded = async function* (source: AsyncIterable<Buffer>) {
    try {
      for await (const bytes of source) yield Buffer.from(decoder.decode(bytes, { stream: true }))
      yield Buffer.from(decoder.decode())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
      throw new Error(`its text is not in ${encoding}; name its encoding with --encoding`, { cause: error })
    }
  }
  await pipeline(read(file), unpack(file), decoded, createWriteStream(target))
}

const FIRST_BYTES = 1 << 18

/** The beginning of a file, unpacked. */
export function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(FIRST_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    const start = bytes.subarray(0, readSync(descriptor, bytes, 0, FIRST_BYTES, 0))
    // A file cut short on purpose: only its beginning is wanted.
    return isGzip(file) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start
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

function isGzip(file: string): boolean {
  return /\.gz$/i.test(file)
}
