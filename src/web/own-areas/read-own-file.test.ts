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

it.each([
  ['points of a table', `lat,lng\n${'1,2\n'.repeat(100_001)}`],
  ['lines with pairs of coordinates', '41.5 2.5\r\n'.repeat(100_001)],
  ['cells of a table', `lat,lng${',a'.repeat(3_000_000)}\n1,2\n`],
  ['positions', `{"type":"MultiPoint","coordinates":[${'[1,2],'.repeat(3_000_000)}[1,2]]}`],
  ['points', `{"type":"MultiPoint","coordinates":[${'[1,2],'.repeat(100_000)}[1,2]]}`],
  ['nested lists', '['.repeat(3_000_001)],
  ['elements', `<kml>${'<a/>'.repeat(1_000_000)}</kml>`],
])('a file with too many %s is refused before they stop the page', async (_, content) => {
  expect(await read(content)).toBe('too_many')
})

it('a KMZ that claims billions of files is refused', async () => {
  const kmz = Buffer.from(zipSync({ 'doc.txt': strToU8('a') }))
  const end = kmz.subarray(-22)
  // The counts of ZIP64, and where they are.
  const counts = Buffer.alloc(56)
  counts.writeUInt32LE(0x06064b50)
  counts.writeUInt32LE(0xffffffff, 32)
  counts.writeUInt32LE(end.readUInt32LE(16), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeUInt32LE(kmz.length - 22, 8)
  expect(await read(Buffer.concat([kmz.subarray(0, -22), counts, locator, end]))).toBe('too_many')
})

it('of a KMZ only the first KML is unpacked', async () => {
  const linked = 'linked.kml'
  const kmz = zipSync({ 'doc.kml': strToU8(TABLE), [linked]: strToU8('linked') })
  // No block of packed data begins like this.
  kmz[Buffer.from(kmz).indexOf(linked) + linked.length] = 0b111
  expect(await read(kmz)).toHaveLength(1)
})
