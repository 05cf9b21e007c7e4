import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { unpackedTooFar, unpackLimit } from '../../storage/unpack-limit.ts'

// Signatures and field offsets of the ZIP format (APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16).
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const DEFLATED = 8

/**
 * Throws when a workbook, which is a ZIP archive, unpacks too far. Unpacks each part to count it, because the sizes that an
 * archive states can be wrong. An archive that cannot be read is left to its reader, which says so.
 */
export function refuseLargeWorkbook(file: string): void {
  const archive = readFileSync(file)
  let left = unpackLimit(file)
  for (const part of partsOf(archive)) {
    left -= part.method === DEFLATED ? unpackedBytes(part.bytes, left, file) : part.bytes.length
    if (left < 0) throw unpackedTooFar(file)
  }
}

function unpackedBytes(bytes: Buffer, most: number, file: string): number {
  try {
    return inflateRawSync(bytes, { maxOutputLength: most + 1 }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw unpackedTooFar(file)
    return 0
  }
}

function* partsOf(archive: Buffer): Generator<{ method: number; bytes: Buffer }> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_BYTES > archive.length || archive.readUInt32LE(end) !== END_SIGNATURE) return
  let at = archive.readUInt32LE(end + 16)
  while (at + ENTRY_BYTES <= archive.length && archive.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const local = archive.readUInt32LE(at + 42)
    if (local + LOCAL_BYTES <= archive.length) {
      const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const packed = archive.readUInt32LE(at + 20)
      yield { method: archive.readUInt16LE(at + 10), bytes: archive.subarray(start, start + packed) }
    }
    at += ENTRY_BYTES + [28, 30, 32].reduce((sum, field) => sum + archive.readUInt16LE(at + field), 0)
  }
}
