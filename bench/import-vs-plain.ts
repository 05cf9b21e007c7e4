// Imports a file of invented listings, and writes the same rows as Parquet with their H3 cells by the shortest plain way:
// DuckDB reads typed columns, h3-js gives each row its cell, DuckDB writes one file. In turns, on the same cores; prints
// the ratio of processor time, which other programs disturb least, and of elapsed time. The import also finds out how
// the file is written, checks every row, numbers and hashes it, compares places and positions, and counts what it did.
//   npm run bench -- import-vs-plain [--listings 2200000] [--runs 3]
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { BIGINT } from '@duckdb/node-api'
import { latLngToCell } from 'h3-js'
import pino from 'pino'
import { cellToBigInt, trustCell } from '../src/domain/cell.ts'
import { importListings } from '../src/service/import/import-listings.ts'
import { openDuckSession } from '../src/service/storage/duck-session.ts'
import plainSql from './import-vs-plain.sql?raw'
import { median, printTable } from './shared/table.ts'

const MOST_TIMES_PLAIN = 3
const LINES_PER_CHUNK = 5_000

interface Run {
  readonly cpuSeconds: number
  readonly seconds: number
  /** Of the process, at the end. */
  readonly residentMB: number
}

/** Measures and prints; returns the exit code, 1 when an import takes more than three times the processor time. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { listings: { type: 'string', default: '2200000' }, runs: { type: 'string', default: '3' } },
  })
  const listings = Number(values.listings)
  const dir = mkdtempSync(join(tmpdir(), 'import-vs-plain-'))
  try {
    const file = join(dir, 'flats.csv')
    await pipeline(Readable.from(csvOf(listings)), createWriteStream(file))
    const plain: Run[] = []
    const ours: Run[] = []
    for (let run = 0; run < Number(values.runs); run++) {
      plain.push(await measured(() => writePlain(dir, file, listings)))
      ours.push(await measured(() => importAll(join(dir, `data-${run}`), file, listings)))
    }
    return report(plain, ours, listings)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measured(work: () => Promise<void>): Promise<Run> {
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - started) / 1000
  return { cpuSeconds: (user + system) / 1e6, seconds, residentMB: process.memoryUsage().rss / 2 ** 20 }
}

function report(plain: readonly Run[], ours: readonly Run[], listings: number): number {
  const of = (runs: readonly Run[], value: keyof Run) => median(runs.map((run) => run[value]))
  const ratio = (value: keyof Run) => of(ours, value) / of(plain, value)
  const row = (name: string, runs: readonly Run[]) => [
    name,
    of(runs, 'cpuSeconds').toFixed(1),
    of(runs, 'seconds').toFixed(1),
    Math.max(...runs.map(({ residentMB }) => residentMB)).toFixed(0),
  ]
  printTable(
    [`${listings.toLocaleString('en')} listings`, 'CPU s', 's', 'resident MB'],
    [row('plain CSV to Parquet with H3', plain), row('import', ours)],
  )
  console.log(
    `times the processor time: ${ratio('cpuSeconds').toFixed(2)}, the elapsed time: ${ratio('seconds').toFixed(2)}`,
  )
  return ratio('cpuSeconds') <= MOST_TIMES_PLAIN ? 0 : 1
}

async function importAll(dataDir: string, file: string, listings: number): Promise<void> {
  const log = pino({ level: 'silent' })
  const [outcome] = await importListings({ dataDir, files: [file], now: () => new Date('2026-11-10'), log })
  if (outcome?.kept !== listings) throw new Error(`expected ${listings} listings, kept ${outcome?.kept}`)
}

async function writePlain(dir: string, file: string, listings: number): Promise<void> {
  const session = await openDuckSession({ spillDir: join(dir, 'spill'), memoryLimit: '2GB' })
  try {
    const [read = '', write = ''] = plainSql.split('-- write')
    await session.run(read, { file })
    await session.run('CREATE TABLE located (n BIGINT NOT NULL, cell BIGINT NOT NULL)')
    const located = await session.append('located', [BIGINT, BIGINT])
    for await (const chunk of session.chunks('SELECT n, latitude, longitude FROM flat')) {
      const [ns, lats, lngs] = chunk.getColumns() as [bigint[], number[], number[]]
      ns.forEach((n, i) => {
        located.add([n, cellToBigInt(trustCell(latLngToCell(lats[i] as number, lngs[i] as number, 8)))])
      })
    }
    located.close()
    if (located.count !== listings) throw new Error(`expected ${listings} rows, found ${located.count}`)
    await session.run(write, { target: join(dir, 'plain.parquet') })
  } finally {
    session.close()
  }
}

/** Rows as a portal exports them, always the same, over a city of half a degree. */
function* csvOf(listings: number): Generator<string> {
  let state = 1
  const draw = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const pick = (words: readonly string[]) => words[Math.floor(draw() * words.length)]
  yield 'id,title,operation,property_type,price,currency,area,rooms,bathrooms,city,neighbourhood,latitude,longitude,date\n'
  for (let from = 0; from < listings; from += LINES_PER_CHUNK) {
    let text = ''
    for (let i = from; i < Math.min(from + LINES_PER_CHUNK, listings); i++) {
      const area = 30 + Math.floor(draw() * 120)
      const day = String(1 + Math.floor(draw() * 28)).padStart(2, '0')
      text += `${i},"Flat ${i}, bright",sale,${pick(['apartment', 'house', 'studio'])},${area * (2_000 + Math.floor(draw() * 3_000))},EUR,${area}.5,${1 + Math.floor(draw() * 4)},1,Lyon,Quarter ${Math.floor(draw() * 90)},${(45.5 + draw() / 2).toFixed(5)},${(4.6 + draw() / 2).toFixed(5)},2026-10-${day}\n`
    }
    yield text
  }
}
