// Attacks both servers with what a stranger can send, while somebody else looks whether they still respond: floods of
// connections and requests, slow and broken clients, guesses, other sites, paths that lead astray. Takes about two
// minutes on a quiet machine. Exits with 1 where a bound is broken.
//   npm run bench -- hostile [--part proxy|service] [--only "900 passwords"]
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startStrangeService } from '../src/testing/strange-service/start-strange-service.ts'
import { type Attack, endure, MOST } from './hostile/attack.ts'
import { attacksOnAny } from './hostile/attacks-any.ts'
import { attacksByFiles } from './hostile/attacks-files.ts'
import { oddAttacks } from './hostile/attacks-odd.ts'
import { attacksOnProxy, passwordGuesses, REQUESTS_PER_MINUTE } from './hostile/attacks-proxy.ts'
import { attacksOnService } from './hostile/attacks-service.ts'
import { fillLedger } from './shared/held-ledger.ts'
import { withMarkets } from './shared/market.ts'
import { type Server, startServer } from './shared/program.ts'
import { startBenchService } from './shared/service.ts'
import { printTable } from './shared/table.ts'

const NOW = '2026-11-21T10:00:00Z'
const FREE_PER_MINUTE = 600
/** Bytes of a file of the page. */
const FILE_BYTES = 1_000_000
const SECRET = `secret ${randomBytes(16).toString('hex')}`
const MARKET = { listings: 20_000, tiles: 20 }

/** One path for each route that reads, with a query where it needs one. */
const PROXY_PATHS = [
  '/healthz',
  '/api/period',
  '/api/meter',
  '/api/meter/detail',
  '/api/embedding',
  '/api/editions/2026-11-01/default/8',
  '/api/held/2026-11-01/default/8?parents=85283473fffffff',
  '/api/parts/2026-11-01/default/8?parents=85283473fffffff',
  '/api/areas/2026-11-01/default/8?lat=48.86&lng=2.34&radius_km=2',
  '/api/known-places?q=paris',
  '/api/known-places/near?lat=48.86&lng=2.34',
  '/api/resolutions?lat=48.86&lng=2.34&radius_km=2',
  '/api/ground?parents=85283473fffffff',
  '/api/scales/2026-11-01/default/8/median_price?lat=48.86&lng=2.34',
  '/api/rates/2026-11-01/EUR',
  '/public/v1/coverage',
  '/public/v1/geo',
  '/',
]
const SERVICE_PATHS = [
  '/healthz',
  '/public/v1/ping',
  '/public/v1/coverage',
  '/public/v1/geo?parent=fr',
  '/public/v1/geo/search?q=town',
  '/public/v1/geo/lookup?lat=46.6&lng=2.5',
  '/public/v1/geo/town-0/hexes',
  '/public/v1/stats/current?geo_id=town-0',
  '/public/v1/stats/history?geo_id=town-0',
  '/public/v1/meta/filters',
  '/public/v1/usage',
  '/public/v1/openapi.yaml',
  '/account',
  '/account/sign-in?link=x',
]

export async function main(args: string[]): Promise<number> {
  const options = { part: { type: 'string' }, only: { type: 'string', default: '' } } as const
  const { part: wanted, only } = parseArgs({ args, options }).values
  const rows: string[][] = []
  const attack = async (part: string, server: Server, attacks: readonly Attack[]) => {
    for (const one of attacks.filter(({ name }) => name.includes(only))) rows.push(await rowOf(part, server, one))
  }
  if (wanted !== 'service') await withProxies(attack)
  if (wanted !== 'proxy')
    await withMarkets([MARKET], async ([dataDir = '']) => {
      const { server, headers } = await startBenchService(dataDir)
      const { origin } = new URL(server.url)
      const form = { path: '/account/sign-in', type: 'application/x-www-form-urlencoded' }
      const target = {
        origin,
        form,
        headers,
        paths: SERVICE_PATHS,
        file: { path: '/public/v1/openapi.yaml', bytes: 200_000 },
      }
      await attack('service', server, [
        ...attacksOnAny(origin, form),
        ...oddAttacks(target),
        ...attacksOnService(origin, headers),
      ])
      await attack('files', server, attacksByFiles(mkdtempSync(join(dataDir, 'strangers-'))))
      await server.close()
    })
  console.log()
  printTable(['server', 'attack', 'seen', 'bound', 'others waited, ms', 'memory, MB', ''], rows)
  console.log(
    `others wait at most ${MOST.waitMs} ms, beside waits for a processor; memory grows by at most ${MOST.grownMb} MB`,
  )
  return rows.every((row) => row.at(-1) === 'kept') ? 0 : 1
}

/** Each attack comes from its own address. */
let attackers = 0

async function rowOf(part: string, server: Server, attack: Attack): Promise<string[]> {
  const began = performance.now()
  const { seen, isKept, waitMs, grownMb } = await endure(server, attack, `127.3.${++attackers}.1`)
  const verdict = isKept ? 'kept' : 'broken'
  const row = [part, attack.name, seen, attack.bound, waitMs.toFixed(0), grownMb.toFixed(0), verdict]
  console.log(`${row.join(' | ')} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  return row
}

async function withProxies(attack: (part: string, server: Server, attacks: readonly Attack[]) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-hostile-'))
  const service = await startStrangeService({
    cellBudget: 3_000,
    perMinute: { metered: null, free: FREE_PER_MINUTE },
    hasFigures: () => true,
  })
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html>')
  writeFileSync(join(pageDir, 'assets', 'app.js'), randomBytes(FILE_BYTES / 2).toString('hex'))
  writeFileSync(join(folder, 'secret.txt'), SECRET)
  const serviceInput = { serviceBaseUrl: service.url, serviceToken: service.token, now: NOW, pageDir }
  const start = async (name: string, access: object) => {
    const dataDir = join(folder, name)
    const tiles = await fillLedger(dataDir, service.url, 200)
    const server = await startServer('proxy', { ...serviceInput, dataDir, access }, join(folder, `${name}.log`))
    return { server, tiles, origin: new URL(server.url).origin }
  }
  const { server, tiles, origin } = await start('open', { requestsPerMinute: REQUESTS_PER_MINUTE })
  const closed = await start('closed', { signIn: { kind: 'password', password: 'right' } })
  try {
    const attacked = { origin, service, tiles, file: '/assets/app.js', secret: SECRET }
    const form = { path: '/api/purchases', type: 'application/json' }
    const paths = [...PROXY_PATHS, tiles[0] ?? '/', attacked.file]
    const target = { origin, form, paths, file: { path: attacked.file, bytes: FILE_BYTES } }
    await attack('proxy', server, [...attacksOnAny(origin, form), ...oddAttacks(target), ...attacksOnProxy(attacked)])
    await attack('proxy', closed.server, [passwordGuesses(closed.origin)])
  } finally {
    await Promise.all([server.close(), closed.server.close()])
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
