// @module-tag nightly
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servedFigures, writeMovedListings } from '../../testing/moved-market.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../../testing/servers/clickhouse-server.ts'
import { FIXTURE_NOW } from '../../testing/service-fixture.ts'
import { buildPeriods } from '../build/build-periods.ts'
import { parseClickhouseAddress } from '../clickhouse/clickhouse-address.ts'
import type { FiguresPlace } from '../open-figures.ts'
import { periodsDir, withdrawPeriod } from '../periods/period-folders.ts'
import { openMovable } from './open-movable.ts'

const BIN = resolve('bin/squaremetre.js')
const log = pino({ level: 'error' })
/** A move is killed at every 25th request, or every fifth change of a folder. */
const EVERY = { request: 25, change: 5 }

/** Counts what a move does, and kills it at a point. */
interface Counter {
  /** What was seen in one run, such as the beginnings of statements. */
  seen: string[]
  /** At which of them; null only counts. */
  killAt: number | null
  /** Whether that one is still carried out. */
  isCarriedOut: boolean
  kill: () => void
}

/** Stands before a ClickHouse and counts requests. */
async function startGate(server: TestClickhouse, counter: Counter) {
  const gate = createServer((incoming, outgoing) => {
    const number = counter.seen.push('')
    const isPoint = number === counter.killAt
    if (isPoint && !counter.isCarriedOut) return counter.kill()
    incoming.once('data', (chunk: Buffer) => {
      counter.seen[number - 1] = chunk.toString('latin1', 0, 100)
    })
    const { method, url: path = '', headers } = incoming
    const sent = request(`http://${server.host}`, { method, path, headers }, (answer) => {
      if (isPoint) return answer.resume().once('end', counter.kill)
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  return {
    host: `127.0.0.1:${(gate.address() as AddressInfo).port}`,
    close() {
      gate.close()
      gate.closeAllConnections()
    },
  }
}

/** Numbers from 1 up to `last`. */
function everyOne(of: number, last: number): number[] {
  return Array.from({ length: Math.ceil(last / of) }, (_, i) => 1 + i * of)
}

/** Runs `squaremetre move` in a process, which `counter` can kill. Returns null when it was killed. */
async function move(from: string, to: string, counter: Counter, figuresUrl = ''): Promise<string | null> {
  const child = spawn(process.execPath, [BIN, 'move', '--to', to], {
    env: { DATA_DIR: from, FIGURES_URL: figuresUrl, SERVICE_NOW: FIXTURE_NOW().toISOString() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  counter.seen = []
  counter.kill = () => void child.kill('SIGKILL')
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (signal === 'SIGKILL') return null
  if (code !== 0) throw new Error(`squaremetre move exited with code ${code}: ${stderr}`)
  return stdout + stderr
}

describe.skipIf(!hasClickhouse())('a move that is killed', { timeout: 600_000 }, () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-moves-'))
    folders.push(folder)
    return folder
  }
  const counter: Counter = { seen: [], killAt: null, isCarriedOut: false, kill: () => {} }
  let dataDir: string
  let pair: readonly [TestClickhouse, TestClickhouse]
  let gates: Awaited<ReturnType<typeof startGate>>[]
  let expected: Awaited<ReturnType<typeof servedFigures>>
  beforeAll(async () => {
    pair = [await startClickhouse(), await startClickhouse()]
    gates = await Promise.all(pair.map((server) => startGate(server, counter)))
    dataDir = newFolder()
    await writeMovedListings(dataDir, 'first', ['2026-08', '2026-09', '2026-10'])
    await buildPeriods({ dataDir, now: FIXTURE_NOW, log })
    await writeMovedListings(dataDir, 'second', ['2026-10'])
    await buildPeriods({ dataDir, now: FIXTURE_NOW, log })
    const side = await openMovable({ dataDir, figuresUrl: null })
    withdrawPeriod(periodsDir(dataDir), (await side.revisions())[0]?.as_of ?? expect.fail())
    expected = await servedFigures({ dataDir, figuresUrl: null })
    expect(Object.keys(expected.periods)).toHaveLength(2)
  }, 120_000)
  afterAll(async () => {
    for (const gate of gates ?? []) gate.close()
    for (const server of pair ?? []) await server.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const urlOf = (database: string, hosts: readonly { host: string }[]) =>
    `clickhouse://${hosts.map(({ host }) => host).join(',')}/${database}`
  const newDatabase = async (name: string) => {
    for (const server of pair) await server.ask(`CREATE DATABASE ${name}`)
    return urlOf(name, gates)
  }
  const inDatabase = (name: string): FiguresPlace => ({
    dataDir: newFolder(),
    figuresUrl: parseClickhouseAddress(urlOf(name, pair)),
  })
  /** What is seen of a place is whole: periods as they are here, or not at all. */
  const expectWhole = async (at: number, place: FiguresPlace) => {
    const { revisions, periods } = await servedFigures(place)
    for (const revision of revisions) expect([at, expected.revisions]).toEqual([at, expect.arrayContaining([revision])])
    for (const [label, rows] of Object.entries(periods)) {
      expect([at, label, rows]).toEqual([at, label, expected.periods[label]])
    }
    return revisions.length
  }
  it('into ClickHouse shows whole periods only, and is finished by the next: nothing is lost, double or announced', async () => {
    counter.killAt = null
    await move(dataDir, await newDatabase('whole'), counter)
    const { seen } = counter
    const published = seen.flatMap((text, i) => (text.startsWith('INSERT INTO period') ? [i + 1] : []))
    expect(published).toHaveLength(3 * pair.length)
    // Right after the last period is published on either server, and at moments of any kind.
    const points = [...new Set([...published.slice(-2), ...everyOne(EVERY.request, seen.length)])]
    const visible = new Set<number>()
    for (const [i, at] of points.entries()) {
      const [database, place] = [`killed_${at}`, inDatabase(`killed_${at}`)]
      const to = await newDatabase(database)
      Object.assign(counter, { killAt: at, isCarriedOut: i % 2 === 0 || published.includes(at) })
      expect([at, await move(dataDir, to, counter)]).toEqual([at, null])
      visible.add(await expectWhole(at, place))
      counter.killAt = null
      expect([at, await move(dataDir, to, counter)]).toEqual([at, expect.stringContaining('every period in')])
      expect([at, await servedFigures(place)]).toEqual([at, expected])
      const sums = ['figure', 'fact', 'listing_cell'].map(
        (table) => `SELECT count(), sum(cityHash64(toString(tuple(* EXCEPT build)))) FROM ${database}.${table}
          WHERE build IN (SELECT build FROM ${database}.period) OR build IN (SELECT build FROM ${database}.held)`,
      )
      for (const [i, sum] of sums.entries()) {
        const whole = await pair[0].ask(sum.replaceAll(database, 'whole'))
        for (const server of pair) expect([at, i, await server.ask(sum)]).toEqual([at, i, whole])
      }
      for (const server of pair) {
        expect(await server.ask(`SELECT count(), uniqExact(as_of) FROM ${database}.period`)).toBe('3\t3')
      }
      const unannounced = `SELECT count() FROM ${database}.period WHERE build NOT IN (SELECT build FROM ${database}.announced)`
      expect([at, await pair[0].ask(unannounced)]).toEqual([at, '0'])
    }
    expect([...visible]).toEqual(expect.arrayContaining([0, 3]))
  })

  it('into files does the same, and leaves nothing half done', async () => {
    const from = newFolder()
    const url = urlOf('whole', pair)
    /** Counts the changes of the folders that a move writes. */
    const watched = (to: string) => {
      mkdirSync(periodsDir(to), { recursive: true })
      const watchers = [join(to, 'service'), periodsDir(to)].map((dir) =>
        watch(dir, (_, name) => {
          if (counter.seen.push(String(name)) === counter.killAt) counter.kill()
        }),
      )
      return () => {
        for (const watcher of watchers) watcher.close()
      }
    }
    const into = async (to: string) => {
      const end = watched(to)
      try {
        return await move(from, to, counter, url)
      } finally {
        end()
      }
    }
    counter.killAt = null
    await into(newFolder())
    const visible = new Set<number>()
    for (const at of everyOne(EVERY.change, counter.seen.length)) {
      const to = newFolder()
      const place = { dataDir: to, figuresUrl: null }
      counter.killAt = at
      // The last changes are seen when it has ended.
      await into(to)
      visible.add(await expectWhole(at, place))
      counter.killAt = null
      expect([at, await into(to)]).toEqual([at, expect.stringContaining('every period in')])
      expect([at, await servedFigures(place)]).toEqual([at, expected])
      const left = [join(to, 'service'), periodsDir(to)].flatMap((dir) => readdirSync(dir))
      expect([at, left.filter((name) => name.endsWith('.tmp'))]).toEqual([at, []])
      const periods = readdirSync(periodsDir(to)).map((name) => join(periodsDir(to), name, 'unannounced'))
      expect([at, periods.length, periods.filter((file) => existsSync(file))]).toEqual([at, 3, []])
    }
    expect([...visible]).toEqual(expect.arrayContaining([0]))
    expect(visible.size).toBeGreaterThan(1)
  })
})
