import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellToBoundary, latLngToCell } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Cell, cellParent, trustCell } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import { type Listing, openListingWriter } from '../listings/listing-store.ts'
import { openPlaceStore, type PlaceBook } from '../places/place-store.ts'
import type { Place } from '../places/place-tree.ts'
import { importZones } from '../zones/import-zones.ts'
import { makePlaces } from './make-places.ts'

const log = pino({ level: 'silent' })
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const LEVELS = ['region', 'province', 'city', 'macrozone', 'microzone'] as const
const CENTRE = trustCell(latLngToCell(41.39, 2.16, 8))
const CELLS = cellsAround(CENTRE, 4)
const [A, B, C] = [CELLS[0], CELLS[1], CELLS[40]] as [Cell, Cell, Cell]

/** `count` listings in a cell with names such as "Catalunya/-/Barcelona/Gràcia". */
type Named = [cell: Cell, names: string, count: number, country?: string]

let next = 0
async function keep(file: string, rows: readonly Named[]): Promise<void> {
  const writer = await openListingWriter(dataDir, file)
  for (const [cell, text, count, country = 'es'] of rows) {
    const parts = text.split('/')
    const names = LEVELS.map((level, i) => [level, parts[i] && parts[i] !== '-' ? parts[i] : null])
    for (let i = 0; i < count; i++) writer.add({ ...listing(cell, country), ...Object.fromEntries(names) })
  }
  await writer.publish()
}

function listing(cell: Cell, country: string): Listing {
  const none = { region: null, province: null, city: null, macrozone: null, microzone: null }
  const home = { property_type: 'apartment', rooms: 2, price: 200_000, currency: 'EUR', area: 80 }
  const where = { ...cellCenter(cell), cell, country }
  return {
    key: String(next++),
    source: 'test',
    ad_sub_type: 'buy',
    listed_on: '2026-10-01',
    ...home,
    ...where,
    ...none,
  }
}

const make = (towns: Parameters<typeof makePlaces>[0]['towns'] = 'held') => makePlaces({ dataDir, towns, log })

function read<Result>(use: (book: PlaceBook) => Result): Result {
  const store = openPlaceStore(dataDir)
  try {
    return use(store.current())
  } finally {
    store.close()
  }
}

/** The cells of all places, ascending, as stored. */
function storedCells(): Map<string, Cell[]> {
  const database = new Database(join(dataDir, 'service', 'places.sqlite'), { readonly: true })
  const sql = "SELECT geo_id, printf('%x', cell) AS cell FROM place_cell ORDER BY geo_id, place_cell.cell"
  const rows = database.prepare(sql).all([]) as { geo_id: string; cell: string }[]
  database.close()
  const cells = new Map<string, Cell[]>()
  for (const { geo_id, cell } of rows) cells.set(geo_id, [...(cells.get(geo_id) ?? []), trustCell(cell)])
  return cells
}

const everything = () => {
  const cells = storedCells()
  return read(({ tree }) =>
    tree.places
      .map((place) => ({ ...place, cells: cells.get(place.geo_id) ?? [] }))
      .sort((a, b) => (a.geo_id < b.geo_id ? -1 : 1)),
  )
}
const named = (name: string, level?: Place['level'], all = everything()) => {
  const found = all.filter((place) => place.name === name && (level === undefined || place.level === level))
  expect(found, name).toHaveLength(1)
  return found[0] as (typeof found)[number]
}

/** Imports one area that is exactly the outline of the cells. */
async function area(name: string, level: 'city' | 'macrozone', cells: readonly Cell[]): Promise<void> {
  const coordinates = cells.map((cell) => [cellToBoundary(cell, true)])
  const feature = { type: 'Feature', properties: { name }, geometry: { type: 'MultiPolygon', coordinates } }
  const file = join(dataDir, `${name}.geojson`)
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  await importZones({ dataDir, files: [file], level, country: 'es', log })
}

describe('places from names in listings', () => {
  it('have the cells of their listings at the resolution of their level, and count them', async () => {
    await keep('a', [
      [A, 'Catalunya/-/Barcelona/Gràcia', 3],
      [C, 'Catalunya/-/Barcelona', 2],
    ])
    const { made } = await make()
    expect(made).toMatchObject([{ country: 'es', places: 3, given_way: 0 }])
    expect(named('Barcelona')).toMatchObject({ level: 'city', h3_res: 8, population: 5, cells: [A, C].sort() })
    expect(named('Gràcia')).toMatchObject({ level: 'macrozone', parent: named('Barcelona').geo_id, cells: [A] })
    expect(named('Catalunya')).toMatchObject({ parent: 'es', h3_res: 5, cells: [cellParent(A, 5)] })
    expect(named('Barcelona').parent).toBe(named('Catalunya').geo_id)
  })

  it('share no cell: a cell belongs to the name of most of its listings', async () => {
    await keep('a', [
      [A, '-/-/Barcelona/Gràcia', 3],
      [A, '-/-/Barcelona/Eixample', 2],
      [B, '-/-/Barcelona/Eixample', 1],
      [A, '-/-/Barcelona/Raval', 1],
    ])
    await make()
    expect(named('Gràcia').cells).toEqual([A])
    expect(named('Eixample').cells).toEqual([B])
    // Without the cell of its only listing, it would have none.
    expect(named('Raval').cells).toEqual([A])
  })

  it('are the same after another run, and for any order of files', async () => {
    const files: [string, Named[]][] = [
      ['a', [[A, 'Catalunya/-/Barcelona/Gràcia', 3]]],
      ['b', [[B, '-/-/barcelona/EIXAMPLE', 2]]],
      ['c', [[C, 'Catalunya/-/Barcelona/Eixample', 2]]],
    ]
    for (const [name, rows] of files) await keep(name, rows)
    await make()
    const first = everything()
    await make()
    expect(everything()).toEqual(first)
    rmSync(dataDir, { recursive: true })
    mkdirSync(dataDir)
    for (const [name, rows] of files.toReversed()) await keep(`z${name}`, rows)
    await make()
    expect(everything()).toEqual(first)
  })

  it('keep their ids when new listings name more places above them', async () => {
    await keep('a', [[A, '-/-/Barcelona/Gràcia', 3]])
    await make()
    const before = [named('Barcelona').geo_id, named('Gràcia').geo_id]
    await keep('b', [[B, 'Catalunya/Barcelona/Barcelona/Gràcia', 9]])
    await make()
    expect([named('Barcelona', 'city').geo_id, named('Gràcia').geo_id]).toEqual(before)
    expect(named('Barcelona', 'city').parent).toBe(named('Barcelona', 'province').geo_id)
  })

  it('are replaced by areas with the same name or ground, which take their children', async () => {
    await keep('a', [
      [A, '-/-/Barcelona/Gracia/Vila', 3],
      [B, '-/-/Barcelona/Eixample', 2],
      [C, '-/-/Barcelona/Sants', 2],
    ])
    await make()
    const ids = new Map(['Vila', 'Sants'].map((name) => [name, named(name).geo_id]))
    await area('Gràcia', 'macrozone', [A])
    await area('L’Eixample', 'macrozone', [B])
    expect(await make()).toMatchObject({ made: [{ places: 3, given_way: 2 }] })
    expect(named('Vila')).toMatchObject({ parent: named('Gràcia').geo_id, geo_id: ids.get('Vila') })
    expect(everything().some(({ name }) => name === 'Gracia' || name === 'Eixample')).toBe(false)
    expect(named('Sants')).toMatchObject({ parent: named('Barcelona').geo_id, geo_id: ids.get('Sants') })
  })

  it('are no longer than a name can be; longer texts are counted and left out', async () => {
    await keep('a', [
      [A, '-/-/Barcelona/Gràcia', 3],
      [B, `-/-/Barcelona/${'a quiet street '.repeat(20)}`, 2],
    ])
    const { odd } = await make()
    expect(odd).toEqual({ listings: 2, sample: 'a quiet street a quiet street a quiet st' })
    expect(everything().map(({ name }) => name)).not.toContainEqual(expect.stringContaining('quiet'))
    expect(named('Barcelona').cells).toEqual(expect.arrayContaining([A, B]))
  })

  it('become children of an area between them and the place that listings name', async () => {
    await area('Barcelona', 'city', CELLS)
    await keep('a', [[A, 'Catalunya/-/-/-/Vila', 3]])
    await make()
    expect(named('Vila').parent).toBe(named('Barcelona').geo_id)
  })

  it('are found by name, with the most listings first', async () => {
    await keep('a', [
      [A, '-/-/Badalona/Montigalà', 3],
      [B, '-/-/Barcelona/Montigalà', 4],
    ])
    await make()
    const parents = read(({ names, zones, tree }) =>
      names.search('MONTIGALA', { limit: 5, minimumScore: 0.5 }).map(({ entry }) => {
        const parent = tree.get(zones[entry] ?? '')?.parent
        return parent && tree.get(parent)?.name
      }),
    )
    expect(parents).toEqual(['Barcelona', 'Badalona'])
  })
})

describe('places from GeoNames', () => {
  const LISBON = trustCell(latLngToCell(38.7223, -9.1393, 8))
  const ADELAIDE = trustCell(latLngToCell(-34.9285, 138.6007, 8))

  it('are created on request for countries whose listings have no names, and then stay up to date', async () => {
    await keep('a', [
      [LISBON, '-', 3, 'pt'],
      [A, '-/-/Barcelona', 1],
    ])
    expect(await make()).toMatchObject({ made: [{ country: 'es' }], nameless: ['pt'] })
    const { made, nameless } = await make('missing')
    expect(nameless).toEqual([])
    expect(made).toMatchObject([
      { country: 'es', source: 'names of listings' },
      { country: 'pt', source: 'GeoNames' },
    ])
    expect(named('Lisbon')).toMatchObject({ level: 'city', parent: 'pt', country: 'pt' })
    expect(named('Lisbon').cells).toContain(LISBON)
    const first = everything()
    await make()
    expect(everything()).toEqual(first)
  })

  it('are children of their regions, if those are known, and share no cell', { tags: 'nightly' }, async () => {
    await make(['au'])
    const all = everything()
    const [adelaide, south] = [named('Adelaide', 'city', all), named('South Australia', 'region', all)]
    expect(adelaide).toMatchObject({ parent: south.geo_id })
    expect(adelaide.cells).toContain(ADELAIDE)
    expect(south.cells).toContain(cellParent(ADELAIDE, 5))
    const towns = all.filter(({ level, cells }) => level === 'city' && cells.length > 1)
    expect(new Set(towns.flatMap(({ cells }) => cells)).size).toBe(
      towns.reduce((sum, { cells }) => sum + cells.length, 0),
    )
    expect(towns.length).toBeGreaterThan(500)
  })

  it('are replaced by names in listings', async () => {
    await keep('a', [[LISBON, '-', 3, 'pt']])
    await make('missing')
    await keep('b', [[LISBON, '-/-/Lisboa', 3, 'pt']])
    await make()
    expect(everything().map(({ name }) => name)).toEqual(['Portugal', 'Lisboa'])
  })

  it('are refused for an unknown country', async () => {
    await expect(make(['zz'])).rejects.toThrow('country "zz" should be an alpha-2 code such as es')
  })
})
