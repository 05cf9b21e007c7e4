import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DVF_HEADER, dvfRow } from '../../testing/dvf-rows.ts'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { DVF_SOURCE } from './dvf-source.ts'
import { fetchSource } from './fetch-source.ts'
import { yearsOf } from './open-sources.ts'

/** Cells of random bytes, so that the packed file has several packets. */
const NOISE = Array.from({ length: 4000 }, (_, i) => ((i * 7919 + 13) ** 3 % 1e9).toString(36)).join('')
const edition = (price: number) =>
  gzipSync(
    `${DVF_HEADER.join(',')}\n${dvfRow('2024-1', {
      valeur_fonciere: String(price),
      code_type_local: '2',
      surface_reelle_bati: '42',
      nombre_pieces_principales: '2',
      adresse_nom_voie: NOISE,
    })}\n`,
  )

let fixture: ImportFixture
let server: Server
let address: string
let current: Buffer
/** What the server does with the next requests, instead of serving the file. */
let faults: ((request: IncomingMessage, response: ServerResponse) => void)[]
let requests: { path: string; range: string | undefined }[]
let pauses: number[]
let progress: string[]

beforeEach(async () => {
  fixture = makeImportFixture()
  current = edition(420_000)
  faults = []
  requests = []
  pauses = []
  progress = []
  server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', range: request.headers.range })
    const fault = faults.shift()
    if (fault) fault(request, response)
    else serve(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/geo-dvf/latest/csv`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  fixture.remove()
})

const tag = () => `"${current.length}-${current.at(-8)}-${current.at(-7)}"`

/** Serves one file of 2024 with tags and ranges, as the publisher does. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== '/geo-dvf/latest/csv/2024/departements/75.csv.gz') {
    response.writeHead(404).end()
    return
  }
  if (request.headers['if-none-match'] === tag()) {
    response.writeHead(304).end()
    return
  }
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (from > 0 && request.headers['if-range'] === tag()) {
    const range = `bytes ${from}-${current.length - 1}/${current.length}`
    response.writeHead(206, { etag: tag(), 'content-range': range, 'content-length': current.length - from })
    response.end(current.subarray(from))
    return
  }
  response.writeHead(200, { etag: tag(), 'content-length': current.length }).end(current)
}

/** Sends the beginning of the file, and breaks the connection when it has arrived. */
function cut(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { etag: tag(), 'content-length': current.length })
  response.write(current.subarray(0, 3000))
  const part = `${target()}.part`
  const destroyLater = () => {
    if (existsSync(part) && statSync(part).size === 3000) response.destroy()
    else setImmediate(destroyLater)
  }
  destroyLater()
}

const get = (areas = ['75'], years = [2024]) =>
  fetchSource(DVF_SOURCE, {
    dataDir: fixture.dataDir,
    areas,
    years,
    address,
    pause: async (ms) => void pauses.push(ms),
    onProgress: (text) => void progress.push(text),
  })
const target = () => join(fixture.dataDir, 'downloads', 'dvf', 'dvf-75-2024.csv.gz')

describe('a source', () => {
  test('is fetched by area and year, imported, and not fetched again until it changes', async () => {
    expect(await get(['75', '2a'], [2024, 2025])).toEqual({
      files: [target()],
      fetched: 1,
      missing: ['75 in 2025', '2A in 2024', '2A in 2025'],
    })
    expect(requests.map(({ path }) => path.slice(-24))).toEqual([
      '2024/departements/75.csv.gz'.slice(-24),
      '2025/departements/75.csv.gz'.slice(-24),
      '2024/departements/2A.csv.gz'.slice(-24),
      '2025/departements/2A.csv.gz'.slice(-24),
    ])
    expect(await fixture.importFile(target(), { preset: 'dvf' })).toMatchObject({ kept: 1, preset: 'dvf' })
    expect(await get()).toMatchObject({ fetched: 0, files: [target()] })
    current = edition(430_000)
    expect(await get()).toMatchObject({ fetched: 1 })
    expect(gunzipSync(readFileSync(target())).toString()).toContain(',430000,')
  })

  test('that breaks off resumes where it stopped, also in the next run', async () => {
    faults = [cut]
    await get()
    expect(requests.map(({ range }) => range)).toEqual([undefined, 'bytes=3000-'])
    expect(pauses).toEqual([1000])
    expect(readFileSync(target()).equals(current)).toBe(true)
    rmSync(target())
    requests = []
    faults = [cut, ...Array.from({ length: 4 }, () => (_: IncomingMessage, r: ServerResponse) => void r.destroy())]
    await expect(get()).rejects.toThrow(/75\.csv\.gz: .*, 5 times$/)
    await get()
    expect(requests.at(-1)?.range).toBe('bytes=3000-')
    expect(readFileSync(target()).equals(current)).toBe(true)
  })

  test('whose new edition appears in between is fetched from its beginning', async () => {
    faults = [cut]
    const before = current
    const pending = get()
    current = edition(555_000)
    await pending
    expect(before.equals(current)).toBe(false)
    expect(readFileSync(target()).equals(current)).toBe(true)
  })

  test('that is damaged, busy or something else is not taken for the file', async () => {
    const damaged = Buffer.from(current)
    damaged.fill(0x55, 2000, 2600)
    faults = [
      (_, response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('busy'),
      (_, response) => void response.writeHead(200, { 'content-length': damaged.length }).end(damaged),
    ]
    await get()
    expect(readFileSync(target()).equals(current)).toBe(true)
    current = edition(600_000)
    const page = gzipSync('<!doctype html>')
    faults = [(_, response) => void response.writeHead(200).end(page)]
    await expect(get()).rejects.toThrow('found "<!doctype html>"; its layout has changed')
    faults = [(_, response) => void response.writeHead(403).end()]
    await expect(get()).rejects.toThrow('expected the file, found status 403')
    // The earlier file stays.
    expect(gunzipSync(readFileSync(target())).toString()).toContain(',420000,')
  })

  test('that names a pause gets it, and says so; one that names hours is left for later', async () => {
    const busy = (seconds: string) => (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(429, { 'retry-after': seconds }).end()
    faults = [busy('30'), busy('0')]
    await get()
    expect(pauses).toEqual([30_000, 2000])
    expect(progress).toContain('75 in 2024 (1 of 1): the server responded with 429; trying again in 30 s')
    rmSync(target())
    faults = [busy('7200')]
    await expect(get()).rejects.toThrow('responded with 429 and asks to wait 120 minutes; run the command again then')
    expect(requests).toHaveLength(4)
  })

  test('that calls the packing of its files an encoding is kept as it was sent', async () => {
    const encoded = (_: IncomingMessage, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/csv', 'content-length': current.length })
        .end(current)
    const moved = (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(302, { location: '/elsewhere.csv.gz' }).end()
    faults = [moved, encoded]
    await get()
    expect([readFileSync(target()).equals(current), pauses]).toEqual([true, []])
  })

  test('that turns out to be a web page is refused at once, with the beginning of the page', async () => {
    faults = [
      (_, response) => void response.writeHead(200).end('<!doctype html>\n<title>Sign in to the network</title>'),
    ]
    await expect(get()).rejects.toThrow('found one that begins with "<!doctype html> <title>Sign in')
    expect(pauses).toEqual([])
    await get()
    expect(readFileSync(target()).equals(current)).toBe(true)
  })

  test('that sends more or less than it says is fetched again', async () => {
    const shorter = (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { etag: tag(), 'content-length': current.length, connection: 'close' })
      response.end(current.subarray(0, current.length - 5))
    }
    const longer = (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { etag: tag() }).end(Buffer.concat([current, Buffer.from('more')]))
    faults = [shorter, longer]
    await get()
    expect(pauses).toHaveLength(2)
    expect(readFileSync(target()).equals(current)).toBe(true)
  })

  test('without any of the wanted files, and a version that was lost, are neither a success nor a loss', async () => {
    await expect(get(['75'], [2011])).rejects.toThrow('found none for 75 in 2011')
    faults = [cut, cut, cut, cut, cut]
    await expect(get()).rejects.toThrow('5 times')
    writeFileSync(`${target()}.part.json`, '{')
    requests = []
    await get()
    expect(requests[0]?.range).toBeUndefined()
    expect(readFileSync(target()).equals(current)).toBe(true)
  })
})

test('areas and years that cannot be are refused with the reason', () => {
  const today = new Date('2026-11-21')
  expect(DVF_SOURCE.files(['1', '2b'], [2024]).map(({ path }) => path)).toEqual([
    '2024/departements/01.csv.gz',
    '2024/departements/2B.csv.gz',
  ])
  expect(() => DVF_SOURCE.files(['67'], [2024])).toThrow('land registers of their own')
  expect(() => DVF_SOURCE.files(['../75'], [2024])).toThrow('département "../75" should be one from 01 to 95')
  expect(yearsOf(DVF_SOURCE, undefined, today)).toEqual([2021, 2022, 2023, 2024, 2025, 2026])
  expect(yearsOf(DVF_SOURCE, '2022-2023, 2025', today)).toEqual([2022, 2023, 2025])
  expect(() => yearsOf(DVF_SOURCE, '2025-2022', today)).toThrow('years "2025-2022" should be written like')
  expect(() => yearsOf(DVF_SOURCE, '2027', today)).toThrow('year 2027 is after 2026')
})
