import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { inject } from 'vitest'
import { createHttpClient, readAnswer } from '../conformance/subject/http-client.ts'
import { readContract } from '../conformance/subject/published-contract.ts'
import { type Cell, cellParent, cellToBigInt, trustCell } from '../domain/cell.ts'
import { cellCenter, cellsAround } from '../domain/distance.ts'
import { createAccount } from '../service/accounts/accounts.ts'
import { createToken } from '../service/accounts/tokens.ts'
import { buildPeriods } from '../service/build/build-periods.ts'
import type { ClickhouseAddress } from '../service/clickhouse/clickhouse-address.ts'
import { type Listing, openListingWriter } from '../service/listings/listing-store.ts'
import { buildStoreOf } from '../service/open-figures.ts'
import placesSql from '../service/places/places.sql?raw'
import type { Plans } from '../service/plans/plans.ts'
import { startService } from '../service/start-service.ts'

/** Today, by the clock of the fixture's service; it serves the period 2026-11-01. */
export const FIXTURE_NOW = () => new Date('2026-11-10T12:00:00Z')

/** The cell of resolution 8 in the centre of the fixture's city. */
export const CITY_CENTRE = trustCell(latLngToCell(41.39, 2.16, 8))

/** Cells of the city: six rings around the centre. The first four rings have listings. */
export const CITY_CELLS = cellsAround(CITY_CENTRE, 6)
const LISTED_CELLS = cellsAround(CITY_CENTRE, 4)

/**
 * A small market in Spain, and the service over it on a free port. Portugal has listings but no names, France names but
 * no listings, Italy has neither names nor recent listings.
 */
export interface ServiceFixture {
  readonly dataDir: string
  /** Base address, /public/v1 included. */
  readonly url: string
  readonly token: string
  /**
   * Requests a path below the base address, with the fixture's token unless given another; throws when the answer is not as
   * declared in /openapi.yaml.
   */
  get(path: string, token?: string | null): Promise<Response>
  newToken(options: { account: string; plan?: string; kind?: 'rw' | 'ro'; anchorDay?: number | null }): Promise<string>
  close(): Promise<void>
}

/** `all`: 2025-03-01 to 2025-05-01 and, after a gap, 2026-08-01 to 2026-11-01; else only the last. */
type Periods = 'all' | 'newest'

interface FixtureOptions {
  plans?: Plans
  clock?: () => Date
  periods?: Periods
  /** A ClickHouse in which the figures are built, instead of files. */
  figuresUrl?: ClickhouseAddress
}

/** Serves the market from a new folder. */
export async function startServiceFixture({
  periods = 'newest',
  ...options
}: FixtureOptions = {}): Promise<ServiceFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-service-'))
  // One listing file is old, which only its modification time shows.
  cpSync(await builtMarket(periods), dataDir, { recursive: true, preserveTimestamps: true })
  const log = pino({ level: 'error' })
  if (options.figuresUrl !== undefined) {
    for (const name of ['periods', 'held-cells.sqlite']) rmSync(join(dataDir, 'service', name), { recursive: true })
    const openStore = await buildStoreOf({ dataDir, figuresUrl: options.figuresUrl })
    await buildPeriods({ dataDir, now: FIXTURE_NOW, only: periods, openStore, log })
  }
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now: FIXTURE_NOW, log, ...options })
  const newToken: ServiceFixture['newToken'] = async ({ account, plan, kind = 'ro', anchorDay }) => {
    await createAccount({ dataDir, name: account, plan, anchorDay, plans: options.plans })
    return createToken({ dataDir, account, kind })
  }
  const token = await newToken({ account: 'fixture' })
  const checked = await contractCheck(service.url)
  return {
    dataDir,
    url: service.url,
    token,
    newToken,
    async get(path, as = token) {
      const answer = await fetch(service.url + path, as === null ? {} : { headers: { authorization: `Bearer ${as}` } })
      await checked(path, answer)
      return answer
    },
    async close() {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const builtMarkets = new Map<Periods, Promise<string>>()

/** Returns a folder with the market, to be copied. It is built once in each worker, whose test files share their modules. */
function builtMarket(periods: Periods): Promise<string> {
  const built = builtMarkets.get(periods) ?? buildMarket(periods)
  builtMarkets.set(periods, built)
  return built
}

async function buildMarket(periods: Periods): Promise<string> {
  const dataDir = mkdtempSync(join(inject('runDir'), 'market-'))
  await writeListings(dataDir)
  writePlaces(dataDir)
  await buildPeriods({ dataDir, now: FIXTURE_NOW, only: periods, log: pino({ level: 'error' }) })
  return dataDir
}

/** Checks answers against the service's own openapi.yaml. */
async function contractCheck(base: string): Promise<(path: string, answer: Response) => Promise<void>> {
  const client = createHttpClient(base, '')
  const contract = readContract(await client.ask('/openapi.yaml', { token: null }))
  return async (path, answer) => {
    const faults = contract.mismatches(await readAnswer(answer.clone(), { method: 'GET', path }))
    if (faults.length > 0) throw new Error(`GET ${path} (${answer.status}) is not as declared: ${faults.join('; ')}`)
  }
}

/** Listed more than a year before the fixture's day, so that their market has no recent listings. */
const STALE = new Date('2025-03-01T00:00:00Z')
const LISBON = trustCell(latLngToCell(38.72, -9.14, 8))
const ROME = trustCell(latLngToCell(41.9, 12.5, 8))
/** A city with two recent listings, fewer than any floor, and seven from last summer. */
const LAS_PALMAS = trustCell(latLngToCell(28.12, -15.43, 8))

/** Numbers for which `listingIn` makes sales. */
const SALES = [0, 1, 2, 4, 5, 6, 8]

async function writeListings(dataDir: string): Promise<void> {
  const writer = await openListingWriter(dataDir, 'fixture')
  for (const i of [0, 1]) writer.add(listingIn(LAS_PALMAS, 0, i))
  for (const i of SALES) writer.add({ ...listingIn(LAS_PALMAS, 20, i), key: `summer-${i}`, listed_on: '2026-07-15' })
  // Markets without named places: one as recent as the others, one without a listing for a long time.
  for (const i of SALES) writer.add({ ...listingIn(LISBON, 0, i), country: 'pt', source: 'uk-ppd' })
  const stale = await openListingWriter(dataDir, 'stale')
  stale.add({ ...listingIn(ROME, 0, 0), country: 'it', listed_on: '2025-02-15' })
  utimesSync((await stale.publish()).file, STALE, STALE)
  for (const [ring, cell] of LISTED_CELLS.entries()) {
    // From 12 listings in the centre to 2 at the edge, so that some cells are below the floor and pooled.
    const count = Math.max(2, 12 - Math.floor(ring / 6))
    for (let i = 0; i < count; i++) writer.add(listingIn(cell, ring, i))
  }
  await writer.publish()
}

function listingIn(cell: Cell, ring: number, i: number): Listing {
  const { lat, lng } = cellCenter(cell)
  const area = 50 + ((i * 7 + ring) % 60)
  return {
    key: `${cell}-${i}`,
    source: 'fixture',
    country: 'es',
    ad_sub_type: i % 4 === 3 ? 'rent' : 'buy',
    property_type: i % 3 === 0 ? 'house' : 'apartment',
    rooms: i % 7 === 6 ? null : i % 7,
    price: i % 4 === 3 ? 900 + 10 * i : area * (4_000 + 20 * ring + 35 * i),
    currency: 'EUR',
    area: i % 11 === 10 ? null : area,
    lat,
    lng,
    listed_on: `2026-${['08', '09', '10'][i % 3]}-15`,
    cell,
    region: null,
    province: null,
    city: null,
    macrozone: null,
    microzone: null,
  }
}

type PlaceFixture = [
  geoId: string,
  parent: string | null,
  name: string,
  level: string,
  res: number | null,
  population: number,
]

const PLACES: readonly PlaceFixture[] = [
  ['es', null, 'es', 'country', null, 0],
  ['z1', 'es', 'Catalunya', 'region', 5, 7_000_000],
  ['z2', 'z1', 'Barcelona', 'city', 8, 1_600_000],
  ['z3', 'z2', 'Gràcia', 'macrozone', 8, 120_000],
  ['z4', 'z3', 'la Vila de Gràcia', 'microzone', 8, 50_000],
  ['z5', 'z1', 'Girona', 'province', 7, 750_000],
  ['z6', 'z5', 'Łódź de Mar', 'city', 8, 900],
  ['fr', null, 'fr', 'country', null, 0],
  ['z7', 'fr', 'Gracia', 'city', 8, 300],
  ['z8', 'es', 'Las Palmas', 'city', 8, 380_000],
  ['z11', 'z5', 'Blanes', 'city', 8, 40_000],
  // Two places with the same name.
  ['z9', 'z6', 'Sant Joan', 'microzone', 8, 100],
  ['z10', 'fr', 'Sant Joan', 'city', 8, 200],
]

/** More quarters in one city than a page of /geo or a search lists. */
const SECTORS: readonly PlaceFixture[] = Array.from({ length: 120 }, (_, i) => {
  return [`s${i}`, 'z11', `Sector ${i + 1}`, 'microzone', 8, 0]
})

function writePlaces(dataDir: string): void {
  mkdirSync(join(dataDir, 'service'), { recursive: true })
  const database = new Database(join(dataDir, 'service', 'places.sqlite'))
  database.exec(placesSql)
  const insert = database.prepare('INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (const [geoId, parent, name, level, res, population] of [...PLACES, ...SECTORS]) {
    const country = geoId === 'fr' || parent === 'fr' ? 'fr' : 'es'
    insert.run([geoId, parent, name, level, country, res, population, 41.39, 2.16, 'fixture'])
  }
  const insertCell = database.prepare('INSERT INTO place_cell VALUES (?, ?)')
  for (const [geoId, cells] of Object.entries(placeCells())) {
    for (const cell of cells) insertCell.run([geoId, cellToBigInt(cell)])
  }
  database.close()
}

function placeCells(): Record<string, readonly Cell[]> {
  const girona = trustCell(latLngToCell(41.98, 2.82, 8))
  const blanes = cellsAround(trustCell(latLngToCell(41.67, 2.79, 8)), 6)
  const around = (cell: Cell, resolution: number, rings: number) => cellsAround(cellParent(cell, resolution), rings)
  return {
    z1: around(CITY_CENTRE, 5, 4),
    z2: CITY_CELLS,
    z3: cellsAround(CITY_CENTRE, 2),
    z4: cellsAround(CITY_CENTRE, 1),
    z5: around(girona, 7, 3),
    z6: cellsAround(girona, 1),
    z7: cellsAround(trustCell(latLngToCell(43.6, 1.44, 8)), 1),
    z8: cellsAround(LAS_PALMAS, 1),
    z11: blanes,
    ...Object.fromEntries(SECTORS.map(([geoId], i) => [geoId, blanes.slice(i, i + 1)])),
    z9: [girona],
    z10: cellsAround(trustCell(latLngToCell(42.7, 2.9, 8)), 1),
  }
}
