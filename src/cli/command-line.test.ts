import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../testing/servers/command-line-here.ts'
import { runCommandLine } from './main.ts'
import { doubtOfService, whyUnreached } from './serving/doubt-of-service.ts'

const BIN = resolve('bin/squaremetre.js')
const COMMANDS = [
  'start',
  'service',
  'proxy',
  'open',
  'import',
  'imports',
  'get',
  'zones',
  'rates',
  'places',
  'build',
  'move',
  'demo',
  'account',
  'token',
  'plans',
]

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'squaremetre-cli-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function launch(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  // Only these settings: those of the person who runs the tests must not reach the program.
  const PATH = resolve('node_modules/.bin')
  return spawn(process.execPath, [BIN, ...args], { cwd: dir, env: { PATH, DATA_DIR: dir, ...env } })
}

/** Runs a command line to its end in a separate process. */
async function run(args: readonly string[], env?: Record<string, string>) {
  const child = launch(args, env)
  if (!child.stdout || !child.stderr) throw new Error('no pipes')
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Runs a command line that starts nothing lasting in this process, which saves most of the time. */
function runShort(args: readonly string[], env: Record<string, string> = {}) {
  return runHere(runCommandLine, args, { cwd: dir, env: { DATA_DIR: dir, ...env } })
}

test('the file .env may be written as Windows does: with a byte order mark, or in UTF-16', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    writeFileSync(join(dir, '.env'), Buffer.from('\uFEFFLOG_LEVEL=loud\r\n', encoding))
    const { stderr } = await runShort(['plans']).finally(() => rmSync(join(dir, '.env')))
    expect(stderr, encoding).toContain('LOG_LEVEL="loud" should be one of')
  }
})

describe('help', () => {
  test('names every command and every setting', async () => {
    const { code, stdout } = await run(['--help'])
    expect(code).toBe(0)
    for (const name of [...COMMANDS, 'PORT', 'HOST', 'DATA_DIR', 'SERVICE_BASE_URL', 'SERVICE_NOW']) {
      expect(stdout).toContain(name)
    }
  })

  test.each(COMMANDS)('%s explains itself with an example, whatever the environment', async (command) => {
    const { code, stdout } = await runShort([command, '--help'], { PORT: 'none' })
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`Examples?:\\n {2}\\$ .*${command}`))
  })
})

test('neither a file nor its name can send control codes to the terminal', async () => {
  const file = join(dir, 'red\u001b[31m.csv')
  writeFileSync(file, 'cost\u001b]0;title\u0007,size\u202ey\n1\u001b[2J,2\n')
  const { code, stdout, stderr } = await runShort(['import', file])
  expect(code).toBe(1)
  expect(stderr).toContain('red\\u001b[31m.csv')
  expect(stderr).toContain('cost\\u001b]0;title\\u0007, size\\u202ey')
  for (const char of ['\u001b', '\u0007', '\u202e']) expect(stdout + stderr).not.toContain(char)
})

// Elsewhere, nothing like /proc shows what others see.
test.runIf(process.platform === 'linux')(
  'a program does not list its arguments, which can have a password',
  async () => {
    const child = launch(['service', '--port', '0'], { DATA_DIR: join(dir, 'listed') })
    const listed = () => readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').replace(/\0+$/, '')
    await expect
      .poll(listed, { timeout: 20_000 })
      .toBe('squaremetre service')
      .finally(() => child.kill('SIGKILL'))
  },
)

describe('a usage error exits with 2 and says what is expected', () => {
  test.each([
    [['bild'], {}, 'Did you mean build?'],
    [[], {}, 'Usage: squaremetre'],
    [['account', 'list'], { PORT: '99999' }, 'PORT="99999" should be a port number from 0 to 65535'],
    [['token', 'create', '--account', 'acme', '--kind', 'all'], {}, 'Allowed choices are rw, ro'],
    [['account', 'create', 'acme', '--plan', 'gold'], {}, 'plan "gold" should be one of starter, standard, large'],
    [['account', 'create', '-'], {}, 'account name "-" should be up to 80'],
    [['account', 'change-plan', 'acme', 'gold'], {}, 'plan "gold" should be one of'],
    [['account', 'link', 'acme'], {}, 'No service is running on this DATA_DIR'],
    [['account', 'link', 'acme', '--base', 'stats.example'], {}, 'Expected an address such as'],
    [['account', 'link', 'acme', '--base', 'https://stats.example/a?b=1'], {}, 'found "/a?b=1" after it'],
    [['move', '--to', ''], {}, 'squaremetre: --to is empty'],
    [['token', 'create', '--kind', 'ro'], {}, "'--account <name>' not specified"],
    [['import'], {}, "missing required argument 'file'"],
    [['import', 'x.csv', '--map', 'cost=PRICE'], {}, 'found "cost"'],
    [['import', 'x.csv', '--default-point-places', '1'], {}, 'Expected 0, or a whole number from 2.'],
    [['import', 'x.csv', '--min-area', 'small'], {}, 'Expected a number above 0.'],
    [['import', 'x.csv', '--min-area', '100', '--max-area', '50'], {}, 'the smallest area 100 should be at most'],
    [['import', 'x.csv', '--currency', 'XXQ'], {}, 'currency "XXQ" should be one with an exchange rate'],
    [['import', 'x.csv', '--encoding', 'klingon'], {}, 'klingon'],
    [['import', 'x.csv', '--place-separator', ''], {}, 'expected a place separator'],
    [['import', 'x.csv', '--date', '2026-13-45'], {}, 'Expected a day or a month, such as 2019-04-30 or 2019-04.'],
    [['import', 'x.csv', '--date', '2026-04-31'], {}, 'Expected a day or a month, such as 2019-04-30 or 2019-04.'],
    [['import', 'x.csv', '--country', 'uk'], {}, 'or gb for the United Kingdom.'],
    [['build', '--month', '2025-13'], {}, 'Expected a month, such as 2025-11.'],
    [['build', '--trim-pct', '1'], {}, 'from 0 to below 0.5'],
    [['build', '--min-listings', '7=few'], {}, 'Expected whole numbers from 1, found "few".'],
    [['get', 'dvf', '67'], {}, 'squaremetre: département 67 is not in DVF'],
    [['get', 'dvf', '75', '--years', '20'], {}, 'years "20" should be written like'],
    [['get', 'dvf', '75', '--from', 'nowhere'], {}, '--from: expected an address such as https://'],
    [['build', '--min-listings', '9=5'], {}, 'Expected one of 4, 5, 6, 7, 8; found "9"'],
    [
      ['move', '--to', 'clickhouse://me:secret@a b'],
      {},
      'squaremetre: --to should be an address such as clickhouse://',
    ],
    [['move', '--to', 'mysql://me:secret@a/b'], {}, 'squaremetre: --to should be an address such as clickhouse://'],
    [['plans'], { DATA_DIR: 's3://bucket' }, 'DATA_DIR="s3://bucket" should be a folder of this machine'],
    [['move', '--to', 'x'], { DATA_DIR: 'x' }, 'is where the figures are; name another place'],
    [['demo', '--listings', 'many'], {}, 'from 1000'],
    [['service', '--port', '65536'], {}, 'from 0 to 65535'],
    [['proxy'], {}, 'Set SERVICE_BASE_URL and SERVICE_TOKEN'],
    [['start'], { HOST: '203.0.113.1' }, 'HOST 203.0.113.1 is not an address of this machine'],
    [['start'], { PORT: '18123', METRICS_PORT: '18123' }, 'METRICS_PORT and PORT are both 18123'],
    [['service', '--port', '18123'], { METRICS_PORT: '18123' }, 'METRICS_PORT and --port are both 18123'],
    [['service', '--host', '203.0.113.1'], {}, '--host 203.0.113.1 is not an address of this machine'],
    [['service', '--port', '0'], { METRICS_PORT: '0', METRICS_HOST: '203.0.113.1' }, 'METRICS_HOST 203.0.113.1 is not'],
  ])('%j %j', async (args, env, message) => {
    const { code, stderr } = await runShort(args, env as Record<string, string>)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  test('a separate process ends in the same way', { tags: 'nightly' }, async () => {
    for (const args of [['bild'], ['import'], ['account', 'link', 'acme']]) {
      expect(await run(args)).toEqual(await runShort(args))
    }
  })

  test('an address without a statistics service is named', async () => {
    const server = createServer(({ url }, response) => {
      response.writeHead(url === '/x/ping' ? 404 : 200, { 'Content-Type': url === '/ping' ? 'text/json' : 'text/html' })
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await doubtOfService(base)).toBeNull()
    expect(await doubtOfService(`${base}/x`)).toContain(`${base}/x/ping returned status 404`)
    expect(await doubtOfService(`${base}/y`)).toContain('returned text/html, not JSON')
    await new Promise((closed) => server.close(closed))
    expect(await doubtOfService(base)).toContain('could not be reached')
    const outboundProxy = base.replace('//', '//user:secret@')
    const doubt = await doubtOfService('http://service.example', { outboundProxy })
    expect(doubt).toMatch(
      /^Expected the statistics service at SERVICE_BASE_URL, through SERVICE_PROXY_URL; .* could not be/,
    )
    expect(doubt).not.toContain('secret')
    const why = (code: string) =>
      whyUnreached(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }))
    expect(why('DEPTH_ZERO_SELF_SIGNED_CERT')).toContain('NODE_EXTRA_CA_CERTS')
    expect(why('CERT_HAS_EXPIRED')).toMatch(/not trusted \(CERT_HAS_EXPIRED\)$/)
  })

  test('a port in use is named before anything is created', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, stderr } = await runShort(['start'], { PORT: String(port) })
    taken.close()
    expect(stderr).toBe(
      `squaremetre: Port ${port} on 127.0.0.1 is in use by another program. ` +
        `Choose a free port, such as PORT=${port + 1}, or stop that program.\n`,
    )
    expect(code).toBe(2)
  })
})

describe('a failure exits with 1', () => {
  test('a missing file is named', async () => {
    const { code, stderr } = await runShort(['import', 'nowhere.csv'])
    expect(stderr).toContain('nowhere.csv')
    expect(code).toBe(1)
  })

  test('a folder that cannot be written is named as DATA_DIR', async () => {
    const DATA_DIR = join(dir, 'file')
    writeFileSync(DATA_DIR, '')
    for (const args of [['import', 'x.csv'], ['account', 'create', 'acme'], ['start']]) {
      const { code, stderr } = await runShort(args, { DATA_DIR, PORT: '0' })
      expect(stderr).not.toContain('creating')
      expect(stderr).toContain(` (DATA_DIR is ${DATA_DIR}; it, or something on the way to it, is a file)`)
      expect(code).toBe(1)
    }
  })

  test('a folder that cannot be written is not said to get a market', async () => {
    const DATA_DIR = join(dir, 'unwritable')
    // A folder in the lock's place stops everybody, root included.
    mkdirSync(join(DATA_DIR, 'service', 'working.lock'), { recursive: true })
    const { code, stderr } = await runShort(['start'], { DATA_DIR, PORT: '0' })
    expect(stderr).not.toContain('creating')
    expect(code).toBe(1)
  })

  test('a folder from before imports were recorded has listings', async () => {
    const DATA_DIR = join(dir, 'unrecorded')
    mkdirSync(join(DATA_DIR, 'service', 'listings'), { recursive: true })
    writeFileSync(join(DATA_DIR, 'service', 'listings', 'flats-0123456789.parquet'), '')
    const { stderr } = await runShort(['imports', 'list'], { DATA_DIR })
    expect(stderr).toContain('No import is recorded, but there are listings of earlier ones (files: 1).')
    expect((await runShort(['imports', 'list'], { DATA_DIR: join(dir, 'never') })).stderr).toContain(
      'Nothing was imported',
    )
  })

  test('a file with a header alone says so', async () => {
    writeFileSync(join(dir, 'header.csv'), 'price,lat,lng,date\n')
    const { code, stderr } = await runShort(['import', join(dir, 'header.csv')], { DATA_DIR: join(dir, 'header') })
    expect(code).toBe(1)
    expect(stderr).toContain('header.csv: found a header, but no rows below it.')
  })

  test('an import beside the demonstration says that both count', { tags: 'nightly' }, async () => {
    const DATA_DIR = join(dir, 'mixed')
    const file = join(dir, 'homes.csv')
    const row = (price: number) => `${price},40.4,-3.7,2026-10-03\n`
    writeFileSync(file, `price,latitude,longitude,date\n${row(100_000)}`)
    expect((await runShort(['import', file], { DATA_DIR })).stderr).not.toContain('demonstration')
    const listings = join(DATA_DIR, 'service', 'listings')
    for (const name of readdirSync(listings)) renameSync(join(listings, name), join(listings, 'demo.parquet'))
    rmSync(join(DATA_DIR, 'service', 'imports'), { recursive: true })
    writeFileSync(file, `price,latitude,longitude,date\n${row(200_000)}`)
    const { code, stderr } = await runShort(['import', file], { DATA_DIR })
    expect(stderr).toContain(`${DATA_DIR} also has the demonstration market.`)
    expect(code).toBe(0)
  })

  test('each invalid value of a plans file is named', async () => {
    writeFileSync(join(dir, 'wrong.yaml'), 'default_plan: gold\nplans: {}\n')
    const { code, stderr } = await runShort(['plans'], { PLANS_FILE: 'wrong.yaml' })
    expect(stderr).toMatch(/wrong\.yaml: default_plan is "gold": it should be the name of one of the plans/)
    expect(code).toBe(1)
  })

  test('a build without listings says how to add some', async () => {
    const { code, stderr } = await runShort(['build'], { DATA_DIR: join(dir, 'empty') })
    expect(stderr).toContain('"squaremetre import" or "squaremetre demo"')
    expect(code).toBe(1)
  })

  test('places without listings says that none was created', async () => {
    const made = await runShort(['places'], { DATA_DIR: join(dir, 'unplaced') })
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('No place was created') })
  })
})

test('rates are shown, loaded and shown again, and an invalid rate is named with its line', async () => {
  const env = { DATA_DIR: join(dir, 'rates'), SERVICE_NOW: '2026-11-01' }
  writeFileSync(join(dir, 'rates.csv'), 'Date,USD,ARS,\n2026-10-30,1.2,1200,\n')
  expect((await runShort(['rates'], env)).stdout).toMatch(
    /^built in: 30 currencies.*\nin force on 2026-11-01: rates of 2026-09-29 and before\n/,
  )
  expect((await runShort(['rates', 'rates.csv'], env)).stdout).toBe(
    'loaded: 3 currencies, 1 days from 2026-10-30 to 2026-10-30\n',
  )
  expect((await runShort(['rates'], env)).stdout).toMatch(
    /in force on 2026-11-01: rates of 2026-10-30 and before\n[\s\S]*ARS +0\.00100000 +1200\.00 +2026-10-30\n/,
  )
  writeFileSync(join(dir, 'rates.csv'), 'Date,USD\n2026-10-30,much\n')
  const { code, stderr } = await runShort(['rates', 'rates.csv'], env)
  expect(stderr).toContain('line 2: rate "much" of USD should be a number above 0')
  expect(code).toBe(1)
})

test('an import continues when nobody reads its report any more', { tags: 'nightly' }, async () => {
  const env = { DATA_DIR: join(dir, 'unread') }
  writeFileSync(join(dir, 'unread.csv'), 'price,area,lat,lng,date\n200000,80,41.4,2.16,2018-12-10')
  const child = launch(['import', 'unread.csv'], env)
  child.stdout?.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect((await run(['import', 'unread.csv'], env)).stdout).toMatch(/1 {2}already imported/)
})

test('an import is listed, redone with other options, and taken back, with the figures', {
  tags: 'nightly',
  timeout: 60_000,
}, async () => {
  const env = { DATA_DIR: join(dir, 'runs'), SERVICE_NOW: '2019-01-15' }
  const rows = Array.from({ length: 12 }, (_, i) => `${100_000 + i},${200_000 + i},80,41.4,2.16,2018-12-${10 + i}`)
  writeFileSync(join(dir, 'runs.csv'), ['price,real_price,area,lat,lng,date', ...rows].join('\n'))
  await run(['import', 'runs.csv'], env)
  await run(['build'], env)
  expect((await run(['imports', 'list'], env)).stdout).toMatch(/1 +\S+ +runs\.csv +12 +0 +12 +in force/)
  const redone = await run(['imports', 'redo', '1', '--map', 'price=real_price'], env)
  expect(redone.stdout).toMatch(
    /import 1, which replaces the earlier reading[\s\S]*price from real_price[\s\S]*\n2019-01-01 +12 /,
  )
  expect((await run(['imports', 'show', '1'], env)).stdout).toContain('options: map {"price":"real_price"}')
  const { stderr } = await run(['build'], { ...env, SERVICE_NOW: '2026-11-01' })
  expect(stderr).toMatch(/label 2019-01-01\. [\s\S]*SERVICE_NOW=2019-01-\d\d squaremetre start/)
  expect(await run(['imports', 'remove', '1', '2'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no import 2, only 1'),
  })
  const removed = await run(['imports', 'remove', '1', '1'], env)
  expect(removed.stdout).toContain('withdrawn, because no listings are left: 2019-01-01')
  expect(await run(['imports', 'remove', '2'], env)).toMatchObject({ code: 1 })
  expect(await run(['imports', 'remove', 'x'], env)).toMatchObject({ code: 2 })
})

test('a build for a running service ends when it is done', { tags: 'nightly' }, async () => {
  const env = { DATA_DIR: join(dir, 'beside') }
  writeFileSync(join(dir, 'one.csv'), 'price,area,lat,lng,date\n200000,80,41.4,2.16,2018-12-10')
  await run(['import', 'one.csv'], env)
  const child = fork(BIN, ['build', '--scheduled'], { cwd: dir, env, silent: true })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a service builds by itself', { tags: 'nightly', timeout: 60_000 }, async () => {
  const env = { DATA_DIR: join(dir, 'scheduled'), SERVICE_NOW: '2019-01-15', LOG_LEVEL: 'info' }
  writeFileSync(join(dir, 'due.csv'), 'price,area,lat,lng,date\n200000,80,41.4,2.16,2018-12-10')
  await run(['import', 'due.csv'], env)
  const service = launch(['service', '--port', '0'], env)
  const ended = once(service, 'exit')
  let log = ''
  for await (const text of service.stderr?.setEncoding('utf8') ?? []) {
    log += text
    if (log.includes('build done')) break
  }
  expect(log).toContain('"built":[{"as_of":"2019-01-01","listings":1,')
  expect(log).toContain('build done')
  expect(log).toContain('There are no accounts in')
  service.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('accounts and tokens are created, listed and revoked, and only the plaintext is printed on stdout, once', async () => {
  expect((await runShort(['account', 'create', 'acme', '--plan', 'large', '--anchor-day', '15'])).code).toBe(0)
  expect((await runShort(['account', 'create', 'acme'])).stderr).toContain('already exists')
  const { stdout } = await runShort(['token', 'create', '--account', 'acme', '--kind', 'ro'])
  expect(stdout).toMatch(/^svc_live_ro_\S+\n$/)
  const listed = await runShort(['token', 'list'])
  expect(listed.stdout).toContain('acme')
  expect(listed.stdout).not.toContain(stdout.trim())
  expect((await runShort(['token', 'revoke', stdout.trim()])).code).toBe(0)
  expect((await runShort(['token', 'list'])).stdout).toMatch(/svc_live_ro_\S+ +\S+Z +\S+Z\n$/)
  expect((await runShort(['account', 'lapse', 'acme'])).stdout).toContain('has lapsed')
  expect((await runShort(['account', 'list'])).stdout).toMatch(/acme +large +lapsed +15/)
  expect((await runShort(['account', 'renew', 'acme'])).stdout).toContain('is active again')
})

test('imported listings become figures that the service returns to clients with a token', {
  timeout: 60_000,
}, async () => {
  const env = { DATA_DIR: join(dir, 'market'), SERVICE_NOW: '2019-01-15' }
  const rows = Array.from({ length: 12 }, (_, i) => `${200_000 + i * 1_000},${80 + i},41.4,2.16,2018-12-${10 + i}`)
  writeFileSync(
    join(dir, 'flats.csv'),
    ['price,area,lat,lng,date', ...rows, 'nothing,80,41.4,2.16,2018-12-01'].join('\n'),
  )
  const imported = await run(['import', 'flats.csv', '--country', 'es', '--currency', 'EUR'], env)
  expect(imported.stdout).toMatch(/13 {2}rows read\n +12 {2}kept\n +0 {2}already imported\n +1 {2}rejected\n/)
  expect((await run(['import', 'flats.csv', '--country', 'es', '--currency', 'EUR'], env)).stdout).toMatch(
    /12 {2}already imported/,
  )
  expect((await run(['build', '--trim-pct', '0'], env)).stdout).toContain('2019-01-01')
  expect((await run(['build'], env)).stdout).toBe('unchanged: 2019-01-01\n')
  await runShort(['account', 'create', 'acme'], env)
  const token = (await runShort(['token', 'create', '--account', 'acme', '--kind', 'ro'], env)).stdout.trim()

  const service = launch(['service', '--port', '0'], env)
  const [line] = await once(service.stdout?.setEncoding('utf8') ?? service, 'data')
  const address = String(line).trim()
  const url = `${address}/stats/current?lat=41.4&lng=2.16&radius_km=2`
  expect((await fetch(url)).status).toBe(401)
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({ as_of: '2019-01-01', stats: [{ estimated: false }] })
  service.kill('SIGTERM')
  expect(await once(service, 'exit')).toEqual([0, null])
})
