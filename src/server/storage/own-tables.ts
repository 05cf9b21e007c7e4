import type Database from 'libsql'

/** A file is another program's database, or was written by a later version of this one. */
export class NotOurDatabase extends Error {
  override readonly name: string = 'NotOurDatabase'
}

/** How a database of one kind is told from others. */
export interface OwnTables {
  /** What the file has, for people: `a ledger`. */
  readonly of: string
  /** Tables that each of its files has had from the beginning. */
  readonly first: readonly string[]
  /** Form of the tables. Raise it with a change that earlier versions of the program would misread. */
  readonly form: number
}

/**
 * Throws, before anything is written, when the file has the tables of something else. A new file has none, and is
 * reported as such.
 */
export function requireOwnTables(database: Database.Database, { of, first, form }: OwnTables): 'new' | 'ours' {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]) as { name: string }[]
  const names = rows.map(({ name }) => name)
  if (names.length > 0 && !first.every((name) => names.includes(name))) {
    throw new NotOurDatabase(`expected the tables of ${of}, found ${names.join(', ')}`)
  }
  const found = formOf(database)
  if (found > form) {
    throw new NotOurDatabase(`expected form ${form} of its tables or an earlier one, found ${found} of a later version`)
  }
  return names.length === 0 ? 'new' : 'ours'
}

/** Returns the form of the tables; 0 in a file that was written before forms were counted, or that is new. */
export function formOf(database: Database.Database): number {
  const { user_version } = database.prepare('PRAGMA user_version').get([]) as { user_version: number }
  return user_version
}
