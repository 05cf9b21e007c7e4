// @module-tag nightly
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedFigures, writeMovedListings } from '../../testing/moved-market.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../testing/servers/clickhouse-server.ts'
import { FIXTURE_NOW } from '../../testing/service-fixture.ts'
import { buildPeriods } from '../build/build-periods.ts'
import { type ClickhouseAddress, parseClickhouseAddress } from '../clickhouse/clickhouse-address.ts'
import { buildStoreOf, type FiguresPlace } from '../open-figures.ts'
import { periodsDir, withdrawPeriod } from '../periods/period-folders.ts'
import type { MovableFigures } from './movable-figures.ts'
import { moveFigures } from './move-figures.ts'
import { openMovable } from './open-movable.ts'

const log = pino({ level: 'error' })
const now = FIXTURE_NOW

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'moving-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!hasClickhouse())('moving figures', { timeout: 120_000 }, () => {
  let dataDir: string
  let pair: readonly [TestClickhouse, TestClickhouse]
  let address: ClickhouseAddress
  beforeAll(async () => {
    pair = [await startClickhouse(), await startClickhouse()]
    const parsed = parseClickhouseAddress(`clickhouse://${pair.map(({ host }) => host).join(',')}`)
    if (parsed === null) throw new Error('expected an address of ClickHouse')
    address = parsed
    dataDir = newFolder()
    await writeMovedListings(dataDir, 'first', ['2026-08', '2026-09', '2026-10'])
    await buildPeriods({ dataDir, now, log })
    // The newest period gets a second revision, and the oldest is withdrawn.
    await writeMovedListings(dataDir, 'second', ['2026-10'])
    await buildPeriods({ dataDir, now, log })
    withdrawPeriod(periodsDir(dataDir), labels(await revisionsOf({ dataDir, figuresUrl: null }))[0] ?? expect.fail())
  }, 120_000)
  afterAll(async () => {
    for (const server of pair ?? []) await server.close()
  })

  const labels = (revisions: Awaited<ReturnType<MovableFigures['revisions']>>) => revisions.map(({ as_of }) => as_of)
  const revisionsOf = async (place: FiguresPlace) => {
    const side = await openMovable(place)
    const revisions = await side.revisions()
    await side.close()
    return revisions
  }
  /** Moves between two stores; `change` can wrap them. */
  async function move(
    from: FiguresPlace,
    to: FiguresPlace,
    change: (side: MovableFigures) => MovableFigures = (side) => side,
  ) {
    const [source, target] = [await openMovable(from), await openMovable(to)]
    const said: string[] = []
    try {
      const moved = await moveFigures({
        ...{ from: source, to: change(target), workDir: join(from.dataDir, 'moving') },
        ...{ notesFile: join(from.dataDir, 'moved.json'), onProgress: (text: string) => void said.push(text) },
      })
      return { outcomes: moved.map(({ outcome }) => outcome), said }
    } finally {
      expect(existsSync(join(from.dataDir, 'moving'))).toBe(false)
      await source.close()
      await target.close()
    }
  }
  const here = () => ({ dataDir, figuresUrl: null })
  const there = () => ({ dataDir: newFolder(), figuresUrl: address })
  const builds = () => pair[0].ask('SELECT as_of, revision FROM period ORDER BY as_of')

  it('publishes nothing that changed on the way, and resumes where it was interrupted', async () => {
    const damage = (side: MovableFigures): MovableFigures => ({
      ...side,
      async receive(revision, folder) {
        const draft = await side.receive(revision, folder)
        const cell = '(SELECT min(cell) FROM figure)'
        await pair[0].ask(
          `ALTER TABLE figure UPDATE median_price = median_price + 0.001 WHERE cell = ${cell} SETTINGS mutations_sync = 2`,
        )
        return draft
      },
    })
    await expect(move(here(), there(), damage)).rejects.toThrow(/Expected the same rows of figure .* it was not moved/)
    // The withdrawal of the oldest label has no rows.
    expect((await builds()).split('\n')).toHaveLength(1)
    expect(await pair[0].ask('SELECT count() FROM figure')).toBe('0')
    let received = 0
    const interrupted = (side: MovableFigures): MovableFigures => ({
      ...side,
      receive: (...given) => (received++ === 0 ? side.receive(...given) : Promise.reject(new Error('interrupted'))),
    })
    await expect(move(here(), there(), interrupted)).rejects.toThrow('interrupted')
    const { outcomes, said } = await move(here(), there())
    expect(outcomes).toEqual(['withdrawn', 'verified', 'moved'])
    expect(said.filter((text) => text.includes('2 of 3'))).toEqual([])
  })

  it('keeps every revision, figure and listing, on all servers, and builds go on from there', async () => {
    const [expected, found] = [await servedFigures(here()), await servedFigures(there())]
    expect(found).toEqual(expected)
    expect(found.revisions.at(-1)?.[1]).toMatch(/^2-/)
    for (const table of ['figure', 'fact', 'listing_cell', 'period', 'held']) {
      const sum = `SELECT count(), ${table === 'period' || table === 'held' ? '0' : 'sum(cityHash64(toString(tuple(*))))'} FROM ${table}`
      expect([table, await pair[1].ask(sum)]).toEqual([table, await pair[0].ask(sum)])
    }
    const place = { dataDir, figuresUrl: address }
    const announced: unknown[] = []
    const announce = async (periods: unknown) => void announced.push(periods)
    const report = await buildPeriods({
      dataDir,
      now,
      log,
      only: 'newest',
      announce,
      openStore: await buildStoreOf(place),
    })
    expect([report.built, report.unchanged, announced]).toEqual([[], ['2026-11-01'], []])
  })

  it('compares again what its notes lack, and moves back to files', async () => {
    rmSync(join(dataDir, 'moved.json'))
    expect((await move(here(), there())).outcomes).toEqual(['withdrawn', 'verified', 'verified'])
    const back = { dataDir: newFolder(), figuresUrl: null }
    expect((await move(there(), back)).outcomes).toEqual(['withdrawn', 'moved', 'moved'])
    expect(await servedFigures(back)).toEqual(await servedFigures(here()))
    expect(await revisionsOf(back)).toEqual(await revisionsOf(here()))
    cpSync(join(dataDir, 'service', 'listings'), join(back.dataDir, 'service', 'listings'), { recursive: true })
    const report = await buildPeriods({ dataDir: back.dataDir, now, log, only: 'newest' })
    expect([report.built, report.unchanged]).toEqual([[], ['2026-11-01']])
  })

  it('accepts the figures that another engine has built from the same listings', async () => {
    const own = await startClickhouse()
    const url = parseClickhouseAddress(`clickhouse://${own.host}`)
    const folder = newFolder()
    await writeMovedListings(folder, 'first', ['2026-08', '2026-09', '2026-10'])
    for (const figuresUrl of [null, url]) {
      const place = { dataDir: folder, figuresUrl }
      await buildPeriods({ dataDir: folder, now, log, only: 'newest', openStore: await buildStoreOf(place) })
    }
    const from = { dataDir: folder, figuresUrl: null }
    expect((await move(from, { dataDir: folder, figuresUrl: url })).outcomes).toEqual(['verified'])
    await own.close()
  })

  it('refuses a place with another revision, or with other figures of the same one', async () => {
    const other = newFolder()
    await writeMovedListings(other, 'first', ['2026-08', '2026-09', '2026-10'], 500)
    await buildPeriods({ dataDir: other, now, log, only: 'newest' })
    await expect(move({ dataDir: other, figuresUrl: null }, there())).rejects.toThrow(
      /others; nothing was moved. 2026-11-01: revision 2-\w+ instead of 1-\w+/,
    )
    rmSync(join(dataDir, 'moved.json'))
    for (const server of pair) {
      await server.ask(
        "ALTER TABLE figure UPDATE listings = 99 WHERE build LIKE '2026-11%' SETTINGS mutations_sync = 2",
      )
    }
    await expect(move(here(), there())).rejects.toThrow(/rows of figure for 2026-11-01 .* that differ/)
  })
})
