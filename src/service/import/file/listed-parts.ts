import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import { unpackedTooFar, unpackLimit } from '../../storage/unpack-limit.ts'
import { withAddresses } from './cell-addresses.ts'
import { refuseSparseSheet } from './sheet-size.ts'

// Signatures, field offsets and values of the ZIP format (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16 and 4.5.3).
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const VERSION = 20
const STORED = 0
const DEFLATED = 8
const NAMES_IN_UTF8 = 0x0800
const IN_EXTRA_FIELD = 0xffffffff
const LARGE_NUMBERS = 1

/** The part that lists the sheets. */
export const WORKBOOK = 'xl/workbook.xml'
/** The part that says which part is which sheet. */
export const RELATIONS = 'xl/_rels/workbook.xml.rels'
/** The path of a part that goes through its own folder or out of it: `./worksheets/sheet1.xml`, `../xl/styles.xml`. */
const WINDING_TARGET = /(\bTarget\s*=\s*)(["'])((?:[^"'<>:]*\/)?\.\.?\/[^"'<>:]*)\2/g
const EPOCH_OF_1904 = 'date1904="true"'

/** What every sheet has, whatever its part is called. */
const SHEET = 'sheetData'

interface Part {
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly bytes: Buffer
}

/**
 * Returns a workbook, which is a ZIP archive, with only the parts in its list of contents, unpacked. The reader of
 * workbooks goes from part to part without the list, and would unpack whatever else lies between them. Throws when the
 * workbook unpacks too far, or a sheet is too large. Each part is unpacked to count it, because the sizes that an archive states can be wrong.
 */
export function listedParts(file: string): Readable {
  const parts = [...partsOf(readFileSync(file))]
  let left = unpackLimit(file)
  for (const part of parts) {
    const content = unpack(part, left, file)
    left -= content.length
    if (left < 0) throw unpackedTooFar(file)
    const sheet = asRead(part, content)
    if (sheet.includes(SHEET)) refuseSparseSheet(sheet)
  }
  return Readable.from(archiveOf(parts, file), { objectMode: false })
}

/**
 * The texts of those parts of a workbook of which `textOf` returns some bytes, by name; `listedParts` has to have accepted the
 * workbook.
 */
export function partTexts(
  file: string,
  textOf: (name: string, content: () => Buffer) => Buffer | null,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const part of partsOf(readFileSync(file))) {
    const name = part.name.toString()
    const text = textOf(name, () => inPlainForm(name, unpack(part, Number.POSITIVE_INFINITY, file)))
    if (text !== null) texts.set(name, text.toString())
  }
  return texts
}

function* archiveOf(parts: readonly Part[], file: string): Generator<Buffer> {
  for (const part of parts) {
    const content = asRead(part, unpack(part, Number.POSITIVE_INFINITY, file))
    yield localHeader(part, content)
    if (content.length > 0) yield content
  }
  yield Buffer.concat([END], END_BYTES)
}

/** A part as the reader of workbooks understands it. */
function asRead({ name }: Part, content: Buffer): Buffer {
  const plain = inPlainForm(name.toString(), content)
  return plain.includes(SHEET) ? withAddresses(plain) : plain
}

/**
 * A part in the one form of several that the reader of workbooks knows. LibreOffice writes date1904="true", which it takes
 * for the other epoch, four years earlier.
 */
function inPlainForm(name: string, content: Buffer): Buffer {
  const text = inUtf8(content)
  if (name === WORKBOOK && text.includes(EPOCH_OF_1904))
    return Buffer.from(text.toString().replace(EPOCH_OF_1904, 'date1904="1"'))
  if (name !== RELATIONS) return text
  const straight = (_: string, start: string, quote: string, target: string) =>
    `${start}${quote}${posix.resolve('/xl', target)}${quote}`
  return Buffer.from(text.toString().replace(WINDING_TARGET, straight))
}

/** Parts can be in UTF-16, with its mark. */
function inUtf8(content: Buffer): Buffer {
  const mark = content.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null
  if (encoding === null) return content
  return Buffer.from(new TextDecoder(encoding).decode(content).replace(/^<\?xml[^>]*\?>/, ''))
}

function localHeader({ name, flags }: Part, content: Buffer): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(LOCAL_SIGNATURE, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(flags & NAMES_IN_UTF8, 6)
  header.writeUInt16LE(STORED, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function unpack({ method, bytes }: Part, most: number, file: string): Buffer {
  if (method === STORED) return bytes
  if (method !== DEFLATED) throw new Error(`expected parts that are stored or deflated, found method ${method}`)
  try {
    return inflateRawSync(bytes, Number.isFinite(most) ? { maxOutputLength: most + 1 } : {})
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw unpackedTooFar(file)
    throw error
  }
}

function* partsOf(archive: Buffer): Generator<Part> {
  const end = archive.lastIndexOf(END)
  if (end < 0 || end + END_BYTES > archive.length) return
  let at = archive.readUInt32LE(end + 16)
  while (at + ENTRY_BYTES <= archive.length && archive.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const [nameBytes = 0, extraBytes = 0, noteBytes = 0] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
    const name = archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
    const { packed, local } = placeOf(archive.subarray(at, at + ENTRY_BYTES + nameBytes + extraBytes), nameBytes)
    if (local + LOCAL_BYTES <= archive.length) {
      const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)]
      yield { name, flags, method, bytes: archive.subarray(start, start + packed) }
    }
    at += ENTRY_BYTES + nameBytes + extraBytes + noteBytes
  }
}

/** Where a part begins, and its packed bytes. Numbers that may not fit stand in an extra field, in this order. */
function placeOf(entry: Buffer, nameBytes: number): { packed: number; local: number } {
  const [unpacked, packed, local] = [24, 20, 42].map((field) => entry.readUInt32LE(field)) as [number, number, number]
  const numbers = largeNumbers(entry.subarray(ENTRY_BYTES + nameBytes))
  const large = (short: number) => (short === IN_EXTRA_FIELD ? (numbers.shift() ?? short) : short)
  large(unpacked)
  return { packed: large(packed), local: large(local) }
}

function largeNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== LARGE_NUMBERS) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.min(3, Math.floor(field.length / 8)) }, (_, i) =>
      Number(field.readBigUInt64LE(8 * i)),
    )
  }
  return []
}
