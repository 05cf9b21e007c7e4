// @module-tag nightly
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedFigures, writeMovedListings } from '../../../testing/moved-market.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../../testing/servers/clickhouse-server.ts'
import { FIXTURE_NOW } from '../../../testing/service-fixture.ts'
import { parseClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import { buildStoreOf, type FiguresPlace } from '../../open-figures.ts'
import { buildPeriods } from '../build-periods.ts'

const log = pino({ level: 'error' })
/** The statements that docs/scaling.md tells operators to run. */
const STATEMENTS = readFileSync('docs/scaling.md', 'utf8').match(/^(BACKUP|RESTORE) .*(?=;$)/gm) ?? []

describe.skipIf(!hasClickhouse())('a backup that ClickHouse makes', { timeout: 120_000 }, () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'restore-'))
    folders.push(folder)
    return folder
  }
  const servers: TestClickhouse[] = []
  const newServer = async () => {
    const server = await startClickhouse({ backups: folders[0] ?? newFolder() })
    servers.push(server)
    await server.ask('CREATE DATABASE squaremetre')
    return server
  }
  const over = (dataDir: string, ...hosts: readonly TestClickhouse[]): FiguresPlace => ({
    dataDir,
    figuresUrl: parseClickhouseAddress(`clickhouse://${hosts.map(({ host }) => host).join(',')}/squaremetre`),
  })
  const build = async (place: FiguresPlace) => {
    const announced: string[] = []
    const announce = async (labels: readonly string[]) => void announced.push(...labels)
    const openStore = await buildStoreOf(place)
    const report = await buildPeriods({ dataDir: place.dataDir, now: FIXTURE_NOW, openStore, log, announce })
    return { ...report, announced }
  }
  /** Only of the current builds: servers other than the first get nothing else. */
  const sumsOf = (server: TestClickhouse) =>
    Promise.all(
      ['figure', 'fact', 'listing_cell'].map((table) =>
        server.ask(`SELECT count(), sum(cityHash64(toString(tuple(*)))) FROM squaremetre.${table}
          WHERE build IN (SELECT argMax(build, revision) FROM squaremetre.period GROUP BY as_of)
            OR build IN (SELECT argMax(build, published_at) FROM squaremetre.held)`),
      ),
    )
  let dataDir: string
  beforeAll(() => {
    newFolder()
    dataDir = newFolder()
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('restores every figure and revision on new servers, as docs/scaling.md describes', async () => {
    const lost = await newServer()
    await writeMovedListings(dataDir, 'first', ['2026-08', '2026-09', '2026-10'])
    await build(over(dataDir, lost))
    // The newest period has a second revision.
    await writeMovedListings(dataDir, 'second', ['2026-10'])
    await build(over(dataDir, lost))
    const expected = await servedFigures(over(newFolder(), lost))
    const sums = await sumsOf(lost)
    expect(expected.revisions.at(-1)?.[1]).toMatch(/^2-/)
    expect(STATEMENTS).toHaveLength(4)
    for (const backup of STATEMENTS.slice(0, 2)) expect(await lost.ask(backup)).toContain('BACKUP_CREATED')
    await lost.close()

    const pair = [await newServer(), await newServer()] as const
    for (const restore of STATEMENTS.slice(2)) expect(await pair[0].ask(restore)).toContain('RESTORED')
    const { built, unchanged, announced } = await build(over(dataDir, ...pair))
    expect([built, unchanged.length, announced]).toEqual([[], Object.keys(expected.periods).length, []])
    for (const server of pair) {
      expect(await servedFigures(over(newFolder(), server))).toEqual(expected)
      expect(await sumsOf(server)).toEqual(sums)
    }
  })
})
