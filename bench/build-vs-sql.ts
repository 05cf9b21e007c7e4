// Builds one month of synthetic listings with our build and with the same aggregation written as one plain DuckDB SQL
// script (build-vs-sql.sql), in turns on the same two cores, checks that every figure is the same, and prints the ratio.
// The script gets the neighbours of each cell for free and writes one Parquet file. Our build computes them, and writes
// the indexed file that is served, the facts, and the cells with listings.
//   npm run bench -- build-vs-sql [--listings 833000] [--months 1] [--runs 3]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BIGINT, DOUBLE, INTEGER, listValue, VARCHAR } from '@duckdb/node-api'
import { gridDisk } from 'h3-js'
import Database from 'libsql'
import pino from 'pino'
import { cellFromBigInt, cellToBigInt, RESOLUTIONS, trustCell } from '../src/domain/cell.ts'
import { addMonths, asOfAt, windowOf } from '../src/domain/period.ts'
import { buildPeriods, DEFAULT_MIN_LISTINGS, DEFAULT_TRIM_PCT } from '../src/service/build/build-periods.ts'
import { listingsDir } from '../src/service/listings/listing-store.ts'
import { periodsDir, publishedPeriod } from '../src/service/periods/period-folders.ts'
import { ratesAt } from '../src/service/rates/rates.ts'
import { type DuckSession, openDuckSession } from '../src/service/storage/duck-session.ts'
import plainSql from './build-vs-sql.sql?raw'
import { SYNTHETIC, writeSyntheticListings } from './shared/synthetic-listings.ts'

const AS_OF = asOfAt(new Date('2026-11-01'))
const MEMORY = '4GB'
/** Sums in another order differ in their last digits; medians do not differ at all. */
const AVERAGE_TOLERANCE = 1e-12

interface Run {
  seconds: number
  figures: number
}

/** Measures and prints; returns the exit code, 1 when a figure differs. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      listings: { type: 'string', default: '833000' },
      months: { type: 'string', default: '1' },
      runs: { type: 'string', default: '3' },
    },
  })
  const dir = mkdtempSync(join(tmpdir(), 'build-vs-sql-'))
  try {
    const size = { listings: Number(values.listings), months: Number(values.months), towns: 37 }
    await writeSyntheticListings(dir, { ...size, asOf: AS_OF })
    await withSession(dir, (session) => writeRings(session, dir))
    const plain: Run[] = []
    const ours: Run[] = []
    for (let run = 0; run < Number(values.runs); run++) {
      plain.push(await runPlain(dir))
      ours.push(await runBuild(dir))
    }
    const differences = await compare(dir)
    report({ plain, ours }, differences, values)
    return differences === 0 ? 0 : 1
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes the neighbours of every cell with listings. */
async function writeRings(session: DuckSession, dir: string): Promise<void> {
  await session.run('CREATE TABLE ring (cell BIGINT NOT NULL, near BIGINT NOT NULL)')
  for (const resolution of RESOLUTIONS) {
    const cells = await session.rows<{ cell: bigint }>(
      'SELECT DISTINCT ((cell - ((8 - $r)::BIGINT << 52)) | ((1::BIGINT << (3 * (15 - $r))) - 1)) AS cell FROM read_parquet($file)',
      { r: resolution, file: listingFile(dir) },
    )
    const ring = await session.append('ring', [BIGINT, BIGINT])
    for (const { cell } of cells) {
      for (const near of gridDisk(cellFromBigInt(cell), 1)) ring.add([cell, cellToBigInt(trustCell(near))])
    }
    ring.close()
  }
  await session.run('COPY ring TO $out (FORMAT parquet)', { out: ringFile(dir) })
}

async function runPlain(dir: string): Promise<Run> {
  return withSession(dir, async (session) => {
    await session.run(
      'CREATE TABLE rate (currency VARCHAR, usd DOUBLE); CREATE TABLE minimum (resolution INTEGER, listings INTEGER)',
    )
    const rates = await session.append('rate', [VARCHAR, DOUBLE])
    for (const pair of Object.entries(ratesAt(windowOf(AS_OF, 8).end).usd_per_unit)) rates.add(pair)
    rates.close()
    const minimums = await session.append('minimum', [INTEGER, INTEGER])
    for (const resolution of RESOLUTIONS) minimums.add([resolution, DEFAULT_MIN_LISTINGS[resolution]])
    minimums.close()
    await session.run(`CREATE TABLE ring AS FROM read_parquet('${ringFile(dir)}')`)
    const [start, last_month] = [addMonths(AS_OF, -3), addMonths(AS_OF, -1)]
    const days = { start, last_month, as_of: AS_OF }
    for (const [name, day] of Object.entries(days)) await session.run(`SET VARIABLE ${name} = DATE '${day}'`)
    await session.run('SET VARIABLE trim = $trim', { trim: DEFAULT_TRIM_PCT })
    await session.run('SET VARIABLE out = $out', { out: plainFile(dir) })
    await session.run('SET VARIABLE files = $files', { files: listValue([listingFile(dir)]) })
    const started = performance.now()
    await session.run(plainSql)
    const seconds = (performance.now() - started) / 1000
    const [count] = await session.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM read_parquet($file)', {
      file: plainFile(dir),
    })
    return { seconds, figures: count?.n ?? 0 }
  })
}

async function runBuild(dir: string): Promise<Run> {
  rmSync(periodsDir(dir), { recursive: true, force: true })
  const log = pino({ level: 'silent' })
  const started = performance.now()
  const { built } = await buildPeriods({ dataDir: dir, now: () => new Date(AS_OF), only: 'newest', log })
  return { seconds: (performance.now() - started) / 1000, figures: built[0]?.figures ?? 0 }
}

type Row = (string | number | bigint | boolean | null)[]

/** Compares both results row by row in the same order; returns the number of rows that differ. */
async function compare(dir: string): Promise<number> {
  const folder = publishedPeriod(periodsDir(dir), AS_OF)
  if (!folder) throw new Error('the build published nothing')
  const database = new Database(join(folder.dir, 'figures.sqlite'))
  const ours = database
    .prepare(
      `SELECT ad_sub_type, property_type, rooms, CAST(cell AS TEXT), estimated, listings, median_price,
         median_price_per_sqm, median_area, average_price
       FROM figure JOIN lens ON lens.id = figure.lens ORDER BY ad_sub_type, property_type, rooms, cell`,
    )
    .raw()
    .iterate([]) as IterableIterator<Row>
  try {
    return await withSession(dir, async (session) => {
      let differences = 0
      const plain = session.chunks(
        `SELECT ad_sub_type, property_type, rooms, cell::VARCHAR, estimated::INTEGER, listings::INTEGER, median_price,
           median_price_per_sqm, median_area, average_price
         FROM read_parquet($file) ORDER BY ad_sub_type, property_type, rooms, cell`,
        { file: plainFile(dir) },
      )
      for await (const chunk of plain) {
        for (const expected of chunk.getRows() as Row[]) {
          const { value: found } = ours.next()
          if (!found || !isSame(expected, found)) differences++
        }
      }
      for (const _ of ours) differences++
      return differences
    })
  } finally {
    database.close()
  }
}

function isSame(expected: Row, found: Row): boolean {
  const [average, should] = [found.at(-1), expected.at(-1)]
  if (typeof average !== 'number' || typeof should !== 'number') return false
  if (!(Math.abs(average - should) <= AVERAGE_TOLERANCE * should)) return false
  return expected.slice(0, -1).every((value, i) => value === found[i])
}

function report(
  { plain, ours }: { plain: Run[]; ours: Run[] },
  differences: number,
  { listings, months }: { listings: string; months: string },
): void {
  const seconds = (runs: Run[]) => runs.map((run) => run.seconds.toFixed(1).padStart(6)).join(' ')
  const best = (runs: Run[]) => Math.min(...runs.map((run) => run.seconds))
  console.log(`listings            ${listings} over ${months} month(s)`)
  console.log(`figures             ${ours[0]?.figures} ours, ${plain[0]?.figures} plain SQL`)
  console.log(`rows that differ    ${differences}`)
  console.log(`plain SQL, s        ${seconds(plain)}   best ${best(plain).toFixed(1)}`)
  console.log(`our build, s        ${seconds(ours)}   best ${best(ours).toFixed(1)}`)
  console.log(`ratio of the best   ${(best(ours) / best(plain)).toFixed(2)} (should be at most 1.5)`)
}

async function withSession<T>(dir: string, use: (session: DuckSession) => Promise<T>): Promise<T> {
  const session = await openDuckSession({ spillDir: join(dir, 'spill'), memoryLimit: MEMORY })
  try {
    return await use(session)
  } finally {
    session.close()
  }
}

function listingFile(dir: string): string {
  return join(listingsDir(dir), `${SYNTHETIC}.parquet`)
}

function ringFile(dir: string): string {
  return join(dir, 'ring.parquet')
}

function plainFile(dir: string): string {
  return join(dir, 'plain.parquet')
}
