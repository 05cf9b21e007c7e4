import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { UnusableFile } from './own-shape.ts'
import { readOwnFile } from './read-own-file.ts'

const TABLE = 'Name\tLat\tLng\nMüller\t41.4\t2.15\n'
const POINT = '{"type":"Point","coordinates":[2.15,41.4]}'
const LINE = '{"type":"LineString","coordinates":[[2.15,41.4],[2.2,41.4]]}'

async function read(content: string | Uint8Array) {
  try {
    return (await readOwnFile(new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]))).shapes
  } catch (error) {
    return error instanceof UnusableFile ? error.fault.kind : error
  }
}

it.each([
  ['UTF-8', Buffer.from(`\ufeff${TABLE}`)],
  ['Windows-1252', Buffer.from(TABLE, 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16()],
])('a table in %s is read', async (_, content) => {
  expect(await read(content)).toMatchObject([{ name: 'Müller', point: { lat: 41.4, lng: 2.15 } }])
})

it('GeoJSON can have a feature on each line', async () => {
  expect(await read(`\u001e${POINT}\n\u001e${POINT}\n`)).toHaveLength(2)
  expect(await read(` ${POINT}\r\n${POINT}`)).toHaveLength(2)
})

it.each([
  ['nothing', '', 'no_shapes'],
  ['white space', ' \n\n', 'no_shapes'],
  ['only lines', LINE, 'only_lines'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), 'unreadable'],
  ['a workbook', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }), 'unreadable'],
  ['half of a JSON', POINT.slice(0, -4), 'unreadable'],
  ['a huge KML, packed', zipSync({ 'doc.kml': new Uint8Array(50_000_001) }), 'too_large'],
])('a file with %s is refused', async (_, content, kind) => {
  expect(await read(content)).toBe(kind)
})

it('of a KMZ only the first KML is unpacked', async () => {
  const linked = 'linked.kml'
  const kmz = zipSync({ 'doc.kml': strToU8(TABLE), [linked]: strToU8('linked') })
  // No block of packed data begins like this.
  kmz[Buffer.from(kmz).indexOf(linked) + linked.length] = 0b111
  expect(await read(kmz)).toHaveLength(1)
})
