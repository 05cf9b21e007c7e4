import { decoderOf } from '../../../csv/code-pages.ts'
import { firstBytes, scanBytes, unpackedBytes } from '../../../csv/file-bytes.ts'
import { encodingOf, markedEncoding } from '../../../csv/text-encoding.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import { refusePacked, refuseWorkbookInXml, requireKind } from '../raw/file-kind.ts'
import { fillRows } from '../raw/fill-rows.ts'
import type { FoundRow } from '../raw/found-row.ts'
import type { RawFile, ReadOptions } from '../raw/raw-file.ts'
import { jsonCells } from './json-cells.ts'
import { type XmlListener, xmlParser } from './xml-elements.ts'
import { XmlPaths, XmlRecords } from './xml-records.ts'

/** As the first line of a document says it: <?xml version="1.0" encoding="ISO-8859-2"?>. */
const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/

/**
 * Fills table `raw` from the elements of an XML document that are listings by the names in them, as portals exchange them; can
 * be gzipped. Elements within them have columns such as `price.amount`, and so have attributes.
 */
export async function readXml(
  session: DuckSession,
  file: string,
  { encoding, isListing = () => true }: ReadOptions,
): Promise<RawFile> {
  if (/\.gz$/i.test(file)) requireKind(file, 'gzip')
  const head = firstBytes(file)
  refusePacked(head)
  refuseWorkbookInXml(head)
  const declared = DECLARED.exec(head.toString('latin1').replace(/^ï»¿/, ''))?.[1]
  const decoder = markedEncoding(head) ?? encodingOf(encoding ?? declared ?? 'utf-8')
  const { digest } = await scanBytes(file, null)
  const paths = new XmlPaths()
  for await (const _ of parsed(file, decoder, paths));
  const path = paths.listings(isListing)
  if (path === null)
    throw new Error(
      'expected elements with a price and a position in each, found none; nothing was imported. Name what is in a listing with --map price=NAME,lat=NAME,lng=NAME, or convert the file to CSV',
    )
  return fillRows(session, () => recordRows(file, decoder, { path, compound: paths.compound() }), {
    digest,
    part: `elements ${path}`,
  })
}

async function* recordRows(
  file: string,
  encoding: string,
  { path, compound }: { readonly path: string; readonly compound: ReadonlySet<string> },
): AsyncGenerator<FoundRow> {
  const records = new XmlRecords(path, compound)
  for await (const _ of parsed(file, encoding, records)) {
    for (const { line, value } of records.taken()) {
      const cells = jsonCells(value)
      yield cells ? { line, cells } : { line, fault: 'an element without others in it', text: String(value) }
    }
  }
}

/** Goes through a document piece by piece. */
async function* parsed(file: string, encoding: string, listener: XmlListener): AsyncGenerator<void> {
  const decoder = decoderOf(encoding)
  const parser = xmlParser(listener)
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (cause) {
      throw new Error(`expected text in ${encoding}, found other bytes; name the encoding with --encoding`, { cause })
    }
  }
  for await (const bytes of unpackedBytes(file)) {
    parser.write(decode(bytes))
    yield
  }
  parser.write(decode())
  parser.close()
  yield
}
