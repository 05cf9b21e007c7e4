import { unpackedBytes } from '../../csv/file-bytes.ts'

/**
 * A record in which the reader has written a question mark for each byte that is not UTF-8, or that it took for a part of
 * a character, and where it begins.
 */
interface Written {
  readonly text: string
  readonly at: number
}

const QUESTION_MARK = 0x3f

/** The bytes of records that are not UTF-8, by where they begin in the unpacked file. */
export async function damagedRecords(file: string, records: readonly Written[]): Promise<ReadonlyMap<number, Buffer>> {
  const wanted = records
    .filter(({ text }) => text.includes('?'))
    .map(({ text, at }) => ({ at, written: Buffer.from(text), bytes: Buffer.alloc(Buffer.byteLength(text)) }))
    .sort((a, b) => a.at - b.at)
  if (wanted.length === 0) return new Map()
  let chunkAt = 0
  let next = 0
  for await (const chunk of unpackedBytes(file)) {
    const chunkEnd = chunkAt + chunk.length
    for (let i = next; i < wanted.length; i++) {
      const { at, bytes } = wanted[i] as (typeof wanted)[number]
      if (at >= chunkEnd) break
      const from = Math.max(at, chunkAt)
      bytes.set(chunk.subarray(from - chunkAt, at + bytes.length - chunkAt), from - at)
      if (at + bytes.length <= chunkEnd) next = i + 1
    }
    chunkAt = chunkEnd
    if (next === wanted.length) break
  }
  // A record that is not where the reader says keeps its question marks.
  return new Map(
    wanted.filter(isSame).flatMap(({ at, written, bytes }) => (written.equals(bytes) ? [] : [[at, bytes]])),
  )
}

function isSame({ written, bytes }: { readonly written: Buffer; readonly bytes: Buffer }): boolean {
  return written.every((byte, i) => byte === bytes[i] || byte === QUESTION_MARK)
}
