import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportFixture, makeImportFixture } from '../../testing/import-fixture.ts'
import { startStorage, type TestStorage } from '../../testing/servers/s3-server.ts'
import { createAccount } from '../accounts/accounts.ts'
import { createToken } from '../accounts/tokens.ts'
import { buildPeriods } from '../build/build-periods.ts'
import { mergeDays } from '../build/merge-days.ts'
import { keptSpans, readImportRuns } from '../import/import-runs.ts'
import { listingFiles, listingsDir } from '../listings/listing-store.ts'
import type { S3Address } from '../object-storage/s3-address.ts'
import { openListings } from '../open-listings.ts'
import { removeRuns } from '../runs/remove-run.ts'
import { startService } from '../start-service.ts'
import { workAlone } from '../storage/work-lock.ts'
import { describeListings } from './describe-listings.ts'
import type { SharedListings } from './shared-listings.ts'
import { openStoredMarkets } from './stored-markets.ts'

const HEADER = 'price,latitude,longitude,date'
/** Prices in these tests count hundreds of thousands, since an import rejects what no home costs. */
const UNIT = 100_000
const row = (price: number) => `${UNIT * price},40.4168,-3.7038,2026-10-03\n`
const file = (...prices: number[]) => `${HEADER}\n${prices.map(row).join('')}`
const log = pino({ level: 'silent' })

let storage: TestStorage
let prefixes = 0
const machines: { fixture: ImportFixture; shared: SharedListings }[] = []
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())
let address: S3Address
let now: Date
beforeEach(() => {
  address = { ...storage.address, prefix: `market-${prefixes++}` }
  now = new Date('2026-11-21T12:00:00Z')
  storage.fail(() => null)
})
afterEach(async () => {
  for (const { fixture, shared } of machines.splice(0)) {
    await shared.close()
    fixture.remove()
  }
})

/** A machine with its own DATA_DIR. */
async function machine(at = address) {
  const fixture = makeImportFixture()
  const { dataDir } = fixture
  const shared = await openListings({ dataDir, listingsUrl: at }, () => now)
  if (shared === null) throw new Error('expected object storage')
  machines.push({ fixture, shared })
  return {
    ...{ fixture, dataDir, shared },
    importText: (name: string, text: string, options = {}) =>
      fixture.importFile(fixture.write(name, text), { shared, ...options }),
    remove: (id: number) =>
      removeRuns({
        ...{ dataDir, shared, ids: [id], spansOf: keptSpans, now: () => now },
        read: () => readImportRuns(dataDir),
      }),
    fetch: () => workAlone({ dataDir, task: 'test' }, shared.fetch),
    prices: async () =>
      (await fixture.kept('price', 'price')).map(({ price }) => (price as number) / UNIT).sort((a, b) => a - b),
    runs: () => readImportRuns(dataDir),
  }
}

describe('listings in object storage', () => {
  test('are the same on every machine, through imports, repetitions and removals on any of them', async () => {
    const [one, two] = [await machine(), await machine()]
    await one.importText('a.csv', file(1, 2))
    expect(await two.importText('b.csv', file(2, 3))).toMatchObject({ run: 2, kept: 1, held: 1 })
    expect(await two.prices()).toEqual([1, 2, 3])
    await one.fetch()
    expect([await one.prices(), one.runs().map(({ id }) => id)]).toEqual([
      [1, 2, 3],
      [1, 2],
    ])
    await one.remove(1)
    await two.fetch()
    expect([await two.prices(), two.runs()]).toEqual([[2, 3], one.runs()])
    await two.importText('a.csv', file(1, 2), { redo: 1 })
    await one.fetch()
    expect([await one.prices(), one.runs()]).toEqual([[1, 2, 3], two.runs()])
  })

  test('are fetched once', { tags: 'nightly' }, async () => {
    const [one, two] = [await machine(), await machine()]
    await one.importText('a.csv', file(1))
    await one.importText('b.csv', file(2))
    const fetched = async (of: typeof two) => {
      const before = storage.requests.length
      await of.fetch()
      return storage.requests.slice(before).filter((line) => !line.includes('squaremetre.json')).length
    }
    expect(await fetched(two)).toBe(4)
    expect(await fetched(two)).toBe(0)
    const [name = ''] = readdirSync(listingsDir(two.dataDir))
    writeFileSync(join(listingsDir(two.dataDir), name), 'damaged here')
    expect(await fetched(two)).toBe(1)
    expect(await two.prices()).toEqual([1, 2])
  })

  test('of an upload that breaks off are nowhere, and arrive with the next import', { tags: 'nightly' }, async () => {
    const [one, two] = [await machine(), await machine()]
    await one.importText('a.csv', file(1))
    for (const broken of [/PUT .*listings\/.*parquet/, /PUT .*squaremetre\.json/]) {
      storage.fail((method, path) => (broken.test(`${method} ${path}`) ? 'cut off' : null))
      await expect(one.importText('b.csv', file(1, 2))).rejects.toThrow(`${one.shared.name} does not respond`)
      storage.fail(() => null)
      for (const each of [one, two]) {
        await each.fetch()
        expect([await each.prices(), each.runs().length]).toEqual([[1], 1])
      }
    }
    storage.fail((_, path) => (storage.requests.length % 2 === 0 && path.includes('parquet') ? { status: 503 } : null))
    await one.importText('b.csv', file(1, 2))
    storage.fail(() => null)
    await two.fetch()
    expect(await two.prices()).toEqual([1, 2])
  })

  test('are completed here when the process was killed after it had published them', { tags: 'nightly' }, async () => {
    const [one] = [await machine()]
    const killed = {
      ...one.shared,
      publish: async (...changes: Parameters<typeof one.shared.publish>) => {
        await one.shared.publish(...changes)
        throw new Error('killed')
      },
    }
    await one.importText('a.csv', file(1))
    await expect(one.fixture.importFile(one.fixture.write('b.csv', file(2)), { shared: killed })).rejects.toThrow(
      'killed',
    )
    expect(await one.prices()).toEqual([1])
    await one.fetch()
    expect([await one.prices(), one.runs().length]).toEqual([[1, 2], 2])
    const removing = removeRuns({
      ...{ dataDir: one.dataDir, shared: killed, ids: [1], spansOf: keptSpans, now: () => now, read: one.runs },
    })
    await expect(removing).rejects.toThrow('killed')
    await one.fetch()
    expect([await one.prices(), one.runs()[0]?.removed_at]).toEqual([[2], now.toISOString()])
  })

  test('that two machines change at once are those of one, and the other says so', { tags: 'nightly' }, async () => {
    const [one, two] = [await machine(), await machine()]
    await one.importText('a.csv', file(1))
    const late = {
      ...one.shared,
      publish: async (...changes: Parameters<typeof one.shared.publish>) => {
        await two.importText('c.csv', file(3))
        await one.shared.publish(...changes)
      },
    }
    const importing = one.fixture.importFile(one.fixture.write('b.csv', file(2)), { shared: late })
    await expect(importing).rejects.toThrow('Another machine changed the listings')
    await one.fetch()
    expect(await one.prices()).toEqual([1, 3])
  })

  test('of a DATA_DIR move there with the first import; those that somebody else put there are refused', {
    tags: 'nightly',
  }, async () => {
    const [one, two, three] = [await machine(), await machine(), await machine()]
    await one.importText('a.csv', file(1), { shared: null })
    await one.importText('b.csv', file(2))
    await two.fetch()
    expect([await two.prices(), two.runs()]).toEqual([[1, 2], one.runs()])
    await three.importText('c.csv', file(3), { shared: null })
    await expect(three.fetch()).rejects.toThrow('found 2 others, such as imports/1.json')
    expect(await three.prices()).toEqual([3])
    const emptied = { ...address, prefix: 'elsewhere' }
    const moved = await openListings({ dataDir: one.dataDir, listingsUrl: emptied }, () => now)
    await workAlone({ dataDir: one.dataDir, task: 'test' }, async () => moved?.fetch())
    const four = await machine(emptied)
    await four.fetch()
    expect(await four.prices()).toEqual([1, 2])
    await moved?.close()
  })

  test('that are gone from there stay here, and that is an error', async () => {
    const one = await machine()
    await one.importText('a.csv', file(1))
    storage.fail((method, path) => (method === 'GET' && path.endsWith('squaremetre.json') ? { status: 404 } : null))
    await expect(one.fetch()).rejects.toThrow(`Expected squaremetre.json in s3://listings/${address.prefix}`)
    expect(await one.prices()).toEqual([1])
  })

  test('keep replaced objects for a day', { tags: 'nightly' }, async () => {
    const one = await machine()
    const removed = () => storage.requests.filter((line) => line.startsWith('DELETE')).length
    const before = removed()
    await one.importText('a.csv', file(1))
    await one.importText('a.csv', file(1), { country: 'es' })
    now = new Date('2026-11-22T11:00:00Z')
    await one.importText('b.csv', file(2))
    expect(removed()).toBe(before)
    now = new Date('2026-11-22T13:00:00Z')
    await one.importText('c.csv', file(3))
    expect(removed()).toBeGreaterThan(before)
    const two = await machine()
    await two.fetch()
    expect(await two.prices()).toEqual([1, 2, 3])
  })

  test('of an upload that breaks off are removed after a day', { tags: 'nightly' }, async () => {
    const one = await machine()
    await one.importText('a.csv', file(1))
    const paths = (start: RegExp) =>
      storage.requests.filter((line) => start.test(line)).map((line) => line.split(' ')[1])
    const arrived = paths(/^PUT .*parquet/).length
    storage.fail((method, path) =>
      method === 'PUT' && path.endsWith('squaremetre.json') && hasArrived() ? 'cut off' : null,
    )
    const hasArrived = () => paths(/^PUT .*parquet/).length > arrived
    await expect(one.importText('b.csv', file(2))).rejects.toThrow('does not respond')
    storage.fail(() => null)
    const [left = 'nothing'] = paths(/^PUT .*parquet/).slice(arrived)
    now = new Date('2026-11-22T11:00:00Z')
    await one.importText('c.csv', file(3))
    expect(paths(/^DELETE /)).not.toContain(left)
    now = new Date('2026-11-22T13:00:00Z')
    await one.importText('d.csv', file(4))
    expect(paths(/^DELETE /)).toContain(left)
    await one.importText('b.csv', file(2))
    const two = await machine()
    await two.fetch()
    expect(await two.prices()).toEqual([1, 2, 3, 4])
  })

  test('become the same figures on another machine', { tags: 'nightly' }, async () => {
    const [one, two] = [await machine(), await machine()]
    const prices = Array.from({ length: 40 }, (_, i) => i + 1)
    await one.importText('a.csv', file(...prices))
    await one.importText('b.csv', file(...prices.map((price) => price + 0.005)))
    const build = ({ dataDir, shared }: typeof one) =>
      buildPeriods({ dataDir, now: () => now, log, fetchListings: shared.fetch })
    const [first, second] = [await build(one), await build(two)]
    const plain = ({ built }: typeof first) => built.map(({ seconds: _, ...of }) => of)
    expect([plain(second), first.built.length]).toEqual([plain(first), 1])
    await two.remove(1)
    await two.remove(2)
    expect((await build(one)).withdrawn).toEqual(['2026-11-01'])
  })

  test('are described as if they were read together', { tags: 'nightly' }, async () => {
    const one = await machine()
    await one.importText('a.csv', file(1, 2))
    await one.importText('b.csv', file(3).replace('10-03', '10-04') + row(4))
    const together = join(one.fixture.dir, 'together')
    const described = await describeListings(listingFiles(one.dataDir), together)
    expect(mergeDays(described.map(({ days }) => days))).toMatchObject([
      { day: '2026-10-03', listings: 3 },
      { day: '2026-10-04', listings: 1 },
    ])
  })
})

describe('a service over listings in object storage', () => {
  const service = (dataDir: string, listingsUrl: S3Address) =>
    startService({ ...{ dataDir, host: '127.0.0.1', port: 0, now: () => now, log, listingsUrl } })

  test('knows their markets without having any of them', async () => {
    const one = await machine()
    await one.importText('a.csv', file(1, 2))
    const elsewhere = makeImportFixture()
    const running = await service(elsewhere.dataDir, address)
    await createAccount({ dataDir: elsewhere.dataDir, name: 'reader' })
    const token = await createToken({ dataDir: elsewhere.dataDir, account: 'reader', kind: 'ro' })
    const asked = await fetch(`${running.url}/coverage`, { headers: { authorization: `Bearer ${token}` } })
    const { countries } = await asked.json()
    expect(countries).toMatchObject([{ country: 'es', last_ad_parsed_at: '2026-11-21T12:00:00.000Z' }])
    expect(existsSync(join(elsewhere.dataDir, 'service', 'listings'))).toBe(false)
    await running.close()
    elsewhere.remove()
  })

  test.each([
    ['a key that does not exist', { accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
    ['a wrong secret', { secretAccessKey: 'very-wrong' }, 'SignatureDoesNotMatch'],
    ['a bucket that does not exist', { bucket: 'missing' }, 'NoSuchBucket'],
  ])('does not start with %s, and names the setting', async (_, change, code) => {
    const elsewhere = makeImportFixture()
    const wrong = { ...address, ...change }
    const failed = await service(elsewhere.dataDir, wrong).catch((error: Error) => error)
    const advice = code === 'NoSuchBucket' ? 'Create the bucket' : 'Check AWS_ACCESS_KEY_ID'
    for (const said of [code, `s3://${wrong.bucket}/`, advice]) expect(String(failed)).toContain(said)
    expect(String(failed)).not.toContain('very-wrong')
    const one = await machine(wrong)
    await expect(one.importText('a.csv', file(1))).rejects.toThrow(code)
    expect(await one.prices()).toEqual([])
    elsewhere.remove()
  })

  test('starts while they cannot be reached, and says that it is degraded', { tags: 'nightly' }, async () => {
    const one = await machine()
    await one.importText('a.csv', file(1, 2))
    const elsewhere = makeImportFixture()
    storage.fail(() => ({ status: 503 }))
    const running = await service(elsewhere.dataDir, address)
    const health = async () => (await (await fetch(new URL('/readyz', running.url))).json()).status
    expect(await health()).toBe('degraded')
    await running.close()
    storage.fail(() => null)
    const lines: unknown[][] = []
    const note = (...line: unknown[]) => void lines.push(line)
    const markets = await openStoredMarkets(one.shared, { error: note, info: note }, 20)
    expect(await markets.markets()).toMatchObject([{ country: 'es' }])
    storage.fail(() => ({ status: 403 }))
    await expect.poll(markets.isDegraded).toBe(true)
    expect(await markets.markets()).toMatchObject([{ country: 'es' }])
    storage.fail(() => null)
    await expect.poll(markets.isDegraded).toBe(false)
    expect(lines).toMatchObject([
      [{ file: one.shared.name }, 'a file cannot be read'],
      [{ file: one.shared.name }, 'the file can be read again'],
    ])
    markets.close()
    elsewhere.remove()
  })
})
