import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { geoResponse } from '../contract/service/geo.ts'
import { statsResponse } from '../contract/service/stats/stats.ts'
import { parseAsOf } from '../domain/period.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../testing/service-fixture.ts'
import { openFigureStore } from './figures/figure-store.ts'
import { openPlaceStore } from './places/place-store.ts'
import { startService } from './start-service.ts'

const AS_OF = parseAsOf('2026-11-01') ?? expect.fail()

let service: ServiceFixture
beforeAll(async () => {
  service = await startServiceFixture()
}, 60_000)
afterAll(() => service?.close())

/** Waits for a change to be noticed: stores check their files at most once a second. */
const noticed = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 100 })

describe('the figure store', () => {
  it('serves the newest period that is not in the future, and notices a newer one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'periods-'))
    const periods = join(dataDir, 'service', 'periods')
    const store = openFigureStore(dataDir, FIXTURE_NOW)
    expect([store.served(), store.earliest()]).toEqual([null, null])
    const publish = (label: string) =>
      cpSync(join(service.dataDir, 'service', 'periods', '2026-11-01'), join(periods, label), { recursive: true })
    publish('2026-09-01')
    publish('2026-12-01')
    await noticed(() => expect(store.newest()?.as_of).toBe('2026-09-01'))
    expect(store.served()).toBeNull()
    publish('2026-11-01')
    await noticed(() => expect(store.served()?.as_of).toBe('2026-11-01'))
    expect(store.earliest()).toBe('2026-09-01')
    store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('names no revision before it serves its figures', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'periods-'))
    const periods = join(dataDir, 'service', 'periods')
    const publish = (folder: string) =>
      cpSync(join(service.dataDir, 'service', 'periods', '2026-11-01'), join(periods, folder), { recursive: true })
    publish('2026-11-01')
    const store = openFigureStore(dataDir, FIXTURE_NOW)
    const served = () => store.served()?.revision
    const first = served()
    publish('2026-11-01.2')
    expect(store.revisions().get(AS_OF)).toBe(served())
    await noticed(() => expect(served()).not.toBe(first))
    expect(store.revisions().get(AS_OF)).toBe(served())
    store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('serves no figures when every period is too old, but still states the earliest period', async () => {
    const now = () => new Date('2027-01-20')
    const log = pino({ level: 'error' })
    const late = await startService({ dataDir: service.dataDir, host: '127.0.0.1', port: 0, now, log })
    const headers = { authorization: `Bearer ${service.token}` }
    const ask = async (path: string) => (await fetch(late.url + path, { headers })).json()
    const answer = statsResponse.parse(await ask('/stats/current?geo_id=z2'))
    expect(answer).toMatchObject({ as_of: '2027-01-01', stats: [], snapshot: { earliest_period: '2026-11-01' } })
    const { results } = geoResponse.parse(await ask('/geo?parent=z1&level=city'))
    expect(results).toMatchObject([{ geo_id: 'z2', prices_available: true, current_period: null }])
    await late.close()
  })
})

describe('a file that cannot be read', () => {
  it('is named in the log once, is replaced by the one before it, and is back once it is repaired', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'unreadable-'))
    cpSync(service.dataDir, dataDir, { recursive: true })
    const periodOf = (label: string) => join(dataDir, 'service', 'periods', label)
    cpSync(periodOf('2026-11-01'), periodOf('2026-10-01'), { recursive: true })
    const figures = join(periodOf('2026-11-01'), 'figures.sqlite')
    const places = join(dataDir, 'service', 'places.sqlite')
    let lines = ''
    const keep = (line: string) => {
      lines += line
    }
    const log = pino({ level: 'info' }, { write: keep })
    const now = () => new Date('2026-11-02T12:00:00Z')
    const running = await startService({ dataDir, host: '127.0.0.1', port: 0, now, log })
    const headers = { authorization: `Bearer ${service.token}` }
    const ask = async (path: string) => (await fetch(running.url + path, { headers })).json()
    const state = async () => [
      (await ask('/stats/current?geo_id=z2')).as_of,
      (await (await fetch(new URL('/readyz', running.url))).json()).status,
    ]
    expect(await state()).toEqual(['2026-11-01', 'ready'])
    for (const file of [figures, places]) {
      cpSync(file, `${file}.saved`)
      writeFileSync(`${file}.broken`, 'no database '.repeat(1_000))
      renameSync(`${file}.broken`, file)
    }
    await expect.poll(state, { timeout: 10_000 }).toEqual(['2026-10-01', 'degraded'])
    for (let i = 0; i < 5; i++) expect(await state()).toEqual(['2026-10-01', 'degraded'])
    await expect.poll(() => timesLogged(places)).toBe(1)
    expect([timesLogged(figures), lines.includes('a request failed')]).toEqual([1, false])
    for (const file of [figures, places]) renameSync(`${file}.saved`, file)
    await expect.poll(state, { timeout: 10_000 }).toEqual(['2026-11-01', 'ready'])
    expect(lines.split('the file can be read again')).toHaveLength(3)
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })

    function timesLogged(file: string): number {
      return lines.split(`"file":"${file}","err"`).length - 1
    }
  })
})

describe('a file that nothing stands in for', () => {
  const heldCells = (folder: string) => join(folder, 'held-cells.sqlite')
  const putNonsense = (file: string) => writeFileSync(file, 'nothing that could be read '.repeat(1_000))
  const putForeign = (file: string) => {
    rmSync(file)
    const database = new Database(file)
    database.exec('CREATE TABLE song (title TEXT)')
    database.close()
  }
  const inPeriod = (name: string) => (folder: string) => join(folder, 'periods', '2026-11-01', name)
  it.each([
    ['listings of a period', inPeriod('facts.duckdb'), '/stats/current?geo_id=z2&min_price_usd=1'],
    ['cells with listings', heldCells, '/geo?parent=z1'],
    ['cells with listings, in another program’s database', heldCells, '/geo?parent=z1', putForeign],
  ])(
    '%s: is named in the log once, costs nothing, and is back once it is mended',
    async (_, find, path, put = putNonsense) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'unreadable-'))
      cpSync(service.dataDir, dataDir, { recursive: true })
      const file = find(join(dataDir, 'service'))
      let lines = ''
      const keep = (line: string) => {
        lines += line
      }
      const log = pino({ level: 'info' }, { write: keep })
      const start = () => startService({ dataDir, host: '127.0.0.1', port: 0, now: FIXTURE_NOW, log })
      cpSync(file, `${file}.saved`)
      put(file)
      const running = await start()
      const headers = { authorization: `Bearer ${service.token}` }
      const ask = async () => (await fetch(running.url + path, { headers })).status
      const readiness = async () => (await (await fetch(new URL('/readyz', running.url))).json()).status
      for (let i = 0; i < 5; i++) expect(await ask()).toBe(500)
      expect(await readiness()).toBe('degraded')
      expect(lines.split(`"file":"${file}","err"`)).toHaveLength(2)
      expect(lines).not.toContain('a request failed')
      renameSync(`${file}.saved`, file)
      await expect.poll(ask, { timeout: 10_000 }).toBe(200)
      expect(await readiness()).toBe('ready')
      expect(lines.split('the file can be read again')).toHaveLength(2)
      await running.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  )
})

describe('the place store', () => {
  it('notices changes to the file, and works without it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'places-'))
    const store = openPlaceStore(dataDir)
    expect(store.current().tree.countries()).toEqual([])
    cpSync(join(service.dataDir, 'service', 'places.sqlite'), join(dataDir, 'service', 'places.sqlite'))
    await noticed(() => expect(store.current().tree.countries()).toHaveLength(2))
    const before = store.current()
    const writer = new Database(join(dataDir, 'service', 'places.sqlite'))
    writer.exec("UPDATE place SET name = 'Gerona' WHERE geo_id = 'z5'")
    await noticed(() => expect(store.current().tree.get('z5')?.name).toBe('Gerona'))
    expect(await before.cellsOf('z2')).toEqual(await store.current().cellsOf('z2'))
    writer.close()
    store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
