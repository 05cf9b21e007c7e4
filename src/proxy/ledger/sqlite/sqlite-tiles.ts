import { randomUUID } from 'node:crypto'
import type Database from 'libsql'
import { type Edition, edition as editionSchema } from '../../../contract/proxy-api.ts'
import type { Cell } from '../../../domain/cell.ts'
import { figuresText } from '../../../domain/currency.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { parseAsOf } from '../../../domain/period.ts'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import { packWhole, slicesByTile } from '../../tiles/bought-slices.ts'
import type { BoughtSlice } from '../../tiles/cut-answer.ts'
import { inHeldUnit } from '../../tiles/held-unit.ts'
import { mergeEdition } from '../../tiles/merge-edition.ts'
import { readStoredFigures, type StoredTile } from '../../tiles/stored-tile.ts'
import type { BoughtCall, HeldRevision, LessonLedger, TileLedger } from '../ledger.ts'
import insertPart from './insert-part.sql?raw'
import { lessonWriter } from './sqlite-lessons.ts'
import statements from './tile-statements.sql?raw'

const STATEMENTS = namedStatements('ledger/tile-statements.sql', statements, [
  'keepEdition',
  'selectEdition',
  'selectNewestPeriod',
  'selectPeriod',
  'selectRevisions',
  'selectOtherRevision',
  'insertTile',
  'selectTile',
  'selectHeld',
  'selectParts',
  'deleteParts',
  'insertReceipt',
  'insertWrittenCall',
  'forgetTiles',
  'forgetEditions',
  'forgetParts',
  'forgetLookups',
  'forgetRates',
  'forgetScales',
])

/** The lesson that stores the ledger's generation. */
const GENERATION = 'generation'

/** Editions and tiles in the ledger's own file. */
export function sqliteTiles(db: Database.Database, lessons: LessonLedger): TileLedger {
  const edition = db.prepare(STATEMENTS.selectEdition)
  const newest = db.prepare(STATEMENTS.selectNewestPeriod)
  const period = db.prepare(STATEMENTS.selectPeriod)
  const tile = db.prepare(STATEMENTS.selectTile)
  const held = db.prepare(STATEMENTS.selectHeld)
  const parts = db.prepare(STATEMENTS.selectParts)
  const revisions = db.prepare(STATEMENTS.selectRevisions)
  const drop = dropper(db)
  const forget = db.transaction(drop).immediate
  const keepCall = callKeeper(db, drop)
  return {
    generation: async () => {
      const known = await lessons.learned(GENERATION)
      if (typeof known === 'string') return known
      return lessons.amend(GENERATION, (named) => (typeof named === 'string' ? named : randomUUID()))
    },
    forget: async (periods) => forget(periods),
    revisions: async () => revisions.all() as HeldRevision[],
    edition: async (name) => readEdition(edition, name),
    newestPeriod: async () => parseAsOf((newest.get() as { as_of: string | null }).as_of ?? ''),
    isPeriodKnown: async (as_of) => period.get(as_of) !== undefined,
    tile: async (name, parent) => readTile(tile, name, parent),
    heldTiles: async (name, parents) => readHeld(held, name, parents),
    parts: async (name, parent) => readParts(parts, name, parent),
    commit: async (call) => keepCall(call),
  }
}

function readEdition(statement: Database.Statement, name: EditionName): Edition | null {
  const row = statement.get(...nameValues(name)) as { body: string } | undefined
  return row ? editionSchema.parse(JSON.parse(row.body)) : null
}

function readTile(statement: Database.Statement, name: EditionName, parent: Cell): StoredTile | null {
  const row = statement.get(...nameValues(name), parent) as { etag: string; gzip: Uint8Array } | undefined
  return row ? { parent, etag: row.etag, gzip: row.gzip } : null
}

function readHeld(statement: Database.Statement, name: EditionName, parents: readonly Cell[]): Cell[] {
  const rows = statement.all(...nameValues(name), JSON.stringify(parents)) as { parent: string }[]
  const held = new Set<string>(rows.map(({ parent }) => parent))
  return parents.filter((parent) => held.has(parent))
}

function readParts(statement: Database.Statement, name: EditionName, parent: Cell): BoughtSlice[] {
  const rows = statement.all(...nameValues(name), parent) as { first: number; figures: string }[]
  return rows.map(({ first, figures }) => ({ parent, first, figures: readStoredFigures(figures) }))
}

/** Returns a function that drops periods; call it in a transaction. */
function dropper(db: Database.Database): (periods: readonly string[]) => void {
  const { forgetTiles, forgetEditions, forgetParts, forgetLookups, forgetRates, forgetScales } = STATEMENTS
  const all = [forgetTiles, forgetEditions, forgetParts, forgetLookups, forgetRates, forgetScales]
  const forgetting = all.map((sql) => db.prepare(sql))
  const writeLesson = lessonWriter(db)
  return (periods) => {
    let gone = 0
    for (const as_of of periods) for (const statement of forgetting) gone += statement.run(as_of).changes
    if (gone > 0) writeLesson(GENERATION, randomUUID())
  }
}

function callKeeper(
  db: Database.Database,
  drop: (periods: readonly string[]) => void,
): (call: BoughtCall) => StoredTile[] {
  const keepEdition = db.prepare(STATEMENTS.keepEdition)
  const heldEdition = db.prepare(STATEMENTS.selectEdition)
  const tile = db.prepare(STATEMENTS.insertTile)
  const part = db.prepare(insertPart)
  const parts = db.prepare(STATEMENTS.selectParts)
  const clearParts = db.prepare(STATEMENTS.deleteParts)
  const receipt = db.prepare(STATEMENTS.insertReceipt)
  const written = db.prepare(STATEMENTS.insertWrittenCall)
  const held = db.prepare(STATEMENTS.selectTile)
  const otherRevision = db.prepare(STATEMENTS.selectOtherRevision)

  const keepSlices = (name: EditionName, parent: Cell, slices: readonly BoughtSlice[], at: Date): StoredTile | null => {
    const packed = packWhole(parent, readParts(parts, name, parent), slices, at)
    if (packed === null) {
      for (const { first, figures } of slices) part.run(...nameValues(name), parent, first, JSON.stringify(figures))
      return null
    }
    tile.run(...nameValues(name), parent, packed.etag, packed.gzip)
    clearParts.run(...nameValues(name), parent)
    return packed
  }

  return db.transaction((call: BoughtCall) => {
    const { id, name, at, rows, isCountedElsewhere = false } = call
    if (written.run(id).changes === 0) return call.slices.flatMap(({ parent }) => readTile(held, name, parent) ?? [])
    const { revision } = call.edition.snapshot
    if (typeof revision === 'string' && otherRevision.get(name.as_of, revision) !== undefined) drop([name.as_of])
    const before = readEdition(heldEdition, name)
    const { edition: own, slices } = inHeldUnit(before, call)
    const edition = before ? mergeEdition(before, own) : own
    if (edition !== before) keepEdition.run(...nameValues(name), JSON.stringify(edition))
    const cells = slices.reduce((sum, { figures }) => sum + figures.length, 0)
    if (!isCountedElsewhere) receipt.run(at.toISOString(), ...nameValues(name), cells, rows)
    return [...slicesByTile(slices)].flatMap(([parent, bought]) => keepSlices(name, parent, bought, at) ?? [])
  }).immediate as (call: BoughtCall) => StoredTile[]
}

function nameValues(name: EditionName): [string, string, number] {
  return [name.as_of, figuresText(name), name.resolution]
}
