import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import { edition as editionSchema } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import { figuresText } from '../../domain/currency.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { assembleTile, type BoughtSlice } from '../tiles/cut-answer.ts'
import { packTile, readStoredFigures, type StoredTile } from '../tiles/stored-tile.ts'
import type { EditionName } from '../tiles/tile-name.ts'
import deleteParts from './delete-parts.sql?raw'
import forgetEditions from './forget-editions.sql?raw'
import forgetLookups from './forget-lookups.sql?raw'
import forgetParts from './forget-parts.sql?raw'
import forgetRates from './forget-rates.sql?raw'
import forgetTiles from './forget-tiles.sql?raw'
import insertEdition from './insert-edition.sql?raw'
import insertLearned from './insert-learned.sql?raw'
import insertLookup from './insert-lookup.sql?raw'
import insertPart from './insert-part.sql?raw'
import insertReceipt from './insert-receipt.sql?raw'
import insertTile from './insert-tile.sql?raw'
import insertWrittenCall from './insert-written-call.sql?raw'
import type { BoughtCall, Ledger } from './ledger.ts'
import schema from './ledger-schema.sql?raw'
import { numberOfLookup, readLookup } from './lookup-answer.ts'
import selectEdition from './select-edition.sql?raw'
import selectLearned from './select-learned.sql?raw'
import selectLookup from './select-lookup.sql?raw'
import selectNewestPeriod from './select-newest-period.sql?raw'
import selectParts from './select-parts.sql?raw'
import selectPeriod from './select-period.sql?raw'
import selectTile from './select-tile.sql?raw'
import selectTotals from './select-totals.sql?raw'
import { sqliteLeases } from './sqlite-leases.ts'
import { sqliteSpending } from './sqlite-spending.ts'

/** The lesson under which the ledger's generation stands. */
const GENERATION = 'generation'

/** Opens the ledger in an SQLite file, which it makes where there is none; throws when the file is no ledger. */
export function openSqliteLedger(file: string): Ledger {
  mkdirSync(dirname(file), { recursive: true })
  const db = new Database(file)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL')
  // What is written here was paid for: it must outlive a power cut too, and commits are few.
  db.exec('PRAGMA synchronous = FULL')
  db.exec(schema)
  const reading = readers(db)
  const writing = writers(db)
  const generation = async () => {
    const known = await reading.learned(GENERATION)
    if (typeof known === 'string') return known
    return writing.amend(GENERATION, (named) => (typeof named === 'string' ? named : randomUUID()))
  }
  const close = async () => {
    // Closing alone leaves what was written last in the write-ahead log, as long as a prepared statement is about.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
  }
  return { ...reading, ...writing, ...sqliteSpending(db), ...sqliteLeases(db), generation, close }
}

type Reading = 'edition' | 'newestPeriod' | 'isPeriodKnown' | 'tile' | 'parts' | 'lookup' | 'learned' | 'totals'

function readers(db: Database.Database): Pick<Ledger, Reading> {
  const edition = db.prepare(selectEdition)
  const newest = db.prepare(selectNewestPeriod)
  const period = db.prepare(selectPeriod)
  const tile = db.prepare(selectTile)
  const parts = db.prepare(selectParts)
  const lookup = db.prepare(selectLookup)
  const learned = db.prepare(selectLearned)
  const totals = db.prepare(selectTotals)
  return {
    edition: async (name) => {
      const row = edition.get(...nameValues(name)) as { body: string } | undefined
      return row ? editionSchema.parse(JSON.parse(row.body)) : null
    },
    newestPeriod: async () => parseAsOf((newest.get() as { as_of: string | null }).as_of ?? ''),
    isPeriodKnown: async (as_of) => period.get(as_of) !== undefined,
    tile: async (name, parent) => readTile(tile, name, parent),
    parts: async (name, parent) => readParts(parts, name, parent),
    lookup: async (as_of, parent) => {
      const row = lookup.get(as_of, parent) as { prices_available: number } | undefined
      return row ? readLookup(row.prices_available) : null
    },
    learned: async (name) => {
      const row = learned.get(name) as { value: string } | undefined
      return row ? JSON.parse(row.value) : null
    },
    totals: async () => {
      // libsql adds a key of its own to every row.
      const { tiles_held, calls_spent } = totals.get() as { tiles_held: number; calls_spent: number }
      return { tiles_held, calls_spent }
    },
  }
}

function readTile(statement: Database.Statement, name: EditionName, parent: Cell): StoredTile | null {
  const row = statement.get(...nameValues(name), parent) as { etag: string; gzip: Uint8Array } | undefined
  return row ? { parent, etag: row.etag, gzip: row.gzip } : null
}

function readParts(statement: Database.Statement, name: EditionName, parent: Cell): BoughtSlice[] {
  const rows = statement.all(...nameValues(name), parent) as { first: number; figures: string }[]
  return rows.map(({ first, figures }) => ({ parent, first, figures: readStoredFigures(figures) }))
}

function writers(db: Database.Database): Pick<Ledger, 'amend' | 'commit' | 'forget' | 'keepLookup' | 'learn'> {
  const lookup = db.prepare(insertLookup)
  const lesson = db.prepare(insertLearned)
  // A bare statement that does not get the lock stays half begun, and keeps what was bought from being committed; the
  // beginning of a transaction does not.
  const keepLookup = db.transaction((...values: unknown[]) => lookup.run(...values)).immediate
  const learn = db.transaction((...values: unknown[]) => lesson.run(...values)).immediate
  const known = db.prepare(selectLearned)
  const amend = db.transaction((name: string, change: (before: unknown) => unknown) => {
    const row = known.get(name) as { value: string } | undefined
    const after = change(row ? JSON.parse(row.value) : null)
    lesson.run(name, JSON.stringify(after))
    return after
  }).immediate
  const keepCall = callKeeper(db)
  const forgetting = [forgetTiles, forgetEditions, forgetParts, forgetLookups, forgetRates].map((sql) =>
    db.prepare(sql),
  )
  const forget = db.transaction((periods: readonly AsOf[]) => {
    let gone = 0
    for (const as_of of periods) for (const statement of forgetting) gone += statement.run(as_of).changes
    if (gone > 0) lesson.run(GENERATION, JSON.stringify(randomUUID()))
  }).immediate
  return {
    amend: async <T>(name: string, change: (before: unknown) => T) => amend(name, change) as T,
    commit: async (call) => keepCall(call),
    forget: async (periods) => void forget(periods),
    keepLookup: async (as_of, parent, answer) => void keepLookup(as_of, parent, numberOfLookup(answer)),
    learn: async (name, value) => void learn(name, JSON.stringify(value)),
  }
}

function callKeeper(db: Database.Database): (call: BoughtCall) => StoredTile[] {
  const edition = db.prepare(insertEdition)
  const tile = db.prepare(insertTile)
  const part = db.prepare(insertPart)
  const parts = db.prepare(selectParts)
  const clearParts = db.prepare(deleteParts)
  const receipt = db.prepare(insertReceipt)
  const written = db.prepare(insertWrittenCall)
  const held = db.prepare(selectTile)

  const keepSlice = (name: EditionName, slice: BoughtSlice, at: Date): StoredTile | null => {
    const { parent, first, figures } = slice
    const whole = assembleTile(parent, [...readParts(parts, name, parent), slice])
    if (whole === null) {
      part.run(...nameValues(name), parent, first, JSON.stringify(figures))
      return null
    }
    const packed = packTile(whole, at)
    tile.run(...nameValues(name), parent, packed.etag, packed.gzip)
    clearParts.run(...nameValues(name), parent)
    return packed
  }

  return db.transaction(({ id, name, edition: body, slices, at, rows }: BoughtCall) => {
    if (written.run(id).changes === 0) return slices.flatMap(({ parent }) => readTile(held, name, parent) ?? [])
    edition.run(...nameValues(name), JSON.stringify(body))
    const cells = slices.reduce((sum, { figures }) => sum + figures.length, 0)
    receipt.run(at.toISOString(), ...nameValues(name), cells, rows)
    return slices.flatMap((slice) => keepSlice(name, slice, at) ?? [])
  }).immediate as (call: BoughtCall) => StoredTile[]
}

function nameValues(name: EditionName): [string, string, number] {
  return [name.as_of, figuresText(name), name.resolution]
}
