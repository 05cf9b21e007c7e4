// Throughput of held tiles against nginx, which sends the same compressed bytes as static files: each server alone on
// the first core, one process or one worker, and wrk on the second.
//   npm run bench -- held-tiles
// Wants a machine of two cores or more with nginx, wrk and taskset (Debian: apt-get install nginx-light wrk util-linux).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { fillLedger } from './shared/held-ledger.ts'
import { startServer } from './shared/program.ts'
import { median, printTable } from './shared/table.ts'
import { byTurns } from './shared/turns.ts'
import { pin, sendByWrk } from './shared/wrk.ts'

const SERVICE = { serviceBaseUrl: 'http://127.0.0.1:9/public/v1', serviceToken: 'unused' }
const TILES = 400
const ROUNDS = 7
const WRK = { seconds: 3, connections: 32, core: 1 }
const SERVER_CORE = 0
const LEAST_RATIO = 0.5

/** Measures and prints; answers the exit code, 1 below half of nginx's throughput. */
export async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  const paths = await fillLedger(folder, SERVICE.serviceBaseUrl, TILES)
  const proxy = await startServer('proxy', { dataDir: folder, ...SERVICE })
  await pin(proxy.pid, SERVER_CORE)
  const nginx = await startNginx(join(folder, 'nginx'), await answersOf(proxy.url, paths))
  try {
    const loads = {
      proxy: { origin: proxy.url, paths, scriptFile: join(folder, 'proxy.lua') },
      nginx: { origin: nginx.url, paths, scriptFile: join(folder, 'nginx.lua') },
    }
    await sendByWrk(loads.proxy, WRK)
    const send = (load: (typeof loads)['proxy']) => () => sendByWrk(load, WRK)
    return report(await byTurns({ proxy: send(loads.proxy), nginx: send(loads.nginx) }, ROUNDS))
  } finally {
    await proxy.close()
    await nginx.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Answer {
  readonly path: string
  readonly gzip: Buffer
}

/** The tiles as the proxy sends them, after each was read from the ledger once. */
async function answersOf(origin: string, paths: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const path of paths) {
    const { statusCode, headers, body } = await request(origin + path, { headers: { 'accept-encoding': 'gzip' } })
    if (statusCode !== 200 || headers['content-encoding'] !== 'gzip') {
      throw new Error(`${path} is not answered with a compressed tile: ${statusCode} ${await body.text()}`)
    }
    answers.push({ path, gzip: Buffer.from(await body.arrayBuffer()) })
  }
  return answers
}

function report({ proxy, nginx }: Record<'proxy' | 'nginx', { perSecond: number }[]>): number {
  const ratio = median(proxy.map(({ perSecond }, i) => perSecond / (nginx[i]?.perSecond ?? Number.NaN)))
  const perSecond = (rounds: { perSecond: number }[]) => median(rounds.map((round) => round.perSecond)).toFixed(0)
  printTable(
    ['', 'requests/s', 'ratio'],
    [
      ['held tiles, proxy', perSecond(proxy), ratio.toFixed(2)],
      ['the same bytes, nginx', perSecond(nginx), '1.00'],
    ],
  )
  console.log(`ratio should be at least ${LEAST_RATIO}`)
  return ratio < LEAST_RATIO ? 1 : 0
}

/** nginx over static files beside which their compressed form stands, with the headers that the proxy sends. */
async function startNginx(
  folder: string,
  answers: readonly Answer[],
): Promise<{ url: string; close(): Promise<void> }> {
  const root = join(folder, 'root')
  for (const { path, gzip } of answers) {
    const file = join(root, path.replace(/\?.*/, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, gzip)
    writeFileSync(`${file}.gz`, gzip)
  }
  const port = await freePort()
  const configFile = join(folder, 'nginx.conf')
  writeFileSync(configFile, nginxConfig({ folder, root, port }))
  const child = spawn('nginx', ['-c', configFile, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${port}`
  await answering(url + (answers[0]?.path ?? '/'), child)
  // The worker is another process than the one that was started.
  await pin(
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]),
    SERVER_CORE,
  )
  const close = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, close }
}

function nginxConfig({ folder, root, port }: { folder: string; root: string; port: number }): string {
  // Started by root it would give up the right to read a folder that only its owner may read.
  const user = userInfo().uid === 0 ? `user ${userInfo().username};\n` : ''
  return `${user}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10000;
  gzip_static on;
  gzip_vary on;
  default_type application/octet-stream;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    add_header Cache-Control "public, max-age=31536000, immutable";
  }
}
`
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with exit code ${child.exitCode}`)
    const answer = await request(url).catch(() => null)
    await answer?.body.dump()
    if (answer?.statusCode === 200) return
    await sleep(50)
  }
  throw new Error(`nginx does not answer ${url}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
