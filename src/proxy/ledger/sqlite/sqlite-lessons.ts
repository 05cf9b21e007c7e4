import type Database from 'libsql'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { LessonLedger, LookupLedger } from '../ledger.ts'
import { numberOfLookup, readLookup } from '../lookup-answer.ts'
import statements from './lesson-statements.sql?raw'

const STATEMENTS = namedStatements('ledger/lesson-statements.sql', statements, [
  'insertLesson',
  'selectLesson',
  'insertLookup',
  'selectLookup',
])

/** Lessons in the ledger's own file. */
export function sqliteLessons(db: Database.Database): LessonLedger {
  const select = db.prepare(STATEMENTS.selectLesson)
  const insert = lessonWriter(db)
  const read = (name: string): unknown => {
    const row = select.get(name) as { value: string } | undefined
    return row ? JSON.parse(row.value) : null
  }
  // A bare statement that fails to get the lock stays open and blocks later commits of purchases; a failed start of a
  // transaction does not.
  const learn = db.transaction(insert).immediate
  const amend = db.transaction((name: string, change: (before: unknown) => unknown) => {
    const after = change(read(name))
    insert(name, after)
    return after
  }).immediate
  return {
    learned: async (name) => read(name),
    learn: async (name, value) => void learn(name, value),
    amend: async <T>(name: string, change: (before: unknown) => T) => amend(name, change) as T,
  }
}

/** Writes a lesson, within a transaction. */
export function lessonWriter(db: Database.Database): (name: string, value: unknown) => void {
  const insert = db.prepare(STATEMENTS.insertLesson)
  return (name, value) => void insert.run(name, JSON.stringify(value))
}

/** Results of look-ups in the ledger's own file. */
export function sqliteLookups(db: Database.Database): LookupLedger {
  const select = db.prepare(STATEMENTS.selectLookup)
  const insert = db.prepare(STATEMENTS.insertLookup)
  // In a transaction, for the same reason as lessons.
  const keep = db.transaction((...values: unknown[]) => insert.run(...values)).immediate
  return {
    lookup: async (as_of, parent) => {
      const row = select.get(as_of, parent) as { prices_available: number } | undefined
      return row ? readLookup(row.prices_available) : null
    },
    keepLookup: async (as_of, parent, answer) => void keep(as_of, parent, numberOfLookup(answer)),
  }
}
