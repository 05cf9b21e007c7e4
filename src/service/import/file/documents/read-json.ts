import { statSync } from 'node:fs'
import { firstBytes, scanBytes, unpackedBytes } from '../../../csv/file-bytes.ts'
import { markedEncoding } from '../../../csv/text-encoding.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import type { CoordinateSystem } from '../raw/coordinate-system.ts'
import { refuseEmpty, refusePacked, requireKind } from '../raw/file-kind.ts'
import { fillRows } from '../raw/fill-rows.ts'
import type { FoundRow, PointColumns } from '../raw/found-row.ts'
import type { RawFile, ReadOptions } from '../raw/raw-file.ts'
import { isObject, refuseAreas, systemOf } from './geo-json.ts'
import { addMiddle, isTooDeep, jsonCells } from './json-cells.ts'
import { jsonItems } from './json-items.ts'
import { parseJson } from './parse-json.ts'

/** A document is parsed as a whole, and a text in memory can have about half a gigabyte. */
const LARGEST_DOCUMENT = 400_000_000
/** Characters of one object in a file with one a line. */
const LONGEST_LINE = 16_000_000

/** Before each value of a sequence (RFC 7464 and 8142), which can have several lines. */
const RECORD_SEPARATOR = '\x1e'

/** Fills table `raw` from JSON lines, a JSON list of objects, or GeoJSON points and outlines; all of them can be gzipped. */
export async function readJson(session: DuckSession, file: string, options: ReadOptions): Promise<RawFile> {
  const { pointOf } = options
  if (/\.gz$/i.test(file)) requireKind(file, 'gzip')
  const head = firstBytes(file)
  refusePacked(head)
  const encoding = markedEncoding(head)
  if (encoding !== null) throw new Error(`expected JSON in UTF-8, found ${encoding.toUpperCase()}; save it as UTF-8`)
  const { digest } = await scanBytes(file, null)
  const start = head.toString('utf8').replace(/^\uFEFF/, '')
  const isSequence = start.trimStart().startsWith(RECORD_SEPARATOR)
  if (isSequence || hasLines(start)) {
    const separator = isSequence ? RECORD_SEPARATOR : '\n'
    return fillRows(session, () => lineRows(file, separator, pointOf), { digest })
  }
  const { items, system, part } = jsonItems(await readDocument(file), options)
  refuseAreas(items, system)
  return fillRows(session, () => itemRows(items, { pointOf, system }), { digest, ...(part !== undefined && { part }) })
}

/** Whether each line is a value of its own, rather than part of one document. */
function hasLines(start: string): boolean {
  const [first = '', ...others] = start
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(withoutComma)
  const isRow = isWhole(first) && first.trimStart().startsWith('{')
  // One object alone is a document, such as a collection on a single line.
  return isRow && others.length > 0
}

/** An object in a line of its own without the comma after it, as in a list that has lost its brackets. */
function withoutComma(line: string): string {
  return line.replace(/\}\s*,\s*$/, '}')
}

function isWhole(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

/** The rows of a file with one a line, by line; or of a sequence, by their number. */
async function* lineRows(file: string, separator: string, pointOf?: PointColumns): AsyncGenerator<FoundRow> {
  let number = separator === RECORD_SEPARATOR ? -1 : 0
  for await (const part of partsOf(file, separator)) {
    number++
    const text = withoutComma(part.trim())
    if (text !== '') yield rowOf(text, number, pointOf)
  }
}

function rowOf(text: string, line: number, pointOf?: PointColumns): FoundRow {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return { line, fault: 'not JSON', text }
  }
  const system = isObject(value) && value.type === 'Feature' ? systemOf(value.crs) : 'degrees'
  return foundRow(value, line, { text: () => text, pointOf, system })
}

/** JSON is UTF-8; other bytes would become signs that stand for nothing. */
function utf8Decoder(): (bytes?: Uint8Array, options?: { stream: boolean }) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes, options) => {
    try {
      return decoder.decode(bytes, options)
    } catch (cause) {
      throw new Error(
        'expected JSON in UTF-8, found other bytes; convert the file, for example with iconv, and import it again',
        {
          cause,
        },
      )
    }
  }
}

async function* partsOf(file: string, separator: string): AsyncGenerator<string> {
  const decode = utf8Decoder()
  let number = 1
  let parts: string[] = []
  let length = 0
  const add = (text: string) => {
    length += text.length
    if (length > LONGEST_LINE) {
      const most = `expected one object a line, of at most ${LONGEST_LINE / 1e6} million characters`
      throw new Error(`${most}, found a longer one in line ${number}; nothing was imported`)
    }
    parts.push(text)
  }
  for await (const bytes of unpackedBytes(file)) {
    const [rest = '', ...others] = decode(bytes, { stream: true }).split(separator)
    add(rest)
    for (const next of others) {
      yield parts.join('')
      ;[number, parts, length] = [number + 1, [], 0]
      add(next)
    }
  }
  add(decode())
  yield parts.join('')
}

async function readDocument(file: string): Promise<unknown> {
  if (statSync(file).size > LARGEST_DOCUMENT) {
    throw new Error(
      `expected JSON of at most ${LARGEST_DOCUMENT / 1e6} MB; write one object a line in a file called .jsonl`,
    )
  }
  const parts: Uint8Array[] = []
  for await (const bytes of unpackedBytes(file)) parts.push(bytes)
  const text = utf8Decoder()(Buffer.concat(parts))
  refuseEmpty(text)
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Error(`the file is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

interface Points {
  readonly pointOf: PointColumns | undefined
  readonly system: CoordinateSystem
}

async function* itemRows(items: readonly unknown[], points: Points): AsyncGenerator<FoundRow> {
  for (const [i, item] of items.entries()) {
    // What is nested too deeply cannot be written either.
    yield foundRow(item, i + 1, { text: () => (isTooDeep(item) ? '' : JSON.stringify(item)), ...points })
  }
}

function foundRow(
  value: unknown,
  line: number,
  { text, ...points }: Points & { readonly text: () => string },
): FoundRow {
  if (isTooDeep(value)) return { line, fault: 'nested too deeply', text: text() }
  const cells = jsonCells(value, points)
  return cells
    ? { line, cells, isOutlined: addMiddle(cells, value, points.system) }
    : { line, fault: 'not a JSON object', text: text() }
}
