// Measures the throughput of held tiles, with the proxy deployed at log level info, in two places:
//   bare: the proxy itself, against a bare node:http handler that sends the same responses, and nginx sending files
//   behind deploy/nginx.conf: against the same nginx sending the same bytes as files, with the same headers, TLS and log
// Each server runs alone on the first core, one process or one worker, and wrk on the second.
//   npm run bench -- held-tiles
// Needs a machine with at least two cores, and nginx, wrk, openssl and taskset (Debian: apt-get install nginx-light wrk
// openssl util-linux).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillLedger } from './shared/held-ledger.ts'
import { heldAnswers } from './shared/held-tiles.ts'
import { type Nginx, startNginx, statusesOf } from './shared/nginx.ts'
import { startServer } from './shared/program.ts'
import { median, printTable } from './shared/table.ts'
import { byTurns } from './shared/turns.ts'
import { pin, sendByWrk } from './shared/wrk.ts'

const SERVICE = { serviceBaseUrl: 'http://127.0.0.1:9/public/v1', serviceToken: 'unused' }
const TILES = 400
const ROUNDS = 7
const WRK = { seconds: 3, connections: 32, core: 1 }
const SERVER_CORE = 0
const LEAST_OF_BARE = 0.4
const LEAST_OF_NGINX = 0.9
const NOISY = 200

/** Measures and prints; returns the exit code, 1 when one of the two ratios is too low. */
export async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  const paths = await fillLedger(folder, SERVICE.serviceBaseUrl, TILES)
  const proxy = await startServer('proxy', { dataDir: folder, ...SERVICE }, join(folder, 'proxy.log'))
  const answers = await heldAnswers(proxy.url, paths)
  const answersFile = join(folder, 'answers.json')
  writeFileSync(answersFile, JSON.stringify(answers))
  const bare = await startServer('fixed', { answersFile })
  mkdirSync(join(folder, 'nginx'))
  const nginx = await startNginx(join(folder, 'nginx'), { proxy: proxy.url, answers, core: SERVER_CORE })
  try {
    for (const { pid } of [proxy, bare]) await pin(pid, SERVER_CORE)
    await askWithNoise(nginx, paths)
    const send = (origin: string, name: string) => () =>
      sendByWrk({ origin, paths, scriptFile: join(folder, `${name}.lua`) }, WRK)
    const ways = {
      proxy: send(proxy.url, 'proxy'),
      bare: send(bare.url, 'bare'),
      files: send(nginx.files, 'files'),
      shipped: send(nginx.shipped, 'shipped'),
      tlsFiles: send(nginx.tlsFiles, 'tls-files'),
    }
    await byTurns(ways, 1)
    return report(await byTurns(ways, ROUNDS))
  } finally {
    await nginx.close()
    await Promise.all([proxy.close(), bare.close()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills nginx's cache; throws when a meaningless query makes it cache a tile again. */
async function askWithNoise(nginx: Nginx, paths: readonly string[]): Promise<void> {
  const noisy = Array.from({ length: NOISY }, (_, i) => [
    `${paths[0]}&noise=${i}`,
    `${paths[0]?.replace('=', '=x')}${i}`,
  ])
  const statuses = await statusesOf([...paths, ...noisy.flat()].map((path) => nginx.shipped + path))
  if (statuses.some((status) => status !== 200))
    throw new Error(`expected status 200 from nginx, found ${[...new Set(statuses)].join(', ')}`)
  if (nginx.cached() !== paths.length)
    throw new Error(`expected ${paths.length} responses in nginx's cache, found ${nginx.cached()}`)
}

type Rounds = readonly { readonly perSecond: number }[]

function report({ proxy, bare, files, shipped, tlsFiles }: Record<string, Rounds>): number {
  const [ofBare, ofNginx] = [ratioOf(proxy, bare), ratioOf(shipped, tlsFiles)]
  const perSecond = (rounds: Rounds = []) => median(rounds.map((round) => round.perSecond)).toFixed(0)
  printTable(
    ['held tiles, compressed', 'requests/s', 'ratio'],
    [
      ['the proxy', perSecond(proxy), ofBare.toFixed(2)],
      ['a bare node:http handler', perSecond(bare), '1.00'],
      ['nginx, files', perSecond(files), ratioOf(files, bare).toFixed(2)],
      ['', '', ''],
      ['the proxy behind deploy/nginx.conf', perSecond(shipped), ofNginx.toFixed(2)],
      ['nginx, files, the same TLS and log', perSecond(tlsFiles), '1.00'],
    ],
  )
  console.log(
    `the proxy should reach ${LEAST_OF_BARE} of the bare handler, and ${LEAST_OF_NGINX} of nginx behind deploy/nginx.conf`,
  )
  return ofBare < LEAST_OF_BARE || ofNginx < LEAST_OF_NGINX ? 1 : 0
}

/** Compares rounds that were sent one after the other. */
function ratioOf(rounds: Rounds = [], base: Rounds = []): number {
  return median(rounds.map(({ perSecond }, i) => perSecond / (base[i]?.perSecond ?? Number.NaN)))
}
