import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { cellToParent, latLngToCell, polygonToCells } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importZones, type ZoneOptions } from './import-zones.ts'

const log = pino({ level: 'silent' })
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'zones-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

type Ring = [number, number][]
interface Feature {
  properties: Record<string, unknown>
  geometry: unknown
}

/** A square of `size` degrees, its south-west corner in or near Paris, counter-clockwise. */
function square(east = 0, north = 0, size = 0.04): Ring {
  const [x, y] = [2.3 + east, 48.85 + north]
  return [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ]
}

function zone(properties: Record<string, unknown>, ...rings: Ring[]): Feature {
  return { properties, geometry: { type: 'Polygon', coordinates: rings } }
}

async function zones(features: Feature[], options: Partial<ZoneOptions> = {}, name = 'zones.geojson') {
  const file = join(dir, name)
  const json = JSON.stringify({ type: 'FeatureCollection', features: features.map((f) => ({ type: 'Feature', ...f })) })
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(json) : json)
  const [report] = await importZones({ dataDir: join(dir, 'data'), files: [file], level: 'microzone', log, ...options })
  return report
}

interface PlaceRow {
  geo_id: string
  parent: string | null
  name: string
  level: string
  country: string
  h3_res: number | null
  cells: string[]
}

function places(): PlaceRow[] {
  const database = new Database(join(dir, 'data', 'service', 'places.sqlite'))
  const cells = database.prepare('SELECT CAST(cell AS TEXT) AS cell FROM place_cell WHERE geo_id = ? ORDER BY cell')
  const rows = database.prepare(
    'SELECT geo_id, parent, name, level, country, h3_res FROM place ORDER BY level, name, geo_id',
  )
  const all = (rows.all([]) as Omit<PlaceRow, 'cells'>[]).map((row) => {
    const held = cells.all([row.geo_id]) as { cell: string }[]
    return { ...row, cells: held.map(({ cell }) => BigInt(cell).toString(16)) }
  })
  database.close()
  return all
}

const named = (name: string) => places().filter((place) => place.name === name)

describe('importZones', () => {
  test('a polygon becomes a place with the cells whose centres it holds, under its country', async () => {
    expect(await zones([zone({ name: 'Centre' }, square())])).toMatchObject({ features: 1, places: 1, skipped: {} })
    const [centre] = named('Centre')
    expect(centre).toMatchObject({ parent: 'fr', level: 'microzone', country: 'fr', h3_res: 8 })
    expect(centre?.cells).toEqual(polygonToCells([square()], 8, true).sort())
    expect(places().find(({ level }) => level === 'country')).toMatchObject({ geo_id: 'fr', parent: null, cells: [] })
  })

  test('clockwise rings, repeated points, several parts and holes are read correctly', async () => {
    const repeated = square().flatMap((point) => [point, point])
    const parts = { type: 'MultiPolygon', coordinates: [[square()], [square(0.2)]] }
    await zones([
      zone({ name: 'plain' }, square()),
      zone({ name: 'turned' }, [...square()].reverse()),
      zone({ name: 'repeated' }, repeated),
      zone({ name: 'holed' }, square(), square(0.01, 0.01, 0.02)),
      { properties: { name: 'parts' }, geometry: parts },
    ])
    const [plain] = named('plain')
    expect(plain?.cells.length).toBeGreaterThan(10)
    expect(named('turned')[0]?.cells).toEqual(plain?.cells)
    expect(named('repeated')[0]?.cells).toEqual(plain?.cells)
    expect(named('parts')[0]?.cells).toEqual(
      [...(plain?.cells ?? []), ...polygonToCells([square(0.2)], 8, true)].sort(),
    )
    const hole = new Set(polygonToCells([square(0.01, 0.01, 0.02)], 8, true))
    expect(named('holed')[0]?.cells).toEqual(plain?.cells.filter((cell) => !hole.has(cell)))
  })

  test('a polygon without a cell centre gets the cell that it lies in', async () => {
    await zones([zone({ name: 'tiny' }, square(0, 0, 0.0002))])
    expect(named('tiny')[0]?.cells).toEqual([latLngToCell(48.8501, 2.3001, 8)])
  })

  test('two polygons with one name are two places, unless they share an id', async () => {
    const both = [zone({ name: 'Hillside', code: 7 }, square()), zone({ name: 'Hillside', code: 7 }, square(0.2))]
    expect(await zones(both)).toMatchObject({ places: 2 })
    expect(named('Hillside')).toHaveLength(2)
    rmSync(join(dir, 'data'), { recursive: true })
    expect(await zones(both, { id: 'code' })).toMatchObject({ features: 2, places: 1 })
    expect(named('Hillside')[0]?.cells).toHaveLength(
      new Set(both.flatMap((f) => polygonToCells((f.geometry as { coordinates: Ring[] }).coordinates, 8, true))).size,
    )
  })

  test('a second run changes nothing, even from a gzipped and renamed file', async () => {
    const features = [zone({ name: 'A', district: 'D' }, square()), zone({ name: 'A', district: 'D' }, square(0.002))]
    await zones(features, { parent: 'district' })
    const before = places()
    await zones(features, { parent: 'district' })
    await zones(features, { parent: 'district' }, 'again.geojson.gz')
    expect(places()).toEqual(before)
    expect(before).toHaveLength(4)
  })

  test('ids do not depend on the order of features or files', async () => {
    const features = [
      zone({ name: 'Hillside', district: 'North' }, square()),
      zone({ name: 'Hillside', district: 'North' }, square(0.01)),
      zone({ name: 'Hillside', district: 'South' }, square(0, 2)),
      zone({ name: 'Lakeside', district: 'North' }, square(0, 0.05)),
    ]
    const districts = [zone({ name: 'North' }, square(0, 0, 0.1)), zone({ name: 'South' }, square(0, 2, 0.1))]
    const finest = () => zones(features, { parent: 'district' })
    await zones(districts, { level: 'macrozone' })
    await finest()
    const before = places()
    expect(before.map(({ name }) => name)).toEqual([
      'France',
      'North',
      'South',
      ...Array(3).fill('Hillside'),
      'Lakeside',
    ])

    rmSync(join(dir, 'data'), { recursive: true })
    features.reverse()
    await finest()
    await zones(districts.reverse(), { level: 'macrozone' })
    expect(places()).toEqual(before)
  })

  test('a parent property creates the place above, with the cells of its zones', async () => {
    const features = [zone({ name: 'A', city: 'Paris' }, square()), zone({ name: 'B', city: 'Paris' }, square(0.05))]
    expect(await zones(features, { level: 'macrozone', parent: 'city' })).toMatchObject({ parents_made: 1 })
    const [paris] = named('Paris')
    expect(paris).toMatchObject({ level: 'city', parent: 'fr', h3_res: 8 })
    expect(named('A')[0]?.parent).toBe(paris?.geo_id)
    expect(paris?.cells).toEqual([...(named('A')[0]?.cells ?? []), ...(named('B')[0]?.cells ?? [])].sort())
  })

  test('a parent that was already imported is found, and keeps its own cells', async () => {
    await zones([zone({ name: 'District' }, square(0, 0, 0.2))], { level: 'macrozone' })
    const [before] = named('District')
    await zones([zone({ name: 'A', in: 'District' }, square(0.3))], { parent: 'in' })
    expect(named('District')).toEqual([before])
    expect(named('A')[0]?.parent).toBe(before?.geo_id)
  })

  test('a coarser place can be given as the parent of all zones', async () => {
    await zones([zone({ name: 'Paris' }, square(0, 0, 0.2))], { level: 'city' })
    const id = named('Paris')[0]?.geo_id ?? ''
    await zones([zone({ name: 'A' }, square())], { parent: id })
    expect(named('A')[0]?.parent).toBe(id)
    await expect(zones([zone({ name: 'B' }, square())], { parent: id, level: 'region' })).rejects.toThrow(
      'a parent should be coarser than a region',
    )
  })

  test('large places are stored in coarse cells', async () => {
    await zones([zone({ name: 'Region' }, square(0, 0, 1))], { level: 'region' })
    const [region] = named('Region')
    expect(region?.h3_res).toBe(5)
    expect(region?.cells).toEqual(
      [...new Set(polygonToCells([square(0, 0, 1)], 8, true).map((cell) => cellToParent(cell, 5)))]
        .sort()
        .filter((cell) => polygonToCells([square(0, 0, 1)], 5, true).includes(cell)),
    )
  })

  test('features that cannot be places are counted', async () => {
    const point = { properties: { name: 'P' }, geometry: { type: 'Point', coordinates: [2.3, 48.8] } }
    const report = await zones([zone({ name: 'A' }, square()), zone({ name: '' }, square()), point], { name: 'name' })
    expect(report).toMatchObject({ features: 3, places: 1, skipped: { 'not a polygon': 1, 'no name': 1 } })
  })

  test('an unusable property, file or point is named, with the choices', async () => {
    const features = [zone({ a: 'A', b: 'B' }, square())]
    await expect(zones(features)).rejects.toThrow('choose it with --name PROPERTY. The properties are a, b')
    await expect(zones(features, { name: 'c' })).rejects.toThrow(
      'expected "c" as name property, but no zone has it; the properties are a, b',
    )
    await expect(zones(features, { name: 'a', parent: 'c' })).rejects.toThrow('expected "c" as parent property')
    const metres: Ring = [
      [430000, 4580000],
      [430100, 4580000],
      [430100, 4580100],
      [430000, 4580000],
    ]
    await expect(zones([zone({ name: 'A' }, metres)])).rejects.toThrow('convert the file to WGS 84')
    writeFileSync(join(dir, 'x.geojson'), '{')
    await expect(importZones({ dataDir: dir, files: [join(dir, 'x.geojson')], level: 'city', log })).rejects.toThrow(
      'x.geojson: expected GeoJSON, found text that is not JSON',
    )
    await expect(importZones({ dataDir: dir, files: [dir], level: 'city', log })).rejects.toThrow(
      `${dir}: expected a file, found a folder`,
    )
  })
})

describe('files from strangers', () => {
  test('that unpack to gigabytes are refused before they are in memory', async () => {
    const file = join(dir, 'bomb.geojson.gz')
    writeFileSync(file, gzipSync(Buffer.alloc(65 * 2 ** 20, 32)))
    await expect(importZones({ dataDir: join(dir, 'data'), files: [file], level: 'city', log })).rejects.toThrow(
      /bomb.geojson.gz: expected a file of \d+ bytes to unpack to at most 64 MiB, found more/,
    )
  })

  test('may start with a byte order mark, and are refused when their names are not in UTF-8', async () => {
    const text = JSON.stringify({ type: 'Feature', ...zone({ name: 'Gràcia' }, square()) })
    const imported = (name: string, bytes: Buffer) => {
      writeFileSync(join(dir, name), bytes)
      return importZones({ dataDir: join(dir, 'encoded'), files: [join(dir, name)], level: 'city', log })
    }
    await expect(imported('marked.geojson', Buffer.from(`\uFEFF${text}`))).resolves.toMatchObject([{ places: 1 }])
    const other = 'expected GeoJSON in UTF-8, found other bytes'
    await expect(imported('latin.geojson', Buffer.from(text, 'latin1'))).rejects.toThrow(`latin.geojson: ${other}`)
    await expect(imported('wide.geojson', Buffer.from(`\uFEFF${text}`, 'utf16le'))).rejects.toThrow(other)
  })

  test('may have one feature a line, or after each record separator, and are refused with the line that is damaged', async () => {
    const lines = ['A', 'B'].map((name, i) => JSON.stringify({ type: 'Feature', ...zone({ name }, square(i * 0.1)) }))
    const imported = (name: string, text: string) => {
      writeFileSync(join(dir, name), name.endsWith('.gz') ? gzipSync(text) : text)
      return importZones({ dataDir: join(dir, name, '..', 'lines'), files: [join(dir, name)], level: 'city', log })
    }
    const both = [{ features: 2, places: 2, skipped: {} }]
    await expect(imported('a.geojsonl', `\uFEFF${lines.join('\r\n')}\r\n\r\n`)).resolves.toMatchObject(both)
    await expect(imported('b.ndjson.gz', `${lines.join('\n')}\n`)).resolves.toMatchObject(both)
    const pretty = lines.map((line) => `\x1e${JSON.stringify(JSON.parse(line), null, 2)}\n`).join('')
    await expect(imported('c.geojsons', pretty)).resolves.toMatchObject(both)
    await expect(imported('d.geojsonl', `${lines[0]}\n\n{"type": "Fea\n`)).rejects.toThrow(
      'd.geojsonl: expected GeoJSON in line 3, found text that is not JSON',
    )
    await expect(imported('e.geojsonl', `${lines[0]}\n[1, 2]\n`)).rejects.toThrow(
      'e.geojsonl: expected GeoJSON in line 2, a Feature or a FeatureCollection of polygons, found other JSON',
    )
    await expect(imported('f.geojsons', `\x1e${lines[0]}\n\x1e{`)).rejects.toThrow(
      'expected GeoJSON in record 2, found',
    )
  })

  test('with a zone of more cells than a zone can have, or an invalid name, are refused by name', {
    tags: 'nightly',
  }, async () => {
    await expect(zones([zone({ name: 'World' }, square(0, -40, 60))])).rejects.toThrow(
      /the zone "World": expected a zone of at most 3000000 cells at resolution 8, found one of about \d+/,
    )
    const around = (xs: readonly number[]): Ring => [
      ...xs.map((x): [number, number] => [x, -60]),
      ...xs.toReversed().map((x): [number, number] => [x, 60]),
    ]
    await expect(zones([zone({ name: 'Belt' }, around([-180, -90, 0, 90, 180]))], { country: 'fr' })).rejects.toThrow(
      /the zone "Belt": expected a zone of at most 3000000 cells at resolution 8, found one of about \d+/,
    )
    await expect(zones([zone({ name: 'Globe' }, around([-180, 180]))], { country: 'fr' })).rejects.toThrow(
      'the zone "Globe": expected a polygon whose edges take the short way around the world',
    )
    await expect(zones([zone({ name: 'x'.repeat(201) }, square())])).rejects.toThrow(
      'found one of 201 that begins with',
    )
    expect(await zones([zone({ name: 'x'.repeat(200) }, square())])).toMatchObject({ places: 1 })
  })
})
