import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellToChildren, latLngToCell } from 'h3-js'
import Database from 'libsql'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { geoResponse, pointObject } from '../../contract/service/geo.ts'
import { statsResponse } from '../../contract/service/stats/stats.ts'
import { type Cell, cellParent, cellToBigInt, RESOLUTIONS, trustCell } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import { createAccount } from '../accounts/accounts.ts'
import { createToken } from '../accounts/tokens.ts'
import { buildPeriods } from '../build/build-periods.ts'
import { openListingWriter } from '../listings/listing-store.ts'
import { startService } from '../start-service.ts'
import placesSql from './places.sql?raw'

const now = () => new Date('2026-11-10T12:00:00Z')
const log = pino({ level: 'error' })
const CENTRE = trustCell(latLngToCell(41.39, 2.16, 8))
const ALIKE = cellsAround(CENTRE, 12).filter((cell) => cellParent(cell, 6) === cellParent(CENTRE, 6))
/** So far from one another that none of them, nor a neighbour, reaches the floor. */
const SCATTERED = ALIKE.filter((_, i) => i % 4 === 0).slice(0, 12)
const [OLD, NEW, RENTS] = [
  [40.4, -3.7],
  [37.4, -6],
  [39.5, -0.4],
].map(([lat = 0, lng = 0]) => trustCell(latLngToCell(lat, lng, 8))) as [Cell, Cell, Cell]
/** More cells than are looked at in one step; only the last has listings. */
const WIDE = cellToChildren(latLngToCell(43, -5, 4), 8)
  .map(trustCell)
  .sort()
const LAST = WIDE.at(-1) as Cell
const ZONES: Record<string, readonly Cell[]> = { thin: SCATTERED, old: [OLD], new: [NEW], rents: [RENTS], wide: WIDE }

let dataDir: string
let service: Awaited<ReturnType<typeof startService>>
let token: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'signals-'))
  const writer = await openListingWriter(dataDir, 'test')
  const add = (cell: Cell, listed_on: string, i: number, ad_sub_type: 'buy' | 'rent' = 'buy') => {
    const names = { region: null, province: null, city: null, macrozone: null, microzone: null }
    const { lat, lng } = cellCenter(cell)
    writer.add({
      ...{ key: `${cell} ${i}`, source: 'test', country: 'es', ad_sub_type, property_type: 'apartment', rooms: 2 },
      ...{ price: 100_000 + i, currency: 'USD', area: 100, lat, lng, listed_on, cell, ...names },
    })
  }
  for (const [i, cell] of SCATTERED.entries()) add(cell, '2026-10-15', i)
  add(OLD, '2023-05-15', 0)
  add(NEW, '2026-11-05', 0)
  for (const cell of [RENTS, LAST]) for (let i = 0; i < 12; i++) add(cell, '2026-10-15', i, 'rent')
  await writer.publish()
  const places = new Database(join(dataDir, 'service', 'places.sqlite'))
  places.exec(placesSql)
  const insert = places.prepare("INSERT INTO place VALUES (?, ?, ?, ?, 'es', ?, 0, 0, 0, 'test')")
  insert.run(['es', null, 'es', 'country', null])
  for (const [geoId, cells] of Object.entries(ZONES)) {
    insert.run([geoId, 'es', geoId, 'city', 8])
    for (const cell of cells) places.prepare('INSERT INTO place_cell VALUES (?, ?)').run([geoId, cellToBigInt(cell)])
  }
  places.close()
  await buildPeriods({ dataDir, now, only: 'newest', log })
  await createAccount({ dataDir, name: 'test' })
  token = await createToken({ dataDir, account: 'test', kind: 'ro' })
  service = await startService({ dataDir, host: '127.0.0.1', port: 0, now, log })
}, 30_000)
afterAll(async () => {
  await service?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const json = async (path: string) =>
  (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).json()

it('a zone has a current_period exactly when /stats/current has rows for it at some resolution', async () => {
  const { results } = geoResponse.parse(await json('/geo?parent=es'))
  const signals = results.map((row) => (row.kind === 'zone' ? [row.geo_id, row.current_period] : []))
  expect(Object.fromEntries(signals)).toEqual({
    thin: '2026-11-01',
    old: null,
    new: null,
    rents: '2026-11-01',
    wide: '2026-11-01',
  })
  for (const [geoId = '', period] of signals) {
    const rows = []
    for (const res of RESOLUTIONS) {
      for (const offer of ['buy', 'rent']) {
        const stats = statsResponse.parse(await json(`/stats/current?geo_id=${geoId}&res=${res}&ad_sub_type=${offer}`))
        rows.push(...stats.stats)
      }
    }
    expect([geoId, rows.length > 0]).toEqual([geoId, period !== null])
  }
  // The default call of this zone has no rows, so that only coarser ones can have shown it.
  expect(statsResponse.parse(await json('/stats/current?geo_id=thin')).stats).toEqual([])
})

it('a place has prices_available for listings of any age, and for those of a month that is not complete', async () => {
  const { results } = geoResponse.parse(await json('/geo?parent=es'))
  expect(results.map(({ prices_available }) => prices_available)).toEqual([true, true, true, true, true])
  for (const [cell] of Object.values({ ...ZONES, wide: [LAST] })) {
    expect(pointObject.parse(await json(`/geo/lookup?h3=${cell}`)).prices_available).toBe(true)
  }
})
