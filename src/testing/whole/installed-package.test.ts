import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { latLngToCell } from 'h3-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import { periodResponse } from '../../contract/proxy-api.ts'
import { cellParent, trustCell } from '../../domain/cell.ts'
import { figuresOf } from '../../domain/figure.ts'
import { TILE_DEPTH } from '../../domain/tile.ts'
import { readPurchaseEvents } from '../proxy-under-test.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MOST_MEGABYTES = 180
const RESOLUTION = 4
const MADRID = trustCell(latLngToCell(40.4168, -3.7038, RESOLUTION))
const run = promisify(execFile)

let dir: string
let packed: { filename: string; files: { path: string }[] }
let started: ChildProcess | null = null

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'squaremetre-installed-'))
  // Packing builds first; the build's output goes to stderr.
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', dir], { cwd: ROOT })
  packed = packedFrom(stdout)
  mkdirSync(join(dir, 'home'))
  writeFileSync(join(dir, 'home', 'package.json'), '{ "private": true }\n')
  const install = ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', join(dir, packed.filename)]
  await run('npm', install, { cwd: join(dir, 'home') })
}, 180_000)
afterAll(() => {
  started?.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

describe('the packed package, installed elsewhere without development dependencies', {
  timeout: 120_000,
}, () => {
  test('has the program, what its help refers to and the licences, but neither sources nor source maps', () => {
    const paths = packed.files.map(({ path }) => path)
    const needed = ['LICENSE', 'README.md', 'bin/squaremetre.js', 'dist/cli/main.js', 'dist/data/geonames.pbf.gz']
    needed.push('dist/worker/proxy.js', 'dist/worker/third-party-licenses.md')
    needed.push(
      'dist/sbom.cdx.json',
      'dist/web/index.html',
      'dist/web/third-party-licenses.md',
      'dist/web/basemap/0/0/0.pbf',
      'dist/web/coast/tiles.json',
    )
    needed.push('.env.example', 'docs/method.md', 'docs/operations.md', 'docs/scaling.md', 'deploy/nginx.conf')
    // Commands load these only when they need them.
    const chunks = readdirSync(join(ROOT, 'dist/cli')).filter((name) => name.endsWith('.js'))
    expect(chunks.length).toBeGreaterThan(1)
    needed.push(...chunks.map((name) => `dist/cli/${name}`))
    expect(paths).toEqual(expect.arrayContaining(needed))
    expect(paths.filter((path) => /^(src|scripts)\/|\.map$|\.tsx?$/.test(path))).toEqual([])
  })

  test(`takes at most ${MOST_MEGABYTES} MB`, () => {
    expect(bytesOnDisk(join(dir, 'home', 'node_modules')) / 2 ** 20).toBeLessThan(MOST_MEGABYTES)
  })

  test('names the packages that engines need', { tags: 'nightly' }, async () => {
    const program = join(dir, 'home', 'node_modules', '.bin', 'squaremetre')
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
    for (const [command, settings, name] of [
      ['build', { FIGURES_URL: 'clickhouse://localhost' }, '@clickhouse/client'],
      ['build', { LISTINGS_URL: 's3://bucket', ...keys }, 'aws4fetch'],
      ['token list', { ACCOUNTS_URL: 'postgres://localhost/squaremetre' }, 'pg'],
    ] as const) {
      const env = { PATH: path(), DATA_DIR: join(dir, 'elsewhere'), ...settings }
      const options = { cwd: join(dir, 'home'), env }
      const failed = await run(program, command.split(' '), options).catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(`npm install ${name}`) })
    }
  })

  test('serves the map and figures of the demonstration market', async () => {
    const url = await start()
    const page = await (await fetch(url)).text()
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
    expect(page).toMatch(/<title[^>]*>Squaremetre/)
    for (const path of [String(script), '/basemap/0/0/0.pbf', '/third-party-licenses.md']) {
      expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 200])
    }

    const period = periodResponse.parse(await (await fetch(`${url}/api/period`)).json())
    const parent = cellParent(MADRID, RESOLUTION - TILE_DEPTH)
    const bought = await fetch(`${url}/api/purchases`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ as_of: period.as_of, lens: 'default', resolution: RESOLUTION, parents: [parent] }),
    })
    expect(readPurchaseEvents(await bought.text()).receipt).toMatchObject({ bought_cells: 343 })
    const held = await fetch(`${url}/api/tiles/${period.as_of}/default/${RESOLUTION}/${parent}`)
    const columns = decodeTile(new Uint8Array(await held.arrayBuffer()))
    expect(figuresOf(columns).filter((figure) => figure !== null).length).toBeGreaterThan(0)
  })
})

function path(): string {
  return process.execPath.replace(/\/[^/]*$/, ':/usr/bin:/bin')
}

/** Starts the installed package as `npx squaremetre start` does; returns its address. */
async function start(): Promise<string> {
  const child = spawn(
    join(dir, 'home', 'node_modules', '.bin', 'squaremetre'),
    ['start', '--no-schedule', ...['--demo-listings', '20000']],
    {
      cwd: join(dir, 'home'),
      env: {
        PATH: path(),
        PORT: '0',
        DATA_DIR: join(dir, 'data'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  started = child
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`squaremetre start exited with code ${code}:\n${said}`)
  })
  return Promise.race([ended, addressFrom(child)])
}

async function addressFrom(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('Expected the standard output of squaremetre start, found none.')
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/localhost:\d+|http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (address !== undefined) return address
  }
  throw new Error('Expected squaremetre start to print its address; it printed none.')
}

/** Reads from npm's output what it packed; scripts may print before it. */
function packedFrom(stdout: string): typeof packed {
  const [entry] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  return entry
}

/** Counts whole blocks, as `du` does. */
function bytesOnDisk(path: string): number {
  const stat = lstatSync(path)
  const own = stat.blocks * 512
  if (!stat.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesOnDisk(join(path, name)), own)
}
