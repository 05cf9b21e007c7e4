import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asOfAt } from '../../domain/period.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { openFigureStore } from '../figures/figure-store.ts'
import { FACTS_FILE, periodsDir, publishedPeriods, publishPeriod, removeReplaced } from './period-folders.ts'

const AS_OF = asOfAt(new Date('2026-11-01'))

let service: ServiceFixture
let dataDir: string
let periods: string
beforeAll(async () => {
  service = await startServiceFixture()
}, 60_000)
afterAll(() => service?.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'period-folders-'))
  periods = periodsDir(dataDir)
  mkdirSync(periods, { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function publish(label = AS_OF): void {
  const made = join(periods, 'made.1.tmp')
  cpSync(join(periodsDir(service.dataDir), AS_OF), made, { recursive: true })
  publishPeriod(periods, label, made, { fingerprint: 'f'.repeat(64) })
}

describe('the folder of periods', () => {
  it('has each label once, in its highest revision by number', () => {
    for (let times = 0; times < 11; times++) publish()
    publish(asOfAt(new Date('2026-10-01')))
    mkdirSync(join(periods, '2026-12-01'))
    mkdirSync(join(periods, 'notes'))
    expect(publishedPeriods(periods).map(({ as_of, revision }) => [as_of, revision])).toEqual([
      ['2026-10-01', 1],
      ['2026-11-01', 11],
    ])
    removeReplaced(periods)
    expect(readdirSync(periods).sort()).toEqual(['2026-10-01', '2026-11-01.11', '2026-12-01', 'notes'])
  })

  it('ignores a period in an earlier format, which the next build replaces', () => {
    publish()
    renameSync(join(periods, AS_OF, FACTS_FILE), join(periods, AS_OF, 'facts.parquet'))
    expect(publishedPeriods(periods)).toEqual([])
    removeReplaced(periods)
    expect(readdirSync(periods)).toEqual([AS_OF])
    publish()
    expect(publishedPeriods(periods).map(({ as_of, revision }) => [as_of, revision])).toEqual([[AS_OF, 2]])
    removeReplaced(periods)
    expect(readdirSync(periods)).toEqual(['2026-11-01.2'])
  })

  it('keeps a replaced revision until its last reader is done', async () => {
    publish()
    const store = openFigureStore(dataDir, FIXTURE_NOW)
    const reading = store.newest()
    publish()
    removeReplaced(periods)
    expect(readdirSync(periods).sort()).toEqual(['2026-11-01', '2026-11-01.2'])
    expect(reading?.countries.size).toBeGreaterThan(0)
    await vi.waitFor(() => expect(store.newest()?.facts).toContain('2026-11-01.2'), { timeout: 10_000 })
    store.close()
    removeReplaced(periods)
    expect(readdirSync(periods)).toEqual(['2026-11-01.2'])
  })

  it('is read again by a store whose revision disappears before it is opened', async () => {
    publish()
    const store = openFigureStore(dataDir, FIXTURE_NOW)
    expect(store.labels()).toEqual([AS_OF])
    publish()
    // The store saw the first revision within the last second and would try to open it again.
    rmSync(join(periods, '2026-11-01'), { recursive: true })
    expect(await store.lend(AS_OF, async ({ facts }) => facts)).toContain('2026-11-01.2')
    store.close()
  })
})
