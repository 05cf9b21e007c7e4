import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openForWriting, type SqliteDatabase, writeAlone } from './sqlite.ts'

const SCHEMA = 'CREATE TABLE IF NOT EXISTS count (name TEXT PRIMARY KEY, number INTEGER)'
const TABLES = { of: 'counts', first: ['count'], form: 0, schema: SCHEMA }

let folder: string
let ours: SqliteDatabase
let other: SqliteDatabase

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  const open = () => openForWriting(join(folder, 'counts.sqlite'), TABLES, { durable: false, busyMs: 20 })
  ours = open()
  other = open()
})

afterEach(() => {
  for (const database of [ours, other]) database.close()
  rmSync(folder, { recursive: true })
})

describe('writeAlone', () => {
  it('leaves the connection able to commit when it does not get the lock', () => {
    const note = ours.prepare("INSERT INTO count VALUES ('noted', 1)")
    other.exec('BEGIN IMMEDIATE')
    expect(() => writeAlone(ours, () => note.run([]))).toThrow(
      /counts\.sqlite is locked by another program; nothing was changed/,
    )
    other.exec('ROLLBACK')
    writeAlone(ours, () => ours.prepare("INSERT INTO count VALUES ('charged', 1)").run([]))
    expect(other.prepare('SELECT name FROM count').raw().all([])).toEqual([['charged']])
  })
})

it('a file that is locked is named, with what to do', () => {
  const file = join(folder, 'held.sqlite')
  const holder = new Database(file)
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE count (name TEXT)')
  expect(() => openForWriting(file, TABLES, { durable: false, busyMs: 20 })).toThrow(
    /held\.sqlite is locked\. Stop the other program that uses it; .*held\.sqlite-wal/,
  )
  holder.close()
})

it('a file that is not a database is named, with what to do, and left as it is', () => {
  const file = join(folder, 'damaged.sqlite')
  writeFileSync(file, 'not a database at all')
  const open = () => openForWriting(file, TABLES, { durable: false, busyMs: 20 })
  expect(open).toThrow(/damaged\.sqlite cannot be used: file is not a database\. Restore it from a backup, or move it/)
  expect(open).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
  expect(readFileSync(file, 'utf8')).toBe('not a database at all')
})
